"""Lines about events name no card that is hidden, whatever the event is."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.cards import DECK, Card
from pitboss.money import Money
from pitboss.round.deal import CardsFound, CardsTurned, DrawsRecorded
from pitboss.table.irregularities.reports import NextCardDrawn
from pitboss.table.prompts import NOTHING_HIDDEN, Hidden, due_lines, hidden_now
from pitboss.table.script import event_line
from pitboss.table.table import Event, TableSnapshot
from tests.script import TableScript, play_at_table

MEGALINK, HOLDEM = "mbs-megalink-let-it-ride-v2", "mbs-megalink-holdem-v9"
SECRET = Card.parse("Kd")
EVERYTHING = Hidden(frozenset(map(str, DECK)), magic_card=True, lucky_seat=True)

WORDS = frozenset((
    "kind", "ruling", "reason", "player", "answer", "clause", "wager", "decision", "choice", "what",
    "outcome", "pays", "meter", "method", "rulebook", "edition", "digest", "gaming_day", "deck",
    "draws", "backs", "checklist", "step", "person", "role", "reference", "device", "mode",
    "subject", "day", "slip", "second", "box", "level", "value",
))  # fmt: skip
"""Texts of events that name no card. Whoever adds one sees to it that this is so of theirs."""


def kinds(union: Any) -> list[Any]:
    return [kind for one in typing.get_args(union) for kind in (kinds(one) or [one])]


KINDS = [kind for kind in kinds(Event) if kind is not TableSnapshot]
"""A snapshot is the whole table, and no line says any of it."""


def example(hint: Any) -> Any:
    """Something of a type, with the secret card wherever a card may be."""
    inner = typing.get_args(hint)
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return example(next(one for one in inner if one is not types.NoneType))
    if origin is tuple:
        return (example(inner[0]),) if inner[-1] is Ellipsis else tuple(map(example, inner))
    if origin is not None and issubclass(origin, Mapping):
        if inner == (str, str):
            return {"laid": f"1: {SECRET} Qd; community: 2c", "void": f"{SECRET} is one too many"}
        return {example(inner[0]): example(inner[1])}
    if hint is Card:
        return SECRET
    if hint is Money:
        return Money(100)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return hint(**{name: example(one) for name, one in typing.get_type_hints(hint).items()})
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return next(iter(hint))
    return hint(1)


def texts(kind: Any) -> set[str]:
    hints = typing.get_type_hints(kind)
    return {name for name, hint in hints.items() if hint in (str, str | None)}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_event_tells_a_card_that_is_hidden(kind: Any) -> None:
    event = kind(**{name: example(hint) for name, hint in typing.get_type_hints(kind).items()})
    assert str(SECRET) not in event_line(event, EVERYTHING)
    assert texts(kind) <= WORDS, "say that they name no card, or have them read without"


def test_events_with_cards_are_among_them_and_tell_what_is_seen() -> None:
    told = set()
    for kind in KINDS:
        event = kind(**{name: example(hint) for name, hint in typing.get_type_hints(kind).items()})
        if str(SECRET) in event_line(event, NOTHING_HIDDEN):
            told.add(kind.__name__)
    assert told == {
        "DrawsRecorded", "CardsDealt", "CardsTurned", "CardsFound", "CardSetAside",
        "IrregularityReported", "CardsWronglyExposed", "NextCardDrawn",
    }  # fmt: skip


# --- what is hidden when --------------------------------------------------------------------------


def said(table: TableScript, kind: type) -> str:
    event = next(one for one in reversed(table.log) if isinstance(one, kind))
    return event_line(event, hidden_now(table.table_rules, table.table))


@pytest.mark.rule(MEGALINK, "4.3")
@pytest.mark.rule(MEGALINK, "4.4")
def test_4_3_and_4_4_draws_are_told_at_settlement_unless_the_house_has_it_otherwise() -> None:
    drawn = """
        seat 1  base 10.00  progressive 5.00
        no more bets
        draws magic_card Js  lucky_seat 4
    """
    at_once = play_at_table(MEGALINK, drawn, unit="5.00", house={"magic_reveal": "after_lock"})
    assert said(at_once, DrawsRecorded) == "draws recorded: magic card Js (4.5)"
    table = play_at_table(MEGALINK, drawn, unit="5.00")
    assert said(table, DrawsRecorded) == "draws recorded (4.5)"
    table.say("deal 9h Td 3h Js 5d", "seat 1  ride", "turn", "seat 1  ride", "turn")
    # The card is on the table for all to see, and that it is the Magic Card is not known.
    assert said(table, DrawsRecorded) == "draws recorded (4.5)"
    table.say("show 1", "settle jackpot 10000.00 reset 10000.00")
    assert said(table, DrawsRecorded) == "draws recorded: magic card Js, lucky seat 4 (4.5)"


def test_a_card_that_left_the_shoe_unseen_is_not_named_before_it_is_dealt() -> None:
    table = play_at_table("mgc-let-it-ride", "call\nreport drawn_card card=8c", method="machine")
    assert said(table, NextCardDrawn) == "next card drawn: card face down, after 0 (13(b))"
    hidden = hidden_now(table.table_rules, table.table)
    assert not [event for event in table.log if "8c" in event_line(event, hidden)]


def test_what_is_moved_by_a_ruling_is_counted_and_what_was_turned_is_named() -> None:
    laid = "community: 2c 3c 4c 5c 6c; 2: 7c 8c; 1: 9c Tc; dealer: Jc Qc"
    table = play_at_table(
        HOLDEM,
        f"""
        seat 1,2  ante 10.00
        no more bets
        deal 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc
        report misdeal handled=no "laid={laid}"
        """,
    )
    due = " ".join(due_lines(table.table_rules, table.table))
    assert "laid community: 5 cards; 2: 2 cards; 1: 2 cards; dealer: 2 cards" in due
    before = len(table.log)
    table.say("as top: rule move seen")
    hidden = hidden_now(table.table_rules, table.table)
    every = " ".join(event_line(event, hidden) for event in table.log[before:])
    assert "cards found: hands 1: 2 cards; 2: 2 cards, community 5 cards" in every
    assert not [card for card in DECK if str(card) in every + due]
    table.say("seat 1,2  bet", "turn")
    assert "cards 2c 3c 4c" in said(table, CardsTurned)
    assert "community 2c 3c 4c 2 cards" in said(table, CardsFound)
