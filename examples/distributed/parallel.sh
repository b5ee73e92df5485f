#!/bin/sh
# Estimates leave values with GNU parallel, the last stage in shards.
# usage: parallel.sh GRAPH RULESET BOARDS SHARDS WORK OUT [options of parallel]
# WORK is a folder for sums and journals. With --sshlogin, WORK, the graph and the
# ruleset must be on a disk that all machines share.
set -eu
graph=$1 ruleset=$2 boards=$3 shards=$4 work=$5 out=$6
shift 6
mkdir -p "$work"
estimate="klv-build estimate --kwg $graph --ruleset $ruleset -q"

# Together, all stages before the last take as long as the last one.
$estimate --boards $((boards / 2)) -o "$work/before.csv"

# A shard whose worker dies is run again, up to three times. Its journal keeps
# the work done so far.
seq "$shards" | parallel --retries 3 --halt now,fail=1 "$@" \
    "$estimate --threads 1 --boards $boards --from $work/before.csv \
        --journal $work/{}.journal --shard {}/$shards --sums $work/{}.sums"

klv-build merge "$work"/*.sums -o "$out"
