"""Settlement records (`pitboss-settlement/1`): a settled round as JSON says it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from pitboss.money import amount_text
from pitboss.round.settlement import Line, SeatSettled, Settlement
from pitboss.rulebook.model import Citation, Rulebook

FORMAT = "pitboss-settlement/1"


def settlement_record(rules: Rulebook, settlement: Settlement) -> dict[str, Any]:
    """The settlement as plain data, in the contract's words."""
    house = settlement.house
    return {
        "format": FORMAT,
        "rulebook": rules.id,
        "edition": rules.edition,
        "digest": rules.digest,
        "currency": rules.currency,
        "seats": [_seat(seat) for seat in settlement.seats],
        "meters": {
            name: {
                "before": str(meter.before),
                "awarded": str(meter.awarded),
                "after": str(meter.after),
            }
            for name, meter in settlement.meters.items()
        },
        "house": {"won": str(house.won), "paid": str(house.paid), "resets": str(house.resets)},
    }


def _seat(seat: SeatSettled) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "player": seat.player,
        "lines": [_line(line) for line in seat.lines],
        "staked": str(seat.staked),
        "winnings": str(seat.winnings),
        "returned": str(seat.returned),
        "net": str(seat.net),
    }


def _line(line: Line) -> dict[str, Any]:
    record: dict[str, Any] = {
        "wager": line.wager,
        "stake": str(line.stake),
        "outcome": line.outcome.value,
    }
    if line.pays is not None:
        record["odds"] = str(line.pays)
    record["winnings"] = str(line.winnings)
    record["returned"] = str(line.returned)
    if line.from_seat is not None:
        record["from_seat"] = line.from_seat
    if line.shares:
        record["shares"] = _shares(line)
    record["rules"] = list(line.citation.rules)
    record["interpretations"] = list(line.citation.interpretations)
    return record


def _shares(line: Line) -> list[dict[str, str]]:
    return [
        {
            "player": part.player,
            "stake": str(part.stake),
            "winnings": str(part.winnings),
            "returned": str(part.returned),
        }
        for part in line.shares
    ]


def settlement_json(rules: Rulebook, settlement: Settlement) -> str:
    """The same as one line of JSON text, written directly: half the cost of going through data.

    Only names of people need escaping; ids, amounts and odds are letters and digits of ours.
    """
    house = settlement.house
    seats = ",".join([_seat_json(seat) for seat in settlement.seats])
    meters = ",".join(
        f'"{name}":{{"before":"{meter.before}","awarded":"{meter.awarded}","after":"{meter.after}"}}'
        for name, meter in settlement.meters.items()
    )
    return (
        f'{{"format":"{FORMAT}","rulebook":"{rules.id}",'
        f'"edition":{json.dumps(rules.edition)},'
        f'"digest":"{rules.digest}","currency":{json.dumps(rules.currency)},"seats":[{seats}],'
        f'"meters":{{{meters}}},"house":{{"won":"{house.won}","paid":"{house.paid}",'
        f'"resets":"{house.resets}"}}}}'
    )


def _seat_json(seat: SeatSettled) -> str:
    lines = ",".join([_line_json(line) for line in seat.lines])
    return (
        f'{{"seat":{seat.seat},"player":{_name_json(seat.player)},"lines":[{lines}],'
        f'"staked":"{seat.staked}","winnings":"{seat.winnings}","returned":"{seat.returned}",'
        f'"net":"{seat.net}"}}'
    )


def _line_json(line: Line) -> str:
    wager, stake, outcome, pays, winnings, returned, citation, from_seat, shares = line
    odds = "" if pays is None else f'"odds":"{pays}",'
    extra = ""
    if from_seat is not None:
        extra = f'"from_seat":{from_seat},'
    if shares:
        extra += f'"shares":{json.dumps(_shares(line))},'
    return (
        f'{{"wager":"{wager}","stake":"{amount_text(stake.cents)}","outcome":"{outcome}",{odds}'
        f'"winnings":"{amount_text(winnings.cents)}",'
        f'"returned":"{amount_text(returned.cents)}",{extra}{_citation_json(citation)}}}'
    )


@lru_cache(maxsize=4096)
def _name_json(name: str) -> str:
    return json.dumps(name)


@lru_cache(maxsize=4096)
def _citation_json(citation: Citation) -> str:
    rules, interpretations = json.dumps(citation.rules), json.dumps(citation.interpretations)
    return f'"rules":{rules},"interpretations":{interpretations}'
