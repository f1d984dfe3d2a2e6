#!/usr/bin/env python3
"""Fills a file of numpy with mazes and their shortest paths from a running server, range by range.

python3 examples/dataset.py [http://127.0.0.1:8080] [mazes.npy] [10000]

A range that fails is asked for again, and a program that was stopped goes on after the ranges that are there.
"""

import io
import os
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import urlopen

import numpy

base = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("DEDALE_URL", "http://127.0.0.1:8080")
path = sys.argv[2] if len(sys.argv) > 2 else None
count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
QUERY = "w=15&h=15&seed=7&include=seed,maze,path,length"
RANGE = 2_500


def mazes(offset, count):
    """The records of a range. An answer that was cut off has too few bytes, and is an error."""
    with urlopen(f"{base}/mazes.npy?{QUERY}&offset={offset}&count={count}", timeout=60) as answer:
        return numpy.load(io.BytesIO(answer.read()))


def retried(offset, count):
    for wait in (0.1, 1, 10):
        try:
            return mazes(offset, count)
        except HTTPError as error:
            # What is wrong with the request stays wrong.
            if error.code < 429:
                sys.exit(f"{error.code}: {error.read().decode()}")
        except (OSError, HTTPException):
            pass
        time.sleep(wait)
    return mazes(offset, count)


kind = mazes(0, 1).dtype
if path is None:
    data = numpy.zeros(count, kind)
elif os.path.exists(path):
    data = numpy.lib.format.open_memmap(path, "r+")
else:
    data = numpy.lib.format.open_memmap(path, "w+", kind, (count,))

for first in range(0, count, RANGE):
    some = data[first : first + RANGE]
    # No path has no moves: such a range was not filled.
    if not some["length"].all():
        some[:] = retried(first, len(some))

assert (data["path"].sum(axis=(1, 2)) == 2 * data["length"] + 1).all(), "a path has a block for each cell and each move"
assert not (data["path"] & data["maze"]).any(), "no path leads through a wall"
print(f"{len(data)} mazes with paths of {data['length'].min()} to {data['length'].max()} moves, {data['length'].mean():.1f} on average")
