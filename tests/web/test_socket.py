"""The socket: what goes over the wire, to whom, and what comes of what is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pitboss.errors import RuleBreach
from pitboss.games.library import built_in_ids
from pitboss.house.callers import Player
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.records.entries import event_of
from pitboss.round.view import Viewer
from pitboss.staff.access import RequestRefused
from pitboss.table.chips.exchange import CashOut
from pitboss.table.people.seats import TakeSeat
from pitboss.web.hub import POLL_EVERY
from tests.table.test_view import hidden_from, texts_in
from tests.web.contract import assert_told
from tests.web.site import Browser, Line, Site


@pytest.fixture
def up() -> Iterator[Site]:
    with Site() as found:
        yield found


def seated(browser: Browser, seat: int, table: str = "T1", amount: str = "1000.00") -> Line:
    """A guest with money at a table."""
    line = browser.be_guest().socket()
    line.watch(table)
    line.done("take_seat", table, seat=seat)
    line.done("buy_in", table, amount=amount)
    return line


def mays(line: Line, kind: str, table: str = "T1") -> list[dict[str, Any]]:
    """What a line's latest view offers of a kind."""
    return [may for may in line.views[table]["you"]["may"] if may["do"] == kind]


def bet_all(line: Line, seat: int, table: str = "T1") -> None:
    """Place everything the view offers at a seat, with the least it takes."""
    while True:
        offers = [may for may in mays(line, "place", table) if may["seat"] == seat]
        if not offers:
            return
        offer = offers[0]
        line.done("place", table, seat=seat, wager=offer["wager"], stake=offer["least"])


# --- what is sent -------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_no_hidden_card_is_on_the_wire_in_a_whole_round(rulebook: str) -> None:
    """Two players and somebody who only watches, from bets to settlement (G18)."""
    with Site(rulebook) as up:
        public = up.browser().socket()
        public.watch()
        people = [up.browser(), up.browser()]
        lines = [seated(one, seat) for seat, one in enumerate(people, start=2)]
        dice = Random(11)
        for _ in range(2):
            play_a_round(up, lines, dice)
        viewers: list[Viewer | str] = [Viewer.PUBLIC, *(one.name for one in people)]
        for line, viewer in zip([public, *lines], viewers, strict=True):
            line.upto(up.version())
            check_wire(up, line, viewer)
            stages = {m["view"]["stage"] for m in line.came if m["kind"] == "table"}
            assert {"betting", "deciding", "waiting"} <= stages


def play_a_round(up: Site, lines: list[Line], dice: Random) -> None:
    up.call_for_bets()
    play_on(up, lines, dice)


def play_on(up: Site, lines: list[Line], dice: Random) -> None:
    """From the wagers to the end of a round for which bets were called."""
    for line in lines:
        seat = line.upto(up.version())["you"]["seat"]
        bet_all(line, seat)
    up.close_bets()
    while True:
        if up.deal():
            continue
        now = up.version()
        asked = [line for line in lines if line.upto(now)["you"]["is_your_turn"]]
        if not asked:
            assert lines[0].views["T1"]["stage"] == "waiting"
            return
        choice = dice.choice(mays(asked[0], "choose"))
        asked[0].done("choose", seat=choice["seat"], choice=choice["choice"])


def check_wire(up: Site, line: Line, viewer: Viewer | str) -> None:
    """Every message holds the contract; every view hides what was hidden when it was made."""
    seen = 0
    for message in line.came:
        assert_told(message)
        if message["kind"] != "table":
            continue
        play = up.plays.get(("T1", message["view"]["version"]))
        if play is not None:
            seen += 1
            assert not hidden_from(play, viewer) & set(texts_in(message))
    assert seen > 10
    every = json.dumps(line.came)
    opened = [event_of(one) for one in up.store.read("table/T1") if one.name == "seeds-opened"]
    assert opened
    for event in opened:
        # A seed is opened after its round for whoever asks, and never pushed to anybody.
        assert event.deck not in every


def test_a_view_after_reconnecting_in_mid_round_is_the_same(up: Site) -> None:
    browser = up.browser()
    line = seated(browser, 1)
    line.upto(up.call_for_bets())
    bet_all(line, 1)
    up.close_bets()
    up.deal()
    before = line.upto(up.version())
    assert before["stage"] == "deciding"
    assert None not in before["seats"][0]["cards"]
    line.connection.close()
    with browser.socket() as again:
        assert again.watch() == before


def test_the_lobby_and_a_sign_are_sent_at_once(up: Site) -> None:
    with up.browser().socket() as line:
        assert line.welcome["player"] is None
        line.send(do="watch", what="lobby")
        lobby = line.until(lambda m: m["kind"] == "lobby")
        assert [table["table"] for table in lobby["tables"]] == ["T1"]
        assert lobby["tables"][0]["free"] == [1, 2, 3, 4, 5, 6, 7]
        line.send(do="watch", what="sign", name="link-T1")
        meters = line.until(lambda m: m["kind"] == "meters")["meters"]
        assert meters["levels"][0]["amount"] == "12345.67"


