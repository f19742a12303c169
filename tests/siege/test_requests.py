"""Whatever is asked of the server, it answers in plain words and never with a fault of its own."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any, get_args
from unittest.mock import patch
from urllib.parse import quote, quote_from_bytes, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from pitboss.web import messages as msg
from pitboss.web.app import make_app
from pitboss.web.safety import HEADERS, Doors
from tests.siege.raw import Answer, Header, ask
from tests.web.served import arranged
from tests.web.site import Browser, Serving

BIG = "9" * 5000
"""More digits than Python reads as a number."""
KINDS = {"by its own name": Doors(), "by any name": Doors(hosts=None)}


class Besieged(Serving):
    """A demonstration floor with a guest and a member of staff signed in, and what it logged."""

    def __init__(self, doors: Doors) -> None:
        floor = arranged()
        super().__init__(floor.backend, floor.dealing)
        # What is sent here must not wait for its turn.
        with patch("pitboss.web.socket.BURST", 1e6), patch("pitboss.web.socket.PER_SECOND", 1e6):
            self.app = make_app(floor.backend, doors)
        self.hub = self.app.state.hub

    def open(self) -> None:
        self.start()
        self.stranger = self.browser()
        self.guest = self.browser().be_guest()
        self.staff = self.browser()
        self.staff.name = "demo-pit-manager"
        signed = self.staff.sign_in_staff("demo-pit-manager", "play money, nothing real")
        assert signed.status_code == 303, signed.text
        self.tokens = {
            browser.name: browser.token() for browser in (self.stranger, self.guest, self.staff)
        }

    @property
    def routes(self) -> list[Route]:
        return [route for route in self.app.routes if isinstance(route, Route)]


@pytest.fixture(scope="module", params=KINDS.values(), ids=list(KINDS))
def up(request: pytest.FixtureRequest) -> Iterator[Besieged]:
    site = Besieged(request.param)
    site.open()
    yield site
    site.stop()


@pytest.fixture(autouse=True)
def nothing_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A fault of the server's own is logged with its traceback."""
    with caplog.at_level(logging.ERROR):
        yield
    failed = [record.getMessage() for record in caplog.records if record.exc_info]
    assert not failed, failed


def headers_of(browser: Browser) -> list[Header]:
    return [("Cookie", browser.cookie().encode()), ("Origin", browser.address.encode())]


def check(answer: Answer) -> None:
    assert answer.status < 500, answer
    missing = [name for name in HEADERS if name not in answer.headers]
    # What is no HTTP at all is refused before there is a request to answer.
    is_ours = answer.body != "Invalid HTTP request received."
    assert not (missing and is_ours), (answer, missing)


# --- what an intruder found -----------------------------------------------------------------------

NUMBERS = (
    f"/api/table/LIR-1/rounds?last={BIG}",
    f"/api/table/LIR-1/advice?seat={BIG}",
    f"/staff/claim/megalink/{BIG}",
)


@pytest.mark.parametrize("target", NUMBERS, ids=lambda target: target[:24])
def test_a_number_too_long_to_be_read_is_refused_in_plain_words(up: Besieged, target: str) -> None:
    table = up.backend.house.tables.names()[0]
    asked = target.replace("LIR-1", quote(table)).encode()
    for browser in (up.guest, up.staff):
        answer = ask(up.address, target=asked, headers=headers_of(browser))
        check(answer)
        assert answer.status in (303, 400, 403, 404), answer


def test_a_claim_is_not_decided_by_a_number_too_long_to_be_read(up: Besieged) -> None:
    for target in (f"/staff/claim/megalink/{BIG}/pay", "/staff/claim/megalink/1/verify"):
        fields = {"csrf": up.staff.token(), f"cards.{BIG}": "Ah Kh", "id": "1"}
        answer = ask(
            up.address,
            "POST",
            target.encode(),
            headers_of(up.staff),
            urlencode(fields).encode(),
        )
        check(answer)
        assert answer.status in (400, 404), answer


