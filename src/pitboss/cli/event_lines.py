"""What happened at a table, a line for each event, with the clause it obeys."""

from __future__ import annotations

from typing import Any

from pitboss.money import Money
from pitboss.records.events import body_of, name_of
from pitboss.table.events import CardsDealt

_SILENT = ("clause", "setting", "table", "rules", "interpretations", "options", "limits", "digest")


def event_line(event: Any, *, is_hidden: bool = False) -> str:
    """An event in one line; hidden cards are only counted while the round is played.

    >>> from pitboss.money import Money
    >>> from pitboss.table.events import WagerPlaced
    >>> event_line(WagerPlaced(seat=3, player="p1", wager="ante", stake=Money(2500), clause="3.4"))
    'wager placed: seat 3, player p1, wager ante, stake 25.00 (3.4)'
    >>> from pitboss.live.chips.events import ColouredUp
    >>> event_line(ColouredUp(player="p1", given={500: 20}, taken={10000: 1}, clause="I-50"))
    'coloured up: player p1, given 5.00: 20, taken 100.00: 1 (I-50)'
    """
    body = body_of(event)
    if is_hidden and isinstance(event, CardsDealt):
        body = _counted(body)
    for name in ("pieces", "given", "taken"):
        # Chips are typed by what they are worth, and so they are read.
        if isinstance(body.get(name), dict):
            body[name] = {str(Money(int(cents))): count for cents, count in body[name].items()}
    said = [
        f"{key.replace('_', ' ')} {_text(value)}"
        for key, value in body.items()
        if key not in _SILENT and value not in (None, "", [], {}, ())
    ]
    cited = [getattr(event, "clause", ""), *getattr(event, "rules", ())]
    cited += getattr(event, "interpretations", ())
    clauses = ", ".join(clause for clause in cited if clause)
    text = name_of(type(event)).replace("-", " ")
    if said:
        text = f"{text}: {', '.join(said)}"
    return f"{text} ({clauses})" if clauses else text


def _counted(dealt: dict[str, Any]) -> dict[str, Any]:
    hands = {seat: _cards(cards) for seat, cards in dealt["hands"].items()}
    piles = {place: _cards(dealt[place]) for place in ("community", "dealer", "burned")}
    return {"hands": hands, **{place: cards for place, cards in piles.items() if cards}}


def _cards(cards: list[str]) -> str:
    return f"{len(cards)} cards" if cards else ""


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_text(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(_text(item) for item in value)
    return str(value)
