"""Whether cards still lie whole, unseen and untouched, so that they may be moved."""

from __future__ import annotations

from pitboss.table.irregularities.case import Case
from pitboss.table.irregularities.laid import Laid, later_place, recorded, steps_of, wagered
from pitboss.table.irregularities.rebuilt import Rebuilt, rebuild, told_out_of_turn


def disturbed(case: Case) -> str:
    """Why the cards are not as they were dealt; empty while nothing says so."""
    play = case.table.play
    if play.is_settled or play.is_over:
        return "the round was settled"
    if play.community_up or play.is_dealer_up or play.shown:
        return "cards were turned"
    for seat, at in sorted(play.seats.items()):
        if at.decisions:
            return f"seat {seat} has decided"
        if seat in play.viewed:
            return f"seat {seat} has looked at its cards"
    return ""


def whole(case: Case, laid: Laid, *, anywhere: bool) -> Rebuilt:
    """The moves that put a deal right; `ValueError` says why there are none (I-84)."""
    steps = steps_of(case, laid)
    entered = recorded(case, laid, steps)
    later = later_place(case, steps)
    rebuilt = rebuild(laid, steps, wagered(case), anywhere=anywhere, entered=entered, later=later)
    for move in rebuilt.moves:
        seen = [card for card in move.cards if card in case.table.found.exposed]
        if seen:
            raise ValueError(f"{seen[0]} at {move.source} was exposed")
    return rebuilt


def out_of_turn(case: Case, laid: Laid) -> str:
    """Why cards that lie right were dealt wrongly; empty where nothing says so.

    Of cards that were entered the record tells the order, and not whoever tells where they lie.
    """
    steps = steps_of(case, laid)
    if recorded(case, laid, steps):
        return ""
    return told_out_of_turn(laid, steps, wagered(case))


def proposed(case: Case, laid: Laid | None) -> str:
    """The moves in words, where a number of cards is wrong; `ValueError` says why none."""
    if "misdeal" not in case.rules.rulebook.irregularities:
        raise ValueError("the rulebook lets no cards be moved")
    if laid is None:
        raise ValueError("the cards do not lie any more as they were dealt")
    reason = disturbed(case)
    if reason:
        raise ValueError(reason)
    return str(whole(case, laid, anywhere=True))
