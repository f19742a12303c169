"""Claims: one order for all tables, frozen, verified with cards and deck, paid or put back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.errors import RoleBreach, RuleBreach
from pitboss.jackpot.claims import ClaimVerified, PaidClaimUndone, PrizePaid, ReleasePrize
from pitboss.jackpot.link import SHOWN_HITS
from pitboss.jackpot.meters import Bucket, Rate
from pitboss.jackpot.recount import recounted, variances
from pitboss.jackpot.terms import OverflowTo
from pitboss.jackpot.view import link_view
from tests.jackpot.pot import (
    HOLDEM,
    MASSACHUSETTS,
    MEGALINK,
    ROYAL,
    THREE,
    Pot,
    level,
    massachusetts,
    megalink,
    money,
)

BIG = level(initial=money("100000.00"))


def pot_with(*tables: str, settings: Any = None) -> Pot:
    """A link of $100,000.00 and tables that each put five dollars on it."""
    pot = Pot(settings or megalink(BIG))
    for table in tables or ("t1", "t2"):
        pot.join(table, HOLDEM)
        pot.contribute(table, 1, {1: "5.00"})
    pot.fold()
    return pot


# --- the order of the link ------------------------------------------------------------------------


@pytest.mark.rule(HOLDEM, "3.14")
@pytest.mark.rule(THREE, "3.17")
def test_3_14_first_entered_takes_its_share_and_the_next_of_what_is_left() -> None:
    pot = Pot(megalink(BIG))
    pot.join("t1", HOLDEM)
    pot.join("t2", THREE)
    first = pot.claim("t2", 1, {3: "straight_flush"})
    second = pot.claim("t1", 1, {1: "straight_flush"})
    assert (first.claim, str(first.winners[0].amount)) == (1, "10000.00")
    assert (second.claim, str(second.winners[0].amount)) == (2, "9000.00")
    assert pot.shows() == "81000.00"


@pytest.mark.rule(HOLDEM, "3.14")
@pytest.mark.rule(THREE, "3.17")
def test_3_14_a_claim_settled_on_what_the_link_showed_before_is_settled_anew() -> None:
    pot = pot_with()
    late = pot.settled("t2", 1, {2: "royal_flush"})
    pot.claim("t1", 1, {1: "royal_flush"})
    with pytest.raises(RuleBreach, match="jackpot was settled on") as breach:
        pot.give(late)
    assert "settle the round on what the link shows now" in str(breach.value)
    assert str(pot.claim("t2", 1, {2: "royal_flush"}).winners[0].amount) == "10000.00"


@pytest.mark.rule(HOLDEM, "3.14")
@pytest.mark.rule(THREE, "3.17")
def test_3_14_who_was_entered_first_is_paid_first() -> None:
    pot = pot_with()
    pot.claim("t1", 1, {1: "straight_flush"})
    pot.claim("t2", 1, {1: "straight_flush"})
    pot.verify(2)
    with pytest.raises(RuleBreach, match="Claim 1 of table t1 was entered first"):
        pot.pay(2)
    pot.verify_and_pay(1)
    pot.pay(2)
    assert [event.claim for event, _ in pot.log if isinstance(event, PrizePaid)] == [1, 2]


def test_3_14_a_rejected_claim_does_not_hold_up_the_next() -> None:
    pot = pot_with()
    pot.claim("t1", 1, {1: "straight_flush"})
    pot.claim("t2", 1, {1: "straight_flush"})
    pot.verify(2)
    pot.reject(1)
    pot.pay(2)


def test_i_07_a_winners_own_round_is_in_what_is_paid() -> None:
    pot = pot_with("t1")
    pot.contribute("t1", 2, {1: "25.00"})
    with pytest.raises(RuleBreach, match="is not on the meters yet"):
        pot.claim("t1", 2, {1: "royal_flush"})
    pot.fold()
    assert str(pot.claim("t1", 2, {1: "royal_flush"}).winners[0].amount) == "100006.00"


# --- several winners of one round -----------------------------------------------------------------


@pytest.mark.rule(HOLDEM, "3.15")
@pytest.mark.rule(HOLDEM, "3.15.1")
@pytest.mark.rule(THREE, "3.18")
@pytest.mark.rule(THREE, "3.18.1")
@pytest.mark.parametrize("rulebook", [HOLDEM, THREE, MEGALINK])
def test_3_15_1_two_straight_flushes_pool_and_share(rulebook: str) -> None:
    pot = Pot(megalink(BIG)).join("t1", rulebook)
    entered = pot.claim("t1", 1, {2: "straight_flush", 5: "straight_flush"})
    assert [str(winner.amount) for winner in entered.winners] == ["9500.00", "9500.00"]
    assert pot.shows() == "81000.00"


@pytest.mark.rule(HOLDEM, "3.15.2")
@pytest.mark.rule(THREE, "3.18.2")
def test_3_15_2_the_royal_is_paid_after_the_lower_hand_and_slips_come_in_that_order() -> None:
    pot = Pot(megalink(BIG)).join("t1", HOLDEM)
    pot.claim("t1", 1, {1: "royal_flush", 4: "straight_flush"})
    assert pot.shows() == "10000.00"
    pot.verify_and_pay(1)
    paid = [event for event, _ in pot.log if isinstance(event, PrizePaid)]
    assert [(e.slip, e.hand, str(e.amount)) for e in paid] == [
        (1, "straight_flush", "10000.00"),
        (2, "royal_flush", "90000.00"),
    ]


@pytest.mark.rule(MASSACHUSETTS, "12(c)")
def test_i_09_two_fours_of_a_kind_share_the_minor_and_one_reset() -> None:
    pot = Pot(massachusetts("PTMGLML03")).join("t1")
    entered = pot.claim("t1", 1, {1: "four_of_a_kind", 2: "four_of_a_kind", 3: "straight_flush"})
    assert [str(winner.amount) for winner in entered.winners] == ["250.00", "250.00", "1000.00"]
    assert [pot.shows(name) for name in ("mega", "major", "minor")] == [
        "10000.00", "1000.00", "250.00",
    ]  # fmt: skip
    assert str(entered.levels["minor"].from_house) == "500.00"


def test_i_10_two_royals_in_one_round_are_an_error_in_the_cards() -> None:
    pot = pot_with("t1")
    with pytest.raises(RuleBreach, match="Two royal flushes in one round"):
        pot.claim("t1", 1, {1: "royal_flush", 2: "royal_flush"})


@pytest.mark.rule(HOLDEM, "3.5.3.1")
def test_3_5_3_1_a_share_does_not_grow_with_the_wager() -> None:
    pot = Pot(megalink(BIG)).join("t1", HOLDEM)
    pot.play("t1", 1, {1: "25.00"})
    assert str(pot.claim("t1", 1, {1: "straight_flush"}).winners[0].amount) == "10000.50"


@pytest.mark.parametrize(
    "wrong",
    [
        {"winners": ()},
        {"amount": money("10000.01")},
        {"percent": 100},
        {"level": "mega"},
        {"hand": "four_of_a_kind"},
        {"levels": {}},
        {"awarded": money("9999.99")},
        {"after": money("90000.01")},
        {"resets": money("0.01")},
    ],
)
def test_a_claim_agrees_with_the_links_own_figures_in_everything(wrong: dict[str, Any]) -> None:
    pot = Pot(megalink(BIG)).join("t1", HOLDEM)
    right = pot.settled("t1", 1, {1: "straight_flush"})
    ((name, value),) = wrong.items()
    if name in ("winners", "levels"):
        claim = replace(right, **wrong)
    elif name in ("awarded", "after", "resets"):
        claim = replace(right, levels={"jackpot": replace(right.levels["jackpot"], **wrong)})
    else:
        claim = replace(right, winners=(replace(right.winners[0], **{name: value}),))
    with pytest.raises(RuleBreach):
        pot.give(claim)
    pot.give(right)


def test_a_round_claims_once() -> None:
    pot = pot_with("t1")
    pot.claim("t1", 1, {1: "straight_flush"})
    with pytest.raises(RuleBreach, match="Round 1 of table t1 has claimed"):
        pot.claim("t1", 1, {2: "straight_flush"})
    pot.reject(1)
    pot.claim("t1", 1, {2: "straight_flush"})


# --- frozen, then verified or rejected ------------------------------------------------------------


def test_i_14_a_claim_freezes_its_amount_and_other_tables_play_on() -> None:
    pot = pot_with()
    pot.claim("t1", 1, {1: "royal_flush"})
    assert pot.shows() == "10000.00"
    (pending,) = link_view(pot.link).pending
    assert (pending.claim, pending.table, str(pending.amount)) == (1, "t1", "100002.00")
    pot.play("t2", 2, {1: "25.00"})
    assert pot.shows() == "10005.00"
    pot.verify(1)
    assert (link_view(pot.link).pending, pot.shows()) == ((), "10005.00")
    meter = pot.meter
    assert (meter[Bucket.HELD], meter[Bucket.WINS]) == (0, 10000200 * meter.per_cent)


@pytest.mark.parametrize("hands", [{1: "royal_flush"}, {1: "straight_flush"}])
def test_p17_a_rejected_claim_is_restored_with_all_that_came_in_meanwhile(
    hands: dict[int, str],
) -> None:
    pot, twin = pot_with(), pot_with()
    pot.claim("t1", 1, hands)
    for one in (pot, twin):
        one.play("t2", 2, {1: "25.00"})
    pot.reject(1)
    amounts = [{a: p.meter[a] for a in Bucket} for p in (pot, twin)]
    assert amounts[0] == amounts[1]
    assert (pot.shows(), pot.meter.hits) == (twin.shows(), 0)


@pytest.mark.parametrize("hands", [{1: "royal_flush"}, {1: "straight_flush"}])
def test_i_82_a_paid_claim_undone_leaves_the_link_as_if_it_had_not_been(
    hands: dict[int, str],
) -> None:
    pot, twin = pot_with(), pot_with()
    pot.claim("t1", 1, hands)
    pot.verify_and_pay(1)
    for one in (pot, twin):
        one.play("t2", 2, {1: "25.00"})
    (event,) = pot.undo(1)
    assert isinstance(event, PaidClaimUndone)
    (recovery,) = event.recover
    assert (recovery.slip, recovery.player, event.clause) == (1, "player 1", "I-82")
    amounts = [{a: p.meter[a] for a in Bucket} for p in (pot, twin)]
    assert amounts[0] == amounts[1]
    assert (pot.shows(), pot.meter.hits) == (twin.shows(), 0)
    assert variances(pot.link, recounted(pot.log, pot.inboxes)) == []
    assert pot.link.void_slips == {1}
    with pytest.raises(RuleBreach, match="There is no open claim 1"):
        pot.undo(1)
    # The round may be settled anew; its slip is the next one, for numbers never come again.
    pot.claim("t1", 1, hands)
    pot.verify(2)
    (paid,) = pot.pay(2)
    assert isinstance(paid, PrizePaid)
    assert paid.slip == 2


def test_i_14_a_rejection_leaves_the_amounts_of_other_winners_untouched() -> None:
    pot = pot_with()
    pot.claim("t1", 1, {1: "royal_flush"})
    later = pot.claim("t2", 1, {1: "straight_flush"})
    assert str(later.winners[0].amount) == "1000.00"
    pot.reject(1)
    pot.verify_and_pay(2)
    assert pot.shows() == "99002.00"
    paid = [event for event, _ in pot.log if isinstance(event, PrizePaid)]
    assert [str(event.amount) for event in paid] == ["1000.00"]


def test_p12_the_reserve_pays_for_the_reset_in_whole_cents_and_the_house_for_the_rest() -> None:
    pot = Pot(megalink(level(reserve=Rate.parse("1/3")))).join("t1", HOLDEM)
    pot.play("t1", 1, {1: "25.00"})
    taken = pot.claim("t1", 1, {1: "royal_flush"}).levels["jackpot"]
    assert (str(taken.from_reserve), str(taken.from_house)) == ("8.33", "9991.67")
    meter = pot.meter
    # A third of a cent is left in the reserve.
    assert (pot.shows(), 3 * meter[Bucket.RESERVE]) == ("10000.00", meter.per_cent)


def test_i_03_what_is_left_of_a_cent_stays_for_the_next_winner() -> None:
    pot = Pot(megalink(level(reset="12345.67", contribution=Rate.parse("1/3")))).join("t1", HOLDEM)
    pot.play("t1", 1, {1: "5.00"})
    # 12,345.67 and a third of $5.00: 12,347.33 2/3 shows as 12,347.33, and pays 1,234.73.
    assert str(pot.claim("t1", 1, {1: "straight_flush"}).winners[0].amount) == "1234.73"
    meter = pot.meter
    assert 3 * meter[Bucket.ACCRUED] == (3 * 1111260 + 2) * meter.per_cent


# --- verification ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"cards": {1: tuple(parse_cards("9h Th Jh Qh Kh"))}}, "is no royal_flush"),
        ({"cards": {1: ROYAL[:4]}}, "4 cards for a hand of five"),
        ({"cards": {1: (*ROYAL[:4], ROYAL[0])}}, "5 cards for a hand of five"),
        ({"cards": {}}, "of every seat in the claim"),
        ({"deck": DECK[1:]}, "2c is missing"),
        ({"deck": (*DECK[1:], DECK[5])}, "2c is missing, 3d is there again"),
    ],
)
def test_p34_cards_and_deck_are_recorded_and_must_be_right(
    other: dict[str, Any], said: str
) -> None:
    pot = pot_with("t1")
    pot.claim("t1", 1, {1: "royal_flush"})
    with pytest.raises(RuleBreach, match=said):
        pot.give(pot.verifying(1, **other))
    (verified,) = pot.verify(1)
    assert isinstance(verified, ClaimVerified)
    assert (verified.cards[1], verified.deck) == (ROYAL, DECK)


def test_i_24_a_royal_is_verified_as_the_royal_it_is() -> None:
    pot = Pot(massachusetts("PTMGL03")).join("t1")
    pot.claim("t1", 1, {1: "straight_flush"})
    with pytest.raises(RuleBreach, match="is no straight_flush"):
        pot.give(pot.verifying(1, cards={1: ROYAL}))


@pytest.mark.parametrize(
    "act",
    [
        lambda pot: pot.pay(1),
        lambda pot: pot.join("t2"),
        lambda pot: pot.leave("t3"),
        lambda pot: pot.stop(),
    ],
    ids=["pays", "joins", "leaves", "stops"],
)
def test_i_14_a_dealer_neither_pays_a_prize_nor_joins_or_stops_a_link(
    act: Callable[[Pot], object],
) -> None:
    pot = pot_with("t1", "t3")
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.verify(1)
    floor, pot.floor = pot.floor, "dan"
    with pytest.raises(RoleBreach, match="This needs the Pit Supervisor or a higher role"):
        act(pot)
    pot.floor = floor
    assert pot.pay(1)


@pytest.mark.parametrize("by", ["dan", "fay", "sid", "reg", "nobody", "system"])
def test_i_14_a_claim_is_verified_by_the_role_the_link_names(by: str) -> None:
    pot = pot_with("t1")
    pot.claim("t1", 1, {1: "royal_flush"})
    with pytest.raises(RoleBreach):
        pot.give(pot.verifying(1), by)
    # A higher role will do.
    pot.give(pot.verifying(1), "max")


def test_a_verified_claim_is_not_verified_or_rejected_again() -> None:
    pot = pot_with("t1")
    pot.claim("t1", 1, {1: "royal_flush"})
    with pytest.raises(RuleBreach, match="Claim 1 is not verified"):
        pot.pay(1)
    pot.verify(1)
    for again in (pot.verify, pot.reject):
        with pytest.raises(RuleBreach, match="Claim 1 is verified"):
            again(1)
    pot.pay(1)
    with pytest.raises(RuleBreach, match="There is no open claim 1"):
        pot.pay(1)


# --- slips ----------------------------------------------------------------------------------------


def test_r5_slips_are_numbered_without_a_gap_and_say_the_amount_in_words() -> None:
    pot = pot_with()
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.claim("t2", 1, {1: "straight_flush", 2: "straight_flush"})
    pot.claim("t1", 2, {3: "straight_flush"})
    pot.reject(3)
    pot.verify(1)
    pot.verify(2)
    pot.pay(1)
    pot.pay(2)
    slips = [event for event, _ in pot.log if isinstance(event, PrizePaid)]
    sent = pot.log[-1].envelope
    assert [slip.slip for slip in slips] == [1, 2, 3]
    assert slips[0].words == "one hundred thousand two dollars and zero cents"
    assert (slips[0].player, sent.actor, sent.second) == ("player 1", "sue", "cash")


def test_r10_a_large_prize_is_locked_until_it_is_released() -> None:
    pot = pot_with(settings=megalink(BIG, lock_from=money("50000.00")))
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.claim("t2", 1, {1: "straight_flush"})
    pot.verify(1)
    pot.verify(2)
    with pytest.raises(RuleBreach, match="Claim 1 is not released"):
        pot.pay(1)
    # The next winner need not wait for the papers of the first.
    pot.pay(2)
    release = ReleasePrize(claim=1, document="W-2G 5512")
    with pytest.raises(RoleBreach):
        pot.give(release, "sue")
    pot.give(release)
    pot.pay(1)


def test_p3_the_last_25_hits_are_kept() -> None:
    pot = Pot(megalink(BIG)).join("t1", HOLDEM)
    for number in range(1, 31):
        pot.claim("t1", number, {1: "straight_flush"})
        pot.verify_and_pay(number)
    assert len(pot.link.hits) == SHOWN_HITS
    assert [hit.claim for hit in pot.link.hits] == list(range(30, 5, -1))
    assert pot.meter.hits == 30


# --- limits ---------------------------------------------------------------------------------------


def limited(overflow: OverflowTo) -> Pot:
    """A level that has run $9.00 over its limit."""
    near = level(initial=money("399999.00"), limit=money("400000.00"), overflow=overflow)
    pot = Pot(megalink(near)).join("t1")
    pot.play("t1", 1, {1: "50.00"})
    assert (pot.shows(), pot.meter.overflow) == ("400000.00", 900 * 40)
    return pot


@pytest.mark.parametrize(
    ("overflow", "shows", "left", "house"),
    [
        (OverflowTo.NEXT_RESET, "10009.00", 0, "9998.75"),
        (OverflowTo.RESERVE, "10000.00", 0, "9989.75"),
        (OverflowTo.ANOTHER_LINK, "10000.00", 900, "9998.75"),
    ],
)
def test_p11_money_above_the_limit_goes_where_it_was_declared_to(
    overflow: OverflowTo, shows: str, left: int, house: str
) -> None:
    pot = limited(overflow)
    before = pot.meter
    entered = pot.claim("t1", 1, {1: "royal_flush"})
    meter = pot.meter
    assert str(entered.winners[0].amount) == "400000.00"
    assert str(entered.levels["jackpot"].from_house) == house
    assert (pot.shows(), meter[Bucket.RESERVE], meter.overflow) == (shows, 0, left * 40)
    pot.reject(1)
    after = pot.meter
    assert (after.display, after.overflow) == (before.display, before.overflow)
    assert after[Bucket.RESERVE] == before[Bucket.RESERVE]


def test_p11_ten_percent_comes_off_what_is_shown_and_overflow_stays() -> None:
    pot = limited(OverflowTo.NEXT_RESET)
    pot.claim("t1", 1, {1: "straight_flush"})
    assert (pot.shows(), pot.meter.overflow) == ("360000.00", 900 * 40)
