"""A table's inbox at a link: contributions at "No more bets", and what takes them back.

The table writes here in its own round's transaction and waits for nothing; the link counts what it
finds. `Inbox` can be had from the last entries alone, since each says where it stands.

The parts say what a level receives; `due` says what the table's rack owes the level for it in whole
cents. What is left of a cent is carried to the table's next entry, so that the rack has paid the
whole cents of all it ever owed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.jackpot.link import Joined, Link, LinkStatus
from pitboss.jackpot.meters import whole_cents
from pitboss.jackpot.terms import PROGRESSIVE, LevelTerms, check_practice
from pitboss.money import NOTHING, Money

KEPT_ROUNDS = 25
"""So many rounds back a wager may still go back; no rulebook reaches further than the next one."""


WHEN = "I-07"


# --- commands -------------------------------------------------------------------------------------


@stored("contribute", kw_only=True)
class Contribute:
    """ "No more bets": these wagers lie on the layout."""

    table: str
    round: int
    game: str
    wagers: Mapping[int, Mapping[str, Money]]
    """Every wager of every seat that is in the round."""
    is_practice: bool


@stored("reverse", kw_only=True)
class Reverse:
    """Progressive wagers of a round went back, wholly or in part."""

    table: str
    round: int
    stakes: Mapping[int, Money]
    clause: str


InboxCommand = Contribute | Reverse


# --- events, each with its number in the inbox ----------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Contributed:
    """What one level receives; less than nothing where it is given back."""

    accrued: int
    reserve: int
    due: Money
    """Whole cents that the books set aside for the level."""
    carried: int
    """Parts of a cent that the table still owes after this."""


@stored("round-contributed", kw_only=True)
class RoundContributed:
    """The qualifying progressive wagers of a round at "No more bets" (I-07)."""

    number: int
    table: str
    round: int
    game: str
    edition: int
    """Of the link's terms: by these rates it was worked out."""
    per_cent: int
    stakes: Mapping[int, Money]
    levels: Mapping[str, Contributed]
    clause: str


@stored("contribution-reversed", kw_only=True)
class ContributionReversed:
    """Wagers went back: the counter-entry to what they contributed, to the last part (I-07)."""

    number: int
    of: int
    """The number of the entry that it takes back."""
    table: str
    round: int
    game: str
    edition: int
    per_cent: int
    stakes: Mapping[int, Money]
    wagers: int
    """Of them, those that went back wholly."""
    levels: Mapping[str, Contributed]
    clause: str


@stored("contribution-alarmed", kw_only=True)
class ContributionAlarmed:
    """One wager would have added more than is reasonable: it is not counted (P26)."""

    number: int
    table: str
    round: int
    game: str
    seat: int
    stake: Money
    level: str
    bound: Money
    clause: str


InboxEvent = RoundContributed | ContributionReversed | ContributionAlarmed


# --- where an inbox stands ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What of a round's wagers still counts."""

    number: int
    edition: int
    stakes: Mapping[int, Money]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """Where a table's inbox stands."""

    number: int = 0
    round: int = 0
    per_cent: int = 1
    carried: Mapping[str, int] = field(default_factory=dict)
    rounds: Mapping[int, Standing] = field(default_factory=dict)


def replay(log: Iterable[InboxEvent]) -> Inbox:
    """The inbox a log leads to; the last entries are enough."""
    inbox = Inbox()
    for event in log:
        inbox = evolve(inbox, event)
    return inbox


def evolve(inbox: Inbox, event: InboxEvent) -> Inbox:
    """The inbox after one more event."""
    if isinstance(event, ContributionAlarmed):
        return replace(inbox, number=event.number, round=event.round)
    rounds = dict(inbox.rounds)
    if isinstance(event, RoundContributed):
        rounds[event.round] = Standing(
            number=event.number, edition=event.edition, stakes=event.stakes
        )
        if len(rounds) > KEPT_ROUNDS:
            del rounds[min(rounds)]
    elif event.round in rounds:
        kept = rounds[event.round]
        left = {s: v - event.stakes.get(s, NOTHING) for s, v in kept.stakes.items()}
        rounds[event.round] = replace(kept, stakes={s: v for s, v in left.items() if v})
    return Inbox(
        number=event.number,
        round=max(inbox.round, event.round),
        per_cent=event.per_cent,
        carried={name: level.carried for name, level in event.levels.items()},
        rounds=rounds,
    )


# --- rules ----------------------------------------------------------------------------------------


def decide(link: Link, inbox: Inbox, command: InboxCommand) -> list[InboxEvent]:
    """What is written into the inbox, or `RuleBreach`."""
    if isinstance(command, Reverse):
        return [_reversed(link, inbox, command)]
    return list(_contributed(link, inbox, command))


