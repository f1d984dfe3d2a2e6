"""Three replicas behind nginx: they are one service, and whatever becomes of one of them, no client notices."""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import itertools
import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import harness
from harness import Answer, Case, Dedale, Finding, Load, Request, Settings, ask, is_refused, running, wait_until
from nginx import Nginx
from stand_in import StandIn

# How long the replicas say that they are not ready before they take no more connections, in the cases that restart them.
DRAIN_SECONDS = 0.5

# What must be the same from every replica, besides the body.
SAME_HEADERS = ("etag", "cache-control", "vary", "content-type", "content-encoding")

# Small and large, made at once and row by row, of every kind of format.
DETERMINED = [
    "/maze?algo=prim&w=30&h=30&seed=7",
    "/maze?algo=wilson&w=20&h=20&seed=8&encoding=bits",
    "/maze.json?algo=aldous-broder&w=9&h=9&seed=9&braid=0.5",
    "/maze.txt?algo=kruskal&w=40&h=12&seed=10&doors=true",
    "/maze?algo=division&w=25&h=25&seed=11&format=unicode",
    "/maze?algo=eller&w=300&h=300&seed=12",
    "/maze?algo=sidewinder&w=200&h=100&seed=13&format=blocks",
    "/maze.svg?algo=growing-tree&w=30&h=20&seed=14&heat=distance",
    "/maze.png?algo=hunt-and-kill&w=50&h=50&seed=15&cell=8",
    "/maze?algo=true-prim&w=400&h=400&seed=16&encoding=bits",
    "/solve?algo=backtracker&w=60&h=60&seed=17&include=path,distances,stats",
    "/solve?algo=backtracker&w=60&h=60&seed=17&include=path%2Cdistances%2cstates",
    "/solve?algo=prim&w=300&h=300&seed=19&solver=astar",
    "/solve.png?algo=binary-tree&w=40&h=40&seed=18",
    "/algorithms",
]


def check_needs() -> None:
    """Ends the program if something is missing that the cases need: they are not left out in silence."""
    harness.needed("nginx", "nginx-light")


@dataclasses.dataclass
class Cluster:
    """Three replicas behind nginx."""

    nginx: Nginx
    replicas: list[Dedale]

    def ask(self, path: str, **request) -> Answer:
        """Asks nginx."""
        return ask(self.nginx.port, path, **request)

    def ask_kept(self, path: str, **request) -> Answer:
        """Asks nginx for what it has just been asked for. It may have it a moment later than the client, so the client tries
        again, for a moment."""
        end = time.monotonic() + 1.0
        while True:
            answer = self.ask(path, **request)
            if answer.cache == "HIT" or time.monotonic() > end:
                return answer
            time.sleep(0.01)


@contextlib.contextmanager
def cluster(settings: Settings, finding: Finding, *flags: str) -> Iterator[Cluster]:
    """A cluster whose parts run. Faults of nginx and of the replicas that their logs tell are losses."""
    replicas = [Dedale(settings, f"dedale-{number}", *flags) for number in (1, 2, 3)]
    with running(*replicas):
        nginx = Nginx(settings, [replica.port for replica in replicas])
        with running(nginx):
            yield Cluster(nginx, replicas)
    finding.lost += nginx.faults()
    for replica in replicas:
        errors = [line for line in replica.said().splitlines() if " ERROR " in line or "panicked" in line]
        finding.lost += [f"{replica.name} says: {line}" for line in errors]


# ---- The load: every request about another maze, so that no cache answers it ----------------------------------------------

SIDE = 30
# Its way goes east, and then south.
POSTED = b"+---+---+\n|       |\n+---+   +\n|       |\n+---+---+\n"


def mixed(seed: int) -> Request:
    """Mazes as JSON, most often; every fifth request is solved, every tenth posts a maze."""
    if seed % 10 == 0:
        return Request("/solve", "POST", {"Content-Type": "text/plain"}, POSTED)
    path = "/solve" if seed % 5 == 0 else "/maze"
    return Request(f"{path}?algo=prim&w={SIDE}&h={SIDE}&seed={seed}")