@pytest.mark.parametrize("length", [b"\xb2", b"9" * 5000, b"-1", b"1e3", b"+5", b""])
def test_a_length_that_is_no_number_is_refused(up: Besieged, length: bytes) -> None:
    headers = [*headers_of(up.guest), ("Content-Length", length)]
    check(ask(up.address, "POST", b"/guest", headers))


@pytest.mark.parametrize("name", ["Host", "Origin"])
@pytest.mark.parametrize("value", [b"[", b"[::1", b"]", b"http://[", b"a]b[", b"\xff", b"a:b:c"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_that_is_none_is_refused_in_plain_words(
    up: Besieged, method: str, name: str, value: bytes
) -> None:
    answer = ask(up.address, method, b"/guest", [(name, value)])
    check(answer)
    assert answer.status in (400, 403, 404, 405), answer
    if b"[" in value and (name == "Host" or b"//" in value):
        assert answer.status == 400, answer


@pytest.mark.parametrize("name", ["Host", "Origin"])
def test_a_socket_of_an_address_that_is_none_is_not_opened(up: Besieged, name: str) -> None:
    answer = ask(
        up.address,
        target=b"/ws",
        headers=[
            ("Connection", b"Upgrade"), ("Upgrade", b"websocket"), ("Sec-WebSocket-Version", b"13"),
            ("Sec-WebSocket-Key", b"dGhlIHNhbXBsZSBub25jZQ=="), (name, b"http://["),
            *([] if name == "Origin" else [("Origin", up.address.encode())]),
        ],
    )  # fmt: skip
    assert answer.status == 403, answer


@pytest.mark.parametrize("name", ["%00", "a%00.js", "x" * 300, "x/" * 3000, "%ff%fe", "..%2f.."])
def test_a_static_file_that_cannot_be_is_not_found(up: Besieged, name: str) -> None:
    answer = ask(up.address, target=f"/static/0/{name}".encode())
    check(answer)
    assert answer.status == 404, answer


def test_a_fault_of_the_servers_own_is_answered_with_all_headers(
    up: Besieged, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(up.hub.views, "links", fails)
    answer = ask(up.address, target=b"/sign/megalink")
    assert answer.status == 500
    assert not [name for name in HEADERS if name not in answer.headers]
    assert answer.headers["cache-control"] == "no-store"
    assert "planted" not in answer.body
    caplog.clear()


# --- whatever else may be asked -------------------------------------------------------------------

NASTY = (
    "", "0", "-1", "1", BIG, "\0", "[", "]", "..", "%", "²", "\u0661", "\ud7ff", "'", '"', "<b>",
    "\\", "x" * 300, "//", "http://[", "LIR-1", "megalink", "null", "1e400", "NaN", "\u202e", "\n",
)  # fmt: skip
words = st.sampled_from(NASTY) | st.text(max_size=40)
raw_values = st.binary(max_size=60).map(
    lambda text: bytes(one for one in text if one >= 0x20 and one != 0x7F)
) | words.map(lambda text: text.replace("\n", "").replace("\0", "").encode("utf-8"))
FIELDS = (
    "csrf", "name", "password", "code", "as", "next", "kind", "value", "second", "reason",
    "document", "id", "cards.1", "cards.²", f"cards.{BIG}", "deck.Ah", "last", "seat", "table",
)  # fmt: skip
fields = st.dictionaries(st.sampled_from(FIELDS) | words, words, max_size=5)
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "QUERY")
HEADER_NAMES = (
    "Host", "Origin", "Cookie", "Sec-Fetch-Site", "Content-Length", "Content-Type", "Range",
    "If-Range", "If-None-Match", "If-Modified-Since", "X-Forwarded-For", "X-Forwarded-Proto",
    "Accept", "Accept-Encoding", "Transfer-Encoding", "Expect", "Upgrade",
)  # fmt: skip
odd_headers = st.lists(st.tuples(st.sampled_from(HEADER_NAMES), raw_values), max_size=3)


@st.composite
def targets(draw: st.DrawFn, routes: list[Route], known: list[str]) -> str:
    """The address of a route with anything for its parts, or any address at all."""
    if draw(st.integers(0, 9)) == 0:
        return "/" + quote(draw(words), safe="/?")
    path = draw(st.sampled_from(routes)).path
    while "{" in path:
        before, _, rest = path.partition("{")
        _, _, after = rest.partition("}")
        part = draw(st.sampled_from(known) | words)
        path = before + quote_from_bytes(part.encode("utf-8", "replace"), safe="") + after
    asked = draw(fields)
    return path + ("?" + urlencode(asked, errors="replace") if asked else "")


LEAVES = ("/guest", "/sign-in", "/sign-up", "/sign-out")
"""Forms that end the session a browser had; a stranger sends them, who has none."""


def _besiege(up: Besieged, data: st.DataObject) -> None:
    known = [*up.backend.house.tables.names()[:2], "megalink", "1", "verify", up.guest.name]
    target = data.draw(targets(up.routes, known))
    method = data.draw(st.sampled_from(METHODS[:2]) | st.sampled_from(METHODS))
    browser = data.draw(st.sampled_from([up.guest, up.staff]))
    if target.startswith(LEAVES):
        browser = up.stranger
    headers = headers_of(browser) + data.draw(odd_headers)
    body = b""
    if method == "POST":
        token = {"csrf": up.tokens[browser.name]}
        filled = data.draw(fields) | data.draw(st.just(token) | st.just({}))
        form = urlencode(filled, errors="replace").encode()
        body = data.draw(st.just(form[:16_000]) | st.binary(max_size=200))
    check(ask(up.address, method, target.encode(), headers, body))


def times(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )


@times(150)
@given(data=st.data())
def test_no_request_to_any_route_is_answered_with_a_fault(
    up: Besieged, data: st.DataObject
) -> None:
    _besiege(up, data)


@pytest.mark.long
@times(10_000)
@given(data=st.data())
def test_no_request_of_very_many_is_answered_with_a_fault(
    up: Besieged, data: st.DataObject
) -> None:
    _besiege(up, data)


# --- messages -------------------------------------------------------------------------------------

odd = (
    st.none()
    | st.booleans()
    | st.integers(-2, 13)
    | st.sampled_from([10**30, -(10**400), 1e308, 0.5])
    | words
    | st.sampled_from(["25.00", "LIR-1", "megalink", "lobby", "table", "sign", "withdraw", "ante"])
    | st.lists(st.integers(0, 3), max_size=2)
    | st.dictionaries(words, st.integers(0, 3), max_size=2)
)
ids = st.text("abcdefgh-_0123", min_size=8, max_size=12)


@st.composite
def sent(draw: st.DrawFn) -> str:
    """A message of a known kind with anything for its fields, or any text at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(words | st.sampled_from(["[" * 4000, '{"do":' * 1000, f'{{"do":{BIG}}}']))
    kind = draw(st.sampled_from(get_args(msg.FromBrowser)))
    said: dict[str, Any] = {name: draw(odd) for name in kind.model_fields}
    said["do"] = get_args(kind.model_fields["do"].annotation)[0]
    if "id" in said:
        said["id"] = draw(ids | odd)
    if "seat" in said:
        said["seat"] = draw(st.integers(1, 7) | odd)
    said |= draw(st.dictionaries(words, odd, max_size=1))
    text = json.dumps(said)
    # A number that JSON can write and Python cannot.
    return (text.replace('"NaN"', BIG) if draw(st.booleans()) else text)[:8000]


def _say(up: Besieged, texts: list[str]) -> None:
    with up.guest.socket() as line:
        for text in texts:
            line.connection.send(text)
        line.send(do="ping")
        line.until(lambda message: message["kind"] == "pong")


@times(60)
@given(texts=st.lists(sent(), max_size=6))
def test_no_message_ends_a_socket(up: Besieged, texts: list[str]) -> None:
    _say(up, texts)


@pytest.mark.long
@times(2_000)
@given(texts=st.lists(sent(), max_size=8))
def test_no_message_of_very_many_ends_a_socket(up: Besieged, texts: list[str]) -> None:
    _say(up, texts)
