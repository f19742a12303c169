"""Care of the pot: what may move a meter besides wagers and prizes, by whom, and when."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, get_args

import pytest

from pitboss.errors import RoleBreach, RuleBreach
from pitboss.jackpot.aggregate import LinkEvent
from pitboss.jackpot.care import (
    AdjustmentReason,
    FillMeter,
    MeterAdjusted,
    ReceiveTransfer,
    SendTransfer,
    TransferSent,
)
from pitboss.jackpot.changes import ChangeHeld, TermsChanged
from pitboss.jackpot.claims import ClaimEntered, ClaimRejected, ClaimVerified, PrizeReleased
from pitboss.jackpot.contributions import ContributionsFolded, OwnerTook, TableJoined, TableLeft
from pitboss.jackpot.fixed_awards import FixedAwardsReturned, FixedAwardsTaken
from pitboss.jackpot.link import LinkStatus
from pitboss.jackpot.meters import Bucket, Meter, MeterImbalance, Rate, moved
from pitboss.jackpot.operation import (
    LinkOpened,
    LinkRetired,
    LinkStopped,
    ProposalApproved,
    RetireLink,
    StartLink,
)
from pitboss.jackpot.recount import recounted, variances
from pitboss.jackpot.roles import LEAST
from pitboss.jackpot.terms import ChangePolicy, OverflowTo
from pitboss.jackpot.view import link_view
from pitboss.money import Money
from pitboss.staff.register import Department
from tests.jackpot.pot import HOLDEM, MASSACHUSETTS, Pot, level, massachusetts, megalink, money


def played(pot: Pot, number: int = 1, stake: str = "5.00") -> None:
    pot.play("t1", number, {1: stake})


# --- the balance equation -------------------------------------------------------------------------


def test_p5_a_move_that_makes_or_loses_a_part_is_raised() -> None:
    meter = Meter(level="jackpot", per_cent=40)
    with pytest.raises(MeterImbalance, match="0 parts came in and 1 are accounted for"):
        moved(meter, {Bucket.ACCRUED: 1})
    with pytest.raises(MeterImbalance, match="held holds -1 parts"):
        moved(meter, {Bucket.HELD: -1, Bucket.ACCRUED: 1})
    assert moved(meter, {Bucket.FILLS: 1, Bucket.ACCRUED: 1})[Bucket.ACCRUED] == 1


# --- adjustments ----------------------------------------------------------------------------------


def test_p9_an_adjustment_says_before_and_after_and_keeps_parts_of_a_cent() -> None:
    pot = Pot(megalink(level(contribution=Rate.parse("1/3")))).join("t1", HOLDEM)
    played(pot)
    (event,) = pot.give(pot.adjusting("10001.00"))
    assert isinstance(event, MeterAdjusted)
    assert (str(event.before), str(event.after)) == ("10001.66", "10001.00")
    meter = pot.meter
    assert Fraction(meter[Bucket.ACCRUED], meter.per_cent) == 1000100 + Fraction(2, 3)
    pot.give(pot.adjusting("10001.66"))
    assert meter[Bucket.CORRECTED] == 66 * meter.per_cent
    assert pot.meter[Bucket.CORRECTED] == 0


@pytest.mark.parametrize(
    "other",
    [
        {"before": money("9999.00")},
        {"explanation": " "},
        {"document": ""},
        {"after": money("10000.00")},
        {"level": "mega"},
    ],
)
def test_p9_an_adjustment_is_explained_and_of_what_is_shown(other: dict[str, Any]) -> None:
    pot = Pot()
    adjusting = pot.adjusting("9000.00")
    with pytest.raises(RuleBreach):
        pot.give(replace(adjusting, **other))
    pot.give(adjusting)


def test_p9_only_what_the_house_put_there_is_recovered_as_seed() -> None:
    pot = Pot(megalink(level(reset="10.00", contribution=Rate.parse("50%")))).join("t1")
    played(pot, stake="50.00")
    seed = AdjustmentReason.SEED_RECOVERY
    with pytest.raises(RuleBreach, match="what players put there is theirs"):
        pot.give(pot.adjusting("24.99", reason=seed))
    with pytest.raises(RuleBreach):
        pot.give(pot.adjusting("36.00", reason=seed))
    pot.give(pot.adjusting("25.00", reason=seed))
    with pytest.raises(RuleBreach, match=r"The house has \$0.00"):
        pot.give(pot.adjusting("24.99", reason=seed))


def near_its_limit(overflow: OverflowTo) -> Pot:
    return Pot(
        megalink(level(initial=money("399999.00"), limit=money("400000.00"), overflow=overflow))
    )


def test_p10_an_adjustment_stays_within_the_limit() -> None:
    pot = near_its_limit(OverflowTo.RESERVE)
    with pytest.raises(RuleBreach, match="is above the limit"):
        pot.give(pot.adjusting("400000.01"))
    pot.fill("5.00")
    pot.give(pot.adjusting("9000.00"))
    assert (pot.shows(), pot.meter.overflow) == ("9000.00", 400 * 40)


@pytest.mark.parametrize(
    ("by", "second"),
    [
        ("max", ""), ("max", "max"), ("max", "dan"), ("sid", "max"), ("sue", "sid"),
        ("ann", "sid"), ("max", "ann"), ("max", "reg"), ("boss", "sid"), ("cal", "sid"),
    ],
)  # fmt: skip
def test_s5_an_adjustment_needs_a_manager_of_the_games_and_security(by: str, second: str) -> None:
    pot = Pot()
    with pytest.raises(RoleBreach):
        pot.give(pot.adjusting("9000.00"), by, second)


def test_s6_nobody_may_both_alter_a_link_and_put_its_meters_right() -> None:
    alters = {ProposalApproved, LinkOpened, ChangeHeld, TermsChanged, LinkRetired}
    resets = {MeterAdjusted, ClaimRejected, ClaimVerified}
    people = [
        {d for kind in kinds for d in (*LEAST[kind].departments, *LEAST[kind].seconds)}
        for kinds in (alters, resets)
    ]
    assert not people[0] & people[1]
    for least in LEAST.values():
        assert Department.REGULATOR not in (*least.departments, *least.seconds)


def test_s5_where_two_persons_act_they_are_of_different_departments() -> None:
    for kind, least in LEAST.items():
        assert not set(least.departments) & set(least.seconds), kind
    alone = {kind for kind, least in LEAST.items() if not least.seconds}
    assert alone == {
        LinkStopped, TableJoined, TableLeft, OwnerTook, ContributionsFolded,
        ClaimEntered, FixedAwardsTaken, FixedAwardsReturned, ClaimVerified,
        PrizeReleased,
    }  # fmt: skip


def test_every_event_of_a_link_says_who_may_cause_it() -> None:
    assert set(LEAST) == set(get_args(LinkEvent))


def test_fills_are_the_houses_and_have_a_reason() -> None:
    pot = Pot()
    pot.fill("2500.00")
    assert pot.shows() == "12500.00"
    for amount, explanation in (("0.00", "promotion"), ("5.00", "")):
        with pytest.raises(RuleBreach):
            pot.give(
                FillMeter(
                    level="jackpot",
                    amount=money(amount),
                    explanation=explanation,
                )
            )


def test_p9_an_adjustment_clears_what_a_level_is_short_of() -> None:
    pot = Pot(megalink(level(reset="0.00", contribution=Rate.parse("50%")))).join("t1")
    played(pot, stake="50.00")
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.reverse("t1", 1, {1: "50.00"})
    pot.fold()
    assert pot.meter.short == 2500 * 40
    pot.give(pot.adjusting("10.00"))
    meter = pot.meter
    assert (pot.shows(), meter[Bucket.CORRECTED]) == ("10.00", -3500 * 40)


# --- changing terms -------------------------------------------------------------------------------

SLOWER = level(contribution=Rate.parse("1/7"), reset="20000.00")


def test_p13_terms_are_frozen_while_the_link_runs() -> None:
    pot = Pot()
    new = megalink(SLOWER)
    pot.approve(new)
    with pytest.raises(RuleBreach, match="its terms are frozen"):
        pot.give(pot.changing(new))
    pot.stop()
    pot.give(pot.changing(new))
    assert (pot.link.edition, pot.link.per_cent) == (2, 280)
    assert pot.link.terms is not None
    assert (pot.shows(), pot.link.terms.level("jackpot").reset) == ("10000.00", money("20000.00"))


def test_p24_a_change_is_approved_first() -> None:
    pot = Pot()
    pot.stop()
    with pytest.raises(RuleBreach, match="This is not what was approved"):
        pot.give(pot.changing(megalink(SLOWER)))


def test_p19_a_link_starts_by_new_software_once_that_is_approved_and_taken() -> None:
    pot = Pot()
    pot.approve(pot.settings, "pitboss next")
    pot.stop()
    pot.give(pot.changing(pot.settings, "pitboss next"))
    with pytest.raises(RuleBreach):
        pot.start()
    pot.give(StartLink(software="pitboss next"))
    assert pot.link.status is LinkStatus.RUNNING


def waiting() -> tuple[Pot, Any]:
    pot = Pot(megalink(change=ChangePolicy.WAITS))
    new = megalink(SLOWER, change=ChangePolicy.WAITS)
    pot.join("t1", HOLDEM)
    played(pot)
    pot.approve(new)
    return pot, new


def test_p13_a_change_waits_until_the_jackpot_is_won() -> None:
    pot, new = waiting()
    pot.give(pot.changing(new))
    pot.claim("t1", 1, {1: "straight_flush"})
    pot.verify(1)
    assert pot.link.edition == 1
    pot.play("t1", 2, {1: "5.00"})
    pot.claim("t1", 2, {1: "royal_flush"})
    # Restarted by the old terms; the new ones wait until the claim is found good.
    assert (pot.link.edition, pot.shows()) == (1, "10000.00")
    pot.verify(2)
    assert (pot.link.edition, pot.link.waiting) == (2, None)
    pot.play("t1", 3, {1: "5.00"})
    meter = pot.meter
    assert Fraction(meter[Bucket.ACCRUED], meter.per_cent) - 1_000_000 == Fraction(500, 7)


def test_p13_terms_wait_again_for_a_level_whose_verified_win_was_void() -> None:
    """Of the levels that the new terms change, the first was won in a round that did not stand."""
    old = massachusetts(change=ChangePolicy.WAITS)
    slower = tuple(replace(one, contribution=Rate.parse("4%")) for one in old.levels[:2])
    new = replace(old, levels=(*slower, *old.levels[2:]))
    pot = Pot(old).join("t1", MASSACHUSETTS)
    pot.change(new)
    before = dict(pot.link.meters)
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.verify(1)
    assert waited_for(pot) == ["major"]
    pot.undo(1)
    assert waited_for(pot) == ["mega", "major"]
    assert {n: m.display for n, m in pot.link.meters.items()} == {
        n: m.display for n, m in before.items()
    }
    pot.claim("t1", 2, {1: "straight_flush"})
    pot.verify(2)
    assert pot.link.edition == 1, "mega was not won since"


def waited_for(pot: Pot) -> list[str]:
    return [] if pot.link.waiting is None else list(pot.link.waiting.levels)


def test_p13_a_claim_that_is_rejected_lets_no_change_through() -> None:
    pot, new = waiting()
    pot.give(pot.changing(new))
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.reject(1)
    assert (pot.link.edition, pot.link.waiting is None) == (1, False)


def test_p13_a_claim_entered_before_the_change_was_asked_for_does_not_count() -> None:
    pot, new = waiting()
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.give(pot.changing(new))
    pot.verify(1)
    assert pot.link.edition == 1


def test_contributions_made_by_old_rates_count_by_them_after_a_change() -> None:
    pot = Pot().join("t1", HOLDEM)
    pot.contribute("t1", 1, {1: "5.00"})
    pot.stop()
    new = megalink(SLOWER)
    pot.change(new)
    pot.start()
    pot.contribute("t1", 2, {1: "5.00"})
    pot.reverse("t1", 1, {1: "2.50"})
    pot.fold()
    meter = pot.meter
    exact = 1_000_000 + Fraction(500, 5) + Fraction(500, 7) - Fraction(250, 5)
    assert Fraction(meter[Bucket.ACCRUED], meter.per_cent) == exact


@pytest.mark.parametrize("is_paid", [False, True])
def test_a_claim_is_put_back_exactly_after_the_parts_got_finer(is_paid: bool) -> None:
    pot = Pot().join("t1", HOLDEM)
    played(pot)
    pot.claim("t1", 1, {1: "royal_flush"})
    if is_paid:
        pot.verify_and_pay(1)
    pot.stop()
    new = megalink(SLOWER)
    pot.change(new)
    if is_paid:
        pot.undo(1)
    else:
        pot.reject(1)
    meter = pot.meter
    assert Fraction(meter[Bucket.ACCRUED], meter.per_cent) == 1_000_100
    assert meter[Bucket.FILLS] == 0


def test_p10_a_new_limit_is_at_or_above_what_is_shown() -> None:
    pot = Pot()
    pot.fill("390500.00")
    pot.stop()
    for limit, is_fine in (("400499.99", False), ("400500.00", True)):
        new = megalink(level(limit=money(limit), overflow=OverflowTo.RESERVE))
        pot.approve(new)
        if is_fine:
            pot.give(pot.changing(new))
        else:
            with pytest.raises(RuleBreach, match=r"A limit below the \$400,500.00"):
                pot.give(pot.changing(new))
    pot.fill("1.00")
    assert (pot.shows(), pot.meter.overflow) == ("400500.00", 100 * 40)
    # A higher limit does not make what was set aside appear.
    higher = megalink(level(limit=money("500000.00"), overflow=OverflowTo.RESERVE))
    pot.change(higher)
    assert (pot.shows(), pot.meter.overflow) == ("400500.00", 100 * 40)


def test_a_change_leaves_no_table_behind() -> None:
    pot = Pot().join("t1", HOLDEM)
    new = megalink(unit=money("10.00"))
    pot.approve(new)
    pot.stop()
    with pytest.raises(RuleBreach, match="Table t1 plays"):
        pot.give(pot.changing(new))
    pot.leave("t1")
    pot.give(pot.changing(new))


def test_s15_play_money_does_not_become_money_by_a_change() -> None:
    pot = Pot(megalink(is_practice=True))
    pot.stop()
    real = megalink()
    pot.approve(real)
    with pytest.raises(RuleBreach, match="Play money does not become money"):
        pot.give(pot.changing(real))
    assert pot.link.terms is not None
    assert pot.link.terms.is_practice


# --- transfers and the end ------------------------------------------------------------------------


def sending(pot: Pot, holding: Bucket, amount: str | None = None) -> SendTransfer:
    return SendTransfer(
        level="jackpot",
        holding=holding,
        to_link="next",
        to_level="jackpot",
        amount=None if amount is None else money(amount),
    )


def test_p28_a_pool_is_retired_and_every_part_of_it_goes_to_another_link() -> None:
    old = Pot(megalink(level(contribution=Rate.parse("1/3"), reserve=Rate.parse("1/7")))).join(
        "t1", HOLDEM
    )
    played(old)
    new = Pot(replace(megalink(), link="next"))
    with pytest.raises(RuleBreach, match="cannot be transferred while it runs"):
        old.give(sending(old, Bucket.ACCRUED))
    retire = RetireLink()
    with pytest.raises(RuleBreach, match="cannot be retired while it runs"):
        old.give(retire)
    old.stop()
    old.leave("t1")
    with pytest.raises(RuleBreach, match="still holds money"):
        old.give(retire)
    for holding in (Bucket.ACCRUED, Bucket.RESERVE):
        (sent,) = old.give(sending(old, holding))
        assert isinstance(sent, TransferSent)
        got = ReceiveTransfer(from_link="mega", sent=sent)
        new.give(got)
        with pytest.raises(RuleBreach, match="came in before"):
            new.give(got)
    meter = new.meter
    assert meter.per_cent == 840
    exact = 2_000_000 + Fraction(500, 3) + Fraction(500, 7)
    assert Fraction(meter[Bucket.ACCRUED], meter.per_cent) == exact
    old.give(retire)
    assert old.link.status is LinkStatus.RETIRED
    with pytest.raises(RuleBreach, match="is retired"):
        old.fill("1.00")


def test_p11_overflow_may_be_transferred_while_the_link_runs() -> None:
    pot = near_its_limit(OverflowTo.ANOTHER_LINK)
    pot.fill("10.00")
    with pytest.raises(RuleBreach, match=r"has \$9.00 of overflow"):
        pot.give(sending(pot, Bucket.OVERFLOW, "9.01"))
    pot.give(sending(pot, Bucket.OVERFLOW, "4.00"))
    assert (pot.shows(), pot.meter.overflow) == ("400000.00", 500 * 40)
    with pytest.raises(RuleBreach, match="held cannot be transferred"):
        pot.give(sending(pot, Bucket.HELD))


def test_i_14_a_claim_is_put_back_though_its_overflow_was_transferred() -> None:
    pot = near_its_limit(OverflowTo.ANOTHER_LINK)
    pot.join("t1")
    played(pot, stake="50.00")
    pot.claim("t1", 1, {1: "straight_flush"})
    pot.give(sending(pot, Bucket.OVERFLOW))
    pot.reject(1)
    meter = pot.meter
    # 9.00 above the limit went away, so that all that is left is what was shown.
    assert (pot.shows(), meter.overflow, meter[Bucket.SENT]) == ("400000.00", 0, 900 * 40)
    assert variances(pot.link, recounted(pot.log, pot.inboxes)) == []


def test_a_transfer_goes_to_the_link_it_was_sent_to() -> None:
    old, other = Pot(), Pot(replace(megalink(), link="other"))
    old.stop()
    (sent,) = old.give(sending(old, Bucket.ACCRUED, "5.00"))
    assert isinstance(sent, TransferSent)
    got = ReceiveTransfer(from_link="mega", sent=sent)
    for wrong in (sent, replace(sent, to_link="other", currency="USD")):
        with pytest.raises(RuleBreach, match="A transfer in"):
            other.give(replace(got, sent=wrong))


# --- tables and displays --------------------------------------------------------------------------


def test_a_table_leaves_once_it_is_counted_and_its_claims_are_paid() -> None:
    pot = Pot().join("t1", HOLDEM)
    pot.contribute("t1", 1, {1: "5.00"})
    with pytest.raises(RuleBreach, match="has 1 entries, and 0 are counted"):
        pot.leave("t1")
    pot.fold()
    pot.claim("t1", 1, {1: "royal_flush"})
    with pytest.raises(RuleBreach, match="Claim 1 of table t1 is not paid yet"):
        pot.leave("t1")
    pot.verify_and_pay(1)
    pot.leave("t1")
    pot.join("t1", HOLDEM)
    assert pot.link.reads["t1"] == 1


def test_p32_a_stopped_link_shows_its_fault() -> None:
    pot = Pot()
    assert (link_view(pot.link).is_running, link_view(pot.link).fault) == (True, "")
    pot.stop("Being repaired.")
    assert (link_view(pot.link).is_running, link_view(pot.link).fault) == (False, "Being repaired.")
    assert link_view(pot.link).levels[0].amount == Money(1_000_000)
    with pytest.raises(RuleBreach, match="is stopped: Being repaired"):
        pot.stop()