def judge_mixed(seed: int, answer: Answer) -> str | None:
    """The faults of a response to `mixed`. All are checked, some of them in detail."""
    if seed % 10 == 0:
        return None if json.loads(answer.body)["path"] == [[0, 0], [0, 1], [1, 1]] else f"the way is {answer.body[:200]!r}"
    if f'"seed":{seed},'.encode() not in answer.body[:200]:
        return f"another maze was answered: {answer.body[:200]!r}"
    if seed % 5 == 0 or seed % 16 != 1:
        return None
    return flaw_of(json.loads(answer.body)["cells"])


def flaw_of(cells: list[list[str]]) -> str | None:
    """What keeps these walls from being a perfect maze of the size that was asked for: too few cells, or passages too many."""
    if [len(row) for row in cells] != [SIDE] * SIDE:
        return f"the maze has {len(cells)} rows, of {sorted({len(row) for row in cells})} cells"
    passages = sum("E" not in cell for row in cells for cell in row) + sum("S" not in cell for row in cells for cell in row)
    return None if passages == SIDE * SIDE - 1 else f"the maze has {passages} passages instead of {SIDE * SIDE - 1}"


def load_on(port: int) -> Load:
    return Load(port, mixed, judge_mixed)


# ---- One service ----------------------------------------------------------------------------------------------------------


def identical(settings: Settings) -> Finding:
    """Every replica, and nginx with and without its cache, gives the same bytes under the same tag."""
    finding = Finding(f"{len(DETERMINED)} URLs asked of each replica, and twice of nginx")
    with cluster(settings, finding) as it:
        for path in DETERMINED:
            expected = it.replicas[0].ask(path)
            finding.expect(expected.status == 200 and "etag" in expected.headers, f"{path}: {expected.status} {expected.headers}")
            others = [(each.name, each.ask(path)) for each in it.replicas[1:]]
            for name, answer in [*others, ("nginx", it.ask(path)), ("nginx again", it.ask(path))]:
                expect_same(finding, f"{path} from {name}", answer, expected)
    return finding


def expect_same(finding: Finding, what: str, found: Answer, expected: Answer) -> None:
    finding.expect_equal(f"{what}: status", found.status, expected.status)
    finding.expect_equal(f"{what}: headers", found.picked(*SAME_HEADERS), expected.picked(*SAME_HEADERS))
    finding.expect_equal(f"{what}: SHA-256 of the body", found.digest, expected.digest)


def kept(settings: Settings) -> Finding:
    """What may be kept is kept, and what may not is not."""
    finding = Finding("what is determined asked twice, and by its tag; what is drawn, posted, wrong or huge asked twice")
    with cluster(settings, finding) as it:
        for path in DETERMINED:
            expect_kept(finding, it, path)
        [files] = set(re.findall(r'"(/?page/\w+)/', it.ask("/").body.decode()))
        expect_kept(finding, it, f"/{files.removeprefix('/')}/main.js")
        for path in NEVER_LOOKED_FOR:
            finding.expect_equal(f"{path}: the cache, twice", [it.ask(path).cache for _ in range(2)], ["BYPASS"] * 2)
        for path in NOT_KEPT:
            finding.expect_equal(f"{path}: the cache, twice", [it.ask(path).cache for _ in range(2)], ["MISS"] * 2)
        drawn = {it.ask("/maze?w=9&h=9").headers.get("content-location") for _ in range(10)}
        finding.expect_equal("different seeds of ten that are drawn", len(drawn), 10)
        posted = [it.ask("/solve", method="POST", headers={"Content-Type": "text/plain"}, body=POSTED).cache for _ in range(2)]
        finding.expect_equal("the cache about a posted maze", posted, ["BYPASS"] * 2)
        expect_nothing_huge_on_disk(finding, it)
        for path, cache in LARGEST.items():
            answer = it.ask(path)
            size = len(answer.body)
            finding.expect_equal(f"{path}: status, and the cache", (answer.status, answer.cache), (200, cache))
            finding.expect(cache == "BYPASS" or size <= MOST_KEPT, f"{path}: {size} bytes are kept")
    return finding


