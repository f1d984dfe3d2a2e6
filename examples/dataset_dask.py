#!/usr/bin/env python3
"""Fills a folder with mazes and their shortest paths from several servers. Dask runs each range of mazes as a task.

python3 examples/dataset_dask.py [http://127.0.0.1:8080,http://127.0.0.1:8081] [mazes] [10000] [tcp://127.0.0.1:8786]

The last address is that of a Dask scheduler, whose workers need the same folder. Without it, threads of this program do the work.
Without a folder, nothing is kept.
If a server does not answer, another one is asked for the range. If a worker is lost, Dask gives its tasks to others. Each range has a
file of its own, which appears when it is complete, so no maze is missing or comes twice, and a program that was stopped goes on.
"""

import io
import os
import sys
import tempfile
import time
import uuid
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import urlopen

import numpy
from dask.distributed import Client

QUERY = "w=15&h=15&seed=7&include=seed,maze,path,length"
RANGE = 2_500


def fetched(servers, first, count):
    """The records of a range, from the first server that has them."""
    for wait in (0, 0.1, 1, 10):
        time.sleep(wait)
        for number in range(len(servers)):
            server = servers[(first // RANGE + number) % len(servers)]
            try:
                with urlopen(f"{server}/mazes.npy?{QUERY}&offset={first}&count={count}", timeout=60) as answer:
                    return numpy.load(io.BytesIO(answer.read()))
            except HTTPError as error:
                # A request that is wrong is wrong at every server.
                if error.code < 429:
                    raise ValueError(f"{error.code}: {error.read().decode()}") from None
            # An answer that was cut off has too few bytes.
            except (OSError, HTTPException) as error:
                print(f"{server}, from maze {first}: {error!r}", file=sys.stderr)
    raise RuntimeError("no server answers")


def fill(servers, folder, first, count):
    """The task: writes the file of a range, unless the whole of it is there."""
    path = os.path.join(folder, f"{first:09}.npy")
    if not os.path.exists(path) or len(numpy.load(path, mmap_mode="r")) != count:
        part = f"{path}.{uuid.uuid4()}.part"
        with open(part, "wb") as file:
            numpy.save(file, fetched(servers, first, count))
        os.replace(part, path)
    return path


if __name__ == "__main__":
    servers = (sys.argv[1] if len(sys.argv) > 1 else os.environ.get("DEDALE_URL", "http://127.0.0.1:8080")).split(",")
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    client = Client(sys.argv[4]) if len(sys.argv) > 4 else Client(processes=False, dashboard_address=None)
    with client, tempfile.TemporaryDirectory() as trial:
        folder = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else trial
        os.makedirs(folder, exist_ok=True)
        firsts = range(0, count, RANGE)
        tasks = [client.submit(fill, servers, folder, first, min(RANGE, count - first)) for first in firsts]
        paths = client.gather(tasks)
        print(f"{sum(len(numpy.load(path, mmap_mode='r')) for path in paths)} mazes in {len(paths)} files in {folder}")
