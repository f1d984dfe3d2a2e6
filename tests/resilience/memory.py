"""Requests that need much memory for their size, from several addresses, while the server has as much memory as is promised and no more.

Each case runs the server in a memory control group of the limit that docs/operations.md promises, where the machine lets it make one: a
server that needs more is killed. Elsewhere its largest resident memory is compared with that sum.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import socket
import struct
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from alone import Probes, Watched
from attackers import is_open
from harness import PATIENCE, Case, Clients, Finding, Request, Settings, running, wait_until

# As many clients as share the memory, and how many connections each of them keeps open: few, since the processors are for the server.
SOURCES = [f"127.0.0.{last}" for last in range(2, 10)]
CONNECTIONS = 2

# The flags of deploy/one.
ONE = ("--max-memory", "224", "--max-connections", "256")

# So many columns and rows of a picture have no walls.
CORNER = 100

# As long as a body may be; and as long as it, or a line, is admitted with the flags of deploy/one.
BODY = 31 << 20
MAZE = 21 << 20
LINE = 2 << 20

LINES = {"Content-Type": "application/x-ndjson"}


def check_needs() -> None:
    """Nothing is needed: a control group is made where that is possible."""


# ---- A control group ------------------------------------------------------------------------------------------------------


class Group:
    """A memory control group, of either version; or none, where none can be made."""

    def __init__(self, name: str, most: float):
        self.folder: Path | None = None
        for root, limit in [(Path("/sys/fs/cgroup"), "memory.max"), (Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes")]:
            folder = root / f"dedale-{os.getpid()}-{name}"
            try:
                folder.mkdir()
            except OSError:
                continue
            try:
                (folder / limit).write_text(str(int(most * 2**20)))
                self.folder = folder
                return
            except OSError:
                folder.rmdir()

    def add(self, pid: int) -> None:
        """Moves a process into the group. What it has already is not counted."""
        if self.folder:
            (self.folder / "cgroup.procs").write_text(str(pid))

    def remove(self) -> None:
        """Removes the group, as soon as its process has ended."""
        if folder := self.folder:
            with contextlib.suppress(TimeoutError):
                wait_until("the group is empty", lambda: not (folder / "cgroup.procs").read_text(), 5)
                folder.rmdir()


@contextlib.contextmanager
def confined(server: Watched) -> Iterator[bool]:
    """Starts the server with as much memory as is promised, and for its sockets 256 KiB each. Says whether it is held to that."""
    group = Group(server.name, server.most_memory() + server.setting("--max-connections") / 4)
    try:
        with running(server):
            assert server.child is not None
            group.add(server.child.pid)
            yield group.folder is not None
    finally:
        group.remove()


# ---- The attack -----------------------------------------------------------------------------------------------------------


class Greedy(Clients):
    """Connections of each address that send a request, read only the first bytes of an answer, and keep it, until the block ends; or until the
    server has closed them, and then they begin again."""

    def __init__(self, port: int, request: Request, sources: Sequence[str]):
        super().__init__(*[partial(self._ask, source) for source in sources] * CONNECTIONS)
        self.port = port
        self.request = request
        self.statuses: Counter[str] = Counter()

    def _ask(self, source: str) -> None:
        while not self.ended.is_set():
            with socket.socket() as own:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                own.settimeout(PATIENCE)
                try:
                    own.bind((source, 0))
                    own.connect(("127.0.0.1", self.port))
                    self._send(own)
                    status = own.recv(12)[9:].decode()
                except OSError as error:
                    status = type(error).__name__
                self.statuses[status] += 1
                while status == "200" and is_open(own) and not self.ended.wait(0.1):
                    pass
            self.ended.wait(0.1)

    def _send(self, own: socket.socket) -> None:
        request = self.request
        body = request.body or b""
        headers = {"Host": "x", "Connection": "close", "Content-Length": str(len(body)), **request.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        own.sendall(f"{request.method} {request.path} HTTP/1.1\r\n{lines}\r\n".encode())
        # It is answered before all of its body is sent, where it is refused.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            own.sendall(body)

    def told(self) -> str:
        return ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))


def attack(request: Callable[[], Request], sources: Sequence[str] = SOURCES, short: float = 6) -> Callable[[Settings], Finding]:
    """A case: this is asked, and the server lives, has no more memory than is promised, and answers health checks. Each request ends a server that
    only estimates its memory, or makes it take more."""

    def case(settings: Settings) -> Finding:
        finding = Finding()
        server, control = Watched(settings, *ONE), Watched(settings, *ONE, name="control")
        with running(control), confined(server) as is_confined:
            with Greedy(server.port, request(), sources) as greedy, Probes(server) as probes, Probes(control) as idle:
                time.sleep(settings.seconds(short, 30))
                lives = server.running
            finding.expect(lives and server.running, f"it was killed: {server.child and server.child.poll()}")
            if server.running:
                probes.check(finding, control=idle)
                peak, most = server.peak(), server.most_memory()
                finding.expect(peak <= most, f"{peak:.0f} MiB of memory, where {most:.0f} are promised")
                finding.expect_equal("panics", server.metric("dedale_panics_total"), 0)
                with contextlib.suppress(TimeoutError):
                    wait_until("nothing is reserved", lambda: not server.metric("dedale_reserved_bytes"), 15)
                finding.expect_equal("bytes that are reserved", server.metric("dedale_reserved_bytes"), 0)
                stopped = server.metric("dedale_cancelled_total", 'reason="memory"')
                where = "in a control group" if is_confined else "without a control group"
                finding.done = f"{where}: {greedy.told()}; {stopped:.0f} stopped for want of memory; at most {peak:.0f} of {most:.0f} MiB; {probes.told()}"
        return finding

    return case


# ---- What is sent ---------------------------------------------------------------------------------------------------------


def deep_seeds() -> Request:
    """A line whose seed is a list of many small lists."""
    item = '{"":[0]}'
    seeds = ",".join([item] * (LINE // (len(item) + 1)))
    return Request("/check?w=10&h=10", "POST", LINES, f'{{"directions":"E","seed":[{seeds}]}}\n'.encode())


def interlaced_picture(side: int = 4000) -> bytes:
    """A picture with an alpha channel, in the seven passes of a PNG that is interlaced. A quarter of its pixels are black, at random but for its
    first corner, so that no drawing of it is small."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
    drawn = random.Random(1)
    # Four pixels for each byte.
    black, white = b"\0\0\0\xff", b"\xff" * 4
    fours = [b"".join(white if byte >> 2 * number & 3 else black for number in range(4)) for byte in range(256)]

    def row(y: int, left: int, across: int) -> bytes:
        columns = range(left, side, across)
        pixels = b"".join(map(fours.__getitem__, drawn.randbytes(len(columns) // 4 + 1)))
        free = 4 * len(range(left, CORNER, across)) if y < CORNER else 0
        return b"\0" + white * (free // 4) + pixels[free : 4 * len(columns)]

    packer = zlib.compressobj(1)
    rows = [packer.compress(row(y, left, across)) for left, across, top, down in passes for y in range(top, side, down)]
    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"".join(rows) + packer.flush()) + chunk(b"IEND", b"")


def unread_picture() -> Request:
    """A picture that is decoded whole to be drawn on, and whose answer is not read."""
    return Request("/solve?format=png&from=1,1&to=9,9", "POST", {"Content-Type": "image/png"}, interlaced_picture())


def blank_lines() -> Request:
    """A body of nothing but blank lines, and one that is not."""
    return Request("/check?w=1000&h=1000", "POST", LINES, b'{"directions":"E"}\n' + b"\n" * BODY)


def letters() -> Request:
    """A maze with millions of moves. No two of their letters are the name of a corner, since then all of them would be one wrong name."""
    maze = {"options": {"obstacles": 0.1}, "encoding": "bits", "cells": [[9, 3], [12, 6]], "directions": "E" * MAZE}
    return Request("/check?diagonals=true", "POST", {"Content-Type": "application/json"}, json.dumps(maze).encode())


CASES = [
    Case("memory-seeds", attack(deep_seeds)),
    Case("memory-pictures", attack(unread_picture, short=15)),
    Case("memory-blank-lines", attack(blank_lines)),
    # As much as one client may have: beside others it has less.
    Case("memory-letters", attack(letters, SOURCES[:1])),
]
