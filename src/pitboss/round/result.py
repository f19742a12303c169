"""The result of a round: every wager gets its outcome, the meters are paid, the round ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from pitboss.codec import stored
from pitboss.errors import GameError
from pitboss.money import NOTHING, Money
from pitboss.round.game import Game
from pitboss.round.progressive import PROGRESSIVE, settle_progressive
from pitboss.round.settlement import (
    Level,
    Line,
    MeterSettled,
    Outcome,
    SeatSettled,
    Settlement,
    SettleWagers,
    Showdown,
    add_up,
    all_back,
    close_the_books,
)
from pitboss.round.start import progressive_table
from pitboss.rulebook.model import Citation
from pitboss.rulebook.terms import Terms

if TYPE_CHECKING:
    from pitboss.round.options import Option
    from pitboss.round.round import Round, RoundState, Seat

# --- commands ---------------------------------------------------------------------------------


@stored("settle-round", kw_only=True)
class SettleRound:
    """Every wager gets its outcome, percentages by the meters as they stand."""

    meters: Mapping[str, Level] = field(default_factory=dict)
    holds_prizes: bool = False
    """Whether what is won from a meter is held until its claim is paid (I-14)."""
    fixed_from: str | None = None
    """The meter that pays awards which are no percentage; without it the house does (I-05)."""


@stored("end-round")
class EndRound:
    """The result is announced, losing wagers are collected, winning wagers are paid."""


@stored("void-round")
class VoidRound:
    """The whole round is void under a rule."""

    rule: str


# --- events -----------------------------------------------------------------------------------


@stored("wager-settled", kw_only=True)
class WagerSettled:
    """One wager, or one payment that is not a wager, has its outcome."""

    seat: int
    wager: str
    stake: Money
    outcome: str
    pays: str | None
    winnings: Money
    returned: Money
    from_seat: int | None
    shares: tuple[tuple[str, Money, Money, Money], ...]
    """On a shared area each person, what they put in, what they win and what goes back (I-80)."""
    rules: tuple[str, ...]
    interpretations: tuple[str, ...]


@stored("meter-paid", kw_only=True)
class MeterPaid:
    """A level before and after the round's awards."""

    meter: str
    before: Money
    awarded: Money
    after: Money
    reset: Money
    """What the level restarts from."""


@stored("round-settled", kw_only=True)
class RoundSettled:
    """Every wager has its outcome."""

    clause: str


@stored("settlement-undone", kw_only=True)
class SettlementUndone:
    """What was settled is taken back to be settled anew: an error was found in time (I-83)."""

    clause: str


@stored("round-voided", kw_only=True)
class RoundVoided:
    """The round is void."""

    clause: str


@stored("round-closed", kw_only=True)
class RoundClosed:
    """The round is over."""

    clause: str


# --- settling ---------------------------------------------------------------------------------


def settle_round(settle_wagers: SettleWagers, terms: Terms, play: Round) -> Settlement:
    """Give every wager of the round exactly one outcome."""
    showdown = Showdown(terms, play)
    if play.void is not None:
        return _void(showdown, play.void)
    prizes = settle_progressive(showdown)
    lines = game_lines(settle_wagers, showdown)
    settled = []
    live = {at.seat for at in showdown.live}
    for at in play.seats:
        if at.seat in live:
            own = lines[at.seat]
            if PROGRESSIVE in at.wagers:
                own[PROGRESSIVE] = prizes.lines[at.seat]
            in_order = _in_order(terms, own) + prizes.payments.get(at.seat, [])
            settled.append(add_up(at, in_order))
        else:
            settled.append(add_up(at, _out_of_play(showdown, at)))
    return close_the_books(settled, prizes.meters)


def game_lines(settle_wagers: SettleWagers, showdown: Showdown) -> dict[int, dict[str, Line]]:
    """What a game makes of its own wagers, by seat; `GameError` if one has no line, or two."""
    terms, play = showdown.terms, showdown.play
    lines: dict[int, dict[str, Line]] = {at.seat: {} for at in play.seats}
    for seat, line in settle_wagers(showdown):
        if lines[seat].setdefault(line.wager, line) is not line:
            raise _not_one_outcome(terms, seat, line.wager, "two outcomes")
    for at in showdown.live:
        own = lines[at.seat]
        if not at.wagers.keys() <= own.keys():
            for wager in at.wagers:
                if wager not in own and wager != PROGRESSIVE:
                    raise _not_one_outcome(terms, at.seat, wager, "no outcome")
    return lines


def _not_one_outcome(terms: Terms, seat: int, wager: str, how_many: str) -> GameError:
    return GameError(
        f"the game {terms.rules.game} gives the wager {wager} at seat {seat} {how_many}",
        f"mend settle in play.py: it yields one line for {wager} wherever it was placed",
    )


def _in_order(terms: Terms, lines: dict[str, Line]) -> list[Line]:
    """Wagers in the rulebook's order, then payments that are no wagers."""
    ordered = [lines[wager] for wager in terms.order if wager in lines]
    if len(ordered) < len(lines):
        ordered += [line for wager, line in lines.items() if wager not in terms.order]
    return ordered


