"""One process alone: more than it can do, clients that are slow on purpose, that leave, that lie, and signals."""

from __future__ import annotations

import concurrent.futures
import contextlib
import csv
import http.client
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from harness import BEYOND_CONTROL, BEYOND_DOUBT, PATIENCE, ROOT, Case, Clients, Dedale, Finding, Settings, ask, needed, quantile, running, wait_until

# The maximum duration of a health check under load, in seconds; and how many may take longer, since this machine
# has the load to make as well.
HEALTH = 0.050
HELD_UP = 0.05

# A maze that takes some 20 ms to make, and one that takes some 20 µs. A new seed follows.
LARGE = "/maze?algo=kruskal&w=500&h=500&format=json&encoding=bits&seed="
SMALL = "/maze?algo=prim&w=30&h=30&seed="

# The address of a client that is none of those which take all they can get: these are at 127.0.0.1.
ANOTHER = "127.0.0.9"


def check_needs() -> None:
    """Says what is missing before anything is done."""
    needed("wrk", "wrk")
    needed("slowhttptest", "slowhttptest")
    needed("promtool", "prometheus")


# ---- A server that is looked at -------------------------------------------------------------------------------------------


class Watched(Dedale):
    """A server with an admin address and a known amount of memory."""

    admin = 0

    def __init__(self, settings: Settings, *flags: str, name: str = "dedale"):
        super().__init__(settings, name, "--admin-listen", "127.0.0.1:0", "--log-level", "warn", *flags)

    def start(self) -> None:
        super().start()
        told = wait_until("it says where its metrics are", lambda: re.search(r"admin: http://127\.0\.0\.1:(\d+)/", self.said()))
        self.admin = int(told[1])

    def most_memory(self) -> float:
        """The maximum memory of the server, in MiB, as docs/operations.md says it."""
        text = (ROOT / "docs/operations.md").read_text()
        [(fixed, each)] = re.findall(
            r"(?m)^resident memory at most +(\d+) MiB \+ --max-memory \+ --max-connections × (\d+) KiB$", text
        )
        return int(fixed) + self.setting("--max-memory") + self.setting("--max-connections") * int(each) / 1024

    def files(self) -> int:
        """How many files it has open."""
        assert self.child is not None
        return len(os.listdir(f"/proc/{self.child.pid}/fd"))

    def metric(self, name: str, label: str = "") -> float:
        """The sum of all series of a metric; of those with this pattern in their labels, if there is one."""
        text = ask(self.admin, "/metrics").body.decode()
        labels = rf"{{[^}}]*{label}.*}}" if label else r"(?:{.*})?"
        values = re.findall(rf"^{name}{labels} (\S+)$", text, re.MULTILINE)
        return sum(map(float, values))


class Probes(Clients):
    """Health checks of the public and the admin address, and looks at the memory, ten times a second until the block ends."""

    def __init__(self, server: Watched):
        addresses = [("public", server.port), ("admin", server.admin)]
        super().__init__(*(partial(self._probe, name, port) for name, port in addresses))
        self.server = server
        self.times: dict[str, list[float]] = {"public": [], "admin": []}
        self.failures: list[str] = []
        self.memory: list[float] = []

    def _probe(self, name: str, port: int) -> None:
        # Over one connection that is kept, as a balancer does: a new one would wait for its place behind the others.
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        while not self.ended.wait(0.1):
            began = time.monotonic()
            try:
                connection.request("GET", "/healthz")
                status = connection.getresponse()
                status.read()
                if status.status != 200:
                    self.failures.append(f"{name}: {status.status}")
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(f"{name}: {type(error).__name__}")
                connection.close()
            self.times[name].append(time.monotonic() - began)
            if name == "admin":
                self.memory.append(self.server.memory())

    def told(self) -> str:
        taken = ", ".join(
            f"{name} {1000 * quantile(times, 0.5):.1f} ms (p95 {1000 * quantile(times, 0.95):.1f}, worst {1000 * max(times):.1f})"
            for name, times in self.times.items()
        )
        return f"/healthz {taken}; memory {min(self.memory):.0f} to {max(self.memory):.0f} MiB"

    def check(self, finding: Finding, public: float = HEALTH, control: Probes | None = None) -> None:
        """Health checks are answered, and in time; those of the public address may take `public` seconds. What took long at an idle server
        at the same moment is a matter of the machine."""
        failures = [f"health check: {failure}" for failure in self.failures]
        (finding.late if control and control.failures else finding.lost).extend(failures)
        for name, times in self.times.items():
            most = public if name == "public" else HEALTH
            beside = quantile(control.times[name], 1 - HELD_UP) if control else None
            what = f"{1 - HELD_UP:.0%} of {len(times)} × /healthz, {name}"
            if beside is not None:
                # No less than what is no doubt without a control.
                beside = max(beside, BEYOND_DOUBT * most / BEYOND_CONTROL)
            finding.expect_in_time(what, quantile(times, 1 - HELD_UP), most, beside)


