"""Visitors who all open the page for the first time at the same moment, and ask for what a browser asks for.

A browser reads the HTML, then asks for all the files that it names at once, then for the lists and a maze, and then for its solution and
for a little picture of each algorithm. By HTTP/1.1 it has six connections, by HTTP/2 one. What it asks for is taken from the page; only the
requests of the scripts are written down here. Each answer must be a 200, and no connection may be cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import re
import socket
import ssl
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from urllib.parse import urljoin

import http2
from alone import Watched
from attackers import enough_files
from cluster import cluster
from harness import Case, Dedale, Finding, Settings, ask, needed, running
from nginx import OneMachine

# How many come at once: a class, a small school, a large one.
CLASS, SCHOOL, LARGE_SCHOOL = 30, 200, 1000

# How many pupils a school has behind one address.
PUPILS = 2000

# How many connections a browser has to a server by HTTP/1.1, and how long it waits for an answer, in seconds.
MOST_CONNECTIONS = 6
PATIENCE = 60.0

# What browsers send that an answer depends on.
HEADERS = {"accept-encoding": "gzip", "accept-language": "fr"}


def check_needs() -> None:
    """Says what is missing before anything is done."""
    needed("nginx", "nginx-light")
    needed("openssl", "openssl")


# ---- What is asked for ----------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Page:
    """The requests of a first view. The requests of a stage are sent at once, when those of the stage before are answered."""

    stages: Sequence[Sequence[str]]

    @property
    def requests(self) -> int:
        return sum(map(len, self.stages))

    def of_visitor(self, number: int) -> list[list[str]]:
        """The stages of one visitor, whose maze is no other's."""
        return [[path.format(number) for path in stage] for stage in self.stages]


def page_of(port: int) -> Page:
    """Reads the page of a server, and follows what it names."""
    html = ask(port, "/").body.decode()
    tags = re.findall(r"<(?:link|script)\b[^>]*>", html)
    wanted = [tag for tag in tags if tag.startswith("<script") or re.search(r'rel="(?:stylesheet|modulepreload|icon)"', tag)]
    files = [urljoin("/", name) for tag in wanted for name in re.findall(r'(?:href|src)="([^"]+)"', tag)]
    seen = dict.fromkeys(files)
    todo = [path for path in seen if path.endswith(".js")]
    while todo:
        path = todo.pop()
        imported = re.findall(r"""(?:\bfrom|\bimport|\bimport\() ?['"](\.[^'"]+)['"]""", ask(port, path).body.decode())
        for name in (urljoin(path, each) for each in imported):
            if name not in seen:
                seen[name] = None
                todo.append(name)
    told, server = (json.loads(ask(port, path).body) for path in ("/algorithms", "/server"))
    # As `main.js` asks for a maze and its solution, and `chooser.js` for the pictures.
    maze = "algo=backtracker&w=30&h=30&seed={}"
    pictures = [
        f"/maze.png?algo={algorithm['name']}&w=12&h=12&seed=1&generator={server['generator']}&cell=10&margin=1"
        for algorithm in told["algorithms"]
    ]
    lists = ["/algorithms", "/solvers", "/grids", "/server"]
    return Page([["/"], list(seen), [*lists, f"/maze.json?{maze}&encoding=bits"], [f"/solve?{maze}&include=path,stats", *pictures]])


# ---- Visitors -------------------------------------------------------------------------------------------------------------


def one_address(_: int) -> str:
    """The address of a school."""
    return "127.0.0.1"


