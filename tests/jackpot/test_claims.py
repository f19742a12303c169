"""Claims, where lines do not say it: `claims.txt` has the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitboss.errors import RuleBreach
from pitboss.jackpot.link import SHOWN_HITS
from tests.jackpot.pot import HOLDEM, Pot, level, megalink, money

BIG = level(initial=money("100000.00"))


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("", {"winners": ()}),
        ("", {"levels": {}}),
        ("winners", {"amount": money("10000.01")}),
        ("winners", {"percent": 100}),
        ("winners", {"level": "mega"}),
        ("winners", {"hand": "four_of_a_kind"}),
        ("levels", {"awarded": money("9999.99")}),
        ("levels", {"after": money("90000.01")}),
        ("levels", {"resets": money("0.01")}),
    ],
)
def test_a_claim_agrees_with_the_links_own_figures_in_everything(
    part: str, wrong: dict[str, Any]
) -> None:
    pot = Pot(megalink(BIG)).join("t1", HOLDEM)
    right = pot.settled("t1", 1, {1: "straight_flush"})
    if part == "winners":
        wrong = {part: (replace(right.winners[0], **wrong),)}
    elif part == "levels":
        wrong = {part: {"jackpot": replace(right.levels["jackpot"], **wrong)}}
    with pytest.raises(RuleBreach):
        pot.give(replace(right, **wrong))
    pot.give(right)


def test_p3_the_last_25_hits_are_kept() -> None:
    pot = Pot(megalink(BIG)).join("t1", HOLDEM)
    for number in range(1, 31):
        pot.claim("t1", number, {1: "straight_flush"})
        pot.verify_and_pay(number)
    assert len(pot.link.hits) == SHOWN_HITS
    assert [hit.claim for hit in pot.link.hits] == list(range(30, 5, -1))
    assert pot.meter.hits == 30
