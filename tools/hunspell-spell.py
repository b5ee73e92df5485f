#!/usr/bin/env python3
"""Asks libhunspell whether the lines of a file are words.

    tools/hunspell-spell.py words|no-words DICTIONARY WORDS [SAMPLE]

DICTIONARY is a path without .aff and .dic. Lines about compounds are left out of a copy of
the affix file, so that only stems with affixes are words. Prints how many words of the
sample are words to Hunspell. Ends with 1 if any is not what the first argument says, and
names some of these.
"""

import ctypes
import os
import shutil
import sys
import tempfile

expected, dictionary, words = sys.argv[1:4]
most = int(sys.argv[4]) if len(sys.argv) > 4 else 20000

COMPOUNDS = (b"COMPOUND", b"BREAK", b"CHECKCOMPOUND")
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
        # Without this line, a hyphenated word is judged by its parts.
        file.write(b"\nBREAK 0\n")
    dic = os.path.join(folder, "x.dic")
    shutil.copy(dictionary + ".dic", dic)
    library = ctypes.CDLL("libhunspell-1.7.so.0")
    library.Hunspell_create.restype = ctypes.c_void_p
    library.Hunspell_spell.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    handle = library.Hunspell_create(aff.encode(), dic.encode())


def is_word(word):
    try:
        return bool(library.Hunspell_spell(handle, word.encode(encoding)))
    except UnicodeEncodeError:
        return False


with open(words, encoding="utf-8") as file:
    all_words = file.read().split("\n")[:-1]
sample = all_words[:: max(1, len(all_words) // most)]
known = [word for word in sample if is_word(word)]
known_set = set(known)
wrong = [word for word in sample if (word in known_set) != (expected == "words")]
print(f"    {len(known)} of {len(sample)} are words to Hunspell, expected {expected}")
if wrong:
    print(f"    not as expected, {len(wrong)}: {wrong[:: max(1, len(wrong) // 10)][:12]}")
    sys.exit(1)
