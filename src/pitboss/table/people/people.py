"""The people at a table: who sits there and what holds for them; refusals that concern them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from pitboss.errors import RuleBreach
from pitboss.frozen import replace
from pitboss.round.result import RoundClosed
from pitboss.round.start import RoundOpened
from pitboss.rulebook.model import Discretion
from pitboss.table.rules import AfterRound, TableRules, refuse


@dataclass(frozen=True, slots=True)
class Shortfall:
    """When a player's wagers under the minimum were settled, the one time they are."""

    gaming_day: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """All players at the table."""

    seats: Mapping[int, str] = field(default_factory=dict)
    """The player seated at each position."""
    told: frozenset[str] = frozenset()
    """Players who were given notice of the one view in this sitting."""
    told_in_time: frozenset[str] = frozenset()
    """Those of them who were told before bets were called for this round."""
    restricted: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    stopped: frozenset[int] = frozenset()
    """The seats for which no decision is taken any more in this round."""
    out: frozenset[str] = frozenset()
    """Players whose action was stopped: the rules name no end to it, so staff end it."""
    devices: frozenset[int] = frozenset()
    """The areas whose wagering device is registered."""
    short: Mapping[str, Shortfall] = field(default_factory=dict)

    @property
    def not_admitted(self) -> frozenset[str]:
        """Players who play no more until they are readmitted."""
        return self.barred | self.out

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return next((seat for seat, name in self.seats.items() if name == player), None)


AFTER_ROUND: AfterRound[People] = {
    RoundOpened: lambda people, play, event: replace(
        people, told_in_time=people.told, stopped=frozenset()
    ),
    RoundClosed: lambda people, play, event: replace(people, stopped=frozenset()),
}


def reopened(people: People, gaming_day: str) -> People:
    """What is still known of people when the table opens again."""
    return People(
        restricted=people.restricted,
        barred=people.barred,
        out=people.out,
        devices=people.devices,
        short={
            player: once for player, once in people.short.items() if once.gaming_day == gaming_day
        },
    )


# --- refusals ---------------------------------------------------------------------------------


def refusal(problem: str, clause: str, remedy: str) -> RuleBreach:
    """A refusal by a clause."""
    return RuleBreach(problem, clause=clause, remedy=remedy)


def discretion(rules: TableRules, name: str, what: str) -> Discretion:
    """A rule that leaves something to staff, or `RuleBreach` where the rulebook has none."""
    rule = rules.rulebook.discretion.get(name)
    if rule is None:
        refuse_unknown(rules, what)
    return rule


def refuse_unknown(rules: TableRules, what: str) -> NoReturn:
    """Refuse what the rulebook does not know."""
    refuse(what, rules.rulebook.procedure["open"], f"{rules.rulebook.id} knows no such thing.")


def reason_of(reason: str, clause: str) -> str:
    """The reason given for a discretion, which must be written."""
    if not reason.strip():
        refuse("A discretion without a reason", clause, "Write why.")
    return reason


def check_named(player: str, clause: str) -> None:
    """Refuse what is not a name."""
    if not player.strip() or not player.isprintable():
        refuse(f"{player!r} is not a name", clause, "Say who it is.")