# What cannot be in the cache, so that nginx does not look there.
NEVER_LOOKED_FOR = [
    "/",
    "/healthz",
    "/readyz",
    "/maze",
    "/maze?w=5&h=5",
    "/maze.svg?w=5&h=5",
    "/maze/steps?w=5&h=5&seed=1",
    "/solve/steps?w=5&h=5&seed=1",
    # As large as may not be kept, in disguises.
    "/maze?algo=eller&w=1000&h=50&seed=1&encoding=bits",
    "/maze?algo=eller&%77=1000&h=50&seed=1&encoding=bits",
    "/maze?algo=eller&h=50&seed=1&encoding=bits&w=%31%30%30%30",
    # Every move of a solver, which may be ten million in a small maze; the word in disguises.
    "/solve?w=9&h=9&seed=1&include=walk",
    "/solve?include=stats,walk,path&w=9&h=9&seed=1&solver=random-mouse",
    "/solve?w=9&h=9&seed=1&include=path%2Cwal%6B",
    "/solve?w=9&h=9&seed=1&include=%77alk",
    "/solve?w=9&h=9&seed=1&%69nclude=walk",
    # Details of a large search.
    "/solve?w=100&h=9&seed=1&include=path",
    "/solve?include=states%2cdistances&h=100&w=9&seed=1",
    "/solve?w=100&h=100&seed=1&encoding=named",
]

# The most that an answer may have which is kept, as deploy/nginx.conf and deploy/compose.yaml say.
MOST_KEPT = 41_000_000

# The largest answers of which nothing tells but these URLs, and whether they are kept.
LARGEST = {
    "/maze?algo=prim&w=999&h=999&seed=1&encoding=named": "MISS",
    "/maze?w=999&h=999&seed=1&format=blocks": "MISS",
    "/solve?w=999&h=999&seed=1": "MISS",
    "/solve?w=300&h=300&seed=1&solver=random-mouse&include=walk": "BYPASS",
    "/solve?w=99&h=99&seed=1&solver=random-mouse&include=walk": "BYPASS",
    "/solve?w=999&h=999&seed=1&algo=prim&encoding=named&include=path,directions,distances,states,stats": "BYPASS",
}

# Looked for, since nothing in the URL tells, and not kept, since the answer says so.
# The digest is that of another release.
NOT_KEPT = ["/maze?w=0&seed=1", "/nowhere?seed=1", f"/page/{32 * '0'}/main.js"]


def expect_kept(finding: Finding, it: Cluster, path: str) -> None:
    first = it.ask(path, headers={"X-Request-Id": "first"})
    second = it.ask_kept(path, headers={"X-Request-Id": "second"})
    finding.expect_equal(f"{path}: the cache at first", first.cache, "MISS")
    finding.expect_equal(f"{path}: the cache then", second.cache, "HIT")
    expect_same(finding, f"{path} from the cache", second, first)
    finding.expect_equal(f"{path}: the name of a kept answer", second.headers.get("x-request-id"), "second")
    finding.expect("server-timing" not in second.headers, f"{path}: a kept answer tells the time of another")
    again = it.ask(path, headers={"If-None-Match": first.headers["etag"]})
    finding.expect_equal(f"{path}: asked by its tag", (again.status, again.body, again.cache), (304, b"", "HIT"))
    finding.expect_equal(f"{path}: the tag of a 304", again.headers.get("etag"), first.headers["etag"])


