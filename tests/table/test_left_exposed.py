"""Cover All: the best hand met so far stays exposed while hands are settled from the right."""

from __future__ import annotations

import pytest

from pitboss.round.deal import BurnCard, TurnCards
from pitboss.round.options import options
from pitboss.table.layout import left_exposed
from pitboss.table.prompts import due_lines
from tests.table.conductor import LiveTable

MASSACHUSETTS = "mgc-let-it-ride"
# In dealing order: community (first burned) last. Seats 1 to 3, three cards each.
FLUSH, TRIPS, NOTHING = "2h 7h Kh", "9c 9d 9s", "3c 8d Jc"
COMMUNITY = "Th Ah"


def _shown(hands: tuple[str, str, str]) -> LiveTable:
    """A round with Cover All wagers, dealt and decided, about to be shown from the right."""
    table = LiveTable(MASSACHUSETTS, positions=3, method="machine").say("call")
    table.say("seat 1,2,3  base 10.00", "seat 2  cover_all 10.00", "no more bets")
    # The machine dispenses the hands, then the community stack: its first card is burned.
    table.say(f"deal {' '.join(hands)} 4s {COMMUNITY}")
    for _ in (1, 2):
        table.say("seat 1,2,3  ride")
        _go_on(table)
    return table


def _go_on(table: LiveTable) -> None:
    while True:
        kinds = {
            may.command for may in options(table.rules.game, table.rules.terms, table.table.play)
        }
        if BurnCard in kinds:
            table.say("burn")
        elif TurnCards in kinds:
            table.say("turn")
            return
        else:
            return


@pytest.mark.rule(MASSACHUSETTS, "11(h)")
@pytest.mark.rule(MASSACHUSETTS, "11(h)(a)")
def test_11_h_a_three_of_a_kind_met_first_is_tracked_since_it_wins_already() -> None:
    table = _shown(
        (NOTHING, NOTHING.replace("3c", "3d").replace("8d", "8s").replace("Jc", "Js"), TRIPS)
    )
    assert left_exposed(table.rules, table.table) is None
    table.say("show 3")
    best = left_exposed(table.rules, table.table)
    assert best is not None
    assert (best.seat, best.hand, best.replaces, best.clause) == (
        3,
        "three nines",
        None,
        "11(h)(a)",
    )
    table.say("show 2")
    still = left_exposed(table.rules, table.table)
    assert still is not None
    assert (still.seat, still.replaces) == (3, None)
    assert any(
        "leave it exposed (11(h)(a))" in line for line in due_lines(table.rules, table.table)
    )


@pytest.mark.rule(MASSACHUSETTS, "11(i)")
def test_11_i_a_better_hand_takes_the_place_of_the_one_left_exposed() -> None:
    table = _shown((NOTHING, FLUSH, TRIPS))
    table.say("show 3 2")
    best = left_exposed(table.rules, table.table)
    assert best is not None
    assert (best.seat, best.replaces, best.clause) == (2, 3, "11(i)")
    assert "flush" in best.hand
    table.say("show 1")
    after = left_exposed(table.rules, table.table)
    assert after is not None
    assert (after.seat, after.replaces) == (2, None)


@pytest.mark.rule(MASSACHUSETTS, "11(h)")
def test_11_h_hands_are_settled_from_the_right_as_ever_and_cover_all_by_the_best() -> None:
    table = _shown((NOTHING, FLUSH, TRIPS))
    table.say('refused 9(g)(1) "seat 3": show 1', "show 3 2 1", "settle")
    lines = [line for line in table.table.play.settled if line.wager == "cover_all"]
    assert [(line.seat, line.outcome) for line in lines] == [(2, "win")]
    assert table.table.play.settled[-1].wager == "cover_all"
    assert left_exposed(table.rules, table.table) is None


def test_a_hand_that_pays_nothing_is_never_tracked_and_no_wager_no_tracking() -> None:
    table = LiveTable(MASSACHUSETTS, positions=3, method="machine").say("call")
    table.say("seat 1  base 10.00", "no more bets", f"deal {TRIPS} 4s {COMMUNITY}")
    for _ in (1, 2):
        table.say("seat 1  ride")
        _go_on(table)
    table.say("show 1")
    assert left_exposed(table.rules, table.table) is None