def test_what_another_process_writes_comes_by_itself(up: Site) -> None:
    with up.browser().socket() as line:
        line.watch()
        other = House(up.store, up.clock)
        other.give(table_stream("T1"), TakeSeat("zoe", 5), Player("zoe"))
        line.until(lambda m: m["kind"] == "table" and m["view"]["seats"][4]["player"] == "Player 5")
    # Within a second, as far as it is ours to say: looked for that often, and sent at once.
    assert POLL_EVERY < 0.5


# --- what is asked ------------------------------------------------------------------------------


def test_without_signing_in_nothing_is_done(up: Site) -> None:
    with up.browser().socket() as line:
        line.watch()
        assert line.views["T1"]["you"]["may"] == []
        answer = line.ask("take_seat", seat=1)
        assert answer["kind"] == "mistake"
        assert "guest" in answer["remedy"]


def test_a_command_sent_again_is_done_once(up: Site) -> None:
    line = seated(up.browser(), 1)
    line.upto(up.call_for_bets())
    offer = mays(line, "place")[0]
    said = {"seat": 1, "wager": offer["wager"], "stake": offer["least"], "id": "the-same-one"}
    first, second = line.ask("place", **said), line.ask("place", **said)
    assert (first["kind"], first["is_repeat"]) == ("done", False)
    assert (second["kind"], second["is_repeat"]) == ("done", True)
    held = up.do(lambda: up.house.tables.table("T1").play.seats[1].wagers)
    assert held == {offer["wager"]: Money.parse(offer["least"])}
    other = line.ask("place", **{**said, "stake": "17.00"})
    assert other["kind"] == "mistake"


@pytest.mark.parametrize("kind", ["buy_in", "cash_out"])
def test_money_moves_once_however_often_it_is_sent(up: Site, kind: str) -> None:
    browser = up.browser()
    line = seated(browser, 1)
    for _ in range(3):
        assert line.ask(kind, amount="250.00", id="money-once")["kind"] == "done"
    sign = 1 if kind == "buy_in" else -1
    held = up.do(lambda: up.house.tables.table("T1").chips.held(browser.name))
    purse = up.do(lambda: up.backend.house.accounts.account(browser.name).purse)
    assert held == Money(100_000 + sign * 25_000)
    assert purse == Money(900_000 - sign * 25_000)
    assert line.came[-1] == {"kind": "purse", "purse": str(purse)} or any(
        message == {"kind": "purse", "purse": str(purse)} for message in line.came
    )


def test_a_purse_gives_no_more_than_it_holds(up: Site) -> None:
    line = seated(up.browser(), 1)
    answer = line.ask("buy_in", amount="9000.01")
    assert (answer["kind"], answer["remedy"]) == ("refused", "Take at most $9,000.00.")


def test_nobody_acts_for_another_and_the_attempt_is_written_down(up: Site) -> None:
    """Authority is the connection's (G20, S10)."""
    first, second = up.browser(), up.browser()
    line, other = seated(first, 1), seated(second, 2)
    up.call_for_bets()
    for one, seat in ((line, 1), (other, 2)):
        one.upto(up.version())
        bet_all(one, seat)
    up.close_bets()
    up.deal()
    answer = other.ask("choose", seat=1, choice="ride")
    assert answer["kind"] == "refused"
    assert "own hands only" in answer["remedy"]
    refusals = [event_of(entry) for entry in up.store.read("access")]
    assert any(isinstance(e, RequestRefused) and e.person == second.name for e in refusals)


def test_a_message_cannot_name_a_person(up: Site) -> None:
    line = seated(up.browser(), 1)
    answer = line.ask("buy_in", amount="5.00", player="somebody else")
    assert answer["kind"] == "mistake"
    assert "player" in answer["problem"]


