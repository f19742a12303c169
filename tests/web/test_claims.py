"""What staff post about a claim: who may, who stands beside, once however often, undone whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from pitboss.cards import DECK
from pitboss.floor.demonstration import SECRET
from pitboss.house.callers import Member
from pitboss.jackpot.claims import UndoClaim
from pitboss.money import Money
from pitboss.staff.register import Department
from tests.web.served import Arranged, arranged
from tests.web.site import Browser, Line
from tests.web.test_secrecy import LINK, ROYAL, TABLE, bet, ride, watched

CLAIM = f"/staff/claim/{LINK}/1"
CARDS = {"cards.1": "Th Jh Qh Kh Ah"}
WHOLE_DECK = {f"deck.{card}": "on" for card in DECK}


@dataclass(frozen=True, slots=True)
class Won:
    """A floor on which seat 1 has a royal flush and a claim, and the lines of its players."""

    floor: Arranged
    lines: list[Line]


@pytest.fixture
def won() -> Iterator[Won]:
    with arranged(ROYAL) as found:
        browsers = [found.browser().be_guest() for _ in range(2)]
        lines = [watched(one) for one in browsers]
        for seat, line in enumerate(lines, start=1):
            bet(line, seat, "500.00")
        found.close_bets(TABLE)
        for _ in range(2):
            for seat, line in enumerate(lines, start=1):
                ride(line, seat)
        while lines[0].views[TABLE]["stage"] != "waiting":
            lines[0].receive()
        yield Won(found, lines)


@pytest.fixture
def floor(won: Won) -> Arranged:
    return won.floor


def staff(floor: Arranged, name: str) -> Browser:
    browser = floor.browser()
    assert browser.sign_in_staff(name, SECRET).status_code == 303
    return browser


def test_players_and_passers_by_see_no_claims_and_decide_none(floor: Arranged) -> None:
    for browser in (floor.browser(), floor.browser().be_guest()):
        assert browser.get(CLAIM).headers["location"] == f"/sign-in?next={CLAIM}"
        answer = browser.post(f"{CLAIM}/verify", **CARDS, **WHOLE_DECK)
        assert answer.headers["location"] == "/sign-in?next=/staff"
    assert not floor.link().claims[1].is_verified


def test_s2_who_has_left_sees_no_more_of_the_pit(floor: Arranged) -> None:
    staffing, boss = floor.house.staff, "demo-administrator"
    cage = Department.CAGE
    floor.do(lambda: staffing.add("tim", name="Tim", department=cage, secret=SECRET, by=boss))
    tim = staff(floor, "tim")
    assert tim.get("/staff").status_code == 200
    floor.do(lambda: staffing.leave("tim", by=boss))
    assert tim.get("/staff").headers["location"] == "/sign-in?next=/staff"
    assert tim.get(CLAIM).headers["location"] == f"/sign-in?next={CLAIM}"


def test_a_claim_is_verified_once_however_often_the_form_is_sent(floor: Arranged) -> None:
    pit = staff(floor, "demo-pit-supervisor")
    fields = {**CARDS, **WHOLE_DECK, "id": "one-and-only"}
    for _ in range(2):
        assert pit.post(f"{CLAIM}/verify", **fields).status_code == 303
    assert floor.link().claims[1].is_verified
    assert len(floor.link().hits) == 1
    other = pit.post(f"{CLAIM}/verify", **{**fields, "cards.1": "Ah Kh Qh Jh Th"})
    assert other.status_code == 400
    assert "sent before, filled in otherwise" in other.text
    again = pit.post(f"{CLAIM}/verify", **{**fields, "id": "another"})
    assert again.status_code == 400
    assert "It can only be paid now" in again.text


WRONG = (
    ({**WHOLE_DECK}, "winning cards of every seat"),
    ({**WHOLE_DECK, "cards.1": "Th Jh Qh Kh"}, "4 cards for a hand of five"),
    ({**WHOLE_DECK, "cards.1": "9h Th Jh Qh Kh"}, "is no royal_flush"),
    ({**WHOLE_DECK, "cards.1": "ten jack queen"}, "ten"),
    ({**CARDS}, "The deck is not whole"),
)


def test_what_is_wrong_with_cards_or_deck_is_said(floor: Arranged) -> None:
    pit = staff(floor, "demo-pit-supervisor")
    for fields, said in WRONG:
        answer = pit.post(f"{CLAIM}/verify", **fields)
        assert answer.status_code == 400
        assert said in answer.text
    assert not floor.link().claims[1].is_verified


def test_i_14_a_prize_waits_for_a_winner_who_got_up(floor: Arranged, won: Won) -> None:
    line = won.lines[0]
    winner = floor.do(lambda: floor.house.tables.table(TABLE)).people.seats[1]
    you = line.views[TABLE]["you"]
    assert you["held"] == "50001.50"
    line.done("cash_out", TABLE, amount=you["spare"])
    line.done("leave_seat", TABLE)
    before = floor.do(lambda: floor.backend.house.accounts.account(winner)).purse
    pit = staff(floor, "demo-pit-supervisor")
    assert pit.post(f"{CLAIM}/verify", **CARDS, **WHOLE_DECK).status_code == 303
    assert pit.post(f"{CLAIM}/pay", second="demo-cage", password=SECRET).status_code == 303
    line.done("cash_out", TABLE, amount="50001.50")
    after = floor.do(lambda: floor.backend.house.accounts.account(winner)).purse
    assert after - before == Money(5_000_150)


def test_i_82_the_pit_reads_that_a_slip_is_void(floor: Arranged) -> None:
    pit = staff(floor, "demo-pit-supervisor")
    assert pit.post(f"{CLAIM}/verify", **CARDS, **WHOLE_DECK).status_code == 303
    assert pit.post(f"{CLAIM}/pay", second="demo-cage", password=SECRET).status_code == 303
    void = "It is void: its round does not stand"
    assert void not in pit.get("/staff").text
    # Only where people deal is a round found void after it was paid; here the link is told so.
    by = Member("demo-pit-supervisor", "demo-security")
    floor.give_link(UndoClaim(claim=1, reason="a wrong count"), by)
    page = pit.get("/staff").text
    assert "Slip 1 of" in page
    assert void in page


def test_whoever_stands_beside_signs_in_and_a_rejected_claim_is_undone_whole(
    floor: Arranged, won: Won
) -> None:
    pit = staff(floor, "demo-pit-supervisor")
    said = {"reason": "a card of another deck", "second": "demo-surveillance"}
    alone = pit.post(f"{CLAIM}/reject", reason="a card of another deck")
    assert "surveillance or security" in alone.text
    wrong = pit.post(f"{CLAIM}/reject", **said, password="not this one at all")
    assert wrong.status_code == 400
    assert "not this one at all" not in wrong.text
    assert str(floor.link().meters["jackpot"].display) == "50000.00"
    assert pit.post(f"{CLAIM}/reject", **said, password=SECRET).status_code == 303
    assert not floor.link().claims
    assert str(floor.link().meters["jackpot"].display) == "50001.50"
    # The round is over and stands; the prize was never the winner's, and is the link's again.
    table = floor.do(lambda: floor.house.tables.refresh(TABLE))
    assert table.chips.prizes == ()
    more = str(table.chips.held(table.people.seats[1]) + Money(1))
    assert won.lines[0].ask("cash_out", TABLE, amount=more)["kind"] == "refused"
    assert won.lines[0].ask("cash_out", TABLE, amount="480.00")["kind"] == "done"
    assert pit.get(CLAIM).status_code == 404
    assert pit.post(f"{CLAIM}/pay", second="demo-cage", password=SECRET).status_code == 404


def test_nothing_is_paid_before_it_is_verified(floor: Arranged) -> None:
    pit = staff(floor, "demo-pit-supervisor")
    answer = pit.post(f"{CLAIM}/pay", second="demo-cage", password=SECRET)
    assert answer.status_code == 400
    assert "Claim 1 is not verified" in answer.text
    assert pit.post(f"{CLAIM}/forget").status_code == 404
