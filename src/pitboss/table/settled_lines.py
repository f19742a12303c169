"""Settled lines for people: each with what it rests on, and a sentence that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pitboss.money import Money, total
from pitboss.round.result import WagerSettled
from pitboss.round.round import Seat
from pitboss.round.settlement import Outcome
from pitboss.rulebook.model import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePart:
    """One player's part of a line."""

    player: str
    stake: Money
    winnings: Money
    returned: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """One wager, or one payment that is no wager, settled: what, how much, and why."""

    seat: int
    player: str
    is_you: bool
    wager: str
    title: str
    stake: Money
    outcome: Outcome
    pays: str | None
    """As printed: "7 to 1"."""
    winnings: Money
    returned: Money
    from_seat: int | None
    """Whose hand brought it, for an envy payment."""
    parts: tuple[LinePart, ...]
    clauses: tuple[str, ...]
    interpretations: tuple[str, ...]
    text: str
    """One sentence that explains it."""
    why: str
    """What the clauses say, in short."""

    def is_of(self, player: str) -> bool:
        """Whether the player has a part in it."""
        parts = [part.player for part in self.parts]
        return player in parts if parts else player == self.player


def lines(
    rules: Rulebook, seats: Mapping[int, Seat], settled: Iterable[WagerSettled]
) -> tuple[LineView, ...]:
    """Every line of a settlement, in its order, as the public sees it."""
    return tuple([_line(rules, seats[line.seat], line) for line in settled])


def net(
    seats: Mapping[int, Seat], settled: Iterable[WagerSettled], player: str | None
) -> Money | None:
    """What a round brought a player; None if they had no part in it."""
    parts = [part for line in settled for part in _parts(seats[line.seat], line, player)]
    return total(parts) if parts else None


def _parts(at: Seat, line: WagerSettled, player: str | None) -> Iterator[Money]:
    if line.shares:
        for name, stake, winnings, returned in line.shares:
            if name == player:
                yield winnings + returned - stake
    elif at.player == player:
        yield line.winnings + line.returned - line.stake


def _line(rules: Rulebook, at: Seat, line: WagerSettled) -> LineView:
    title = title_of(rules, line.wager)
    return LineView(
        seat=line.seat,
        player=at.player,
        is_you=False,
        wager=line.wager,
        title=title,
        stake=line.stake,
        outcome=Outcome(line.outcome),
        pays=line.pays,
        winnings=line.winnings,
        returned=line.returned,
        from_seat=line.from_seat,
        parts=tuple(
            LinePart(player=name, stake=stake, winnings=won, returned=back)
            for name, stake, won, back in line.shares
        ),
        clauses=line.rules,
        interpretations=line.interpretations,
        text=explained(title, line),
        why=" ".join(rules.rules[rule].summary for rule in line.rules if rule in rules.rules),
    )


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
    """What a player has on the layout in this round, decided wagers included."""
    return total(at.stake_of(wager, player) for at in seats.values() for wager in at.wagers)
