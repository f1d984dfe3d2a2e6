"""The path through pictures of mazes of 2001 × 2001 and 6001 × 6001 pixels: that of the service, and those that are found with numpy and scipy from
the same bytes, in one run.

`benches/peers/run` prints it after the other tables.

Of the service, it is the time from the request to the end of the answer, as directions and as the same picture with the path. Of the others, it is
the time to decode the picture with Pillow and to find the path (numpy: breadth-first search, all squares of a distance at once; scipy:
the distances by `csgraph.dijkstra` in the graph of free pixels), or to number the connected parts (`ndimage.label`), which finds no path. Seconds of
processor time of all threads, by the clock in brackets, the fastest of three turns.
"""

import io
import json
import sys
import time
from urllib.request import Request, urlopen

import numpy
import psutil
from PIL import Image
from scipy import ndimage, sparse

from served import served

Image.MAX_IMAGE_PIXELS = None
TURNS = 3


def free_pixels(picture):
    # The ends are marked in red.
    return numpy.array(Image.open(io.BytesIO(picture)).convert("RGB"))[:, :, 0] >= 128


def service(url, path):
    def solve(picture, ends):
        (top, left), (bottom, right) = ends
        query = f"from={top},{left}&to={bottom},{right}"
        request = Request(f"{url}{path}{query}", picture, {"Content-Type": "image/png"})
        with urlopen(request) as answer:
            body = answer.read()
        return len(json.loads(body)["directions"]) if body.startswith(b"{") else len(body)

    return solve


def with_numpy(picture, ends):
    free = free_pixels(picture)
    height, width = free.shape
    start, end = (row * width + column for row, column in ends)
    distances = numpy.where(free.ravel(), -1, -2).astype(numpy.int32)
    layer, length = numpy.array([start]), 0
    distances[start] = 0
    while len(layer) and distances[end] < 0:
        length += 1
        around = numpy.concatenate([layer - width, layer + 1, layer + width, layer - 1])
        layer = numpy.unique(around[distances[around] == -1])
        distances[layer] = length
    at = end
    for length in range(distances[end] - 1, -1, -1):
        at = next(near for near in (at - width, at + 1, at + width, at - 1) if distances[near] == length)
    return int(distances[end])


def with_scipy(picture, ends):
    free = free_pixels(picture)
    numbers = numpy.cumsum(free.ravel(), dtype=numpy.int32).reshape(free.shape) - 1
    across, down = free[:, 1:] & free[:, :-1], free[1:] & free[:-1]
    first = numpy.concatenate([numbers[:, :-1][across], numbers[:-1][down]])
    second = numpy.concatenate([numbers[:, 1:][across], numbers[1:][down]])
    count = int(free.sum())
    graph = sparse.csr_array((numpy.ones(len(first)), (first, second)), shape=(count, count))
    start, end = (int(numbers[place]) for place in ends)
    return int(sparse.csgraph.dijkstra(graph, directed=False, indices=start, unweighted=True)[end])


def with_label(picture, ends):
    labels, _ = ndimage.label(free_pixels(picture))
    assert labels[ends[0]] == labels[ends[1]]


def compare(url, server):
    ways = {
        "service, directions": service(url, "/solve?include=directions&"),
        "service, picture": service(url, "/solve.png?"),
        "numpy": with_numpy,
        "scipy": with_scipy,
        "scipy, parts alone": with_label,
    }
    here = psutil.Process()
    used = lambda: sum(sum(process.cpu_times()[:2]) for process in (here, server))
    print("| pixels | " + " | ".join(ways) + " | memory of the service, MB |")
    print("|---" + "|---:" * (len(ways) + 1) + "|")
    for side in (1000, 3000):
        query = f"w={side}&h={side}&window=0,0,{side},{side}&cell=2&wall=1&margin=0&seed=1"
        with urlopen(f"{url}/map/window.png?{query}") as answer:
            picture = answer.read()
        pixels = 2 * side + 1
        ends, lengths, row = ((1, 1), (pixels - 2, pixels - 2)), {}, []
        for name, way in ways.items():
            times = []
            for _ in range(TURNS if side == 1000 or name.startswith("service") else 1):
                start, before = time.perf_counter(), used()
                lengths[name] = way(picture, ends)
                times.append((used() - before, time.perf_counter() - start))
            best = [min(column) for column in zip(*times)]
            row.append(f"{best[0]:.2f} ({best[1]:.2f})")
        assert lengths["service, directions"] == lengths["numpy"] == lengths["scipy"], lengths
        peak = next(line for line in open(f"/proc/{server.pid}/status") if line.startswith("VmHWM"))
        print(f"| {pixels} × {pixels} | {' | '.join(row)} | {int(peak.split()[1]) // 1000} |", flush=True)


with served(sys.argv[1]) as (url, server):
    compare(url, server)
