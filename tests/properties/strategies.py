"""What Hypothesis chooses from: chance itself, and commands of any kind, sensible or not."""

from __future__ import annotations

from functools import cache
from random import Random

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.deal import BurnCard, DealCards, LeaveDown, RecordDraws, TurnCards
from pitboss.round.decisions import Choose, DeclineToShow, RemoveHand, ShowHand, ViewHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import EndRound, SettleRound, VoidRound
from pitboss.round.settlement import Level
from pitboss.round.start import OpenRound
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown
from tests.properties.chance import STAKES


def chances() -> st.SearchStrategy[Random]:
    """Chance that a failing case can repeat."""
    return st.randoms(use_true_random=True)


def whole_rounds(examples: int, steps: int = 50) -> settings:
    """How often, and how long each time, where whole rounds are played."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        # Shrinking a whole round takes minutes, and a round of play is readable as it is.
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@cache
def any_commands(rulebook: str) -> st.SearchStrategy[RoundCommand]:
    """A command of any kind with anything in it."""
    rules = built_in(rulebook)
    seats = st.integers(0, 8)
    people = st.sampled_from(["p1", "p2", "p3", "ghost", "many", ""])
    wagers = st.sampled_from([*rules.wagers, "ante", "$", "bogus", ""])
    money = st.sampled_from([*STAKES, Money(0), Money(-500), Money(10**12)])
    choices = st.sampled_from(
        ["ride", "withdraw", "bet", "fold", "check", "play", "continue", "", "2"]
    )
    clauses = st.sampled_from([*list(rules.rules)[:3], "5.7", "bogus", ""])
    cards = st.sampled_from(DECK)
    levels = st.builds(Level, money, money)
    return st.one_of(
        st.builds(
            OpenRound,
            positions=seats,
            method=st.sampled_from([*rules.dealing, "D"]),
            unit=st.none() | money,
            options=st.dictionaries(st.sampled_from([*rules.options, "x"]), choices, max_size=1),
            limits=st.dictionaries(wagers, st.tuples(money, money), max_size=1),
        ),
        st.builds(PlaceWager, seats, people, wagers, money),
        st.builds(TakeDown, seats, people, wagers),
        st.builds(RecordDraws, magic_card=cards, lucky_seat=seats),
        st.builds(DealCards, st.lists(cards, max_size=6).map(tuple)),
        st.builds(Choose, seats, choices),
        st.builds(RemoveHand, seats, clauses),
        st.builds(VoidRound, clauses),
        st.builds(
            SettleRound,
            meters=st.dictionaries(st.sampled_from(["jackpot", "mega"]), levels, max_size=1),
        ),
        *(st.builds(kind, seats) for kind in (ViewHand, ShowHand, DeclineToShow)),
        st.sampled_from([CloseBets(), BurnCard(), TurnCards(), LeaveDown(), EndRound()]),
    )
