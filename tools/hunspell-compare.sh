#!/bin/sh
# Compares the forms of Hunspell dictionaries with those of `unmunch`, from Debian's package
# hunspell-tools: the forms that both have, and those that one of them lacks.
#
#     tools/hunspell-compare.sh FORMS DICTIONARY…
#
# FORMS is a program that prints all forms of a dictionary, given by its path without `.aff`
# and `.dic`. KEEP (a grep -E pattern) selects forms on both sides, for dictionaries with more
# forms than fit on the disk.
#
# `unmunch` supports only a part of the format, so differences are not faults by themselves.
# libhunspell decides: a form that only FORMS has must be a word, and one that only `unmunch`
# has must not be. A sample of SAMPLE (20000) forms of each is tested. Exits with 1 if
# libhunspell disagrees.
set -eu
export LC_ALL=C

forms=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
judge=$(dirname "$0")/hunspell-spell.py
status=0

# Converts words to UTF-8, applies the output conversions in the file `conversions`, filters by
# KEEP, sorts, and removes duplicates.
set_of() {  # encoding
    iconv -f "$1" -t UTF-8 | sed -f "$work/conversions" | grep -a -E "${KEEP:-.}" | sort -u
}

for dictionary; do
    name=$(basename "$dictionary")
    encoding=$(sed -n 's/^SET[ \t]*\([^ \t\r]*\).*/\1/p' "$dictionary.aff" | head -n 1)
    encoding=${encoding:-ISO8859-1}
    iconv -f "$encoding" -t UTF-8 "$dictionary.aff" |
        sed -n 's/^OCONV[ \t]*\([^0-9_ \t]*\)[ \t]*\([^ \t\r]*\).*/s|\1|\2|g/p' |
        grep -v '^s||' > "$work/conversions" || true
    "$forms" "$dictionary" > "$work/forms"
    set_of UTF-8 < "$work/forms" > "$work/ours"
    unmunch "$dictionary.dic" "$dictionary.aff" 2> "$work/log" > "$work/forms"
    set_of "$encoding" < "$work/forms" > "$work/theirs"
    comm -23 "$work/ours" "$work/theirs" > "$work/only-ours"
    comm -13 "$work/ours" "$work/theirs" > "$work/only-theirs"
    both=$(comm -12 "$work/ours" "$work/theirs" | wc -l)
    echo "$name: $both in both, $(wc -l < "$work/only-ours") only of wordmill," \
        "$(wc -l < "$work/only-theirs") only of unmunch"
    python3 "$judge" words "$dictionary" "$work/only-ours" "${SAMPLE:-20000}" || status=1
    python3 "$judge" no-words "$dictionary" "$work/only-theirs" "${SAMPLE:-20000}" || status=1
done
case $status in
    0) echo "hunspell: every difference is one in which libhunspell agrees with wordmill" ;;
    *) echo "hunspell: libhunspell disagrees with wordmill, see above" >&2 ;;
esac
exit $status
