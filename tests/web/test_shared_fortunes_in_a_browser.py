"""What one hand brings to others, and several hands of one player: seen by everybody it concerns.

Magic Card, Lucky Player and envy come from seeds that are known to bring them; several hands, blind
hands and shared areas are played as their players would.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.web.people import Visit, sit, stay_until_settled, wager
from tests.web.served import arranged

pytestmark = pytest.mark.slow

MEGALINK_RIDE = "mbs-megalink-let-it-ride-v2"
RIDE = "mbs-let-it-ride-v3"
THREE_CARD = "mbs-megalink-three-card-v6"
ANY_DECK = 0
DRAWS = 30706
"""In the first round of LIR-1 from deck 0 the Magic Card 6s is a community card, seat 2 lucky."""
STRAIGHT_FLUSH = 66525
"""In the first round of LIR-2 with two players, seat 1 has 3c 4c 5c, and 6c 2c come to it."""


def paid(page: Page, wager_: str) -> list[str]:
    """The lines of one's own about a payment, as they read."""
    return page.locator(f'.own .line[data-wager="{wager_}"]').all_inner_texts()


def listen(page: Page) -> list[str]:
    """Everything that comes to a page over its socket."""
    heard: list[str] = []

    def open_line(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: heard.append(str(frame)))

    page.on("websocket", open_line)
    return heard


@pytest.mark.rule(MEGALINK_RIDE, "4.3")
@pytest.mark.rule(MEGALINK_RIDE, "4.3.1")
@pytest.mark.rule(MEGALINK_RIDE, "4.4")
def test_4_3_1_and_4_4_everybody_sees_magic_card_and_lucky_player_once_they_pay(
    visit: Visit,
) -> None:
    one, two, watcher = visit(), visit(), visit()
    heard = listen(watcher)
    with arranged(ANY_DECK, DRAWS) as floor:
        watcher.goto(f"{floor.address}/table/LIR-1")
        for seat, page in enumerate((one, two), start=1):
            sit(page, floor.address, "LIR-1", seat)
            wager(page, "1", "progressive")
        floor.close_bets("LIR-1")
        stay_until_settled([one, two])
        for page in (one, two):
            (magic,) = paid(page, "magic_card")
            assert "+$25" in magic
            assert "4.3.1" in magic
            expect(page.locator(".special")).to_contain_text("Magic Card")
            (stake,) = paid(page, "progressive")
            assert "$5.00 goes back, and what it wins has a line of its own" in stake
        assert paid(one, "lucky_player") == []
        (lucky,) = paid(two, "lucky_player")
        assert "+$25" in lucky
        assert "4.4" in lucky
        # Whoever reads is told in order, and the sentence beside keeps its room.
        expect(two.locator(".special")).to_contain_text("$25 to seat 1, you.")
        words = watcher.locator(".prompt .words").bounding_box()
        assert words is not None
        assert words["width"] > 200
        expect(one.locator(".special")).to_contain_text("Lucky Player: $25 to seat 2")
        expect(two.locator(".special")).to_contain_text("Lucky Player: $25 to you")
        expect(watcher.locator(".special")).to_contain_text("six of spades")
        expect(watcher.locator(".magic pit-card")).to_have_attribute("card", "6s")
        expect(watcher.locator('.seats > [data-key="2"]')).to_have_class("seat lucky")
    views = [json.loads(frame)["view"] for frame in heard if '"kind":"table"' in frame]
    drawn = [view for view in views if view["magic_card"] or view["lucky_seat"]]
    assert drawn
    assert all(view["lines"] for view in drawn), "nobody knows of a draw before it pays"


