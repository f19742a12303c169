"""`pitboss deck`: a round's deck and draws, rebuilt by anyone from the seeds that were opened."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.shuffling import (
    checked_seed,
    commitment,
    cut,
    deck_of,
    lucky_seat_of,
    magic_card_of,
    opens,
)

FORMAT = "pitboss-deck/1"
_PER_LINE = 13
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")
_AREAS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRequest:
    """What the command line asks for."""

    seed: str
    context: str
    published: str | None = None
    contributions: Sequence[str] = ()
    cut: int | None = None
    draw_seed: str | None = None
    draw_published: str | None = None
    magic_rate: str | None = None
    lucky_rate: str | None = None
    areas: str | None = None


def show_deck(request: DeckRequest, *, as_json: bool) -> int:
    """Print what the seeds give; status 1 if one does not open what was published."""
    record = deck_record(request)
    denials = _denials(record)
    if as_json:
        print(json.dumps(record))
    elif denials:
        # A deck that was not committed to is not the deck of the round, so none is shown.
        print("\n".join(denials))
    else:
        print("\n".join(_lines(record)))
    return 1 if denials else 0


def deck_record(request: DeckRequest) -> dict[str, Any]:
    """Everything the request asks for, as data."""
    deck: Sequence[Card] = deck_of(request.seed, request.context, request.contributions)
    record: dict[str, Any] = {
        "format": FORMAT,
        "context": request.context,
        **_opened(request.seed, request.context, request.published, "--commitment"),
        "contributions": [checked_seed(one) for one in request.contributions],
    }
    if request.cut is not None:
        deck = cut(deck, request.cut)
        record["cut"] = request.cut
    record["deck"] = [str(card) for card in deck]
    draws = _draws(request)
    return record if draws is None else {**record, "draws": draws}


def _opened(seed: str, context: str, published: str | None, option: str) -> dict[str, Any]:
    found = {"seed": checked_seed(seed), "commitment": commitment(seed, context=context)}
    if published is None:
        return found
    if not _DIGEST.fullmatch(published):
        raise BadSetting(
            f"{option} {published!r} is not a commitment: one is 64 hexadecimal digits"
        )
    return {**found, "published": published.lower(), "opens": opens(published, seed, context)}


def _draws(request: DeckRequest) -> dict[str, Any] | None:
    seed, context = request.draw_seed, request.context
    if seed is None:
        for option, value in (
            ("--draw-commitment", request.draw_published),
            ("--magic-rate", request.magic_rate),
            ("--lucky-rate", request.lucky_rate),
            ("--areas", request.areas),
        ):
            if value is not None:
                raise BadSetting(
                    f"{option} says something about the draws: give their own seed, --draw-seed"
                )
        return None
    draws = _opened(seed, context, request.draw_published, "--draw-commitment")
    if request.magic_rate is not None:
        rate = _rate(request.magic_rate, "--magic-rate")
        card = magic_card_of(seed, context, rate)
        draws |= {"magic_rate": str(rate), "magic_card": None if card is None else str(card)}
    if (request.lucky_rate is None) != (request.areas is None):
        raise BadSetting(
            "A Lucky Player is drawn at a rate and among betting areas: give both, "
            "such as --lucky-rate 1/20 --areas 1-7"
        )
    if request.lucky_rate is not None and request.areas is not None:
        rate, areas = _rate(request.lucky_rate, "--lucky-rate"), read_areas(request.areas)
        seat = lucky_seat_of(seed, context, rate, areas)
        draws |= {"lucky_rate": str(rate), "areas": areas, "lucky_seat": seat}
    return draws


def _rate(text: str, option: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadSetting(
            f"{option} {text!r} is not a rate: write a fraction such as 1/20, or 0.05"
        ) from None


def read_areas(text: str) -> list[int]:
    """Betting areas as people list them.

    >>> read_areas("1-4,6")
    [1, 2, 3, 4, 6]
    >>> read_areas("one")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: --areas 'one' is no list of betting areas: write 1-7, or 1,3,6
    """
    areas: set[int] = set()
    for part in text.replace(" ", "").split(","):
        found = _AREAS.fullmatch(part)
        run = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
        if not run or run.start < 1:
            raise BadSetting(f"--areas {text!r} is no list of betting areas: write 1-7, or 1,3,6")
        areas.update(run)
    return sorted(areas)


# --- for people ---------------------------------------------------------------------------------


def _denials(record: dict[str, Any]) -> list[str]:
    of_deck, of_draws = ("The seed", record), ("The seed of the draws", record.get("draws", {}))
    return [
        f"{whose} does not open what was published for {record['context']}: it gives\n"
        f"  {found['commitment']}, and there stands\n"
        f"  {found['published']}.\n"
        "The seed, the round or the commitment is not the one that was announced."
        for whose, found in (of_deck, of_draws)
        if found.get("opens") is False
    ]


def _lines(record: dict[str, Any]) -> list[str]:
    deck = record["deck"]
    lines = [f"Round       {record['context']}", *_opening(record)]
    lines += [f"Added       {seed}" for seed in record["contributions"]]
    lines.append(f"Deck, top card first{_after_cut(record)}:")
    lines += ["  " + " ".join(deck[at : at + _PER_LINE]) for at in range(0, len(deck), _PER_LINE)]
    if "draws" in record:
        draws = record["draws"]
        lines += ["Draws", *_opening(draws)]
        if "magic_rate" in draws:
            lines.append(f"Magic Card  {draws['magic_card'] or 'none in this round'}")
        if "lucky_rate" in draws:
            lines.append(f"Lucky area  {draws['lucky_seat'] or 'none in this round'}")
    return lines


def _opening(found: dict[str, Any]) -> list[str]:
    matches = ", as published" if found.get("opens") else ""
    return [f"Seed        {found['seed']}", f"Commitment  {found['commitment']}{matches}"]


def _after_cut(record: dict[str, Any]) -> str:
    return f", after a cut of {record['cut']}" if "cut" in record else ""
