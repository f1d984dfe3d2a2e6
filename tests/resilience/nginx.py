"""nginx before replicas or before one process, with the very files that are deployed."""

from __future__ import annotations

import re
import shutil
import ssl
import subprocess
from collections.abc import Iterable
from pathlib import Path

from alone import Watched
from harness import ROOT, Process, Settings, free_ports, is_refused, needed, wait_until

# The deployed files, and the files beside them.
CONFIGURATION = ROOT / "deploy/nginx.conf"
BESIDE = ROOT / "deploy/nginx"

# The files of a single machine, and the example name in them that an operator replaces.
ONE = ROOT / "deploy/one"
HOST = "maze.example.org"

# Log lines that report an error in nginx or its configuration, whatever the replicas do.
FAULTS = re.compile(r"\[(?:alert|crit|emerg)\]")


class Proxy(Process):
    """nginx on a port of 127.0.0.1."""

    def __init__(self, settings: Settings, name: str):
        # Under it nginx keeps all that it writes. Its workers are another user where the case is root.
        self.prefix = settings.folder / name
        configuration = self.prefix / "nginx.conf"
        # No `daemon off;` in the file itself, because other users may need the daemon.
        command = [needed("nginx", "nginx-light"), "-p", f"{self.prefix}/", "-c", str(configuration), "-e", "stderr"]
        super().__init__(name, [*command, "-g", "daemon off;"], settings.folder)
        self.port = free_ports(1)[0]
        self.prefix.mkdir(parents=True)
        self.prefix.chmod(0o755)

    def check(self) -> None:
        """Raises where nginx does not take its files."""
        checked = subprocess.run([*self.command, "-t"], capture_output=True, text=True, check=False)
        if checked.returncode != 0:
            raise RuntimeError(f"nginx does not take what is in {self.prefix}: {checked.stderr.strip()}")

    def start(self) -> None:
        super().start()
        wait_until("nginx listens", self._listens)

    def _listens(self) -> bool:
        if not self.running:
            raise RuntimeError(f"nginx did not start: {self.said().strip()}")
        return not is_refused(self.port)

    def faults(self) -> list[str]:
        """Its own error messages."""
        return [f"nginx says: {line}" for line in self.said().splitlines() if FAULTS.search(line)]


class Nginx(Proxy):
    """nginx before replicas on other ports.

    `deploy/nginx.conf` is taken byte for byte. The two files beside it are taken with other addresses, and with all else that
    they say.
    """

    def __init__(self, settings: Settings, replicas: Iterable[int]):
        super().__init__(settings, "nginx")
        self.replicas = list(replicas)
        self._lay_out()
        self.check()

    def _lay_out(self) -> None:
        beside = self.prefix / "nginx"
        beside.mkdir()
        beside.chmod(0o755)
        shutil.copyfile(CONFIGURATION, self.prefix / "nginx.conf")
        listen, count = re.subn(r"(?m)^listen 8080 ", f"listen 127.0.0.1:{self.port} ", (BESIDE / "listen.conf").read_text())
        assert count == 1, "deploy/nginx/listen.conf listens otherwise than this test thinks"
        (beside / "listen.conf").write_text(listen)
        (beside / "replicas.conf").write_text(self._replicas_conf())

    def _replicas_conf(self) -> str:
        ports = iter(self.replicas)
        text = (BESIDE / "replicas.conf").read_text()
        text, count = re.subn(r"(?m)^server \S+:8080 ", lambda _: f"server 127.0.0.1:{next(ports)} ", text)
        assert count == len(self.replicas), f"deploy/nginx/replicas.conf has {count} replicas, and the case {len(self.replicas)}"
        return text

    def bytes_on_disk(self) -> int:
        """How many bytes of answers are on its disk, those included that it is about to write and has given no name."""
        named = [file for folder in ("cache", "answers") for file in (self.prefix / folder).rglob("*")]
        nameless = [file for pid in self.pids() for file in _listed(Path(f"/proc/{pid}/fd")) if _is_nameless(file, self.prefix)]
        return sum(_size(file) for file in [*named, *nameless])


class OneMachine(Proxy):
    """nginx before one process, as deploy/one has them: with TLS, and with the flags of the unit. Only addresses and folders are others."""

    def __init__(self, settings: Settings, name: str):
        super().__init__(settings, f"nginx-{name}")
        unit = (ONE / "dedale@.service").read_text().replace("\\\n", " ")
        flags = re.search(r"(?m)^ExecStart=\S+ (.*)$", unit)[1].split()
        others = [word for pair in zip(flags[::2], flags[1::2], strict=True) if "%i" not in pair[1] for word in pair]
        self.service = Watched(settings, *others, name=f"dedale-{name}")

    def start(self) -> None:
        self._lay_out()
        self.check()
        super().start()

    def _lay_out(self) -> None:
        plain, unused = free_ports(2)
        text = (ONE / "nginx.conf").read_text()
        for pattern, here in [
            (r"\n *listen \[::\]:.*", ""),
            (r"listen 80;", f"listen 127.0.0.1:{plain};"),
            (r"listen 443 ", f"listen 127.0.0.1:{self.port} "),
            (r"server 127\.0\.0\.1:8080 ", f"server 127.0.0.1:{self.service.port} "),
            (r"server 127\.0\.0\.1:8081 ", f"server 127.0.0.1:{unused} "),
            (rf"/etc/letsencrypt/live/{re.escape(HOST)}/", f"{self.prefix}/"),
            (r"/(?:run|var/cache)/", f"{self.prefix}/"),
            (r"access_log /var/log/nginx/access.log", "access_log off"),
            (r"/var/log/nginx/error.log", "stderr"),
        ]:
            text, count = re.subn(pattern, here, text)
            assert count, f"deploy/one/nginx.conf has no {pattern}"
        folders = "".join(f"    {kind}_temp_path {kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        text, count = re.subn(r"(?m)^http \{\n", lambda it: it[0] + folders, text)
        assert count == 1, "deploy/one/nginx.conf begins its http otherwise than this test thinks"
        (self.prefix / "nginx.conf").write_text(text)
        subprocess.run(
            [needed("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
            + ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-days", "2"]
            + ["-keyout", str(self.prefix / "privkey.pem"), "-out", str(self.prefix / "fullchain.pem")],
            check=True,
            capture_output=True,
        )

    def trusted(self) -> ssl.SSLContext:
        """What a browser needs to speak HTTP/2 with it."""
        context = ssl.create_default_context(cafile=str(self.prefix / "fullchain.pem"))
        context.set_alpn_protocols(["h2"])
        return context


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def _is_nameless(file: Path, prefix: Path) -> bool:
    """Whether an open file was under the prefix, and has lost its name."""
    try:
        target = str(file.readlink())
    except FileNotFoundError:
        return False
    return target.startswith(str(prefix)) and target.endswith(" (deleted)")


def _size(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except FileNotFoundError:
        return 0
