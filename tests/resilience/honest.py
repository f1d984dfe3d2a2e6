"""Clients that mean no harm, of which is known what they were answered, and when.

A `Visit` says what is asked for, and how. `Honest` has a thread for each visit, which asks, waits, and asks again. Beside a server that
is attacked, a second one that is not can be asked for the same at the same moment: what takes long there too is a matter of the machine.
"""

from __future__ import annotations

import dataclasses
import http.client
import itertools
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial

import http2
from harness import Clients, Finding, quantile

# How many of ten requests must be answered while an attack goes on.
LEAST = 0.9

# How many seconds an answer may take while an attack goes on. Alone, a health check and a small maze take a millisecond, and a large
# maze fifty, reading it included. Under attack they share two processors with the attackers, with the other honest clients, and with the
# work that is the attackers' share: a person waits a second for a page, and five for a large picture.
SOON = 1.0
LARGE_SOON = 5.0


@dataclasses.dataclass(frozen=True)
class Visit:
    """Something that an honest client asks for again and again."""

    name: str
    # `{}` in it is a new seed each time.
    path: str
    # 1 or 2, of HTTP.
    version: int = 1
    # Whether a connection is kept, as by a program; otherwise each request has a new one, as at the first visit of a browser.
    keeps: bool = False
    # The pause between a response and the next request.
    pause: float = 0.05
    # How long a response may take in 99 of 100 cases, and how long it is waited for.
    within: float = SOON
    patience: float = 8.0
    # The body of a POST by HTTP/1, where it is one.
    body: bytes | None = None
    # Bytes a second at which the response is read, if it is read slowly.
    rate: int | None = None


SMALL = "/maze?w=30&h=30&seed={}"
LARGE = "/maze?w=1000&h=1000&seed={}"
STEPS = "/maze/steps?w=20&h=20&seed={}"

PROBES = [Visit("health/1", "/healthz"), Visit("health/2", "/healthz", 2)]
SMALLS = [Visit("small/1", SMALL), Visit("small/1 kept", SMALL, keeps=True), Visit("small/2", SMALL, 2)]
LARGES = [
    Visit("large/1", LARGE, pause=0.2, within=LARGE_SOON),
    Visit("large/2", LARGE, 2, pause=0.2, within=LARGE_SOON),
]
WATCHING = [Visit("steps/1", STEPS), Visit("steps/2", STEPS, 2)]
USUAL = [*PROBES, *SMALLS, *LARGES]


def connected(port: int, source: str = "127.0.0.1", timeout: float = 20.0, buffer: int | None = None) -> socket.socket:
    """A connection from an address. With a receive buffer of so many bytes, its segments are those of a real network too: segments
    of the loopback interface are larger than such a buffer."""
    own = socket.socket()
    try:
        own.settimeout(timeout)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if buffer:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
        own.bind((source, 0))
        own.connect(("127.0.0.1", port))
    except OSError:
        own.close()
        raise
    return own


