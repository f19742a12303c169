"""Every game on a link that runs: what the level pays, what the house pays, and what is left.

Seeds were found by trying: with two players at T1 these hands lie at these seats in round 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pitboss.errors import RuleBreach
from pitboss.games.library import built_in
from pitboss.house.callers import Member
from pitboss.jackpot.link import OpenClaim
from pitboss.jackpot.meters import Rate
from pitboss.jackpot.terms import LinkSettings
from pitboss.money import Money
from pitboss.records.entries import event_of
from pitboss.round.deal import DrawsRecorded
from pitboss.round.result import WagerSettled
from pitboss.round.view import Viewer
from pitboss.store.memory import MemoryStore
from pitboss.table.view import view
from tests.house.floor import BUY_IN, setting_of
from tests.house.linked import LINK, LinkedFloor, create_link
from tests.jackpot.pot import (
    HOLDEM,
    MASSACHUSETTS,
    MEGALINK,
    THREE,
    game,
    massachusetts,
    megalink,
    money,
)

RIDE = "mbs-let-it-ride-v3"
STRAIGHT_FLUSH = {RIDE: 59817, MEGALINK: 59817, HOLDEM: 140783, THREE: 57820, MASSACHUSETTS: 76368}
"""At seat 1."""
ROYAL_FLUSH = {HOLDEM: (74128, 1), THREE: (47904, 2), MASSACHUSETTS: (55270, 1)}
FOUR_OF_A_KIND = {RIDE: 5631, MEGALINK: 5631, HOLDEM: 5631, THREE: 3924, MASSACHUSETTS: 2063}
"""At seat 1."""
PAYTABLE = "PTMGLML03"


def ride() -> LinkSettings:
    """The Let It Ride that has a progressive of its own."""
    return replace(
        megalink(), games=(game(RIDE),), magic_rate=None, lucky_rate=None, most_units=None
    )


def settings_of(rulebook: str) -> LinkSettings:
    if rulebook == RIDE:
        return ride()
    if rulebook == MASSACHUSETTS:
        return replace(massachusetts(PAYTABLE, dollars=5), link=LINK)
    return megalink()


class GameFloor(LinkedFloor):
    """One table of any game with two players, on a link of its own."""

    def __init__(
        self,
        rulebook: str,
        settings: LinkSettings | None = None,
        *,
        house: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(MemoryStore())
        staff = rulebook[:3]
        self.verifies, self.pays = Member(f"{staff}-1"), Member(f"{staff}-1", "cash")
        create_link(self.links, settings or settings_of(rulebook), Member(f"{staff}-2", "sec"))
        options = dict(setting_of(rulebook, "T1").options)
        if rulebook == MASSACHUSETTS:
            options["progressive_table"] = PAYTABLE
        self.open_linked("T1", 2, rulebook=rulebook, options=options, house=house or {})

    def played(self, seed: int) -> dict[tuple[int, str], WagerSettled]:
        """A round from this seed, counted and settled: each line by seat and wager."""
        self.call("T1", seed)
        self.close("T1")
        self.owner.step()
        self.finish("T1")
        self.check()
        events = (event_of(entry) for entry in self.store.read("table/T1"))
        return {(e.seat, e.wager): e for e in events if isinstance(e, WagerSettled)}

    def meters(self) -> dict[str, Money]:
        return {name: one.display for name, one in self.links.link(LINK).meters.items()}

    def claims(self) -> list[OpenClaim]:
        return list(self.links.link(LINK).claims.values())


# --- 10 % of a level, and the rest of the round ---------------------------------------------------


@pytest.mark.rule("mbs-megalink-holdem-v9", "3.13")
@pytest.mark.rule("mbs-megalink-three-card-v6", "3.16")
@pytest.mark.parametrize("rulebook", [MEGALINK, HOLDEM, THREE, RIDE])
def test_3_13_a_straight_flush_takes_a_tenth_and_other_wagers_are_paid_beside(
    rulebook: str,
) -> None:
    floor = GameFloor(rulebook)
    lines = floor.played(STRAIGHT_FLUSH[rulebook])
    # Two wagers of 5.00 add 20 % of each to 10,000.00.
    assert lines[1, "progressive"].winnings == money("1000.20")
    assert floor.meters() == {"jackpot": money("9001.80")}
    (claim,) = floor.claims()
    assert [(w.seat, w.hand, w.amount) for w in claim.winners] == [
        (1, "straight_flush", money("1000.20"))
    ]
    others = [line for (seat, wager), line in lines.items() if seat == 1 and wager != "progressive"]
    assert sum(line.winnings.cents for line in others) > 0, "paid in addition"


@pytest.mark.rule("mbs-megalink-holdem-v9", "4.2")
@pytest.mark.rule("mbs-megalink-three-card-v6", "4.4")
@pytest.mark.parametrize("rulebook", [HOLDEM, THREE])
def test_4_2_a_royal_flush_takes_all_of_the_jackpot_that_runs(rulebook: str) -> None:
    floor = GameFloor(rulebook)
    seed, seat = ROYAL_FLUSH[rulebook]
    lines = floor.played(seed)
    assert lines[seat, "progressive"].winnings == money("10002.00")
    assert floor.meters() == {"jackpot": money("10000.00")}
    assert [w.hand for w in floor.claims()[0].winners] == ["royal_flush"]


@pytest.mark.rule("mbs-megalink-three-card-v6", "3.13")
@pytest.mark.parametrize(
    ("seed", "seat", "base", "wins"),
    [
        (5993, 1, ("lose", "lose"), "200.00"),
        (10540, 2, ("win", "returned"), "1000.20"),
    ],
    ids=["the dealer wins", "the dealer does not qualify"],
)
def test_3_13_the_progressive_is_paid_whatever_the_dealer_has(
    seed: int, seat: int, base: tuple[str, str], wins: str
) -> None:
    lines = GameFloor(THREE).played(seed)
    assert (lines[seat, "ante"].outcome, lines[seat, "play"].outcome) == base
    assert lines[seat, "progressive"].winnings == money(wins)


@pytest.mark.rule("mbs-let-it-ride-v3", "4.2")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.2")
@pytest.mark.rule("mbs-megalink-holdem-v9", "4.2")
@pytest.mark.rule("mbs-megalink-three-card-v6", "4.4")
@pytest.mark.parametrize(
    ("rulebook", "wins"),
    [(RIDE, "1500.00"), (MEGALINK, "2500.00"), (HOLDEM, "2000.00"), (THREE, "2000.00")],
)
def test_4_2_rows_with_odds_are_the_houses_and_leave_the_level_alone(
    rulebook: str, wins: str
) -> None:
    floor = GameFloor(rulebook)
    lines = floor.played(FOUR_OF_A_KIND[rulebook])
    assert lines[1, "progressive"].winnings == money(wins)
    assert floor.meters() == {"jackpot": money("10002.00")}
    assert floor.claims() == []


# --- envy -----------------------------------------------------------------------------------------


@pytest.mark.rule("mbs-let-it-ride-v3", "3.20")
@pytest.mark.rule("mbs-let-it-ride-v3", "4.2")
def test_3_20_others_who_wagered_on_the_link_have_envy_and_the_winner_has_not() -> None:
    floor = GameFloor(RIDE)
    lines = floor.played(STRAIGHT_FLUSH[RIDE])
    envy = {seat: line.winnings for (seat, wager), line in lines.items() if wager == "envy"}
    assert envy == {2: money("300.00")}
    assert lines[2, "envy"].from_seat == 1
    assert floor.meters() == {"jackpot": money("9001.80")}, "the house pays envy, not the level"


@pytest.mark.rule("mgc-let-it-ride", "12(d)")
@pytest.mark.rule("mgc-let-it-ride", "12(e)/PTMGLML03")
@pytest.mark.parametrize(
    ("seed", "hand", "level", "envy"),
    [
        (STRAIGHT_FLUSH[MASSACHUSETTS], "straight_flush", "major", "300.00"),
        (ROYAL_FLUSH[MASSACHUSETTS][0], "royal_flush", "mega", "1000.00"),
        (FOUR_OF_A_KIND[MASSACHUSETTS], "four_of_a_kind", "minor", None),
    ],
)
def test_12_d_each_hand_takes_its_own_level_and_the_first_two_give_envy(
    seed: int, hand: str, level: str, envy: str | None
) -> None:
    floor = GameFloor(MASSACHUSETTS)
    before = floor.meters()
    lines = floor.played(seed)
    (claim,) = floor.claims()
    (winner,) = claim.winners
    assert (winner.seat, winner.hand, winner.level) == (1, hand, level)
    # Two wagers of 5.00 add 5 % of each to every level, and the winner's own round is in it.
    assert winner.amount == before[level] + money("0.50")
    after = {name: shows + money("0.50") for name, shows in before.items()} | {level: before[level]}
    assert floor.meters() == after
    found = {seat: line.winnings for (seat, wager), line in lines.items() if wager == "envy"}
    assert found == ({} if envy is None else {2: money(envy)})


# --- Magic Card and Lucky Player ------------------------------------------------------------------


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.3")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.3.1")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.4")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.5")
def test_4_3_to_4_5_what_the_system_draws_by_the_links_rates_pays_five_to_one() -> None:
    """Rates of one, so that each round has both (I-21); rounds go on until all were seen."""
    always = Rate.parse("1/1")
    floor = GameFloor(MEGALINK, replace(megalink(), magic_rate=always, lucky_rate=always))
    seen: set[str] = set()
    for number in range(1, 61):
        floor.play_linked("T1", seed=number)
        floor.owner.step()
        events = [event_of(e) for e in floor.store.read("table/T1", tag=str(number))]
        play = floor.table().play
        (drawn,) = (e for e in events if isinstance(e, DrawsRecorded))
        assert drawn.magic_card is not None
        assert drawn.lucky_seat in range(1, play.positions + 1)
        own = {seat for seat, at in play.seats.items() if drawn.magic_card in at.cards}
        magic = set(play.seats) if drawn.magic_card in play.community else own
        lucky = {drawn.lucky_seat} & set(play.seats)
        for wager, seats in (("magic_card", magic), ("lucky_player", lucky)):
            paid = [e for e in events if isinstance(e, WagerSettled) and e.wager == wager]
            assert {e.seat for e in paid} == seats
            assert {e.winnings for e in paid} <= {money("25.00")}, "5 to 1 on one unit of 5.00"
            seen |= {wager} if paid else set()
        seen |= {"community"} if drawn.magic_card in play.community else set()
        seen |= {"own"} if own else set()
        if seen == {"magic_card", "lucky_player", "community", "own"}:
            break
    assert seen == {"magic_card", "lucky_player", "community", "own"}
    level = floor.links.link(LINK).meters["jackpot"]
    assert level.display == money("10000.00") + money("2.00") * number, "the house pays them"
    floor.check()


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.3")
@pytest.mark.parametrize("house", [{}, {"magic_reveal": "after_lock"}])
def test_i_19_the_magic_card_is_shown_at_settlement_or_as_soon_as_it_is_drawn(
    house: dict[str, str],
) -> None:
    always = Rate.parse("1/1")
    settings = replace(megalink(), magic_rate=always, lucky_rate=always)
    floor = GameFloor(MEGALINK, settings, house=house)

    def shown() -> tuple[object, object]:
        rules, table = floor.rules(), floor.table()
        seen = view(rules, table, Viewer.PUBLIC)
        return seen.magic_card, seen.lucky_seat

    floor.call("T1", 7)
    assert shown() == (None, None), "nothing is drawn while bets are made"
    floor.close("T1")
    floor.until_settling("T1")
    play = floor.table().play
    assert play.magic_card is not None
    drawn = str(play.magic_card)
    assert shown() == (drawn if house else None, None)
    floor.finish("T1")
    assert shown() == (drawn, play.lucky_seat)


@pytest.mark.parametrize("name", ["lucky_population", "magic_reveal"])
def test_i_19_and_i_20_a_table_whose_draws_go_by_no_known_word_does_not_open(name: str) -> None:
    with pytest.raises(RuleBreach, match=f"{name} 'whoever'.*Choose one of"):
        GameFloor(MEGALINK, house={name: "whoever"})


@pytest.mark.parametrize("rulebook", STRAIGHT_FLUSH)
def test_i_82_a_prize_that_was_paid_goes_back_when_its_round_is_void(rulebook: str) -> None:
    floor, staff = GameFloor(rulebook), rulebook[:3]
    top = Member(f"{staff}-{len(built_in(rulebook).roles) - 1}", "sec")
    floor.call("T1", STRAIGHT_FLUSH[rulebook])
    floor.close("T1")
    floor.owner.step()
    floor.until_settling("T1")
    before = floor.meters()
    floor.dealing.step("T1")
    floor.verify(1)
    floor.pay(1)
    floor.rule("T1", "void", by=top)
    assert floor.meters() == before
    floor.finish("T1")
    while floor.owner.step():
        pass
    chips = floor.table().chips
    assert {chips.held("p1"), chips.held("p2")} == {BUY_IN}
    assert floor.links.link(LINK).hits == ()
    floor.check()
