#!/usr/bin/env python3
"""Asks libhunspell for a sample of words, one on each line of a file.

    tools/hunspell-spell.py DICTIONARY WORDS [SAMPLE]

DICTIONARY is a path without .aff and .dic. Lines about compounds are left out of a copy of
the affix file, so that only stems with affixes are words. Prints how many words of the
sample are words to Hunspell, and some of both kinds.
"""

import ctypes
import os
import shutil
import sys
import tempfile

dictionary, words = sys.argv[1:3]
most = int(sys.argv[3]) if len(sys.argv) > 3 else 20000

COMPOUNDS = (b"COMPOUND", b"BREAK", b"CHECKCOMPOUND", b"ICONV")
with open(dictionary + ".aff", "rb") as file:
    lines = file.read().split(b"\n")
encoding = "iso8859-1"
for line in lines:
    if line.startswith(b"SET"):
        encoding = line.split()[1].decode().lower()

with tempfile.TemporaryDirectory() as folder:
    aff = os.path.join(folder, "x.aff")
    with open(aff, "wb") as file:
        file.write(b"\n".join(line for line in lines if not line.startswith(COMPOUNDS)))
        # Without this line, words with hyphens are taken for their parts.
        file.write(b"\nBREAK 0\n")
    dic = os.path.join(folder, "x.dic")
    shutil.copy(dictionary + ".dic", dic)
    library = ctypes.CDLL("libhunspell-1.7.so.0")
    library.Hunspell_create.restype = ctypes.c_void_p
    library.Hunspell_spell.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    handle = library.Hunspell_create(aff.encode(), dic.encode())

with open(words, encoding="utf-8") as file:
    all_words = file.read().split("\n")[:-1]
step = max(1, len(all_words) // most)
known, unknown = [], []
for word in all_words[::step]:
    try:
        spelled = word.encode(encoding)
    except UnicodeEncodeError:
        unknown.append(word)
        continue
    (known if library.Hunspell_spell(handle, spelled) else unknown).append(word)
print(f"{len(known)} of {len(known) + len(unknown)} are words to Hunspell;", end=" ")
print(f"words: {known[::max(1, len(known) // 5)][:6]}; no words: {unknown[::max(1, len(unknown) // 5)][:12]}")