class Asker:
    """A client with one connection at a time."""

    def __init__(self, port: int, source: str, visit: Visit):
        self.port, self.source, self.visit = port, source, visit
        self._connection: http.client.HTTPConnection | http2.Client | None = None

    def ask(self, path: str) -> tuple[int, bytes]:
        """The status and the whole body. Raises an `OSError` or an `HTTPException` where there is none.

        A connection that was kept may be closed by the server when it was idle. Then it is opened again, once, as all clients do;
        but not if a part of the response has come.
        """
        was_kept = self._connection is not None
        try:
            answer = self._ask(path)
        except (ConnectionError, http.client.RemoteDisconnected):
            self.close()
            if not was_kept:
                raise
            answer = self._ask(path)
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        if not self.visit.keeps:
            self.close()
        return answer

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def _ask(self, path: str) -> tuple[int, bytes]:
        rate = self.visit.rate
        if self._connection is None:
            own = connected(self.port, self.source, self.visit.patience, 16384 if rate else None)
            if self.visit.version == 2:
                self._connection = http2.Client(own, http2.DEFAULT_WINDOW if rate else 1 << 20)
            else:
                self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.visit.patience)
                self._connection.sock = own
        if isinstance(self._connection, http2.Client):
            pace, size = (0.1, rate // 10) if rate else (0.0, 1 << 16)
            return self._connection.get(path, self.visit.patience, size, pace)
        headers = {} if self.visit.keeps else {"Connection": "close"}
        if self.visit.body is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request("POST" if self.visit.body is not None else "GET", path, self.visit.body, headers)
        response = self._connection.getresponse()
        body = read_body(response, rate)
        if response.will_close:
            self.close()
        return response.status, body


def read_body(response: http.client.HTTPResponse, rate: int | None) -> bytes:
    """The whole body, read at so many bytes a second if a rate is given."""
    parts = []
    try:
        while part := response.read(rate // 10 if rate else None):
            parts.append(part)
            if rate:
                time.sleep(0.1)
    except ConnectionError as error:
        raise http.client.IncompleteRead(b"".join(parts)) from error
    return b"".join(parts)


@dataclasses.dataclass
class Log:
    """What one visit came to."""

    counts: Counter[str] = dataclasses.field(default_factory=Counter)
    times: list[float] = dataclasses.field(default_factory=list)
    # Where something else than 200 came, what and when.
    losses: list[str] = dataclasses.field(default_factory=list)

    @property
    def asked(self) -> int:
        return self.counts.total()

    @property
    def answered(self) -> float:
        """The share that was answered with 200."""
        return self.counts["200"] / self.asked if self.asked else 0.0

    @property
    def p99(self) -> float:
        """How many seconds 99 of 100 took at most."""
        return quantile(self.times, 0.99)

    def told(self) -> str:
        others = ", ".join(f"{count} × {what}" for what, count in self.counts.items() if what != "200")
        p50 = 1000 * quantile(self.times, 0.5)
        return f"{self.counts['200']} of {self.asked} in {p50:.0f} ms, p99 {1000 * self.p99:.0f}{f' ({others})' if others else ''}"


class Honest(Clients):
    """Honest clients of one address, one for each visit, until the block ends."""

    def __init__(self, port: int, visits: Sequence[Visit] = USUAL, source: str = "127.0.0.1"):
        patience = 3 * max(visit.patience for visit in visits)
        super().__init__(*(partial(self._client, visit) for visit in visits), patience=patience)
        self.logs = {visit.name: Log() for visit in visits}
        self.visits = visits
        self._port, self._source = port, source
        self._lock = threading.Lock()
        self._seeds = itertools.count(random.getrandbits(40))

    def take(self) -> dict[str, Log]:
        """What has come since this was asked last."""
        with self._lock:
            taken = {name: dataclasses.replace(log) for name, log in self.logs.items()}
            for log in self.logs.values():
                log.counts, log.times, log.losses = Counter(), [], []
            return taken

    def _client(self, visit: Visit) -> None:
        asker, log = Asker(self._port, self._source, visit), self.logs[visit.name]
        # Not all at the same time.
        self.ended.wait(random.uniform(0, visit.pause))
        while not self.ended.is_set():
            path = visit.path.format(next(self._seeds))
            began = time.monotonic()
            what = ask_once(asker, path)
            took = time.monotonic() - began
            with self._lock:
                log.times.append(took)
                log.counts[what] += 1
                if what != "200":
                    log.losses.append(f"{time.strftime('%H:%M:%S')} {self._source} {visit.name}: {what} after {took:.2f} s: {path}")
            self.ended.wait(visit.pause)
        asker.close()

    def told(self, control: Honest) -> str:
        """What came of each visit, beside what came of it at the control."""
        return "; ".join(f"{name} {log.told()}, control p99 {1000 * control.logs[name].p99:.0f}" for name, log in self.logs.items())

    def check(self, finding: Finding, control: Honest) -> None:
        """Of each visit, at least nine in ten requests were answered in time, compared with the control."""
        for visit in self.visits:
            log, beside = self.logs[visit.name], control.logs[visit.name]
            # Where an idle server is late at the same moment, or a single one of several requests is lost, a busy machine may be the
            # cause; but not where most are lost.
            is_busy = beside.answered < 1 or beside.p99 > visit.within or log.asked - log.counts["200"] == 1
            if beside.answered < 1:
                finding.late.append(f"{visit.name} at the control: {beside.told()}")
            least = LEAST * beside.answered
            if log.answered < least:
                misses = finding.late if is_busy and log.answered > 0.5 * beside.answered else finding.lost
                misses.append(f"honest {visit.name}: {log.told()}, at the control {beside.told()}")
            if log.answered >= least and log.times:
                finding.expect_in_time(f"p99 of honest {visit.name}", log.p99, visit.within, beside.p99)


def ask_once(asker: Asker, path: str) -> str:
    """Asks, and says in a word what came of it: a status, or what was wrong."""
    try:
        status, body = asker.ask(path)
    except (OSError, http.client.HTTPException) as error:
        return type(error).__name__
    if status == 200 and "/steps?" in path and json.loads(body[body.rstrip().rfind(b"\n") + 1 :])["step"] != "end":
        return "steps without an end"
    return str(status)
