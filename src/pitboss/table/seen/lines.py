"""Settled lines for people: each with what it rests on, and a sentence that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pitboss.money import NOTHING, Money, total
from pitboss.round.result import WagerSettled
from pitboss.round.round import Seat
from pitboss.round.settlement import Outcome
from pitboss.rulebook.model import Rulebook


def lines(
    rules: Rulebook, seats: Mapping[int, Seat], settled: Iterable[WagerSettled], player: str | None
) -> list[dict[str, Any]]:
    """Every line of a settlement, in its order."""
    return [_line(rules, seats[line.seat], line, player) for line in settled]


def net(
    seats: Mapping[int, Seat], settled: Iterable[WagerSettled], player: str | None
) -> Money | None:
    """What a round brought somebody; nothing at all if they had no part in it."""
    parts = [part for line in settled for part in _parts(seats[line.seat], line, player)]
    return total(parts) if parts else None


def _parts(at: Seat, line: WagerSettled, player: str | None) -> Iterator[Money]:
    if line.shares:
        for name, stake, winnings, returned in line.shares:
            if name == player:
                yield winnings + returned - stake
    elif at.player == player:
        yield line.winnings + line.returned - line.stake


def _line(rules: Rulebook, at: Seat, line: WagerSettled, player: str | None) -> dict[str, Any]:
    title = title_of(rules, line.wager)
    shared = [name for name, *_ in line.shares]
    return {
        "seat": line.seat,
        "player": at.player,
        "is_you": player is not None and (player in shared if shared else player == at.player),
        "wager": line.wager,
        "title": title,
        "stake": str(line.stake),
        "outcome": line.outcome,
        "pays": line.pays,
        "winnings": str(line.winnings),
        "returned": str(line.returned),
        "from_seat": line.from_seat,
        "parts": [
            {"player": name, "stake": str(stake), "winnings": str(won), "returned": str(back)}
            for name, stake, won, back in line.shares
        ],
        "clauses": list(line.rules),
        "interpretations": list(line.interpretations),
        "text": explained(title, line),
        "why": " ".join(rules.rules[rule].summary for rule in line.rules if rule in rules.rules),
    }


def title_of(rules: Rulebook, wager: str) -> str:
    """A wager or a payment by the rulebook's own name."""
    rule = rules.wagers.get(wager)
    return rules.payments.get(wager, wager) if rule is None else rule.title


def explained(title: str, line: WagerSettled) -> str:
    """What became of it, in a sentence."""
    stake, won, back = line.stake.dollars, line.winnings.dollars, line.returned.dollars
    match line.outcome:
        case Outcome.WIN if not line.stake:
            hand = f" for the hand of seat {line.from_seat}" if line.from_seat else ""
            return f"{title} pays {won}{hand}."
        case Outcome.WIN if not line.winnings:
            return f"{title} wins: {back} goes back, and what it wins has a line of its own."
        case Outcome.WIN:
            odds = f" {line.pays}" if line.pays else ""
            kept = "the stake goes back too" if line.returned == line.stake else f"{back} goes back"
            kept = kept if line.returned else "the stake is kept"
            return f"{title} wins{odds} on {stake}: {won}, and {kept}."
        case Outcome.LOSE:
            rest = f", and {back} above the maximum goes back" if line.returned else ""
            return f"{title} loses {(line.stake - line.returned).dollars}{rest}."
        case Outcome.STAND_OFF:
            return f"{title} is a stand-off: {back} goes back."
        case Outcome.WITHDRAWN:
            return f"{title} was withdrawn: {back} went back."
        case Outcome.VOID:
            return f"{title} is void: {back} goes back."
    return f"{title}: {back} goes back."


def staked(seats: Mapping[int, Seat], player: str) -> Money:
    """What somebody has on the layout in this round, decided wagers included."""
    amounts = [NOTHING]
    for at in seats.values():
        for wager, stake in at.wagers.items():
            parts = at.shares.get(wager)
            if parts is not None:
                amounts += [part.stake for part in parts if part.player == player]
            elif at.player == player:
                amounts.append(stake)
    return total(amounts)
