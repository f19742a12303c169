"""Care of the pot, where lines do not say it: `care.txt` and `covering.txt` have the others."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import get_args

import pytest

from pitboss.errors import RuleBreach
from pitboss.jackpot.aggregate import LinkEvent
from pitboss.jackpot.care import (
    MeterAdjusted,
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
    StartLink,
    uncovered,
)
from pitboss.jackpot.roles import LEAST
from pitboss.jackpot.terms import ChangePolicy
from pitboss.staff.register import Department
from tests.jackpot.pot import MASSACHUSETTS, SOFTWARE, Pot, massachusetts, megalink
from tests.jackpot.script import LinkScript

# --- the balance equation -------------------------------------------------------------------------


def test_p5_a_move_that_makes_or_loses_a_part_is_raised() -> None:
    meter = Meter(level="jackpot", per_cent=40)
    with pytest.raises(MeterImbalance, match="0 parts came in and 1 are accounted for"):
        moved(meter, {Bucket.ACCRUED: 1})
    with pytest.raises(MeterImbalance, match="held holds -1 parts"):
        moved(meter, {Bucket.HELD: -1, Bucket.ACCRUED: 1})
    assert moved(meter, {Bucket.FILLS: 1, Bucket.ACCRUED: 1})[Bucket.ACCRUED] == 1


# --- adjustments ----------------------------------------------------------------------------------


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


# --- changing terms -------------------------------------------------------------------------------


def test_p19_a_link_starts_by_new_software_once_that_is_approved_and_taken() -> None:
    pot = Pot()
    pot.approve(pot.settings, "pitboss next")
    pot.stop()
    pot.give(pot.changing(pot.settings, "pitboss next"))
    with pytest.raises(RuleBreach):
        pot.start()
    pot.give(StartLink(software="pitboss next"))
    assert pot.link.status is LinkStatus.RUNNING


def test_p13_terms_wait_again_for_a_level_whose_verified_win_was_void() -> None:
    """Of the levels that the new terms change, the first was won in a round that did not stand."""
    old = massachusetts(change=ChangePolicy.WAITS)
    slower = tuple(replace(one, contribution=Rate.parse("4%")) for one in old.levels[:2])
    new = replace(old, levels=(*slower, *old.levels[2:]))
    pot = Pot(old).join("t1", MASSACHUSETTS)
    pot.change(new)
    before = {name: pot.shows(name) for name in pot.link.meters}
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.verify(1)
    assert [change and change.levels for change in (pot.link.waiting,)] == [("major",)]
    pot.undo(1)
    assert [change and change.levels for change in (pot.link.waiting,)] == [("mega", "major")]
    assert {name: pot.shows(name) for name in before} == before
    pot.claim("t1", 2, {1: "straight_flush"})
    pot.verify(2)
    assert pot.link.edition == 1, "mega was not won since"


# --- transfers and the end ------------------------------------------------------------------------


def test_p28_a_pool_is_retired_and_every_part_of_it_goes_to_another_link() -> None:
    old = LinkScript("""
        link megalink contribution 1/3 reserve 1/7
        join t1 holdem
        t1 round 1: plays 1 5.00
        refused "cannot be transferred while it runs": send accrued
        refused "cannot be retired while it runs": retire
        stop
        t1 leaves
        refused "still holds money": retire
        send accrued
        send reserve
    """)
    new = LinkScript("link megalink link next")
    for sent in old.sent():
        new.pot.give(sent)
        with pytest.raises(RuleBreach, match="came in before"):
            new.pot.give(sent)
    # A third and a seventh of $5.00.
    new.say("parts is 840", "holds accrued 2000238 2/21").check()
    old.say("retire", "status is retired", 'refused "is retired": fill 1.00').check()


def test_a_transfer_goes_to_the_link_it_was_sent_to() -> None:
    (got,) = LinkScript("stop\nsend accrued 5.00").sent()
    other = Pot(replace(megalink(), link="other"))
    for wrong in (got.sent, replace(got.sent, to_link="other", currency="USD")):
        with pytest.raises(RuleBreach, match="A transfer in"):
            other.give(replace(got, sent=wrong))


def test_p30_funds_that_were_not_counted_for_too_long_stop_a_link() -> None:
    link = LinkScript("""
        link megalink cover_days 7
        not started
        count funds 10000.00
        start
    """)
    pot = link.pot
    assert pot.link.funds is not None
    counted = datetime.fromisoformat(pot.link.funds.at)
    assert uncovered(pot.link, (counted + timedelta(days=7)).isoformat()) == ""
    late = (counted + timedelta(days=7, seconds=1)).isoformat()
    assert "have not been counted for 7 days" in uncovered(pot.link, late)
    assert uncovered(Pot().link, late) == "", "where no days are set nobody asks"
    pot.stop()
    with pytest.raises(RuleBreach, match="have not been counted for 7 days"):
        pot.give(StartLink(software=SOFTWARE), at=late)
