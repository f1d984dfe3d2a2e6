"""Promises of one process, each tried where it is hardest to keep: memory, slow readers, streams that are cut, the log, start and end."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing

import attackers
import http2
from alone import Watched, flood
from attackers import ENDLESS, Attack, Crew
from attacks import ATTACKER, LONG_STEPS, MANY, SMALL, asked
from harness import Case, Finding, Settings, ask, running
from honest import connected


JSON = {"Content-Type": "application/json"}


def check_needs() -> None:
    """Nothing that the other cases do not need."""


# ---- Statistics -----------------------------------------------------------------------------------------------------------


def long_ring(settings: Settings) -> Finding:
    """The statistics of a ring of 2 × n cells, whose longest path is looked for: they come soon, or are refused."""
    finding = Finding()
    columns = 65535 if not settings.short else 32768
    body = maze_of_bits([[9] + [5] * (columns - 2) + [3], [12] + [5] * (columns - 2) + [6]])
    server = Watched(settings)
    told = []
    with running(server):
        for include in "stats", "stats,path,directions,distances":
            name = f"include={include}"
            before = server.worked()
            try:
                status = ask(server.port, f"/solve?{name}", "POST", JSON, body, ATTACKER, patience=30).status
                finding.expect(status in (200, 422), f"{name}: {status}")
            except OSError as error:
                status = type(error).__name__
            took = server.worked() - before
            # Two seconds are far more than it takes to read the ring.
            finding.expect(took < 2, f"{name}: {status} after {took:.1f} s of a processor, and not 2")
            told.append(f"{name}: {status} after {took:.2f} s of a processor")
    finding.done = f"a ring of 2 × {columns}, {len(body) / 1000:.0f} kB; {', '.join(told)}"
    return finding


def maze_of_bits(rows: Sequence[Sequence[int]], path: Sequence[Sequence[int]] | None = None) -> bytes:
    """The JSON object of a maze whose cells are given by their walls: 1 north, 2 east, 4 south, 8 west."""
    more = {"path": path} if path is not None else {}
    return json.dumps({"encoding": "bits", "cells": rows, **more}, separators=(",", ":")).encode()


# ---- Memory ---------------------------------------------------------------------------------------------------------------


def posted_memory(settings: Settings) -> Finding:
    """Bodies of 15 MB, sixteen at once, with all that can be asked about them: no more memory than is promised."""
    finding = Finding()
    held, connections = 256, 64
    # One corridor through everything, there and back, so that the path has all cells; and the path in the body again and again.
    columns, rows = 1000, 500
    corridor = [snake_row(row, rows, columns) for row in range(rows)]
    path = [[row, column if row % 2 == 0 else columns - 1 - column] for row in range(rows) for column in range(columns)]
    body = maze_of_bits(corridor, path)
    body = body[:-2] + b",[0,0]" * ((15_000_000 - len(body)) // 6) + b"]}"
    everything = "/solve?include=path,directions,distances,walk,states,stats"
    server = Watched(settings, "--max-memory", str(held), "--max-connections", str(connections))
    statuses: list[str] = []
    end = time.monotonic() + settings.seconds(8, 60)

    def client(number: int) -> None:
        # Of two addresses, so that together they may hold two thirds of what there is; and again and again, until they do.
        while time.monotonic() < end:
            source = f"127.0.2.{number % 2 + 1}"
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(source, 0))
            with closing(connection):
                try:
                    connection.request("POST", everything, body, JSON)
                    response = connection.getresponse()
                    statuses.append(str(response.status))
                    # An answer that is not read is held.
                    time.sleep(2 if response.status == 200 else 0.2)
                    while response.read(1 << 16):
                        pass
                except (OSError, http.client.HTTPException) as error:
                    statuses.append(type(error).__name__)
                    time.sleep(0.2)

    with running(server):
        threads = [threading.Thread(target=client, args=(number,)) for number in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        peak = server.peak()
        finding.expect("200" in statuses, f"nothing was answered: {statuses}")
    most = server.most_memory()
    finding.expect(peak <= most, f"{peak:.0f} MiB, where {most:.0f} are promised")
    counts = ", ".join(f"{statuses.count(status)} × {status}" for status in sorted(set(statuses)))
    finding.done = f"bodies of {len(body) / 1e6:.0f} MB, 16 at a time, --max-memory {held}: {counts}; at most {peak:.0f} MiB of {most:.0f}"
    return finding


def snake_row(row: int, rows: int, columns: int) -> list[int]:
    """The walls of a row of a corridor that fills a rectangle: east along even rows, west along odd ones."""
    west, east = 1 + 4 + 8, 1 + 2 + 4
    # Where the corridor comes from the row above, and where it goes on to the row below.
    if row > 0:
        west, east = (west - 1, east) if row % 2 == 0 else (west, east - 1)
    if row < rows - 1:
        west, east = (west, east - 4) if row % 2 == 0 else (west - 4, east)
    return [west] + [1 + 4] * (columns - 2) + [east]


# ---- Readers that are slow and honest -------------------------------------------------------------------------------------


def honest_slow_readers(settings: Settings) -> Finding:
    """Clients that read 5, 30 or 200 kB a second are never disconnected, alone or while an attacker has its share of connections."""
    finding = Finding()
    seconds = settings.seconds(12, 120)
    # A shorter timeout ends the case sooner. At 5 kB a second, ten seconds may pass until the client's system reports a larger window:
    # that rate is tried with the default timeout alone.
    flags = ("--write-timeout", "5") if settings.short else ()
    rates = (30_000, 200_000) if settings.short else (5_000, 30_000, 200_000)
    alone, crowded = (Watched(settings, *flags, name=name) for name in ("alone", "crowded"))
    with running(alone, crowded), ExitStack() as stack:
        idle = [Crew(ATTACKER, MANY // 2, attackers.idle), Crew(ATTACKER, MANY // 2, attackers.idle_http2)]
        stack.enter_context(Attack(crowded.port, idle))
        time.sleep(1)
        readers = [
            SlowReader(server, rate, version, path, seconds)
            for server in (alone, crowded)
            for version in (1, 2)
            for rate in rates
            for path in (ENDLESS, EIGHT_MB)
        ]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
    for reader in readers:
        finding.expect(reader.loss is None, f"{reader.name}: {reader.loss}")
    lost = sum(reader.loss is not None for reader in readers)
    finding.done = f"{len(readers)} readers at {', '.join(str(rate // 1000) for rate in rates)} kB/s, for {seconds:.0f} s: {lost} lost"
    return finding


# A maze that is made before it is sent, of 8 MB.
EIGHT_MB = "/maze?algo=backtracker&w=1850&h=1850&encoding=bits&seed=1"


class SlowReader(threading.Thread):
    """Reads a response, and notes whether it was cut off.

    It reads fast at first, so that the buffers between it and the server become as large as they can: then it takes longest until
    the server may write again. Then it reads at its rate, and after so many seconds it reads fast until the response is whole, or
    until it has received more than buffers can hold. A connection that was closed meanwhile is only seen when they are empty.
    """

    FAST = 3_000_000
    MORE = 12_000_000

    def __init__(self, server: Watched, rate: int, version: int, path: str, seconds: float):
        super().__init__(daemon=True, name=f"{server.name}, {path}, {rate // 1000} kB/s by HTTP/{version}")
        self.server, self.rate, self.version, self.path, self.seconds = server, rate, version, path, seconds
        self.loss: str | None = "did not end"
        self.received = 0

    def run(self) -> None:
        try:
            self.loss = self._read()
        except (OSError, http.client.HTTPException) as error:
            self.loss = f"after {self.received / 1000:.0f} kB: {type(error).__name__}: {error}"

    def _read(self) -> str | None:
        """Reads all of it; says what is wrong, if anything is."""
        own = connected(self.server.port, timeout=20, buffer=16384)
        read: Callable[[int], bytes | None]
        if self.version == 2:
            response = http2.Response(http2.Client(own, http2.DEFAULT_WINDOW), self.path)
            status, read = lambda: response.status, response.read
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
            connection.sock = own
            connection.request("GET", self.path)
            plain = connection.getresponse()
            status, read = lambda: plain.status, lambda size: plain.read(size) or None
        with own:
            while self.received < self.FAST and self._note(read(1 << 16)):
                pass
            due = time.monotonic()
            end = due + self.seconds
            while due < end and (part := read(self.rate // 10)) is not None:
                self._note(part)
                due += len(part) / self.rate
                time.sleep(max(0.0, due - time.monotonic()))
            most = self.received + self.MORE
            while self.received < most and self._note(read(1 << 16)):
                pass
        return None if status() == 200 else f"status {status()}"

    def _note(self, part: bytes | None) -> bool:
        """Counts what was read; whether there may be more."""
        self.received += len(part or b"")
        return part is not None


# ---- Streams that are cut short -------------------------------------------------------------------------------------------


def cut_steps(settings: Settings) -> Finding:
    """A stream of steps that ends before all are sent does not look whole."""
    finding = Finding()
    told = []
    # Ended by the signal: read slowly until the server wants to stop. Ended by the time for its work: read as fast as possible.
    for reason, flags, path in [
        ("SIGTERM", ("--shutdown-timeout", "2"), LONG_STEPS.format(1)),
        ("--timeout", ("--timeout", "0.1"), "/maze/steps?algo=aldous-broder&w=256&h=256&seed=1"),
    ]:
        for version in 1, 2:
            name = f"{reason}, HTTP/{version}"
            server = Watched(settings, *flags)
            with running(server):
                own = connected(server.port, buffer=16384 if reason == "SIGTERM" else None)
                try:
                    end = read_steps(own, path, version, server if reason == "SIGTERM" else None)
                except (http.client.IncompleteRead, http2.Cut, ConnectionError) as error:
                    told.append(f"{name}: {type(error).__name__}")
                else:
                    finding.lost.append(f"{name}: the stream looks whole, and ends with {end[-120:]!r}")
                finally:
                    own.close()
    finding.done = "; ".join(told)
    return finding


def read_steps(own: socket.socket, path: str, version: int, to_stop: Watched | None) -> bytes:
    """The end of a stream of steps. The server is stopped while it is read, and then nothing is read until it ends its streams."""

    def stop() -> None:
        if to_stop:
            to_stop.signal(signal.SIGTERM)
            time.sleep(1.3)

    last = b""
    if version == 2:
        response = http2.Response(http2.Client(own), path)
        while not last:
            last = response.read() or b""
        stop()
        while (part := response.read()) is not None:
            last = part or last
        return last
    connection = http.client.HTTPConnection("127.0.0.1", own.getpeername()[1])
    connection.sock = own
    connection.request("GET", path)
    plain = connection.getresponse()
    last = plain.read(10_000)
    stop()
    while part := plain.read(1 << 16):
        last = part
    return last


# ---- The log --------------------------------------------------------------------------------------------------------------


def bad_stderr(name: str) -> Callable[[Settings], Finding]:
    """The log cannot be written: everything is answered all the same, and the server ends in good order."""

    def case(settings: Settings) -> Finding:
        finding = Finding()
        # A pipe whose reader is gone fails; one whose reader does not read fills up, and then makes those wait that write.
        server = Watched(settings)
        # A line for each request, as by default.
        server.flags = ("--admin-listen", "127.0.0.1:0")
        reader, writer = os.pipe()
        if name == "full":
            os.close(writer)
            writer = os.open("/dev/full", os.O_WRONLY)
        server.stderr = writer
        if name == "closed":
            os.close(reader)
        with running(server):
            os.close(writer)
            counts: Counter[str] = Counter()
            # More lines than may wait for their writer, however fast the machine is.
            for _ in range(10):
                more, errors = flood(settings, server.port, "/maze?w=5&h=5&seed=", 16, settings.seconds(1, 5))
                counts += more
                if more.total() < 100 or counts.total() > 20_000:
                    break
            finding.expect(counts["200"] > 20_000, f"{counts['200']} requests were answered, and not more than 20,000; {errors}")
            finding.expect_equal("other answers", {status: n for status, n in counts.items() if status != "200"}, {})
            status = "none"
            try:
                status = str(asked(server.port, SMALL.format(1), 1, ATTACKER, within=5.0))
            except (OSError, http.client.HTTPException) as error:
                status = type(error).__name__
            finding.expect_equal("an answer afterwards", status, "200")
            if name == "unread" and status == "200":
                finding.expect(server.metric("dedale_log_lines_dropped_total") > 0, "no line of the log was counted as dropped")
            began = time.monotonic()
            server.signal(signal.SIGTERM)
            try:
                finding.expect_equal("exit status", server.wait(15), 0)
            except subprocess.TimeoutExpired:
                finding.lost.append("15 s after SIGTERM it has not ended")
            took = time.monotonic() - began
        if name != "closed":
            os.close(reader)
        finding.done = f"stderr is {name}: {counts['200']} requests answered, then {status}; {took:.1f} s from SIGTERM to the end"
        return finding

    return case


# ---- The start and the end ------------------------------------------------------------------------------------------------


def few_files(settings: Settings) -> Finding:
    """With six open files allowed it cannot start, and says so in a line."""
    finding = Finding()
    ended = subprocess.run(
        ["sh", "-c", 'ulimit -n 6; exec "$0" --listen 127.0.0.1:0', str(settings.program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    lines = ended.stderr.splitlines()
    finding.expect_equal("exit status", ended.returncode, 1)
    finding.expect(len(lines) == 1 and "panicked" not in ended.stderr, f"stderr: {ended.stderr[:500]!r}")
    finding.done = f"ulimit -n 6: exit status {ended.returncode}, {lines[:1]}"
    return finding


def sighup(settings: Settings) -> Finding:
    """SIGHUP stops it as SIGTERM does: the request that is in progress is answered to the end."""
    finding = Finding()
    server = Watched(settings)
    with running(server):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.sock = connected(server.port, buffer=16384)
        with closing(connection):
            connection.request("GET", EIGHT_MB)
            response = connection.getresponse()
            received = len(response.read(10_000))
            server.signal(signal.SIGHUP)
            time.sleep(0.5)
            try:
                received += len(response.read())
            except (OSError, http.client.HTTPException) as error:
                finding.lost.append(f"the answer was cut off: {type(error).__name__}")
        finding.expect_equal("exit status", server.wait(), 0)
    finding.done = f"SIGHUP while an answer is read: {received / 1e6:.1f} MB"
    return finding


CASES = [
    Case("long-ring", long_ring),
    Case("posted-memory", posted_memory),
    Case("slow-and-honest", honest_slow_readers),
    Case("cut-steps", cut_steps),
    Case("stderr-full", bad_stderr("full")),
    Case("stderr-closed", bad_stderr("closed")),
    Case("stderr-unread", bad_stderr("unread")),
    Case("few-files", few_files),
    Case("sighup", sighup),
]
