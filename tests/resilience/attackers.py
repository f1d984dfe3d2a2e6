"""Clients that mean harm: many connections in one process, each of which behaves in one of a few ways.

A behavior is a coroutine that is given a connection (`Link`) and uses it until the server closes it. `Crew` says how many connections
of an address behave so; each is opened again when it ends. `Attack` runs crews in a separate process, so that they take no time from
the honest clients of the process that measures.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import multiprocessing
import random
import resource
import socket
import struct
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from multiprocessing.connection import Connection

import http2

# A response without end, which costs next to nothing to begin.
ENDLESS = "/maze.txt?algo=eller&w=1000&h=100000000"

# The seeds of attackers are far from those of honest clients, so that nothing is shared by chance.
seeds = iter(range(1 << 40, 1 << 41))


def is_open(connected: socket.socket) -> bool:
    """Whether the other side has not closed a connection: so much can be seen without reading from it."""
    state = connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
    return state[0] == 1


class Link:
    """A connection of an attacker."""

    def __init__(self, connected: socket.socket, tally: Counter[str]):
        self.socket = connected
        self.tally = tally
        self._loop = asyncio.get_running_loop()

    async def send(self, data: bytes) -> None:
        await self._loop.sock_sendall(self.socket, data)

    async def receive(self, most: int = 65536) -> bytes:
        """The bytes that have come. Raises `ConnectionError` when the server has closed the connection."""
        data = await self._loop.sock_recv(self.socket, most)
        if not data:
            raise ConnectionAbortedError
        return data

    async def wait_unread(self) -> None:
        """Waits for the end of the connection without reading from it."""
        while is_open(self.socket):
            await asyncio.sleep(0.5)


Behavior = Callable[[Link], Awaitable[None]]


@dataclasses.dataclass(frozen=True)
class Crew:
    """So many connections from one address, that behave alike."""

    source: str
    connections: int
    behavior: Behavior
    # The pause before a connection is opened again. Without one, an attack by connections would be one by new connections.
    pause: float = 0.5
    # The size of the receive buffer in bytes, where it is not the system's choice.
    buffer: int | None = None
    # How long a connection is used at most: where a client reads nothing, it may not see that its connection was closed.
    longest: float = 40.0

    async def run(self, port: int, tally: Counter[str]) -> None:
        await asyncio.gather(*(self._member(port, tally) for _ in range(self.connections)))

    async def _member(self, port: int, tally: Counter[str]) -> None:
        while True:
            # A reset at the end leaves no port behind that waits for a minute.
            with socket.socket() as own:
                own.setblocking(False)
                own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if self.buffer:
                    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
                try:
                    own.bind((self.source, 0))
                    await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", port))
                    tally["connections"] += 1
                    async with asyncio.timeout(self.longest):
                        await self.behavior(Link(own, tally))
                except (OSError, TimeoutError):
                    pass
            await asyncio.sleep(self.pause * random.uniform(0.5, 1.5))


# ---- By either version ----------------------------------------------------------------------------------------------------


async def idle(link: Link) -> None:
    """Opens a connection, and asks for nothing."""
    await link.receive()


async def idle_http2(link: Link) -> None:
    """Opens a connection of HTTP/2, and asks for nothing. Pings are answered."""
    wire = http2.Wire()
    while True:
        await link.send(wire.take_out())
        wire.receive(await link.receive())


def now_and_then(every: float) -> Behavior:
    """Keeps a connection, and asks for next to nothing on it as often as is needed to be no idle client."""

    async def behavior(link: Link) -> None:
        while True:
            await link.send(get("/healthz"))
            await link.receive()
            await asyncio.sleep(every)

    return behavior


def now_and_then_http2(every: float) -> Behavior:
    """The same by HTTP/2."""

    async def behavior(link: Link) -> None:
        wire = http2.Wire()
        while True:
            wire.request("/healthz")
            await link.send(wire.take_out())
            wire.receive(await link.receive())
            await asyncio.sleep(every)

    return behavior


async def half_head(link: Link) -> None:
    """Sends a head byte by byte, and never the end of it."""
    await link.send(b"GET /maze HTTP/1.1\r\nHost: x\r\nX-A: ")
    while is_open(link.socket):
        await link.send(b"a")
        await asyncio.sleep(1)


async def half_head_http2(link: Link) -> None:
    """Sends the headers of a request without their end."""
    wire = http2.Wire()
    wire.request("/maze", end_headers=False)
    while True:
        await link.send(wire.take_out())
        wire.receive(await link.receive())


def unread(path: str = ENDLESS) -> Behavior:
    """Asks for something and reads nothing."""

    async def behavior(link: Link) -> None:
        await link.send(get(path))
        await link.wait_unread()

    return behavior


def unread_http2(path: str = ENDLESS, streams: int = 64) -> Behavior:
    """Asks for many things and reads nothing."""

    async def behavior(link: Link) -> None:
        wire = http2.Wire()
        for _ in range(streams):
            wire.request(path)
        await link.send(wire.take_out())
        await link.wait_unread()

    return behavior


def get(path: str, *headers: str) -> bytes:
    """The bytes of a request; `{}` in the path is a new seed."""
    path = path.format(next(seeds)) if "{}" in path else path
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode()


# ---- HTTP/2: windows ------------------------------------------------------------------------------------------------------


def windows(path: str, window: int, drip: int = 0, streams: int = 64, every: float = 1.0) -> Behavior:
    """Has so many requests in progress and lets the server send `window` bytes of each response, and every second `drip` more.

    Streams that end or are reset are begun again: the connection always has as many as it may.
    """

    async def behavior(link: Link) -> None:
        wire = http2.Wire(window, connection_window=1 << 24, replenishes=False)
        running: set[int] = set()

        async def begin() -> None:
            while True:
                for _ in range(streams - len(running)):
                    running.add(wire.request(path.format(next(seeds)) if "{}" in path else path))
                await link.send(wire.take_out())
                await asyncio.sleep(every)
                if drip:
                    wire.out += b"".join(http2.window_update(stream, drip) for stream in running)

        beginning = asyncio.ensure_future(begin())
        try:
            while not beginning.done():
                for frame in wire.receive(await link.receive()):
                    if frame.kind == http2.GOAWAY:
                        return
                    if frame.kind == http2.HEADERS:
                        link.tally[str(http2.status(frame.payload))] += 1
                    elif frame.kind == http2.RST_STREAM:
                        link.tally["reset"] += 1
                    if frame.ends_stream:
                        running.discard(frame.stream)
        finally:
            beginning.cancel()

    return behavior


# ---- HTTP/2: heads, frames and bodies that cost more than they are ---------------------------------------------------------


def many_fields(path: str = ENDLESS, fields: int = 800, streams: int = 64) -> Behavior:
    """Sends many requests with many empty fields, each one byte on the wire, and reads nothing."""

    async def behavior(link: Link) -> None:
        wire = http2.Wire()
        # The field is stored in the table of HPACK, and is then its first entry.
        block = http2.request_head(path) + b"\x40\x01a\x00" + b"\xbe" * fields
        out = wire.take_out() + b"".join(http2.frame(http2.HEADERS, 5, 2 * number + 1, block) for number in range(streams))
        await link.send(out)
        await link.wait_unread()

    return behavior


def flood_of_frames(frames: bytes, streams: int = 0) -> Behavior:
    """Sends the same frames for ever, with this many responses in progress that may not be sent, and drops all that comes."""

    async def behavior(link: Link) -> None:
        wire = http2.Wire(window=0)
        for _ in range(streams):
            wire.request(ENDLESS)
        await link.send(wire.take_out())

        async def drop() -> None:
            while True:
                await link.receive()

        dropping = asyncio.ensure_future(drop())
        try:
            while not dropping.done():
                await link.send(frames)
        finally:
            dropping.cancel()

    return behavior


PINGS = http2.frame(http2.PING, 0, 0, bytes(8)) * 1000
EMPTY_SETTINGS = http2.settings() * 1000
UNKNOWN_FRAMES = http2.frame(77, 0, 0, bytes(8)) * 1000
PRIORITIES = http2.frame(2, 0, 1, bytes([0, 0, 0, 3, 1])) * 1000
WINDOWS_OF_NOTHING = http2.window_update(0, 1) * 1000
TOGGLED_WINDOWS = (http2.settings(INITIAL_WINDOW_SIZE=0) + http2.settings(INITIAL_WINDOW_SIZE=65535)) * 500


async def waiting_body(link: Link) -> None:
    """Posts as much of a body as the server lets it send, and never the end."""
    wire = http2.Wire()
    block = http2.request_head("/solve", "POST") + http2.header("content-type", "application/json")
    await link.send(wire.take_out() + http2.frame(http2.HEADERS, 4, 1, block))
    # What comes first says how much it may be: for the stream, and for the connection.
    await asyncio.sleep(0.3)
    window, connection = http2.first_windows(await link.receive())
    body = bytes(min(window, connection))
    for start in range(0, len(body), 16384):
        await link.send(http2.frame(http2.DATA, 0, 1, body[start : start + 16384]))
    await link.wait_unread()


def half_closed(path: str = ENDLESS) -> Behavior:
    """Asks for something, closes its side of the connection, and reads nothing."""

    async def behavior(link: Link) -> None:
        await link.send(get(path))
        link.socket.shutdown(socket.SHUT_WR)
        await asyncio.sleep(20)

    return behavior


# ---- Slow readers ---------------------------------------------------------------------------------------------------------


def slow_reader(path: str, rate: int) -> Behavior:
    """Reads so many bytes a second of a response."""

    async def behavior(link: Link) -> None:
        await link.send(get(path))
        status = (await link.receive(512))[9:12].decode(errors="replace")
        link.tally[status] += 1
        while status == "200":
            await link.receive(max(1, rate // 2))
            await asyncio.sleep(0.5)

    return behavior


# ---- Much work ------------------------------------------------------------------------------------------------------------


def asking(*requests: bytes | str) -> Behavior:
    """Asks for one of these, reads all of the response, and closes the connection. A text is the path of a GET."""

    async def behavior(link: Link) -> None:
        request = random.choice(requests)
        await link.send(get(request, "Connection: close") if isinstance(request, str) else request)
        head = b""
        with contextlib.suppress(ConnectionAbortedError):
            while True:
                part = await link.receive(1 << 20)
                head = head or part[:12]
        status = head[9:12].decode(errors="replace") or "no answer"
        link.tally[status] += 1

    return behavior


def leaving(request: bytes | str, after: float) -> Behavior:
    """Asks for something, and closes the connection soon after. A text is the path of a GET."""

    async def behavior(link: Link) -> None:
        await link.send(get(request) if isinstance(request, str) else request)
        await asyncio.sleep(after)

    return behavior


async def garbage(link: Link) -> None:
    """Sends bytes that mean nothing, in pieces."""
    for _ in range(10):
        await link.send(random.randbytes(random.randint(1, 2000)))
        await asyncio.sleep(0.1)
    await link.receive()


def post(path: str, body: bytes, media_type: str = "application/json") -> bytes:
    """The bytes of a request with a body, after whose response the connection is closed."""
    head = [f"POST {path} HTTP/1.1", "Host: x", f"Content-Type: {media_type}", f"Content-Length: {len(body)}", "Connection: close"]
    return "\r\n".join([*head, "", ""]).encode() + body


# ---- A process of them ----------------------------------------------------------------------------------------------------


class Attack:
    """Crews in a separate process, until the block ends. `tally` then says what they did; it is empty where they broke off."""

    def __init__(self, port: int, crews: Sequence[Crew]):
        self.tally: Counter[str] = Counter()
        # A crew holds functions that cannot be sent to another process: so the process is forked, before there are threads.
        context = multiprocessing.get_context("fork")
        self._pipe, inner = context.Pipe()
        self._process = context.Process(target=_attack, args=(port, crews, inner), daemon=True)

    def __enter__(self) -> Attack:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError, EOFError):
            self._pipe.send("end")
            if self._pipe.poll(10):
                self.tally = self._pipe.recv()
        self._process.join(10)
        self._process.kill()

    def told(self) -> str:
        """What came of it, in words."""
        return ", ".join(f"{count} × {what}" for what, count in sorted(self.tally.items()))


def _attack(port: int, crews: Sequence[Crew], pipe: Connection) -> None:
    asyncio.run(attack_until_end(port, crews, pipe))


async def attack_until_end(port: int, crews: Sequence[Crew], pipe: Connection) -> None:
    """Lets the crews work until something comes from the pipe, and answers with what was counted."""
    enough_files()
    tally: Counter[str] = Counter()
    end = asyncio.Event()
    asyncio.get_running_loop().add_reader(pipe.fileno(), end.set)
    working = asyncio.gather(*(crew.run(port, tally) for crew in crews))
    ending = asyncio.ensure_future(end.wait())
    await asyncio.wait([working, ending], return_when=asyncio.FIRST_COMPLETED)
    # Crews have no end: if they are done, they have failed, and raise the reason here.
    if working.done():
        await working
    working.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await working
    pipe.send(tally)


def enough_files() -> None:
    """Allows this process as many open files as the system lets it have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
