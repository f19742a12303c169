"""A royal flush in real browsers: from the cards to the claim, its verification and the payment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pitboss.cards import DECK
from pitboss.floor.demonstration import SECRET
from pitboss.house.callers import Member
from pitboss.jackpot.operation import StartLink, StopLink
from tests.web.people import Visit, faults_of, sign_in_staff, sit, stay_until_settled, wager
from tests.web.served import Arranged, arranged

pytestmark = pytest.mark.slow

TABLE = "LIR-1"
MEGALINK = "mbs-megalink-let-it-ride-v2"
ROYAL = 79353
"""With two players, seat 1 holds Th Qh Kh, and Jh Ah are the community cards."""
NO_DRAWS = 0
PRIZE = "$50,001.50"
"""The seed, and fifteen hundredths of two wagers of five dollars."""


@pytest.fixture
def floor() -> Iterator[Arranged]:
    with arranged(ROYAL, NO_DRAWS) as found:
        yield found


def bet_on_a_royal_flush(floor: Arranged, one: Page, two: Page) -> None:
    for seat, page in enumerate((one, two), start=1):
        sit(page, floor.address, TABLE, seat)
        wager(page, "1", "progressive")
    floor.close_bets(TABLE)


@pytest.mark.rule(MEGALINK, "4.2")
def test_a_royal_flush_from_cards_to_claim_to_celebration(
    floor: Arranged, visit: Visit, pit: Page
) -> None:
    one, two, sign = visit(), visit(), visit()
    sign.goto(f"{floor.address}/sign/megalink")
    expect(sign.locator("pit-meter .figure")).to_have_text("$50,000.00")
    sign_in_staff(pit, floor.address, "demo-pit-supervisor")
    bet_on_a_royal_flush(floor, one, two)
    # "No more bets" is the moment at which wagers are on the meter.
    expect(sign.locator("pit-meter .figure")).to_have_text(PRIZE)
    expect(sign.locator(".claims p")).to_have_count(0)
    stay_until_settled([one, two])

    cards = [card.get_attribute("card") for card in one.locator(".place pit-card").all()]
    assert set(cards) == {"Th", "Qh", "Kh"}
    expect(one.locator(".place .words")).to_contain_text("royal flush")
    line = one.locator('.own .line[data-wager="progressive"]')
    expect(line).to_contain_text(PRIZE)
    expect(line.locator(".clause")).to_contain_text("4.2")
    expect(one.locator(".prizes")).to_contain_text(f"Your royal flush claims {PRIZE}")
    expect(one.locator(".prizes")).to_contain_text("Megalink")
    expect(one.locator(".prizes")).to_contain_text("I-14")
    expect(two.locator(".prizes")).to_contain_text(f"The royal flush at seat 1 claims {PRIZE}")
    expect(sign.locator(".claims p")).to_contain_text(f"{PRIZE} claimed at table {TABLE}")
    expect(sign.locator("pit-meter .figure")).to_have_text("$50,000.00")
    expect(sign.locator(".won")).to_have_count(0)

    assert [fault for page in (one, sign) for fault in faults_of(page)] == []

    # A prize that nobody has verified leaves the table in no pocket: all the rest does.
    expect(one.locator(".tray .held")).to_have_text(f"{PRIZE} held")
    expect(two.locator(".tray .held")).to_be_empty()
    one.locator(".money [data-do=cash_out]").click()
    expect(one.locator(".bar .purse")).to_have_text("$24,995")
    expect(one.locator(".money [data-do=cash_out]")).to_be_disabled()

    # The pit's page finds the claim by itself.
    pit.get_by_role("link", name="Claim 1 on Megalink").click()
    verify = pit.locator("form[data-what=verify]")
    verify.get_by_label("The five cards of seat 1").fill("Th Jh Qh Kh Ah")
    assert faults_of(pit) == []
    for card in DECK[1:]:
        verify.locator(f'[name="deck.{card}"]').check()
    verify.get_by_role("button").click()
    expect(pit.get_by_role("alert")).to_contain_text(f"{DECK[0]} is missing")
    assert verify.get_by_label("The five cards of seat 1").input_value() == "Th Jh Qh Kh Ah"
    verify.locator(f'[name="deck.{DECK[0]}"]').check()
    verify.get_by_role("button").click()
    expect(pit.locator(".claims")).to_contain_text("Verified, and to be paid")
    assert faults_of(pit) == []

    won = sign.locator(".won")
    expect(won).to_contain_text(PRIZE)
    expect(won).to_contain_text(f"Table {TABLE}")
    assert faults_of(sign) == []
    expect(one.locator(".prizes [data-stage=verified]")).to_be_visible()

    pit.get_by_role("link", name="Claim 1 on Megalink").click()
    pay = pit.locator("form[data-what=pay]")
    pay.wait_for()
    assert faults_of(pit) == []
    pay.get_by_label("Name of the second person").fill("demo-cage")
    pay.get_by_label("Password").fill(SECRET)
    pay.get_by_role("button").click()
    expect(pit.locator(".slip")).to_contain_text("Slip 1 of Megalink")
    expect(pit.locator(".slip")).to_contain_text("fifty thousand one")
    expect(one.locator(".prizes [data-stage=paid]")).to_contain_text(f"Paid to you: {PRIZE}")
    expect(two.locator(".prizes [data-stage=paid]")).to_contain_text("seat 1")
    expect(sign.locator(".claims p")).to_have_count(0)
    one.locator(".money [data-do=cash_out]").click()
    # Ten thousand, fifteen thousand for the base wagers and the prize, less the progressive wager.
    expect(one.locator(".bar .purse")).to_have_text("$74,996.50")


def test_who_may_not_verify_or_pay_is_refused_and_told_why(
    floor: Arranged, visit: Visit, pit: Page
) -> None:
    one, two = visit(), visit()
    bet_on_a_royal_flush(floor, one, two)
    stay_until_settled([one, two])
    sign_in_staff(pit, floor.address, "demo-dealer")
    pit.get_by_role("link", name="Claim 1 on Megalink").click()
    verify = pit.locator("form[data-what=verify]")
    verify.get_by_label("The five cards of seat 1").fill("Th Jh Qh Kh Ah")
    for card in DECK:
        verify.locator(f'[name="deck.{card}"]').check()
    verify.get_by_role("button").click()
    expect(pit.get_by_role("alert")).to_contain_text("Pit Supervisor")
    # Nobody pays what nobody verified, whatever they send.
    assert not floor.link().claims[1].is_verified


def test_p8_and_p18_a_link_that_is_stopped_says_so_wherever_its_meter_is(
    floor: Arranged, visit: Visit
) -> None:
    player, lobby, sign = visit(), visit(), visit()
    lobby.goto(floor.address)
    sign.goto(f"{floor.address}/sign/megalink")
    sit(player, floor.address, TABLE, 1)
    places = [
        player.locator(".board .fault"),
        lobby.locator('.jackpot-link[href$="megalink"] .fault'),
        sign.locator(".fault"),
    ]
    for place in places:
        expect(place).to_be_hidden()

    staff = Member("demo-pit-manager", "demo-security")
    floor.give_link(StopLink(reason="the display is dark"), staff)
    for place in places:
        expect(place).to_have_text("No progressive wagers now: the display is dark")
    assert [fault for page in (player, lobby, sign) for fault in faults_of(page)] == []
    # The wager is refused with the same word, and the game goes on without it.
    wager(player, "1")
    player.locator('.place [data-wager="progressive"]').click()
    expect(player.locator(".notes [role=alert]")).to_contain_text("the display is dark")
    floor.close_bets(TABLE)
    stay_until_settled([player])
    expect(player.locator('.own .line[data-wager="progressive"]')).to_have_count(0)

    floor.give_link(StartLink(software=floor.links.software()), staff)
    for place in places:
        expect(place).to_be_hidden()


def test_p10_a_limit_is_posted_wherever_the_meter_is(visit: Visit) -> None:
    limited = {"limit": '"90000000.00"\noverflow = "next reset"'}
    table, lobby, sign, rules = visit(), visit(), visit(), visit()
    with arranged(**limited) as floor:
        table.goto(f"{floor.address}/table/{TABLE}")
        lobby.goto(floor.address)
        sign.goto(f"{floor.address}/sign/megalink")
        rules.goto(f"{floor.address}/rules/{TABLE}")
        for place in (
            table.locator(".board .limit"),
            lobby.locator('.jackpot-link[href$="megalink"] .limit'),
            lobby.locator(f'[data-table="{TABLE}"] .limit'),
            sign.locator(".limit"),
        ):
            expect(place).to_have_text("Limit $90,000,000")
        expect(rules.locator("main")).to_contain_text("$90,000,000")
        assert [fault for page in (table, lobby, sign, rules) for fault in faults_of(page)] == []