def test_repeat_places_the_last_round_again_and_clear_takes_it_down(up: Site) -> None:
    line = seated(up.browser(), 3)
    play_a_round(up, [line], Random(2))
    line.upto(up.call_for_bets())
    assert mays(line, "repeat")
    answer = line.ask("repeat", id="repeat-once")
    assert answer["kind"] == "done"
    placed = up.do(lambda: up.house.tables.table("T1").play.seats[3].wagers)
    assert set(placed) == {"1", "2", "$", "progressive"}
    assert line.ask("take_down", seat=3)["kind"] == "done"
    assert up.do(lambda: 3 not in up.house.tables.table("T1").play.seats)
    # A line that came back sends what it sent before; what was taken down since stays down.
    assert line.ask("repeat", id="repeat-once")["is_repeat"]
    assert up.do(lambda: 3 not in up.house.tables.table("T1").play.seats)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"watch"',
        "{}",
        '{"do": "fly"}',
        '{"do": "watch", "what": "cellar"}',
        '{"do": "watch", "what": "table", "name": "T9"}',
        '{"do": "watch", "what": "sign", "name": "T1"}',
        '{"do": "place", "id": "12345678", "table": "T1", "seat": 1, "wager": "1", "stake": "5"}',
        '{"do": "view_hand", "id": "12345678", "table": "T1", "seat": "1"}',
        '{"do": "choose", "id": "short", "table": "T1", "seat": 1, "choice": "ride"}',
        '{"do": "leave_seat", "id": "12345678", "table": "nowhere"}',
        '{"do": "buy_in", "id": "12345678", "table": "T1", "amount": "-5.00"}',
        '{"do": "buy_in", "id": "12345678", "table": "T1", "amount": "5e3"}',
        "\x00\x01",
        "[" * 2000,
    ],
)
def test_what_cannot_be_read_is_answered_and_the_line_stays(up: Site, text: str) -> None:
    with up.browser().be_guest().socket() as line:
        line.connection.send(text)
        answer = line.until(lambda m: m["kind"] == "mistake")
        assert answer["problem"]
        assert answer["remedy"]
        line.connection.send(b"\xff\xfe")
        assert line.until(lambda m: m["kind"] == "mistake")["problem"] == "That was bytes"
        line.send(do="ping")
        assert line.until(lambda m: m["kind"] == "pong")


@pytest.mark.parametrize(
    ("field", "said", "words"),
    [
        ("id", "short", "id: an id is eight to sixty-four letters, digits, - or _, new for"),
        ("stake", "5", 'stake: an amount is digits, a point and two digits, such as "25.00"'),
        ("seat", 13, "seat: Input should be less than or equal to 12"),
    ],
)
def test_a_field_that_is_wrong_is_named_and_what_it_should_be_is_said(
    up: Site, field: str, said: object, words: str
) -> None:
    place = {"do": "place", "id": "12345678", "table": "T1", "seat": 1, "wager": "1"}
    with up.browser().be_guest().socket() as line:
        line.send(**(place | {"stake": "5.00"} | {field: said}))
        answer = line.until(lambda m: m["kind"] == "mistake")
    assert words in answer["problem"]
    assert "pattern" not in answer["problem"]


def test_a_message_that_is_too_long_ends_the_line(up: Site) -> None:
    with up.browser().socket() as line:
        line.connection.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            line.receive()


# --- who may speak ------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_another_sites_page_cannot_open_a_socket(up: Site, origin: str | None) -> None:
    browser = up.browser().be_guest()
    with pytest.raises(InvalidStatus) as refusal:
        browser.socket(origin=origin)
    assert refusal.value.response.status_code == 403


def test_signing_out_ends_the_line(up: Site) -> None:
    browser = up.browser().be_guest()
    with browser.socket() as line:
        assert browser.post("/sign-out").status_code == 303
        with pytest.raises(ConnectionClosed) as closed:
            line.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
    with browser.socket() as line:
        assert line.welcome["player"] is None


def test_two_windows_of_one_player_show_the_same(up: Site) -> None:
    browser = up.browser()
    line = seated(browser, 1)
    with browser.socket() as second:
        second.watch()
        up.call_for_bets()
        now = up.version()
        assert line.upto(now) == second.upto(now)


def test_limits_on_time_stop_new_play_but_not_the_hand(up: Site) -> None:
    browser = up.browser()
    line = seated(browser, 1)
    up.do(lambda: up.backend.house.accounts.limit_time(browser.name, 30))
    line.upto(up.call_for_bets())
    bet_all(line, 1)
    up.close_bets()
    up.deal()
    up.clock.pass_by(minutes=31)
    line.upto(up.version())
    assert line.ask("choose", seat=1, choice="ride")["kind"] == "done"
    answer = line.ask("buy_in", amount="5.00")
    assert answer["kind"] == "refused"
    assert "30 minutes" in answer["problem"]


def test_refused_money_is_refused_at_the_table_too(up: Site) -> None:
    """What the account allows and the table does not is written nowhere."""
    browser = up.browser()
    line = seated(browser, 1)
    answer = line.ask("cash_out", amount="1000.01")
    assert answer["kind"] == "refused"
    assert up.do(lambda: up.backend.house.accounts.account(browser.name).purse) == Money(900_000)
    with pytest.raises(RuleBreach):
        up.do(
            lambda: up.house.give(
                table_stream("T1"),
                CashOut(browser.name, Money(100_001)),
                Player(browser.name),
            )
        )
