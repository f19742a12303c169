"""What screens add to the deck (I-115): over the socket, and in rounds that are recalled."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pitboss.shuffling import deck_of, opens
from tests.web.site import Site
from tests.web.test_socket import play_on, seated

ONE, TWO = "1a" * 32, "2b" * 32


@pytest.fixture
def up() -> Iterator[Site]:
    with Site() as found:
        yield found


def test_i_115_a_screen_adds_to_the_deck_and_sees_only_its_own_until_the_seed_is_opened(
    up: Site,
) -> None:
    browsers = [up.browser(), up.browser()]
    lines = [seated(one, seat) for seat, one in enumerate(browsers, start=1)]
    up.call_for_bets()
    for line, value in zip(lines, (ONE, TWO), strict=True):
        assert line.upto(up.version())["you"]["contributed"] is None
        line.done("contribute", value=value)
        assert line.upto(up.version())["you"]["contributed"] == value
    again = lines[0].ask("contribute", value=TWO)
    assert (again["kind"], again["clause"]) == ("refused", "I-115")
    assert TWO not in str(lines[0].came)
    play_on(up, lines, Random(3))
    (past,) = browsers[0].get("/api/table/T1/rounds?last=1").json()
    assert past["contributions"] == [ONE, TWO]
    assert opens(past["commitment"], past["deck_seed"], "T1/1")
    deck = deck_of(past["deck_seed"], "T1/1", past["contributions"])
    hand = {str(card) for card in past["seats"][0]["cards"]}
    assert hand <= {str(card) for card in deck[:8]}
    assert not hand <= {str(card) for card in deck_of(past["deck_seed"], "T1/1")[:8]}


def test_i_115_what_is_no_contribution_is_not_taken(up: Site) -> None:
    line = seated(up.browser(), 1)
    up.call_for_bets()
    for value in ("", "ab", "AB" * 32, "1a" * 33):
        answer = line.ask("contribute", value=value)
        assert answer["kind"] == "mistake"
        assert "64 hexadecimal digits" in answer["problem"]


def test_a_layout_says_whether_screens_add_to_the_deck(up: Site) -> None:
    line = up.browser().socket()
    line.watch()
    (layout,) = [one["layout"] for one in line.came if one["kind"] == "layout"]
    assert layout["contributes"] is True