# ---- More than it can do --------------------------------------------------------------------------------------------------

# Tells how many answers of each status there were, and asks for a new seed each time.
WRK = """
local seed = 0
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init(args) math.randomseed(os.time()); seed = math.random(1, 2 ^ 40); counts = {} end
function request() seed = seed + 1; return wrk.format("GET", wrk.path .. string.format("%d", seed)) end
function response(status, headers, body)
  local key = tostring(status)
  if status ~= 200 and headers["Retry-After"] == nil and headers["retry-after"] == nil then key = key .. " without Retry-After" end
  counts[key] = (counts[key] or 0) + 1
end
function done(summary, latency, requests)
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("counts")) do io.write("status ", status, ": ", count, "\\n") end
  end
  local e = summary.errors
  io.write("errors connect ", e.connect, " read ", e.read, " write ", e.write, " timeout ", e.timeout, "\\n")
end
"""


def flood(settings: Settings, port: int, path: str, connections: int, seconds: float) -> tuple[Counter[str], str]:
    """Asks as fast as answers come, over so many connections; how many answers of each status there were, and the errors."""
    script = settings.folder / "statuses.lua"
    script.write_text(WRK)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:.0f}s", "--timeout", "30s", "-s", str(script)]
    said = subprocess.run([*command, f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True, check=True).stdout
    counts: Counter[str] = Counter()
    for status, count in re.findall(r"^status (.+): (\d+)$", said, re.MULTILINE):
        counts[status] += int(count)
    errors = re.search(r"^errors (.*)$", said, re.MULTILINE)
    return counts, errors[1] if errors else "wrk said nothing"


# A refusal says whose bound it is: that of all clients together, or that of the one which asks.
REFUSALS = ("503", "429")


def only_answers_and_refusals(finding: Finding, counts: Counter[str], errors: str) -> None:
    others = {status: count for status, count in counts.items() if status not in ("200", *REFUSALS)}
    finding.expect(not others, f"answers that are neither 200 nor a refusal with Retry-After: {others}")
    finding.expect(set(re.findall(r"\d+", errors)) == {"0"}, f"errors: {errors}")
    finding.expect(counts["200"] > 0, "nothing was answered")


def refused(counts: Counter[str]) -> int:
    return sum(counts[status] for status in REFUSALS)


class Samples(Clients):
    """A few clients among the flood, until the block ends. The time of each answer is recorded."""

    def __init__(self, port: int, path: str, clients: int = 4):
        super().__init__(*(partial(self._client, number) for number in range(clients)), patience=2 * PATIENCE)
        self.times: list[float] = []
        self.refused = 0
        self._port, self._path = port, path

    def _client(self, number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        for seed in range(10_000_000 * (number + 1), 10_000_000 * (number + 2)):
            if self.ended.is_set():
                break
            began = time.monotonic()
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection.request("GET", f"{self._path}{seed}")
                response = connection.getresponse()
                response.read()
                if response.status == 200:
                    self.times.append(time.monotonic() - began)
                else:
                    self.refused += 1
                    time.sleep(0.05)
        connection.close()


def flood_of_large_mazes(settings: Settings) -> Finding:
    """Ten times as many large mazes as it can make: the queue stays short, and what is accepted is answered in time."""
    finding = Finding()
    server = Watched(settings, "--queue", "32", "--queue-timeout", "2")
    with running(server):
        able = settings.seconds(2, 10)
        counts, errors = flood(settings, server.port, LARGE, 4, able)
        only_answers_and_refusals(finding, counts, errors)
        capacity = counts["200"] / able
        seconds = settings.seconds(8, 120)
        with Probes(server) as probes, Samples(server.port, LARGE) as samples:
            counts, errors = flood(settings, server.port, LARGE, 200, seconds)
        only_answers_and_refusals(finding, counts, errors)
        probes.check(finding)
        offered = counts.total() / seconds
        finding.expect(offered > 10 * capacity, f"{offered:.0f} requests a second are not ten times {capacity:.0f}")
        finding.expect(refused(counts) > 0, "nothing was refused")
        # Two seconds in the queue at most, and then the work itself, which shares the machine with the flood.
        slow = quantile(samples.times, 0.99)
        finding.expect_in_time("p99 of what was accepted", slow, 4)
        grown = max(probes.memory[len(probes.memory) // 2 :]) - max(probes.memory[: len(probes.memory) // 2])
        finding.expect(grown < 64, f"in the second half it has {grown:.0f} MiB more than in the first")
        finding.done = (
            f"{offered:.0f} requests a second for {seconds:.0f} s, and it can do {capacity:.0f}: {counts['200']} × 200, "
            f"{refused(counts)} refused; p99 of the accepted {1000 * slow:.0f} ms; {probes.told()}"
        )
    return finding


def flood_of_small_mazes(settings: Settings) -> Finding:
    """Eight hundred connections that ask for small mazes without a pause."""
    finding = Finding()
    # All of them are of one client, and each client may have half of the connections.
    server = Watched(settings, "--max-connections", "2048")
    with running(server):
        seconds = settings.seconds(6, 60)
        with Probes(server) as probes:
            counts, errors = flood(settings, server.port, SMALL, 800, seconds)
        only_answers_and_refusals(finding, counts, errors)
        # At the public address they have their turn among eight hundred other requests.
        probes.check(finding, 0.25)
        finding.done = (
            f"800 connections for {seconds:.0f} s: {counts['200'] / seconds:.0f} × 200 and {refused(counts) / seconds:.0f} refused "
            f"a second; {probes.told()}"
        )
    return finding


# ---- Slow on purpose ------------------------------------------------------------------------------------------------------


def slow_clients(kind: str, *flags: str) -> Callable[[Settings], Finding]:
    """slowhttptest, with more connections than the server allows, and another client meanwhile."""

    def case(settings: Settings) -> Finding:
        finding = Finding()
        server = Watched(settings)
        connections = 1200
        seconds = settings.seconds(12, 60)
        patience = f"{settings.seconds(8, 3):.0f}"
        with running(server):
            before = server.memory()
            command = ["slowhttptest", kind, "-c", str(connections), "-r", "300", "-l", f"{seconds:.0f}", "-p", patience]
            report = settings.folder / "slow"
            command += [*flags, "-g", "-o", str(report), "-u", f"http://127.0.0.1:{server.port}{SLOW_PATHS[kind]}"]
            times: list[float] = []
            with (settings.folder / "slowhttptest.log").open("wb") as log:
                attack = subprocess.Popen(command, stdout=log, stderr=log)
                try:
                    while attack.poll() is None:
                        began = time.monotonic()
                        # Over a new connection each time: what is tried here is whether there is a place for another client.
                        try:
                            answer = ask(server.port, "/maze.txt?w=5&h=5&seed=1", source=ANOTHER)
                            finding.expect(answer.status == 200, f"{answer.status} instead of a maze")
                        except (OSError, http.client.HTTPException) as error:
                            finding.lost.append(f"{type(error).__name__} instead of a maze")
                        times.append(time.monotonic() - began)
                        time.sleep(0.2)
                finally:
                    attack.kill()
            peak = server.memory()
            with Path(f"{report}.csv").open() as table:
                rows = list(csv.DictReader(table))
            finding.expect(rows != [], "slowhttptest told nothing")
            finding.expect_in_time("the slowest of the small mazes", max(times), 3)
            held = max(int(row["Connected"]) for row in rows) if rows else 0
            closed = server.metric("dedale_connections_closed_total")
            finding.done = (
                f"{connections} connections in {seconds:.0f} s, up to {held} at a time, {closed:.0f} closed by the server; "
                f"{len(times)} small mazes meanwhile: median {1000 * statistics.median(times):.0f} ms, "
                f"worst {1000 * max(times):.0f} ms; memory {before:.0f} to {peak:.0f} MiB"
            )
        return finding

    return case


SLOW_PATHS = {
    "-H": "/maze",
    "-B": "/check?directions=",
    "-X": "/maze?algo=backtracker&w=1000&h=1000&seed=1",
}


# ---- Disconnecting --------------------------------------------------------------------------------------------------------


def departures(settings: Settings) -> Finding:
    """A hundred clients that leave after 0.2 s: nothing is worked on any more, at once."""
    finding = Finding()
    server = Watched(settings)
    paths = [
        "/maze?algo=wilson&w=2000&h=2000",
        "/solve?algo=kruskal&w=2000&h=2000&include=stats",
        "/maze.svg?w=2000&h=2000&heat=distance",
        "/maze.png?w=2000&h=2000&cell=2&wall=1",
        "/maze.txt?algo=eller&w=1000&h=100000000",
        "/maze/steps?algo=aldous-broder&w=24000&h=2",
    ]
    with running(server):
        clients = []
        for number in range(100):
            client = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            client.sendall(f"GET {paths[number % len(paths)]} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            clients.append(client)
        time.sleep(0.2)
        before = wait_until("some are in progress", lambda: server.metric("dedale_requests_in_progress"))
        for client in clients:
            client.close()
        began = time.monotonic()
        names = ["dedale_requests_in_progress", "dedale_pool_working", "dedale_pool_waiting", "dedale_reserved_bytes"]
        try:
            wait_until("nothing is in progress", lambda: not any(map(server.metric, names)))
        except TimeoutError:
            finding.lost.append(f"after {PATIENCE:.0f} s: {({name: server.metric(name) for name in names})}")
        took = time.monotonic() - began
        finding.expect_in_time("until nothing was in progress", took, 0.1)
        finding.done = f"{before:.0f} of 100 requests in progress, all clients leave: none after {1000 * took:.0f} ms"
    return finding


# ---- Who lies -------------------------------------------------------------------------------------------------------------


def forged_addresses(settings: Settings) -> Finding:
    """A client that says each time that it asks for another: it is one client. Behind a trusted proxy they are many."""
    finding = Finding()
    told = []
    for flags, expected in [((), "limited"), (("--trusted-proxies", "127.0.0.1"), "free")]:
        server = Watched(settings, "--rate-limit", "5", "--rate-burst", "10", *flags)
        with running(server):
            statuses: Counter[int] = Counter()
            for number in range(100):
                answer = ask(server.port, f"{SMALL}{number}", headers={"X-Forwarded-For": f"203.0.113.{number}"})
                statuses[answer.status] += 1
                if answer.status == 429:
                    finding.expect("retry-after" in answer.headers, "a 429 without Retry-After")
                finding.expect("ratelimit" in answer.headers, "an answer without RateLimit")
            for _ in range(50):
                finding.expect_equal("/healthz", ask(server.port, "/healthz").status, 200)
            limited = statuses[429] > 60 and statuses[200] >= 10
            finding.expect(limited if expected == "limited" else statuses == {200: 100}, f"{expected}: {dict(statuses)}")
            told.append(f"{expected}: {dict(statuses)}")
    finding.done = f"100 requests, each with another X-Forwarded-For; {'; behind a trusted proxy '.join(told)}"
    return finding


def garbage(settings: Settings) -> Finding:
    """Bytes that are no HTTP, or nearly: no 500, no crash, and every error is a problem document, or bare where the HTTP library refuses it."""
    finding = Finding()
    server = Watched(settings)
    source = random.Random(7)
    whole = b"GET /solve?w=5&h=5&seed=1&include=path,stats HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nConnection: close\r\n\r\n"
    count = 300 if settings.short else 3000
    statuses: Counter[str] = Counter()
    with running(server):
        for _ in range(count):
            request = bytearray(whole)
            for _ in range(source.randint(1, 8)):
                request[source.randrange(len(request) - 4)] = source.randrange(256)
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
                answer = b""
                # It may close the connection before everything is sent.
                with contextlib.suppress(OSError):
                    client.sendall(request)
                    client.shutdown(socket.SHUT_WR)
                with contextlib.suppress(ConnectionResetError):
                    while part := client.recv(65536):
                        answer += part
            status = answer[9:12].decode(errors="replace")
            statuses[status or "closed"] += 1
            finding.expect(not status.startswith("5"), f"{status}: {bytes(request)!r}")
            if status.startswith("4"):
                is_bare = status in ("400", "414", "431") and b"content-length: 0" in answer and answer.endswith(b"\r\n\r\n")
                is_problem = b"application/problem+json" in answer
                finding.expect(is_bare or is_problem, f"no problem document: {bytes(request)!r}")
        finding.expect_equal("panics", server.metric("dedale_panics_total"), 0)
        finding.expect(server.running, "it has ended")
    finding.done = f"{count} spoilt requests: {dict(sorted(statuses.items()))}"
    return finding


# ---- Stopping -------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def stalled_client(server: Watched) -> Iterator[None]:
    """A client with a request under way that it does not read."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        client.sendall(b"GET /maze?algo=eller&w=1000&h=100000000 HTTP/1.1\r\nHost: x\r\n\r\n")
        client.recv(1000)
        yield


def stopping(settings: Settings) -> Finding:
    """A client that does not read keeps no server from stopping, and a second signal ends it at once."""
    finding = Finding()
    told = []
    for signals, most, status in [(1, 4.0, 0), (2, 1.0, 1)]:
        server = Watched(settings, "--shutdown-timeout", "2")
        with running(server), stalled_client(server):
            began = time.monotonic()
            for _ in range(signals):
                server.signal(signal.SIGTERM)
                time.sleep(0.1)
            finding.expect_equal(f"exit status after {signals} signals", server.wait(), status)
            took = time.monotonic() - began
            finding.expect_in_time(f"{signals} signals", took, most)
            told.append(f"{signals} × SIGTERM: {took:.1f} s")
    finding.done = f"a client that does not read, --shutdown-timeout 2; {', '.join(told)}"
    return finding


# ---- Afterwards -----------------------------------------------------------------------------------------------------------


def burst(settings: Settings) -> Finding:
    """The memory of a burst is given back, and what was counted is as Prometheus wants it."""
    finding = Finding()
    # Time enough on a machine that has other things to do, for clients as for the server.
    server = Watched(settings, "--queue-timeout", "120", "--timeout", "120")
    with running(server):
        for number in range(20):
            ask(server.port, f"{SMALL}{number}")
        idle = server.memory()
        paths = [f"/maze?algo={name}&w=2000&h=2000&encoding=bits" for name in ("kruskal", "prim", "true-prim", "backtracker")]
        with concurrent.futures.ThreadPoolExecutor(12) as clients:
            answers = list(clients.map(lambda number: ask(server.port, paths[number % 4], patience=120), range(24)))
        finding.expect_equal("statuses", Counter(answer.status for answer in answers), Counter({200: 24}))
        peak = server.memory()
        del answers
        began = time.monotonic()
        with contextlib.suppress(TimeoutError):
            wait_until("the memory is given back", lambda: server.memory() < idle + 32, 15)
        after = server.memory()
        finding.expect(after < idle + 32, f"{after:.0f} MiB after the burst, {idle:.0f} before")
        check = subprocess.run(
            ["promtool", "check", "metrics"],
            input=ask(server.admin, "/metrics").body,
            capture_output=True,
            check=False,
        )
        said = (check.stdout + check.stderr).decode().strip()
        finding.expect(check.returncode == 0 and not said, f"promtool: {said}")
        finding.done = (
            f"24 mazes of 4,000,000 cells, 12 at a time: {idle:.0f} MiB before, {peak:.0f} after the last, {after:.0f} "
            f"{time.monotonic() - began:.1f} s later; promtool finds nothing wrong"
        )
    return finding


CASES = [
    Case("flood-large", flood_of_large_mazes),
    Case("flood-small", flood_of_small_mazes),
    Case("slow-heads", slow_clients("-H", "-i", "1")),
    Case("slow-bodies", slow_clients("-B", "-i", "1", "-s", "8192", "-f", "text/plain")),
    Case("slow-readers", slow_clients("-X", "-n", "1", "-w", "10", "-y", "20", "-z", "5", "-k", "1")),
    Case("departures", departures),
    Case("forged-addresses", forged_addresses),
    Case("garbage", garbage),
    Case("stopping", stopping),
    Case("burst", burst),
]