@pytest.mark.rule(RIDE, "3.20")
@pytest.mark.rule(RIDE, "4.2")
def test_3_20_envy_is_seen_at_the_seat_it_pays(visit: Visit) -> None:
    one, two = visit(), visit()
    with arranged(STRAIGHT_FLUSH) as floor:
        for seat, page in enumerate((one, two), start=1):
            sit(page, floor.address, "LIR-2", seat)
            wager(page, "1", "progressive")
        floor.close_bets("LIR-2")
        stay_until_settled([one, two])
        assert paid(one, "envy") == [], "one's own hand brings its owner no envy (I-15)"
        (envy,) = paid(two, "envy")
        assert "+$300" in envy
        assert "for the hand of seat 1" in envy
        assert "3.20" in envy
        for page, whom in ((one, "seat 2"), (two, "you")):
            words = f"Envy Bonus: seat 1 brings $300 to {whom}."
            expect(page.locator(".special")).to_contain_text(words)
        expect(one.locator(".prizes")).to_contain_text("Your straight flush claims $1,000")


@pytest.mark.rule(THREE_CARD, "1.1.3")
@pytest.mark.rule(THREE_CARD, "3.4.1")
def test_3_4_1_of_several_hands_one_is_viewed_and_the_others_are_played_blind(
    visit: Visit,
) -> None:
    page = visit()
    heard = listen(page)
    with arranged(ANY_DECK) as floor:
        sit(page, floor.address, "TCP-1", 1)
        wager(page, "ante", seat=1)
        page.locator('.seats > [data-key="2"] > button.sit').click()
        wager(page, "ante", seat=2)
        floor.close_bets("TCP-1")
        # Which of the hands is meant is said, and both are in sight.
        expect(page.locator(".prompt .words")).to_have_text(re.compile(r"^Seat 1: .* one of your"))
        for seat in (1, 2):
            own = page.locator(f'.place[data-key="{seat}"]')
            expect(own).to_be_in_viewport(ratio=0.99)
        page.get_by_role("button", name="Look at the hand at seat 2").click()
        expect(page.locator('.place[data-key="2"] pit-card[card]')).to_have_count(3)
        hidden = page.locator('.place[data-key="1"] pit-card')
        expect(hidden).to_have_count(3)
        assert [card.get_attribute("card") for card in hidden.all()] == [None, None, None]
        stay_until_settled([page])
        for seat in (1, 2):
            assert page.locator(".own .line", has_text=f"seat {seat}: Ante").count() == 1
        # Blind stays blind until the dealer turns the hands over.
        views = [json.loads(frame)["view"] for frame in heard if '"kind":"table"' in frame]
        asked = [view for view in views if view["stage"] == "deciding"]
        assert asked
        assert not any(card for view in asked for card in view["seats"][0]["cards"])


@pytest.mark.rule(THREE_CARD, "3.4")
def test_3_4_an_area_may_hold_money_of_several_and_each_is_paid_their_part(visit: Visit) -> None:
    one, two = visit(), visit()
    with arranged(ANY_DECK) as floor:
        for seat, page in enumerate((one, two), start=1):
            sit(page, floor.address, "TCP-1", seat)
        wager(one, "ante", seat=1)
        two.locator('.seats > [data-key="1"] > button.sit').click()
        wager(two, "ante", seat=1)
        wager(two, "ante", seat=2)
        floor.close_bets("TCP-1")
        stay_until_settled([one, two])
        table = floor.do(lambda: floor.house.tables.table("TCP-1"))
        (line,) = [one for one in table.play.settled if (one.seat, one.wager) == (1, "ante")]
        assert len(line.shares) == 2
        # Ten dollars of ante and as much of play lie on seat 1, half of each is each one's own.
        for page in (one, two):
            own = page.locator('.own .line[data-wager="ante"]', has_text="Your part")
            expect(own).to_contain_text("Your part: $5 of $10")
            expect(own.locator(".sum")).to_have_text("\N{MINUS SIGN}$5")
            expect(own.locator(".clause")).to_contain_text("3.4")
            net = page.locator('.place[data-key="1"] .net')
            expect(net).to_have_text("\N{MINUS SIGN}$10")
            expect(page.locator('.seats > [data-key="1"] .net')).to_have_text("\N{MINUS SIGN}$20")
