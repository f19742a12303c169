"""All that browsers are sent in a round with draws, a royal flush and its prize: no secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.house.callers import Member
from pitboss.jackpot.claims import PayClaim, VerifyClaim
from pitboss.money import Money
from pitboss.records.entries import event_of
from pitboss.round.view import Viewer
from tests.table.test_view import hidden_from, texts_in
from tests.web.contract import KINDS, assert_told
from tests.web.served import Arranged, arranged
from tests.web.site import Browser, Line

TABLE, LINK = "LIR-1", "megalink"
MEGALINK = "mbs-megalink-let-it-ride-v2"
ROYAL, DRAWS = 79353, 30706
"""Seat 1 of two makes a royal flush; the Magic Card is 6s, and seat 2 the Lucky Player's."""
SUPERVISOR, CAGE = "demo-pit-supervisor", "demo-cage"


@dataclass(frozen=True, slots=True)
class Heard:
    """One viewer's line, and who they are."""

    line: Line
    viewer: Viewer | str


@dataclass(frozen=True, slots=True)
class Played:
    """A round from bets to the payment of its prize, and all that was heard of it."""

    floor: Arranged
    heard: list[Heard]
    private: dict[str, set[str]]
    """What each player held at the table and in the purse at any time."""


def watched(browser: Browser) -> Line:
    line = browser.socket()
    line.watch(TABLE)
    line.send(do="watch", what="lobby")
    line.send(do="watch", what="sign", name=LINK)
    line.until(lambda m: m["kind"] == "meters")
    return line


def bet(line: Line, seat: int, amount: str) -> None:
    line.done("take_seat", TABLE, seat=seat)
    line.done("buy_in", TABLE, amount=amount)
    for wager in ("1", "2", "$", "progressive"):
        line.done("place", TABLE, seat=seat, wager=wager, stake="5.00")


def ride(line: Line, seat: int) -> None:
    while not line.views[TABLE]["you"]["is_your_turn"]:
        line.receive()
    line.done("choose", TABLE, seat=seat, choice="ride")


def until_meters(line: Line, what: str) -> dict[str, Any]:
    def has(message: dict[str, Any]) -> bool:
        return message["kind"] == "meters" and bool(message["meters"][what])

    found = [message for message in line.came if has(message)]
    meters: dict[str, Any] = (found[-1] if found else line.until(has))["meters"]
    return meters


def amounts_held(floor: Arranged, name: str) -> list[str]:
    held = floor.house.tables.table(TABLE).chips.held(name)
    return [str(held), str(floor.backend.house.accounts.account(name).purse)]


def see_to_the_claim(floor: Arranged) -> None:
    cards = {1: tuple(card for card in DECK if str(card) in ("Th", "Jh", "Qh", "Kh", "Ah"))}
    floor.give_link(VerifyClaim(claim=1, cards=cards, deck=tuple(DECK)), Member(SUPERVISOR))
    floor.give_link(PayClaim(claim=1), Member(SUPERVISOR, CAGE))


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    with arranged(ROYAL, DRAWS) as floor:
        browsers = [floor.browser().be_guest() for _ in range(2)]
        public = floor.browser()
        lines = [watched(one) for one in browsers]
        heard = [Heard(line, one.name) for line, one in zip(lines, browsers, strict=True)]
        heard.append(Heard(watched(public), Viewer.PUBLIC))
        private: dict[str, set[str]] = {one.name: set() for one in browsers}

        def note() -> None:
            for name, amounts in private.items():
                amounts.update(floor.do(partial(amounts_held, floor, name)))

        # Amounts nobody else can have by chance: what is wagered and won ends in other cents.
        for seat, (line, amount) in enumerate(zip(lines, ("437.11", "512.93"), strict=True), 1):
            bet(line, seat, amount)
        note()
        assert lines[0].ask("choose", TABLE, seat=2, choice="ride")["kind"] == "refused"
        assert lines[0].ask("take_seat", "nowhere", seat=2)["kind"] == "mistake"
        floor.close_bets(TABLE)
        note()
        for _ in range(2):
            for seat, line in enumerate(lines, start=1):
                ride(line, seat)
        for one in heard:
            while one.line.views[TABLE]["stage"] != "waiting":
                one.line.receive()
            until_meters(one.line, "claims")
        note()
        see_to_the_claim(floor)
        for one in heard:
            until_meters(one.line, "hits")
            one.line.send(do="ping")
            one.line.until(lambda m: m["kind"] == "pong")
        yield Played(floor, heard, private)


def test_every_kind_of_message_was_heard_and_holds_the_contract(played: Played) -> None:
    came = [message for one in played.heard for message in one.line.came]
    assert {message["kind"] for message in came} == KINDS.keys()
    for message in came:
        assert_told(message)


@pytest.mark.rule(MEGALINK, "4.3")
def test_no_hidden_card_and_no_draw_is_sent_before_the_rules_show_it(played: Played) -> None:
    """Cards in views go by what was up when the view was made; other messages have none at all."""
    deck = {str(card) for card in DECK}
    for one in played.heard:
        checked = 0
        for message in one.line.came:
            if message["kind"] != "table":
                assert not deck & set(texts_in(message)), message
                continue
            view = message["view"]
            play = played.floor.plays.get((TABLE, view["version"]))
            if play is None:
                continue
            checked += 1
            assert not hidden_from(play, one.viewer) & set(texts_in(message))
            assert play.is_settled or (view["magic_card"], view["lucky_seat"]) == (None, None)
        assert checked > 5
    assert any(play.has_draws and not play.is_settled for play in played.floor.plays.values())


def test_no_seed_is_pushed_and_none_is_told_before_it_is_opened(played: Played) -> None:
    seeds = [event_of(entry) for entry in played.floor.store.read(f"seeds/{TABLE}")]
    every = json.dumps([one.line.came for one in played.heard])
    assert seeds
    for kept in seeds:
        assert kept.deck
        assert kept.draws
        assert kept.deck not in every
        assert kept.draws not in every


def test_what_one_player_holds_is_told_to_that_player_alone(played: Played) -> None:
    for name, amounts in played.private.items():
        assert len(amounts) > 2
        for one in played.heard:
            texts = {text for message in one.line.came for text in texts_in(message)}
            told = amounts & texts
            assert told if one.viewer == name else not told, (name, one.viewer, told)


def test_links_and_lobby_name_nobody(played: Played) -> None:
    """A prize is its seat's: who sits there is for the table to show, who verified for nobody."""
    names = {*played.private, SUPERVISOR, CAGE}
    for one in played.heard:
        every = json.dumps(one.line.came)
        assert SUPERVISOR not in every
        assert CAGE not in every
        shared = [m for m in one.line.came if m["kind"] in ("meters", "lobby", "layout")]
        assert not any(name in json.dumps(shared) for name in names)


def test_the_prize_is_told_to_everybody_as_it_was_won(played: Played) -> None:
    for one in played.heard:
        claim = until_meters(one.line, "claims")["claims"][0]
        assert (claim["table"], claim["seat"], claim["words"]) == (TABLE, 1, "royal flush")
        assert Money.parse(claim["amount"]) == Money(5_000_150)
        hit = until_meters(one.line, "hits")["hits"][0]
        assert (hit["table"], hit["amount"], hit["claim"]) == (TABLE, claim["amount"], 1)