def expect_nothing_huge_on_disk(finding: Finding, it: Cluster) -> None:
    """A maze without an end is read for a while; it must go through nginx, and not onto its disk."""
    before = it.nginx.bytes_on_disk()
    for path in ("/maze.txt?algo=eller&w=1000&h=100000000&seed=1", "/maze.txt?algo=eller&%77=1000&%68=100000000&seed=1"):
        connection = http.client.HTTPConnection("127.0.0.1", it.nginx.port, timeout=harness.PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", path)
            finding.expect_equal(f"{path}: bytes read", len(connection.getresponse().read(1 << 20)), 1 << 20)
            # A client that stops reading makes the replica wait, and does not fill a disk.
            time.sleep(0.3)
            written = it.nginx.bytes_on_disk() - before
        finding.expect_equal(f"{path}: bytes written by nginx", written, 0)
    head = it.ask("/maze.txt?algo=eller&w=999&h=100000000&seed=1", method="HEAD")
    finding.expect_equal("HEAD of a maze without an end", head.status, 200)


def variants(settings: Settings) -> Finding:
    """Nobody is answered in a format or a coding that another has asked for."""
    accepts = ["", "application/json", "text/plain", "image/svg+xml", "image/png"]
    codings = ["", "gzip", "br", "zstd", "identity", "gzip, deflate, br, zstd"]
    wishes = list(itertools.product(accepts, codings))
    finding = Finding(f"one URL asked twice with each of {len(wishes)} pairs of Accept and Accept-Encoding")
    path = "/maze?algo=prim&w=30&h=30&seed=7"
    with cluster(settings, finding) as it:
        # All once, and then all again in the opposite order.
        for asked, cache, order in ((it.ask, "MISS", wishes), (it.ask_kept, "HIT", wishes[::-1])):
            for accept, coding in order:
                headers = {name: value for name, value in (("Accept", accept), ("Accept-Encoding", coding)) if value}
                answer = asked(path, headers=headers)
                expect_same(finding, f"{headers}, a {cache}", answer, it.replicas[0].ask(path, headers=headers))
                finding.expect_equal(f"{headers}: cache", answer.cache, cache)
    return finding


# Requests that nginx rejects, as bytes because no client would send most of them, and the status of each.
REFUSED = [
    (b"TRACE /maze HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    (b"CONNECT /solve?w=9 HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    (b"TRACE /check HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    (b"CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /% HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"HEAD /% HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /../.. HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /maze HTTP/1.1\r\n\r\n", 400),
    (b"GET /maze HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    (b"no HTTP at all\r\n\r\n", 400),
    (b"POST /solve HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
    (b"POST /solve HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n", 400),
    (b"GET /.problem HTTP/1.1\r\nHost: a\r\n\r\n", 404),
    (b'GET /maze?w=9&h=9&seed=1 HTTP/1.1\r\nHost: a\r\nIf-Match: "another"\r\n\r\n', 412),
    (b"POST /solve HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", 413),
    (b"GET /" + b"a" * 17_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    (b"GET /maze HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 17_000 + b"\r\n\r\n", 431),
    (b"GET /maze HTTP/1.1\r\nHost: a\r\n" + (b"X: " + b"a" * 9_000 + b"\r\n") * 9 + b"\r\n", 431),
    (b"POST /solve HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: other\r\n\r\n", 501),
    (b"GET /maze HTTP/9.9\r\nHost: a\r\n\r\n", 505),
]


def refused(settings: Settings) -> Finding:
    """Every error of nginx itself is a problem document as well, with the headers that all answers have."""
    finding = Finding(f"{len(REFUSED)} requests that nginx rejects, one that it fails at, and one when no replica is there")
    with cluster(settings, finding) as it:
        for sent, status in REFUSED:
            expect_problem(finding, it.nginx.port, sent, status)
        both = "GET, HEAD, POST, OPTIONS"
        told = {"/mazes": "GET, HEAD, OPTIONS", "/maze": both, "/maze.svg": both, "/solve": both, "/check": both}
        for path, methods in told.items():
            for name, port in (("nginx", it.nginx.port), ("a replica", it.replicas[0].port)):
                allow = sent_raw(port, f"TRACE {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode()).headers.get("allow")
                finding.expect_equal(f"what {name} says that {path} takes", allow, methods)
        for line in ('"method":"TRACE","uri":"/maze","status":405', '"method":"POST","uri":"/solve","status":501'):
            wait_until(f"the log tells {line}", lambda line=line: line in it.nginx.said())
    with StandIn(lambda _: None) as bad:
        # What it says of faults is what is done to it here.
        nginx = Nginx(dataclasses.replace(settings, folder=settings.folder / "broken"), [bad.port] * 3)
        with running(nginx):
            expect_problem(finding, nginx.port, b"GET /maze HTTP/1.1\r\nHost: a\r\n\r\n", 502)
            bodies = nginx.prefix / "bodies"
            bodies.rmdir()
            bodies.touch()
            large = b"a" * 100_000
            head = f"POST /solve HTTP/1.1\r\nHost: a\r\nContent-Length: {len(large)}\r\n\r\n"
            expect_problem(finding, nginx.port, head.encode() + large, 500)
    return finding


def sent_raw(port: int, sent: bytes) -> Answer:
    """Sends these bytes and reads the response, which may arrive before all is sent."""
    with socket.create_connection(("127.0.0.1", port), timeout=harness.PATIENCE) as connection:
        connection.sendall(sent)
        response = http.client.HTTPResponse(connection, method=sent.split(b" ")[0].decode())
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, headers, response.read())


# The headers that every error has, and those of a replica too.
OF_ERRORS = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "access-control-allow-origin": "*",
}


def expect_problem(finding: Finding, port: int, sent: bytes, status: int) -> None:
    what = repr(sent[:60])
    answer = sent_raw(port, sent)
    finding.expect_equal(f"{what}: status", answer.status, status)
    finding.expect_equal(f"{what}: headers", answer.picked(*OF_ERRORS), OF_ERRORS)
    finding.expect_equal(f"{what}: when to come again", answer.headers.get("retry-after"), "2" if status == 502 else None)
    finding.expect("x-request-id" in answer.headers, f"{what}: the answer has no name")
    if sent.startswith(b"HEAD "):
        finding.expect_equal(f"{what}: body", answer.body, b"")
    elif finding.expect(answer.body.startswith(b"{"), f"{what}: no document: {answer.body[:80]!r}"):
        document = json.loads(answer.body)
        finding.expect_equal(f"{what}: members", list(document), ["type", "title", "status", "detail"])
        finding.expect_equal(f"{what}: status in the document", document["status"], status)


# ---- What becomes of replicas ---------------------------------------------------------------------------------------------


def killed(settings: Settings) -> Finding:
    """A replica dies without a word, and comes back."""
    finding = Finding()
    seconds = settings.seconds(1.0, 6.0)
    with cluster(settings, finding) as it:
        with load_on(it.nginx.port) as load:
            time.sleep(seconds)
            it.replicas[0].kill()
            time.sleep(seconds)
            finding.expect(is_refused(it.replicas[0].port), "the replica that was killed still listens")
            it.replicas[0].start()
            time.sleep(seconds)
        expect_part_of_load(finding, it.replicas)
    finding.done = f"kill -9 of one replica under load, and its return; {load.told()}"
    finding.lost += load.losses
    return finding


def restarted(settings: Settings) -> Finding:
    """All replicas are replaced, one by one."""
    finding = Finding()
    rounds = 1 if settings.short else 5
    with cluster(settings, finding, "--drain-delay", str(DRAIN_SECONDS)) as it:
        with load_on(it.nginx.port) as load:
            load.wait_for_more()
            for replica in it.replicas * rounds:
                status = replica.stop()
                finding.expect_equal(f"exit status of {replica.name}", status, 0)
                load.wait_for_more()
                replica.start()
                load.wait_for_more()
        expect_part_of_load(finding, it.replicas)
    finding.done = f"{3 * rounds} restarts, one replica after the other, under load; {load.told()}"
    finding.lost += load.losses
    return finding


def expect_part_of_load(finding: Finding, replicas: list[Dedale]) -> None:
    """Each replica has answered something, or the load has shown nothing about it."""
    for replica in replicas:
        answered = replica.said().count(" status=200 ")
        finding.expect(answered > 20, f"{replica.name} has answered {answered} requests only")


def drained(settings: Settings) -> Finding:
    """A server that shuts down says so, keeps responding, and completes requests in progress."""
    finding = Finding("SIGTERM with --drain-delay, while a maze of 4 million cells is being read")
    path = "/maze?algo=prim&w=2000&h=2000&seed=5&encoding=bits"
    server = Dedale(settings, "dedale", "--drain-delay", "2", "--shutdown-timeout", "15")
    with running(server):
        expected = server.ask(path)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=harness.PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", path)
            response = connection.getresponse()
            body = response.read(100_000)
            server.signal(signal.SIGTERM)
            wait_until("/readyz says that it is not ready", lambda: server.ask("/readyz").status == 503)
            for seed in range(10):
                answer = server.ask(f"/maze?w=20&h=20&seed={seed}")
                finding.expect_equal(f"/maze?seed={seed} while it drains", answer.status, 200)
            finding.expect_equal("/healthz while it drains", server.ask("/healthz").status, 200)
            wait_until("it takes no more connections", lambda: is_refused(server.port))
            finding.expect(server.running, "it has ended before the answer that was under way")
            body += response.read()
        got = Answer(response.status, {}, body)
        finding.expect_equal("SHA-256 of the answer that was under way", got.digest, expected.digest)
        finding.expect_equal("exit status", server.wait(), 0)
        finding.expect("cut off" not in server.said(), "it says that requests were cut off")
    return finding


def all_gone(settings: Settings) -> Finding:
    """With no replica left, what is kept is still answered; the rest is an error in good form until they are back."""
    finding = Finding("all three replicas stopped: URLs that are kept, and one that is not; then all started anew")
    with cluster(settings, finding) as it:
        before = {path: it.ask(path) for path in DETERMINED}
        for path in DETERMINED:
            finding.expect_equal(f"{path}: the cache before", it.ask_kept(path).cache, "HIT")
        for replica in it.replicas:
            finding.expect_equal(f"exit status of {replica.name}", replica.stop(), 0)
        for path, expected in before.items():
            answer = it.ask(path)
            expect_same(finding, f"{path} without replicas", answer, expected)
            finding.expect(answer.cache in ("HIT", "STALE"), f"{path}: the cache says {answer.cache}")
        missing = it.ask("/maze?w=4&h=4&seed=4444")
        found = (missing.status, missing.headers.get("content-type"), json.loads(missing.body).get("status"))
        finding.expect_equal("what is not kept", found, (502, "application/problem+json", 502))
        for replica in it.replicas:
            replica.start()
        with load_on(it.nginx.port) as load:
            load.wait_for_more(200)
        finding.lost += load.losses
    finding.done += f"; {load.told()}"
    return finding


# ---- What a real replica does too seldom to wait for it -------------------------------------------------------------------


def limited(settings: Settings) -> Finding:
    """The quota of a client is sent to that client, and not to others with a cached response."""
    finding = Finding("answers with RateLimit and RateLimit-Policy: made, kept, out of date, and one that refuses")
    names = ("ratelimit", "ratelimit-policy")
    told = {"RateLimit": '"client";r=49;t=1', "RateLimit-Policy": '"client";q=50;w=5'}
    expected = {name.lower(): value for name, value in told.items()}
    nothing = dict.fromkeys(names)
    document = Answer(200, {**told, "Cache-Control": "public, max-age=1", "ETag": '"a"'}, b"a list")
    refusal = Answer(429, {**told, "Cache-Control": "no-store", "Retry-After": "1"}, b"too often")

    def replica(request: Request) -> Answer:
        if request.path == "/maze?seed=2":
            return refusal
        return Answer(304, document.headers, b"") if request.headers.get("if-none-match") == '"a"' else document

    path = "/maze?seed=1"
    with StandIn(replica) as one:
        nginx = Nginx(settings, [one.port] * 3)
        with running(nginx):
            caches = set()

            def asked_until_stale() -> bool:
                answer = ask(nginx.port, path)
                caches.add(answer.cache)
                made = answer.cache in ("MISS", "EXPIRED")
                finding.expect_equal(f"told with a {answer.cache}", answer.picked(*names), expected if made else nothing)
                return {"MISS", "HIT", "STALE"} <= caches

            wait_until("it was made, kept, and out of date", asked_until_stale)
            answer = ask(nginx.port, "/maze")
            found = (answer.cache, answer.picked(*names))
            finding.expect_equal("told with what is never kept", found, ("BYPASS", expected))
            answer = ask(nginx.port, "/maze?seed=2")
            finding.expect_equal("told with a refusal", (answer.status, answer.picked(*names)), (429, expected))
    finding.lost += nginx.faults()
    return finding


def outdated(settings: Settings) -> Finding:
    """Stale responses are revalidated in the background, and are served when no replica is available."""
    finding = Finding("answers of a stand-in that last two seconds: asked in time, too late, and when it is gone")
    document = Answer(200, {"Cache-Control": "public, max-age=2", "ETag": '"a"', "Content-Type": "text/plain"}, b"the list")

    def replica(request: Request) -> Answer:
        return Answer(304, document.headers, b"") if request.headers.get("if-none-match") == '"a"' else document

    path = "/algorithms"
    with StandIn(replica) as one:
        nginx = Nginx(settings, [one.port] * 3)
        with running(nginx):
            finding.expect_equal("at first", ask(nginx.port, path).cache, "MISS")
            # nginx keeps a response after it has sent it, which takes a moment on a busy machine.
            wait_until("it is kept", lambda: ask(nginx.port, path).cache == "HIT")
            asked = len(one.asked)
            time.sleep(3.1)
            finding.expect_equal("too late", ask(nginx.port, path).cache, "STALE")
            wait_until("nginx asks by the tag", lambda: len(one.asked) > asked)
            finding.expect_equal("the tag that nginx asks by", one.asked[-1].headers.get("if-none-match"), '"a"')
            wait_until("it is in time again", lambda: ask(nginx.port, path).cache == "HIT")
            time.sleep(3.1)
            one.stop()
            for _ in range(3):
                answer = ask(nginx.port, path)
                finding.expect_equal("when it is gone", (answer.status, answer.body), (200, document.body))
                finding.expect(answer.cache in ("STALE", "UPDATING"), f"when it is gone, the cache says {answer.cache}")
    finding.lost += nginx.faults()
    return finding


OVERLOADED = Answer(
    503, {"Retry-After": "2", "Cache-Control": "no-store", "Content-Type": "application/problem+json"}, b'{"status":503}'
)


def overloaded(settings: Settings) -> Finding:
    """An overloaded replica is avoided; if all are overloaded, the client gets a Retry-After."""
    finding = Finding("one of three replicas answers 503 to all, then all three do")
    good = Dedale(settings, "dedale")
    with running(good), StandIn(lambda _: OVERLOADED) as busy:
        nginx = Nginx(settings, [busy.port, good.port, good.port])
        with running(nginx):
            expect_all_answered(finding, nginx, busy)
    finding.lost += nginx.faults()
    with StandIn(lambda _: OVERLOADED) as busy:
        nginx = Nginx(dataclasses.replace(settings, folder=settings.folder / "all"), [busy.port] * 3)
        with running(nginx):
            answer = ask(nginx.port, "/maze?seed=1")
            found = (answer.status, answer.headers.get("retry-after"), answer.body)
            finding.expect_equal("when all are busy", found, (503, "2", OVERLOADED.body))
            finding.expect_equal("how often they were asked", len(busy.asked), 3)
    return finding


def together(settings: Settings) -> Finding:
    """Many clients request the same maze at once. A large one is generated once while the others wait; for a small one, no client waits."""
    clients, work = 6, 1.0
    finding = Finding(f"{clients} clients ask a stand-in for the same at once, which takes it {work:g} s")
    slow = Answer(200, {"Cache-Control": "public, max-age=60"}, b"a maze")

    def replica(_: Request) -> Answer:
        time.sleep(work)
        return slow

    with StandIn(replica) as one:
        nginx = Nginx(settings, [one.port] * 3)
        with running(nginx):
            for path, times_made in (("/maze?seed=1&w=500&h=500", 1), ("/maze?seed=1&w=50&h=50", clients)):
                one.asked.clear()
                with ThreadPoolExecutor(clients) as pool:
                    answers = list(pool.map(lambda path: ask(nginx.port, path), [path] * clients))
                bodies = [(answer.status, answer.body) for answer in answers]
                finding.expect_equal(f"{path}: the answers", bodies, [(200, slow.body)] * clients)
                finding.expect_equal(f"{path}: how often it was made", len(one.asked), times_made)
    finding.lost += nginx.faults()
    return finding


def cut_short(settings: Settings) -> Finding:
    """A replica takes a request and is gone before it answers. Another one is asked, whatever the method."""
    finding = Finding("one of three replicas takes each request, and closes the connection")
    good = Dedale(settings, "dedale")
    with running(good), StandIn(lambda _: None) as bad:
        nginx = Nginx(settings, [bad.port, good.port, good.port])
        with running(nginx):
            expect_all_answered(finding, nginx, bad)
    finding.lost += nginx.faults()
    return finding


def silent(settings: Settings) -> Finding:
    """A replica's machine is gone, or its container with its address: nothing answers, and nothing refuses. Another one is asked."""
    finding = Finding("one of three addresses does not respond to connection attempts")
    good = Dedale(settings, "dedale")
    with running(good), contextlib.ExitStack() as stack:
        # If connections are not accepted and the backlog is full, the system does not respond to more of them.
        full = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        port = full.getsockname()[1]
        nginx = Nginx(settings, [port, good.port, good.port])
        with running(nginx):
            for seed in range(20):
                request = mixed(seed)
                answer = ask(nginx.port, request.path, request.method, request.headers, request.body)
                finding.expect_equal(f"{request.method} {request.path}, with one that is silent", answer.status, 200)
            tried = [line for line in nginx.said().splitlines() if "upstream timed out" in line and f":{port}/" in line]
            finding.expect(len(tried) > 0, "the address that is silent was never asked")
    finding.lost += nginx.faults()
    return finding


def expect_all_answered(finding: Finding, nginx: Nginx, bad: StandIn) -> None:
    """Asks one thing after the other, while a replica is no good."""
    for seed in range(60):
        request = mixed(seed)
        answer = ask(nginx.port, request.path, request.method, request.headers, request.body)
        finding.expect_equal(f"{request.method} {request.path}, with one replica that is no good", answer.status, 200)
    for method in ("GET", "POST"):
        times = sum(request.method == method for request in bad.asked)
        finding.expect(times > 0, f"the replica that is no good was never asked by {method}")


def passed_on(settings: Settings) -> Finding:
    """Replicas get the client address from nginx, and not from the client."""
    finding = Finding("headers as a stand-in for a replica gets them")
    with StandIn(lambda _: Answer(200, {"Cache-Control": "no-store"}, b"")) as one:
        nginx = Nginx(settings, [one.port] * 3)
        with running(nginx):
            trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            sent = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", "traceparent": trace, "X-Request-Id": "mine"}
            answer = ask(nginx.port, "/maze?seed=1", headers={**sent, "Accept-Encoding": "gzip, br"})
            got = one.asked[-1].headers
            expected = {"x-forwarded-for": "127.0.0.1", "forwarded": None, "traceparent": trace, "x-request-id": "mine"}
            finding.expect_equal("the headers that a replica gets", {name: got.get(name) for name in expected}, expected)
            finding.expect_equal("the name of the answer", answer.headers.get("x-request-id"), "mine")
            finding.expect_equal("the codings that a replica gets", got.get("accept-encoding"), "gzip, br")
            ask(nginx.port, "/maze?seed=2", headers={"X-Request-Id": "not sane"})
            finding.expect("not sane" not in one.asked[-1].headers.get("x-request-id", ""), "a name that is not sane is passed on")
            ask(nginx.port, "/maze?seed=2", method="HEAD")
            finding.expect_equal("HEAD, as a replica gets it", one.asked[-1].method, "HEAD")
            held = {"If-None-Match": '"tag"'}
            ask(nginx.port, "/maze?seed=3&w=2000&h=10", headers=held)
            finding.expect_equal("the tag of what is not kept", one.asked[-1].headers.get("if-none-match"), '"tag"')
    finding.lost += nginx.faults()
    return finding


CASES = [
    Case("cluster-identical", identical),
    Case("cluster-kept", kept),
    Case("cluster-variants", variants),
    Case("cluster-refused", refused),
    Case("cluster-passed-on", passed_on),
    Case("cluster-together", together),
    Case("cluster-killed", killed),
    Case("cluster-restarted", restarted),
    Case("cluster-drained", drained),
    Case("cluster-all-gone", all_gone),
    Case("cluster-limited", limited),
    Case("cluster-outdated", outdated),
    Case("cluster-overloaded", overloaded),
    Case("cluster-cut-short", cut_short),
    Case("cluster-silent", silent),
]
