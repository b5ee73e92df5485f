#!/bin/sh
# Runs an estimate with GNU parallel and with Dask, kills a worker of each
# half-way, and compares the tables with that of a single process: 2,048 boards in
# 16 shards. The racks have 4 tiles, so that it takes a minute.
# usage: check.sh, with the programs in PATH
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
sed 's/^rack: .*/rack: 4/' "$repo/rulesets/english.yaml" > small.yaml
kwg-build --ruleset small.yaml --words "$repo/lexicons/core.txt" --outside drop -o small.kwg -q
klv-build estimate --kwg small.kwg --ruleset small.yaml --boards 2048 -o one.klv2 -q

# Kills the worker of the first shard as soon as it has some work to lose.
kill_a_worker() {
    journal=shards/1.journal
    until [ -e $journal ]; do sleep 0.05; done
    touch mark
    until [ $journal -nt mark ]; do sleep 0.05; done
    for process in /proc/[0-9]*; do
        # Matches the workers, not the shells that started them.
        if [ "$(cat "$process/comm" 2>/dev/null)" = klv-build ] &&
            tr '\0' '\n' < "$process/cmdline" 2>/dev/null | grep -Fqx $journal &&
            [ "$(readlink "$process/cwd")" = "$work" ]; then
            kill -9 "${process#/proc/}"
            echo "killed the worker of shard 1"
        fi
    done
}
kill_a_worker & killer=$!
"$here/parallel.sh" small.kwg small.yaml 2048 16 shards parallel.klv2 --jobs 2 > parallel.log
wait $killer
cmp parallel.klv2 one.klv2
echo "GNU parallel: 16 shards of 2,048 boards are the bytes of one process"

python3 "$here/with_dask.py" small.kwg small.yaml 2048 16 dask.klv2 --workers 2 --kill-one \
    > dask.log
grep killed dask.log
cmp dask.klv2 one.klv2
echo "Dask: 16 shards of 2,048 boards are the bytes of one process"
