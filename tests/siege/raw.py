"""Requests as bytes, for what no honest client would send."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.waiting import PATIENCE

Header = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the status, every header in lower case, and the page."""

    status: int
    headers: dict[str, str]
    body: str


def ask(
    address: str,
    method: str = "GET",
    target: bytes = b"/",
    headers: Sequence[Header] = (),
    body: bytes = b"",
) -> Answer:
    """Send a request byte by byte as it is given; Host is the server's own unless given."""
    place = urlsplit(address)
    assert place.port is not None, "a server of a test has a port"
    named = {name.lower() for name, _ in headers}
    lines = [method.encode() + b" " + target + b" HTTP/1.1"]
    if "host" not in named:
        lines.append(b"Host: " + place.netloc.encode())
    if body and "content-length" not in named:
        lines.append(b"Content-Length: %d" % len(body))
    lines += [name.encode() + b": " + value for name, value in headers]
    if "connection" not in named:
        lines.append(b"Connection: close")
    request = b"\r\n".join([*lines, b"", b""]) + body
    with socket.create_connection(("127.0.0.1", place.port), PATIENCE) as line:
        line.sendall(request)
        came = b""
        try:
            while part := line.recv(65536):
                came += part
        except ConnectionResetError:
            # The server had said all it would before it read the rest.
            pass
    return _answer(came)


def _answer(came: bytes) -> Answer:
    head, _, body = came.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    status = int(first.split(" ")[1]) if first else 0
    pairs = (line.partition(":") for line in rest)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    return Answer(status, headers, body.decode("utf-8", "replace"))
