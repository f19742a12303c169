"""The product's settlement beside the judge's, line by line."""

from __future__ import annotations

from typing import Any

from pitboss.games.library import Library, settle
from pitboss.records.rounds import read_round
from pitboss.records.settlements import settlement_record
from pitboss.round.result import WagerSettled
from tests.judge import judge

Record = dict[str, Any]
LIBRARY = Library()

_LINE = ("wager", "stake", "outcome", "odds", "winnings", "returned", "from_seat", "shares")
_SEAT = ("seat", "player", "staked", "winnings", "returned", "net")


def settled(record: Record, library: Library = LIBRARY) -> Record:
    """The product's settlement of a round record."""
    terms, play = read_round(record, library)
    return settlement_record(terms.rules, settle(terms, play))


def figures(settlement: Record) -> Record:
    """What two implementations must agree on: everything but the citations."""
    return {
        "seats": [
            {name: seat[name] for name in _SEAT}
            | {"lines": [{k: line[k] for k in _LINE if k in line} for line in seat["lines"]]}
            for seat in settlement["seats"]
        ],
        "meters": settlement["meters"],
        "house": settlement["house"],
    }


def differences(record: Record) -> list[str]:
    """Where the product and the judge disagree on a record; none is what we want."""
    return compare(figures(settled(record)), figures(judge.settle(record)))


def compare(product: Record, judged: Record) -> list[str]:
    """Every figure that differs, with its place."""
    found = []
    for ours, theirs in zip(product["seats"], judged["seats"], strict=True):
        place = f"seat {theirs['seat']}"
        for name in _SEAT:
            if ours[name] != theirs[name]:
                found.append(f"{place} {name}: {ours[name]} and not {theirs[name]}")
        if len(ours["lines"]) != len(theirs["lines"]):
            found.append(f"{place}: {len(ours['lines'])} lines and not {len(theirs['lines'])}")
        for line, judged_line in zip(ours["lines"], theirs["lines"], strict=False):
            if line != judged_line:
                found.append(f"{place}: {line} and not {judged_line}")
    for name in ("meters", "house"):
        if product[name] != judged[name]:
            found.append(f"{name}: {product[name]} and not {judged[name]}")
    return found


Line = tuple[int, str, str, str, str | None, str, str, int | None]


def line_of_event(line: WagerSettled) -> Line:
    """What a line says, from the log."""
    amounts = (str(line.stake), line.outcome, line.pays, str(line.winnings), str(line.returned))
    return (line.seat, line.wager, *amounts, line.from_seat)


def lines_of(settlement: dict[str, Any]) -> list[Line]:
    """What every line says, from a settlement record."""
    return [
        (
            seat["seat"],
            line["wager"],
            line["stake"],
            line["outcome"],
            line.get("odds"),
            line["winnings"],
            line["returned"],
            line.get("from_seat"),
        )
        for seat in settlement["seats"]
        for line in seat["lines"]
    ]


def cents(amount: str) -> int:
    """Signed cents of an amount as records write it."""
    return int(amount.replace(".", ""))


def unbalanced(settlement: Record) -> list[str]:
    """Where the books of a settlement do not close."""
    seats, meters, house = settlement["seats"], settlement["meters"], settlement["house"]
    out = sum(cents(seat["winnings"]) + cents(seat["returned"]) for seat in seats)
    staked = sum(cents(seat["staked"]) for seat in seats)
    awarded = sum(cents(meter["awarded"]) for meter in meters.values())
    found = []
    if out + cents(house["won"]) != staked + awarded + cents(house["paid"]):
        found.append("winnings + returned + house won is not staked + awarded + house paid")
    before, after = (sum(cents(m[when]) for m in meters.values()) for when in ("before", "after"))
    if before - awarded + cents(house["resets"]) != after:
        found.append("meters before - awarded + resets is not after")
    return found