def _out_of_play(showdown: Showdown, at: Seat) -> list[Line]:
    if at.is_forfeited and at.removed is not None:
        return _forfeited(showdown, at, Citation((at.removed,), ()) + showdown.cite["forfeited"])
    if at.removed is not None:
        why = Citation((at.removed,), ()) + _removed(showdown, at.removed)
    else:
        why = showdown.cite["orphan"]
    return all_back(showdown, at, Outcome.RETURNED, why)


def _removed(showdown: Showdown, rule: str) -> Citation:
    """What giving back rests on beside the rule itself; it is another entry for each rule."""
    for reason in (f"removed.{rule}", "removed"):
        if reason in showdown.cite:
            return showdown.cite[reason]
    return Citation((), ())


def _forfeited(showdown: Showdown, at: Seat, why: Citation) -> list[Line]:
    """The house keeps every wager of the hand (I-81)."""
    wagers = sorted(at.wagers, key=showdown.terms.order.__getitem__)
    return [
        showdown.line(at, wager, Outcome.LOSE, why, kept=showdown.at_risk(at, wager))
        for wager in wagers
    ]


def _void(showdown: Showdown, rule: str) -> Settlement:
    """Everything goes back and the meters are untouched (I-82)."""
    why = Citation((rule,), ()) + showdown.cite["void"]
    seats: list[SeatSettled] = [
        add_up(at, all_back(showdown, at, Outcome.VOID, why)) for at in showdown.play.seats
    ]
    link = showdown.play.link
    meters = {} if link is None else link.meters
    return close_the_books(
        seats,
        {
            name: MeterSettled(level.amount, NOTHING, level.amount, NOTHING)
            for name, level in meters.items()
        },
    )


# --- deciding ---------------------------------------------------------------------------------


def settled(
    game: Game, terms: Terms, play: RoundState, option: Option, command: SettleRound
) -> Iterator[WagerSettled | MeterPaid | RoundSettled]:
    """Every wager gets its outcome, or `RuleBreach`."""
    _check_meters(terms, play, option, command)
    settlement = settle_round(game.settle, terms, play.facts(command.meters))
    for seat, line in _as_the_dealer_goes(terms, settlement):
        yield line_settled(seat, line)
    for name, meter in settlement.meters.items():
        yield meter_paid(name, meter, command.meters[name])
    yield RoundSettled(clause=option.clause)


def line_settled(seat: int, line: Line) -> WagerSettled:
    """A line of a settlement as an event."""
    return WagerSettled(
        seat=seat,
        wager=line.wager,
        stake=line.stake,
        outcome=line.outcome.value,
        pays=None if line.pays is None else str(line.pays),
        winnings=line.winnings,
        returned=line.returned,
        from_seat=line.from_seat,
        shares=tuple((p.player, p.stake, p.winnings, p.returned) for p in line.shares),
        rules=line.citation.rules,
        interpretations=line.citation.interpretations,
    )


def meter_paid(name: str, meter: MeterSettled, level: Level) -> MeterPaid:
    """A settled meter as an event."""
    return MeterPaid(
        meter=name,
        before=meter.before,
        awarded=meter.awarded,
        after=meter.after,
        reset=level.reset,
    )


def _as_the_dealer_goes(terms: Terms, settlement: Settlement) -> list[tuple[int, Line]]:
    """Seat by seat, at each what is collected before what is paid.

    Wagers that go by the whole table's hands wait until every seat is done.
    """
    lines = [(at.seat, line) for at in settlement.seats for line in at.lines]
    return sorted(
        lines,
        key=lambda entry: (
            _goes_by_hands(terms, entry[1]),
            entry[0] if terms.from_left else -entry[0],
            entry[1].outcome is Outcome.WIN,
        ),
    )


def _goes_by_hands(terms: Terms, line: Line) -> bool:
    rule = terms.rules.wagers.get(line.wager)
    return rule is not None and rule.goes_by_hands


def _check_meters(terms: Terms, play: RoundState, option: Option, command: SettleRound) -> None:
    table = progressive_table(terms)
    levels = set() if table is None or play.unit is None else set(table.seeds)
    if not command.meters and not _concerns_meters(terms, play):
        # A table that has lost its link plays on without it.
        return
    if set(command.meters) != levels:
        option.refuse(
            f"Meters {', '.join(sorted(command.meters)) or 'none'}",
            f"Give the meters {', '.join(sorted(levels)) or 'none'} as they stand.",
        )
    for name, level in command.meters.items():
        if min(level.amount, level.reset) < NOTHING:
            option.refuse(f"{name} below nothing", "Read the meter again.")


def _concerns_meters(terms: Terms, play: RoundState) -> bool:
    wagers = (wager for at in play.seats.values() for wager in at.wagers)
    return play.void is None and any(
        terms.rules.wagers[wager].units is not None for wager in wagers
    )
