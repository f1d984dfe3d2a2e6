"""A data set is filled by examples/dataset_dask.py from three servers, while one of them and one of Dask's workers are killed: it
has the same mazes as the one that examples/dataset.py gets from a single server. The class for PyTorch in docs/data.md gives each of
them once, however many workers there are: PyTorch itself is too large to be installed here, so what it gives to the class is made here.

python3 tests/data target/release/dedale

It needs what requirements.txt beside it names.
"""

import contextlib
import hashlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import types
from pathlib import Path

import numpy

PROGRAM = sys.argv[1]
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
COUNT, RANGE = 100_000, 2_500
PATIENCE = 60


def main(folder, started):
    def start(name, *command):
        """Starts a program that is killed at the end, however that comes."""
        with open(folder / f"{name}.log", "w") as log:
            return started.enter_context(killed(subprocess.Popen(command, stdout=log, stderr=log)))

    def log(name):
        return (folder / f"{name}.log").read_text()

    ports = free_ports(4)
    servers = [start(f"dedale-{port}", PROGRAM, "--listen", f"127.0.0.1:{port}", "--log-level", "off") for port in ports[:3]]
    urls = [f"http://127.0.0.1:{port}" for port in ports[:3]]
    scheduler = f"tcp://127.0.0.1:{ports[3]}"
    dask = [sys.executable, "-m", "dask"]
    start("scheduler", *dask, "scheduler", "--host", "127.0.0.1", "--port", str(ports[3]), "--no-dashboard")
    worker = [*dask, "worker", scheduler, "--no-nanny", "--nthreads", "2", "--no-dashboard", "--local-directory", str(folder)]
    workers = [start(name, *worker) for name in ("worker-0", "worker-1")]
    for what in (*(f"dedale-{port}" for port in ports[:3]), "worker-0", "worker-1"):
        wait_until(f"{what} is there", lambda: "listens on" in log(what) or "Registered to" in log(what))

    subprocess.run([sys.executable, EXAMPLES / "dataset.py", urls[0], folder / "single.npy", str(COUNT)], check=True)
    single = numpy.load(folder / "single.npy", mmap_mode="r")

    expected = sorted(record["maze"].tobytes() + record["path"].tobytes() for record in single[:2_345])
    for count in (0, 1, 3):
        pairs = for_pytorch(urls[0], len(expected), count)
        assert sorted(maze.tobytes() + path.tobytes() for maze, path in pairs) == expected, f"{count} workers of PyTorch"

    parts = folder / "parts"
    filling = start("filling", sys.executable, str(EXAMPLES / "dataset_dask.py"), ",".join(urls), str(parts), str(COUNT), scheduler)
    for number, victim in ((4, servers[2]), (10, workers[1])):
        wait_until(f"{number} ranges are there", lambda: len(list(parts.glob("*.npy"))) >= number)
        victim.kill()
        assert len(list(parts.glob("*.npy"))) < COUNT // RANGE, "all was there before anything was killed"
    wait_until("the data set is filled", lambda: filling.poll() is not None)
    assert filling.returncode == 0, log("filling")
    assert f"{urls[2]}, from maze" in log("worker-0"), "the server that was killed was not missed"

    paths = sorted(parts.glob("*.npy"))
    assert [int(path.stem) for path in paths] == list(range(0, COUNT, RANGE))
    together = numpy.concatenate([numpy.load(path) for path in paths])
    assert len(numpy.unique(together["seed"])) == COUNT, "a maze came twice"
    digests = [hashlib.sha256(data.tobytes()).hexdigest() for data in (single, together)]
    assert digests[0] == digests[1], digests
    print(f"{COUNT:,} mazes by Dask from three servers, one of which and a worker were killed: sha256 {digests[0][:16]}…, as from one")


def for_pytorch(url, count, workers):
    """What the class in docs/data.md gives to so many workers, or without any, of a stand-in for PyTorch."""
    program = re.search(r"```text\n(import io\n.*?)```", (ROOT / "docs/data.md").read_text(), re.DOTALL)[1]
    worker = None
    data = types.SimpleNamespace(IterableDataset=object, get_worker_info=lambda: worker)
    sys.modules.update({"torch": types.SimpleNamespace(), "torch.utils": types.SimpleNamespace(), "torch.utils.data": data})
    names = {}
    exec(program, names)
    for number in range(max(workers, 1)):
        worker = types.SimpleNamespace(id=number, num_workers=workers) if workers else None
        yield from names["Mazes"](0, count, base=url)


@contextlib.contextmanager
def killed(process):
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def free_ports(count):
    """Ports of which the system says that they are free."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [socket.getsockname()[1] for socket in sockets]


def wait_until(what, holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {PATIENCE} s in vain: {what}")
        time.sleep(0.01)


with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as started:
    main(Path(folder), started)
