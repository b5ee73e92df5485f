#!/usr/bin/env python3
"""Estimates leave values with Dask: the last stage in shards.

By default the cluster is this machine. With --scheduler it is one that runs
already; the folder of --work must then be one that all its machines share.
Dask gives the shard of a worker that died to another one.
"""

import argparse
import os
import signal
import subprocess
import tempfile
from pathlib import Path

from dask.distributed import Client, LocalCluster, as_completed


def estimate(arguments, *more):
    command = ["klv-build", "estimate", "--kwg", arguments.graph]
    command += ["--ruleset", arguments.ruleset, "-q", *map(str, more)]
    subprocess.run(command, check=True)


def do_shard(arguments, work, number):
    """Does one shard, or goes on where a worker died, and names its sums."""
    sums = work / f"{number}.sums"
    estimate(
        arguments,
        *("--threads", 1, "--boards", arguments.boards, "--from", work / "before.csv"),
        *("--journal", work / f"{number}.journal"),
        *("--shard", f"{number}/{arguments.shards}", "--sums", sums),
    )
    return str(sums)


def kill_a_worker(client):
    """Kills a worker that is at work, as a failing machine would."""
    for worker, tasks in client.processing().items():
        if tasks:
            pid = client.run(os.getpid, workers=[worker])[worker]
            os.kill(pid, signal.SIGKILL)
            print(f"killed the worker {worker}", flush=True)
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph")
    parser.add_argument("ruleset")
    parser.add_argument("boards", type=int)
    parser.add_argument("shards", type=int)
    parser.add_argument("out")
    parser.add_argument("--scheduler", help="the address of a cluster's scheduler")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--work", type=Path, help="a folder for sums and journals")
    parser.add_argument("--kill-one", action="store_true", help="for a test")
    arguments = parser.parse_args()

    cluster = arguments.scheduler or LocalCluster(
        n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None
    )
    with tempfile.TemporaryDirectory() as folder, Client(cluster) as client:
        work = arguments.work or Path(folder)
        estimate(arguments, "--boards", arguments.boards // 2, "-o", work / "before.csv")
        shards = range(1, arguments.shards + 1)
        futures = [client.submit(do_shard, arguments, work, n, pure=False) for n in shards]
        done = []
        for future in as_completed(futures):
            done.append(future.result())
            if arguments.kill_one and len(done) == 1:
                kill_a_worker(client)
        subprocess.run(["klv-build", "merge", *done, "-o", arguments.out], check=True)


if __name__ == "__main__":
    main()