def _contributed(link: Link, inbox: Inbox, command: Contribute) -> Iterator[InboxEvent]:
    joined = _joined(link, command)
    if command.round <= inbox.round:
        raise RuleBreach(
            f"Round {command.round} of table {command.table} contributed before",
            clause=WHEN,
            remedy=f"The next one has a number above {inbox.round}.",
        )
    stakes = qualifying(link, joined, command.wagers)
    number = inbox.number
    for seat, stake in sorted(stakes.items()):
        level = _unreasonable(link, stake)
        if level is not None:
            number += 1
            del stakes[seat]
            yield ContributionAlarmed(
                number=number,
                table=command.table,
                round=command.round,
                game=command.game,
                seat=seat,
                stake=stake,
                level=level.name,
                bound=level.most_contribution,
                clause="P26",
            )
    if stakes:
        per_cent, levels = _levels(link, inbox, link.edition, sum(s.cents for s in stakes.values()))
        yield RoundContributed(
            number=number + 1,
            table=command.table,
            round=command.round,
            game=command.game,
            edition=link.edition,
            per_cent=per_cent,
            stakes=stakes,
            levels=levels,
            clause=WHEN,
        )


def _joined(link: Link, command: Contribute) -> Joined:
    check_practice(link.terms, command.table, is_practice=command.is_practice)
    joined = link.tables.get(command.table)
    if link.status is not LinkStatus.RUNNING or joined is None:
        raise RuleBreach(
            f"Link {link.id} takes no wagers of table {command.table}: "
            f"{link.fault or 'it is not joined'}",
            clause="P18",
            remedy="Say that the link is lost: progressive wagers go back, and the game goes on.",
        )
    if joined.game != command.game:
        raise RuleBreach(
            f"Table {command.table} joined with {joined.game}, and plays {command.game}",
            clause="I-13",
            remedy="Have it leave the link and join anew.",
        )
    return joined


def qualifying(
    link: Link, joined: Joined, wagers: Mapping[int, Mapping[str, Money]]
) -> dict[int, Money]:
    """The progressive wagers that count: beside the wager they need, and of whole units (I-91)."""
    terms = link.open_terms
    game = terms.game(joined.game)
    assert game is not None, "tables join with a linked game"
    most = terms.most_units if game.most_units is None else game.most_units
    found = {}
    for seat, placed in wagers.items():
        stake = placed.get(PROGRESSIVE, NOTHING)
        if not stake or not any(name in placed for name in game.needs):
            continue
        units, rest = divmod(stake.cents, terms.unit.cents)
        if rest or units < game.least_units or (most is not None and units > most):
            raise RuleBreach(
                f"{stake.dollars} as a progressive wager",
                clause="I-12",
                remedy=f"It is {game.least_units} to {most} units of {terms.unit.dollars}.",
                seat=seat,
            )
        found[seat] = stake
    return found


def _unreasonable(link: Link, stake: Money) -> LevelTerms | None:
    for level in link.open_terms.levels:
        one, other = level.contribution, level.reserve
        # Both sides over the common denominator: this is asked of every wager of every round.
        added = stake.cents * (one.n * other.d + other.n * one.d)
        if added > level.most_contribution.cents * one.d * other.d:
            return level
    return None


def _levels(
    link: Link, inbox: Inbox, edition: int, cents: int
) -> tuple[int, dict[str, Contributed]]:
    """What each level receives of so many cents, and what the rack owes for it so far."""
    rates = link.rates[edition]
    # What is carried came in the parts of the entry before, and parts only ever get finer.
    per_cent = max(rates.per_cent, inbox.per_cent)
    finer, rest = divmod(per_cent, inbox.per_cent)
    assert not rest, "parts of a cent only ever get finer"
    levels = {}
    for name, (contribution, reserve) in rates.levels.items():
        accrued, kept = (rate.of_stake(cents, per_cent) for rate in (contribution, reserve))
        owed = inbox.carried.get(name, 0) * finer + accrued + kept
        due = whole_cents(owed, per_cent)
        levels[name] = Contributed(
            accrued=accrued, reserve=kept, due=due, carried=owed - due.cents * per_cent
        )
    return per_cent, levels


# --- taking back ----------------------------------------------------------------------------------


def _reversed(link: Link, inbox: Inbox, command: Reverse) -> ContributionReversed:
    kept = inbox.rounds.get(command.round)
    if kept is None:
        raise RuleBreach(
            f"Round {command.round} of table {command.table} has nothing at link {link.id}",
            clause=WHEN,
            remedy=f"Only the last {KEPT_ROUNDS} rounds that contributed can be taken back.",
        )
    for seat, stake in command.stakes.items():
        there = kept.stakes.get(seat, NOTHING)
        if not NOTHING < stake <= there:
            raise RuleBreach(
                f"{stake.dollars} of seat {seat} would go back, and {there.dollars} counts",
                clause=WHEN,
                remedy="Take back what was contributed, and only once.",
                seat=seat,
            )
    whole = sum(stake == kept.stakes[seat] for seat, stake in command.stakes.items())
    joined = link.tables.get(command.table)
    cents = sum(stake.cents for stake in command.stakes.values())
    per_cent, levels = _levels(link, inbox, kept.edition, -cents)
    return ContributionReversed(
        number=inbox.number + 1,
        of=kept.number,
        table=command.table,
        round=command.round,
        game="" if joined is None else joined.game,
        edition=kept.edition,
        per_cent=per_cent,
        stakes=dict(command.stakes),
        wagers=whole,
        levels=levels,
        clause=command.clause,
    )