def own_address(number: int) -> str:
    """An address for each visitor."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


@dataclasses.dataclass
class Crowd:
    """Visitors of one server, and what came of their requests."""

    port: int
    tls: ssl.SSLContext | None = None
    # The address of each, by number.
    source: Callable[[int], str] = one_address
    counts: Counter[str] = dataclasses.field(default_factory=Counter)
    last: float = 0.0

    def come(self, page: Page, number: int, browser: Callable[[Crowd, int, list[list[str]]], Awaitable[None]]) -> None:
        """So many visitors open the page at once. None of them leaves before all have seen it."""

        async def all_of_them() -> None:
            enough_files()
            began = time.monotonic()
            await asyncio.gather(*(browser(self, each, page.of_visitor(each)) for each in range(number)))
            self.last = time.monotonic() - began

        asyncio.run(all_of_them())

    async def connection(self, number: int, protocol: asyncio.Protocol, first: bytes = b"") -> None:
        """Opens a connection of a visitor. The first bytes are sent as soon as it is open: this process has so much to do that a server would
        take it for idle."""
        own = socket.socket()
        try:
            own.setblocking(False)
            own.bind((self.source(number), 0))
            own.connect_ex(("127.0.0.1", self.port))
            while True:
                with contextlib.suppress(BlockingIOError):
                    own.send(first)
                    break
                await asyncio.sleep(0.02)
            name = {"server_hostname": "maze.example.org"} if self.tls else {}
            await asyncio.get_running_loop().create_connection(lambda: protocol, sock=own, ssl=self.tls, **name)
        except BaseException:
            own.close()
            raise


async def by_http1(crowd: Crowd, number: int, stages: list[list[str]]) -> None:
    """A browser with six connections that are kept open."""
    idle: list[Plain] = []
    for stage in stages:
        todo = list(reversed(stage))

        async def take() -> None:
            link = idle.pop() if idle else None
            while todo:
                path, link = todo.pop(), link if link and link.is_open else None
                what = "no answer"
                # A connection that the server closes while it is idle is opened again, and nothing is lost.
                for was_kept in (True, False) if link else (False,):
                    try:
                        async with asyncio.timeout(PATIENCE):
                            if was_kept:
                                what = await link.get(path)
                            else:
                                link = Plain()
                                await crowd.connection(number, link, plain_request(path))
                                what = await link.answer
                        break
                    except Unanswered:
                        what = "cut"
                    except (OSError, EOFError, TimeoutError) as error:
                        what = type(error).__name__
                        break
                crowd.counts[what] += 1
            if link and link.is_open:
                idle.append(link)

        await asyncio.gather(*(take() for _ in range(min(MOST_CONNECTIONS, len(stage)))))


class Unanswered(Exception):
    """The connection was closed before the first byte of an answer."""


def plain_request(path: str) -> bytes:
    """The bytes of a request by HTTP/1.1."""
    headers = [f"{name}: {value}" for name, value in HEADERS.items()]
    return "\r\n".join([f"GET {path} HTTP/1.1", "host: maze.example.org", *headers, "", ""]).encode()


class Plain(asyncio.Protocol):
    """An HTTP/1.1 connection for one request at a time. The first is sent when it opens."""

    def __init__(self) -> None:
        self.is_open = False
        # The status. It raises `EOFError` where the answer is not whole.
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._came = bytearray()

    async def get(self, path: str) -> str:
        """The status of the answer to another request."""
        self.answer = asyncio.get_running_loop().create_future()
        self._transport.write(plain_request(path))
        return await self.answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self.is_open = transport, True

    def data_received(self, data: bytes) -> None:
        self._came += data
        if not self.answer.done() and (length := answer_length(self._came)):
            if b"\r\nconnection: close\r\n" in self._came[:length].lower():
                self.is_open = False
                self._transport.close()
            self.answer.set_result(self._came[9:12].decode())
            del self._came[:length]

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        if not self.answer.done():
            self.answer.set_exception(EOFError() if self._came else Unanswered())


def answer_length(came: bytearray) -> int:
    """The length of the whole answer at the start of these bytes; 0 if more must come."""
    head = came.find(b"\r\n\r\n") + 4
    if head < 4:
        return 0
    if told := re.search(rb"(?i)\ncontent-length: (\d+)", came[:head]):
        return head + int(told[1]) if len(came) >= head + int(told[1]) else 0
    end = came.find(b"\r\n0\r\n\r\n", head - 2)
    return end + 7 if end >= 0 else 0


async def by_http2(crowd: Crowd, number: int, stages: list[list[str]]) -> None:
    """A browser with one connection, over which it asks for all of a stage at once."""
    link: Multiplexed | None = None
    for stage in stages:
        try:
            async with asyncio.timeout(PATIENCE):
                # One that the server closed while it was idle is opened again.
                if not link or not link.is_open:
                    link = Multiplexed()
                    await crowd.connection(number, link)
                crowd.counts.update(await link.get(stage))
        except (OSError, TimeoutError) as error:
            crowd.counts[type(error).__name__] += len(stage)


class Multiplexed(asyncio.Protocol):
    """A connection by HTTP/2."""

    def __init__(self) -> None:
        self.is_open = False
        # A first view is less than these windows, so that none must be opened.
        self._wire = http2.Wire(window=1 << 22, connection_window=1 << 24, replenishes=False)
        self._statuses: dict[int, str] = {}
        # The paths that wait until fewer requests are in progress, and the streams of these.
        self._waiting: list[str] = []
        self._left: set[int] = set()
        self._done = asyncio.Event()

    async def get(self, paths: Sequence[str]) -> list[str]:
        """What came of each."""
        self._statuses.clear()
        self._waiting = list(reversed(paths))
        self._done.clear()
        self._send()
        await self._done.wait()
        return [*self._statuses.values(), *("cut" for _ in range(len(paths) - len(self._statuses)))]

    def _send(self) -> None:
        """Asks for as much as may be in progress, and says when all is there."""
        while self._waiting and self.is_open and len(self._left) < self._wire.max_streams:
            self._left.add(self._wire.request(self._waiting.pop(), headers=HEADERS))
        if out := self._wire.take_out():
            self._transport.write(out)
        if not self._left and not (self._waiting and self.is_open):
            self._done.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self.is_open = transport, True

    def data_received(self, data: bytes) -> None:
        for frame in self._wire.receive(data):
            if frame.kind == http2.HEADERS:
                self._statuses.setdefault(frame.stream, str(http2.status(frame.payload)))
            elif frame.kind == http2.RST_STREAM:
                self._statuses[frame.stream] = "reset"
            elif frame.kind == http2.GOAWAY:
                # What it has not looked at stays without an answer.
                self.is_open = False
                last = int.from_bytes(frame.payload[:4], "big")
                self._left -= {stream for stream in self._left if stream > last}
            if frame.ends_stream:
                self._left.discard(frame.stream)
        self._send()

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        # Their heads may have come.
        for stream in self._left:
            self._statuses.pop(stream, None)
        self._left.clear()
        self._done.set()


# ---- The cases ------------------------------------------------------------------------------------------------------------


def straight(browser: Callable[[Crowd, int, list[list[str]]], Awaitable[None]], name: str) -> Callable[[Settings, Finding, int], str]:
    """Visitors and no proxy. A class or a small school has one address; more connections than one may have at once are of many."""

    def visit(settings: Settings, finding: Finding, number: int) -> str:
        server = Dedale(settings, f"dedale-{number}", "--log-level", "warn")
        with running(server):
            page = page_of(server.port)
            crowd = Crowd(server.port, source=own_address if number > SCHOOL else one_address)
            crowd.come(page, number, browser)
        return told(finding, f"{number} by {name}", crowd, page, number)

    return visit


def behind_one(settings: Settings, finding: Finding, number: int) -> str:
    """Visitors behind one address, before the files of deploy/one as they are: HTTP/2 with TLS. Its rate limit lets a school in."""
    nginx = OneMachine(settings, f"{number}")
    with running(nginx.service, nginx):
        page = page_of(nginx.service.port)
        asked, counted = nginx.service.metric("dedale_requests_total"), count_of_limit(nginx.service)
        crowd = Crowd(nginx.port, tls=nginx.trusted())
        crowd.come(page, number, by_http2)
        asked, counted = nginx.service.metric("dedale_requests_total") - asked, count_of_limit(nginx.service) - counted
        parts = [f"{part.worked():.1f} s of a processor and {part.peak():.0f} MiB" for part in (nginx, nginx.service)]
        worked = f"nginx {parts[0]}, the service {parts[1]}"
    finding.lost += nginx.faults()
    # More than they would send: what nginx asks for once is the same for any number.
    most, burst = PUPILS * counted / number, nginx.service.setting("--rate-burst")
    finding.expect(most <= burst, f"{PUPILS} visitors of one address send {most:.0f} requests that count, and {burst} may come at once")
    done = told(finding, f"{number} by HTTP/2", crowd, page, number)
    return f"{done}, {asked:.0f} asked of the service, of which {counted:.0f} count, {worked}"


def count_of_limit(server: Watched) -> float:
    """How many requests have counted for the rate limit."""
    return server.metric("dedale_requests_total", 'route="/(?:maze|solve)')


def behind_three(settings: Settings, finding: Finding, number: int) -> str:
    """Visitors behind one address, before nginx and three replicas."""
    here = dataclasses.replace(settings, folder=settings.folder / f"{number}")
    here.folder.mkdir(mode=0o755)
    with cluster(here, finding) as it:
        page = page_of(it.replicas[0].port)
        crowd = Crowd(it.nginx.port)
        crowd.come(page, number, by_http1)
    return told(finding, f"{number} by HTTP/1.1", crowd, page, number)


def told(finding: Finding, name: str, crowd: Crowd, page: Page, number: int) -> str:
    """Everything was answered with 200; in words."""
    expected = Counter({"200": number * page.requests})
    finding.expect_equal(f"{name}: what {number} × {page.requests} requests came to", crowd.counts, expected)
    return f"{name}: {crowd.counts['200']} of {expected['200']}, the last after {crowd.last:.1f} s"


def visitors(visit: Callable[[Settings, Finding, int], str], *more: int) -> Callable[[Settings], Finding]:
    """A case: a class comes, then a small school, then in a long run a large one, and `more`."""

    def case(settings: Settings) -> Finding:
        finding = Finding()
        numbers = [CLASS, SCHOOL] if settings.short else [CLASS, SCHOOL, LARGE_SCHOOL, *more]
        finding.done = "; ".join(visit(settings, finding, number) for number in numbers)
        return finding

    return case


CASES = [
    Case("visitors-http1", visitors(straight(by_http1, "HTTP/1.1"))),
    Case("visitors-http2", visitors(straight(by_http2, "HTTP/2"))),
    # The rate limit of the unit lets all of them in.
    Case("visitors-one-machine", visitors(behind_one, PUPILS)),
    Case("visitors-cluster", visitors(behind_three)),
]
