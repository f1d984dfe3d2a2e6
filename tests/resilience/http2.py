"""HTTP/2 frame by frame: for clients that use the protocol in ways that no library allows.

`Wire` knows the bytes of a connection and no socket: `out` holds the bytes to send, and `receive` is given the bytes that came. `Client`
is an ordinary client on top of it, which asks for one thing at a time.

Names are those of RFC 9113. Headers are sent without compression (RFC 7541, 6.2.2), and of the headers of a response only the status is
read.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Mapping
from typing import NamedTuple

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
END_STREAM, ACK, END_HEADERS = 1, 1, 4

HEADER_TABLE_SIZE, ENABLE_PUSH, MAX_CONCURRENT_STREAMS, INITIAL_WINDOW_SIZE = 1, 2, 3, 4

# What every connection has in each direction, whatever the settings say.
DEFAULT_WINDOW = 65535

# The statuses that the static table of HPACK has, by index.
STATUSES = {8: 200, 9: 204, 10: 206, 11: 304, 12: 400, 13: 404, 14: 500}

# The Huffman code of the digits: 0 to 2 have five bits, the others six.
DIGITS = {f"{digit:05b}": str(digit) for digit in range(3)} | {f"{digit + 22:06b}": str(digit) for digit in range(3, 10)}


class Cut(OSError):
    """The response ended before it was whole: the stream was reset, or the connection closed after its head."""


class Frame(NamedTuple):
    """A frame that came."""

    kind: int
    flags: int
    stream: int
    payload: bytes

    @property
    def ends_stream(self) -> bool:
        return self.kind == RST_STREAM or (self.kind in (DATA, HEADERS) and bool(self.flags & END_STREAM))


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """The bytes of a frame."""
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def settings(**values: int) -> bytes:
    """A SETTINGS frame; the names are those of the constants above."""
    return frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", globals()[name], value) for name, value in values.items()))


def window_update(stream: int, bytes_more: int) -> bytes:
    """Allows so many bytes more on a stream, or on the whole connection where `stream` is 0."""
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", bytes_more))


def header(name: str, value: str) -> bytes:
    """A header, without indexing and without Huffman coding."""
    coded = [text.encode() for text in (name, value)]
    return b"\x00" + b"".join(_length(len(text)) + text for text in coded)


def _length(length: int) -> bytes:
    """An integer of HPACK with a prefix of seven bits."""
    if length < 127:
        return bytes([length])
    rest, coded = length - 127, bytearray([127])
    while rest >= 128:
        coded.append(rest % 128 + 128)
        rest //= 128
    return bytes(coded + bytes([rest]))


def request_head(path: str, method: str = "GET") -> bytes:
    """The header block of a request."""
    return header(":method", method) + header(":scheme", "http") + header(":authority", "x") + header(":path", path)


def first_windows(data: bytes) -> tuple[int, int]:
    """How many bytes the first frames of a server allow: of a stream, and of the connection."""
    window, connection = DEFAULT_WINDOW, DEFAULT_WINDOW
    while len(data) >= 9:
        length, kind, stream = int.from_bytes(data[:3], "big"), data[3], int.from_bytes(data[5:9], "big")
        payload, data = data[9 : 9 + length], data[9 + length :]
        if kind == WINDOW_UPDATE and stream == 0:
            connection += int.from_bytes(payload, "big")
        if kind == SETTINGS:
            values = dict(struct.iter_unpack(">HI", payload))
            window = values.get(INITIAL_WINDOW_SIZE, window)
    return window, connection


def status(block: bytes) -> int:
    """The status of a response by its header block, in which it comes first."""
    position = 0
    # Changes of the size of the table may come before.
    while block[position] & 0xE0 == 0x20:
        position += 1 if block[position] & 0x1F < 31 else 2
    if block[position] & 0x80:
        return STATUSES[block[position] & 0x7F]
    length = block[position + 1] & 0x7F
    value = block[position + 2 : position + 2 + length]
    if not block[position + 1] & 0x80:
        return int(value)
    bits, digits, code = "".join(f"{byte:08b}" for byte in value), "", ""
    for bit in bits:
        code += bit
        if code in DIGITS:
            digits, code = digits + DIGITS[code], ""
    return int(digits)


class Wire:
    """The bytes of a connection. SETTINGS and PING are answered by it; everything else is up to those who use it.

    `window` is how many bytes the server may send of each response at first, and `connection_window` of all of them. With
    `replenishes`, data that came is allowed again.
    """

    def __init__(self, window: int = DEFAULT_WINDOW, connection_window: int = DEFAULT_WINDOW, replenishes: bool = True):
        self.out = bytearray(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        # Without a table, each status is written out.
        self.out += settings(HEADER_TABLE_SIZE=0, ENABLE_PUSH=0, INITIAL_WINDOW_SIZE=window)
        if connection_window > DEFAULT_WINDOW:
            self.out += window_update(0, connection_window - DEFAULT_WINDOW)
        self.replenishes = replenishes
        # How many requests may be in progress. Until the server says it, clients take it for a hundred.
        self.max_streams = 100
        self._in = bytearray()
        self._next = 1

    def request(self, path: str, end_headers: bool = True, headers: Mapping[str, str] | None = None) -> int:
        """Asks for something, and returns the stream on which the response will come."""
        stream, self._next = self._next, self._next + 2
        block = header(":method", "GET") + header(":scheme", "http") + header(":authority", "x") + header(":path", path)
        block += b"".join(header(name, value) for name, value in (headers or {}).items())
        self.out += frame(HEADERS, END_STREAM | (END_HEADERS if end_headers else 0), stream, block)
        return stream

    def receive(self, data: bytes) -> list[Frame]:
        """The frames that are whole with these bytes, but for those that were answered."""
        self._in += data
        frames = []
        while len(self._in) >= 9:
            length = int.from_bytes(self._in[:3], "big")
            if len(self._in) < 9 + length:
                break
            kind, flags = self._in[3], self._in[4]
            stream = int.from_bytes(self._in[5:9], "big") & 0x7FFFFFFF
            payload = bytes(self._in[9 : 9 + length])
            del self._in[: 9 + length]
            if kind in (SETTINGS, PING):
                if kind == SETTINGS:
                    told = dict(struct.iter_unpack(">HI", payload))
                    self.max_streams = told.get(MAX_CONCURRENT_STREAMS, self.max_streams)
                if not flags & ACK:
                    self.out += frame(kind, ACK, 0, payload if kind == PING else b"")
                continue
            if kind == DATA and payload and self.replenishes:
                self.out += window_update(0, length)
                if not flags & END_STREAM:
                    self.out += window_update(stream, length)
            frames.append(Frame(kind, flags, stream, payload))
        return frames

    def take_out(self) -> bytes:
        """What is to be sent now."""
        out = bytes(self.out)
        self.out.clear()
        return out


class Client:
    """A connection on which one thing is asked at a time."""

    def __init__(self, connected: socket.socket, window: int = 1 << 20):
        self.socket = connected
        self.wire = Wire(window, 2 * window)

    def get(self, path: str, within: float = 20.0, read_size: int = 1 << 16, pace: float = 0.0) -> tuple[int, bytes]:
        """The status and the whole body. Raises `Cut` if it ends early, and `TimeoutError` if it takes too long.

        `pace` is the pause after each read, for a client that reads slowly.
        """
        response = Response(self, path)
        end = time.monotonic() + within
        body = bytearray()
        while (part := response.read(read_size)) is not None:
            body += part
            if time.monotonic() > end:
                raise TimeoutError(f"not whole after {within:g} s")
            if pace:
                time.sleep(pace)
        return response.status, bytes(body)

    def close(self) -> None:
        self.socket.close()


class Response:
    """A response that is read part by part."""

    def __init__(self, client: Client, path: str):
        self.client = client
        self.stream = client.wire.request(path)
        self.status = 0
        self._ended = False
        self._send()

    def read(self, size: int = 1 << 16) -> bytes | None:
        """What one read of the socket gives of the body, which may be nothing; `None` at its end.

        Raises `Cut` if the response ends early, and `ConnectionError` if the connection ends without any response.
        """
        if self._ended:
            return None
        try:
            data = self.client.socket.recv(size)
        except ConnectionError as error:
            raise self._closed() from error
        if not data:
            raise self._closed()
        body = b""
        for each in self.client.wire.receive(data):
            if each.kind == GOAWAY and int.from_bytes(each.payload[:4], "big") < self.stream:
                raise ConnectionAbortedError("the connection is about to end, and the request was not looked at")
            if each.stream != self.stream:
                continue
            if each.kind == RST_STREAM:
                raise Cut(f"the stream was reset: {int.from_bytes(each.payload, 'big')}")
            if each.kind == HEADERS and not self.status:
                self.status = status(each.payload)
            if each.kind == DATA:
                body += each.payload
            self._ended |= each.ends_stream
        self._send()
        return body

    def _closed(self) -> OSError:
        return Cut("the connection was closed") if self.status else ConnectionAbortedError("there is no response")

    def _send(self) -> None:
        if out := self.client.wire.take_out():
            self.client.socket.sendall(out)
