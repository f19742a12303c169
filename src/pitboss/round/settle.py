"""Settling a whole round: the game's own wagers, the progressive ones, and the books."""

from __future__ import annotations

from pitboss.money import NOTHING
from pitboss.round.progressive import PROGRESSIVE, settle_progressive
from pitboss.round.round import Round, Seat
from pitboss.round.settlement import (
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
from pitboss.rulebook.model import Citation
from pitboss.rulebook.terms import Terms


def settle_round(settle_wagers: SettleWagers, terms: Terms, play: Round) -> Settlement:
    """Give every wager of the round exactly one outcome."""
    showdown = Showdown(terms, play)
    if play.void is not None:
        return _void(showdown, play.void)
    prizes = settle_progressive(showdown)
    lines: dict[int, dict[str, Line]] = {at.seat: {} for at in play.seats}
    for seat, line in settle_wagers(showdown):
        lines[seat][line.wager] = line
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
        showdown.line(at, wager, Outcome.LOSE, why, kept=showdown.at_risk(wager, at.wagers[wager]))
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
