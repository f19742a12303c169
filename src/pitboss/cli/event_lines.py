"""What happened at a table, a line for each event, with the clause it obeys."""

from __future__ import annotations

import typing
from functools import cache
from typing import Any

from pitboss.cards import Card
from pitboss.codec import name_of, plain
from pitboss.money import Money
from pitboss.round.deal import DrawsRecorded
from pitboss.table.irregularities.reports import IrregularityReported
from pitboss.table.secrecy import NOTHING_HIDDEN, Hidden, details_without, without

_SILENT = (
    "clause", "setting", "table", "rules", "interpretations", "options", "limits", "digest",
)  # fmt: skip


def event_line(event: Any, hidden: Hidden = NOTHING_HIDDEN) -> str:
    """An event in one line; of cards that are hidden now it says only how many.

    >>> from pitboss.money import Money
    >>> from pitboss.round.wagers import WagerPlaced
    >>> event_line(WagerPlaced(seat=3, player="p1", wager="ante", stake=Money(2500), clause="3.4"))
    'wager placed: seat 3, player p1, wager ante, stake 25.00 (3.4)'
    >>> from pitboss.table.chips.exchange import ColouredUp
    >>> event_line(ColouredUp(player="p1", given={500: 20}, taken={10000: 1}, clause="I-50"))
    'coloured up: player p1, given 5.00: 20, taken 100.00: 1 (I-50)'
    """
    body = _seen(event, plain(event), hidden)
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


def _seen(event: Any, body: dict[str, Any], hidden: Hidden) -> dict[str, Any]:
    """What an event says, without what is hidden now."""
    if isinstance(event, DrawsRecorded):
        # Not even whether anything was drawn.
        secret = {name for name in ("magic_card", "lucky_seat") if getattr(hidden, name)}
        return {name: value for name, value in body.items() if name not in secret}
    if isinstance(event, IrregularityReported):
        return body | {"details": details_without(hidden, body["details"])}
    kind: Any = type(event)
    held = _with_cards(kind)
    return {
        name: _without(hidden, value) if name in held else value for name, value in body.items()
    }


def _without(hidden: Hidden, value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(hidden, item) for key, item in value.items()}
    if isinstance(value, list):
        return without(hidden, " ".join(value))
    return "face down" if value in hidden.cards else value


@cache
def _with_cards(kind: Any) -> frozenset[str]:
    """The fields that hold cards, by their types: no event need be listed."""
    hints = typing.get_type_hints(kind)
    return frozenset(name for name, hint in hints.items() if _holds_cards(hint))


def _holds_cards(hint: Any) -> bool:
    return hint is Card or any(map(_holds_cards, typing.get_args(hint)))


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_text(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(_text(item) for item in value)
    return str(value)
