"""A stand-in for a replica, for what a real one does only when it is overloaded, or after an hour."""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from harness import Answer, Request


class _Server(ThreadingHTTPServer):
    # Connections that nginx keeps must not hold up the end.
    daemon_threads = True
    block_on_close = False

    def handle_error(self, *_: object) -> None:
        """nginx closes connections when it ends, which is no fault."""


class StandIn:
    """A server that answers each request as it is told to, and remembers it. It is a context: it ends with its block. Where it is
    told no answer, it closes the connection."""

    def __init__(self, answer: Callable[[Request], Answer | None]):
        self.answer = answer
        self.asked: list[Request] = []
        self._gone = False
        self._server = _Server(("127.0.0.1", 0), self._handler())

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    def __enter__(self) -> StandIn:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """From now on it takes no connections, and answers nothing over those that there are."""
        if self._gone:
            return
        self._gone = True
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_any(self) -> None:
                if stand_in._gone:
                    self.close_connection = True
                    return
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(self.path, self.command, headers, body)
                stand_in.asked.append(request)
                answer = stand_in.answer(request)
                if answer is None:
                    self.close_connection = True
                    return
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.status != 304:
                    self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                if answer.status != 304 and self.command != "HEAD":
                    self.wfile.write(answer.body)

            do_GET = do_HEAD = do_POST = do_any

            def log_message(self, *_: object) -> None:
                pass

        return Handler
