#!/bin/sh
# Compares the forms of Hunspell dictionaries with those of `unmunch`, of Debian's package
# hunspell-tools: the forms that both have, and those that one of them lacks, with examples.
#
#     tools/hunspell-compare.sh FORMS DICTIONARY…
#
# FORMS is a program that prints all forms of a dictionary, which is named by its path
# without `.aff` and `.dic`. KEEP (a grep -E pattern) and LONGEST (letters) leave out forms
# on both sides, for dictionaries that have more than fit on the disk.
set -eu
export LC_ALL=C

forms=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Words in UTF-8, sorted, each once.
set_of() {  # encoding
    iconv -f "$1" -t UTF-8 | grep -a -E "${KEEP:-.}" | grep -a -v -E ".{${LONGEST:-1000}}." | sort -u
}

for dictionary; do
    name=$(basename "$dictionary")
    encoding=$(sed -n 's/^SET[ \t]*\([^ \t\r]*\).*/\1/p' "$dictionary.aff" | head -n 1)
    "$forms" "$dictionary" | set_of UTF-8 > "$work/ours"
    unmunch "$dictionary.dic" "$dictionary.aff" 2> "$work/log" |
        set_of "${encoding:-ISO8859-1}" > "$work/theirs"
    comm -12 "$work/ours" "$work/theirs" > "$work/both"
    comm -23 "$work/ours" "$work/theirs" > "$work/only-ours"
    comm -13 "$work/ours" "$work/theirs" > "$work/only-theirs"
    for part in both only-ours only-theirs; do
        count=$(wc -l < "$work/$part")
        examples=$(awk -v step=$((count / 5 + 1)) 'NR % step == 1 || step == 1' "$work/$part" | tr '\n' ' ')
        echo "$name $part $count $examples"
    done
done
