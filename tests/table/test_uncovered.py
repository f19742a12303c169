"""What no rule covers goes to the top role, with a written reason and a fixed list of effects."""

from __future__ import annotations

import pytest

from pitboss.codec import decode, encode
from pitboss.money import Money
from pitboss.table.irregularities.reports import (
    PlayerAnswered,
    RulingMade,
)
from pitboss.table.people.admission import ActionStopped
from pitboss.table.people.people import People, Shortfall
from tests.table.conductor import (
    HOLDEM,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    all_staked,
    is_void,
    opened,
    several_hands,
    staked,
    under,
)

BOOKS = {MEGALINK: (), RIDE: (), HOLDEM: ("6.1", "6.2"), THREE: ("6.1", "6.2"), MGC: ()}
BIRD = 'report uncovered what="a bird walked over the layout"'
SIDE = {MEGALINK: "progressive", RIDE: "progressive", HOLDEM: "bonus", THREE: "pair_plus",
        MGC: "three_card_bonus"}  # fmt: skip


def halted(book: str) -> LiveTable:
    return staked(book, 1, 2).say("deal", BIRD)


@under(BOOKS)
def test_6_1_the_table_waits_for_the_top_role_and_goes_on_as_it_rules(book: str) -> None:
    table = halted(book).say("waits for Rule [what=a bird walked over the layout]")
    choose = f"p1: choose 1 {next(iter(table.rules.rulebook.decisions.values())).choices[0]}"
    rulings = "continue or void or remove_hand or return_wager, and why."
    table.say(f'refused "First: the {table.ladder[-1]} or a higher role rules {rulings}": {choose}')
    table.say('as top: rule continue "seen on camera 4"')
    clause = table.rules.rulebook.irregularities["uncovered"].clause
    ruled = RulingMade(
        kind="uncovered", ruling="continue", reason="seen on camera 4", clause=clause
    )
    assert table.log[-1] == ruled
    table.say(choose, "finish", "end")


@under(BOOKS)
def test_6_1_only_the_top_role_rules_and_only_in_writing(book: str) -> None:
    table = opened(book).say(f"refused role: p1: {BIRD}")
    table.say('refused "what happened": report uncovered what=" "')
    table.say('refused "on nothing": as top: rule continue "as seen"')
    table = halted(book)
    lower, top = table.ladder[-2:]
    table.say(f'refused role "{top}": as {lower}: rule continue "as seen"')
    table.say('refused "Write why": as top: rule continue " "')
    known = "continue, void, remove_hand, return_wager"
    table.say(f'refused "{known}": as top: rule "pay everybody" "as seen"')


@under(BOOKS)
def test_6_1_void(book: str) -> None:
    table = halted(book)
    table.say('as top: rule void "seen on camera 4"')
    is_void(table, table.rules.rulebook.irregularities["uncovered"].effect)


@under(BOOKS)
def test_6_1_void_when_settled_already(book: str) -> None:
    table = staked(book, 1).say("deal", "play on", "settle")
    table.check_record()
    table.say(BIRD, 'as top: rule void "seen on camera 4"')
    assert not table.table.play.is_settled
    is_void(table, table.rules.rulebook.irregularities["uncovered"].effect)


@under(BOOKS)
def test_6_1_remove_a_hand(book: str) -> None:
    table = halted(book).say('refused "No hand": as top: rule remove_hand "as seen" seat=4')
    table.say('as top: rule remove_hand "seen on camera 4" seat=1')
    before = all_staked(table, 1)
    table.say("finish")
    clause = table.rules.rulebook.irregularities["uncovered"].effect
    for line in table.table.play.settled:
        assert line.seat != 1 or (line.rules, line.interpretations) == ((clause,), ("I-94",))
    table.say("end", f"p1 holds {before}")


@under(BOOKS)
def test_6_1_return_a_wager(book: str) -> None:
    table, side = halted(book), SIDE[book]
    back = 'as top: rule return_wager "seen on camera 4" seat=1 wager'
    stake = table.table.play.seats[1].wagers[side]
    table.say(f'refused "not a wager": {back}=nothing', f"{back}={side}", f"p1 holds {stake}")
    table.say("play on", "settle").check_record()
    assert side not in {line.wager for line in table.table.play.settled if line.seat == 1}
    # What a hand cannot be without takes the hand with it.
    table = halted(book)
    required = next(w.id for w in table.rules.rulebook.wagers.values() if w.follows is None)
    gone = table.say(f"{back}={required}").table.play.seats[1]
    assert (required in gone.wagers) == (gone.removed is not None) == (book != THREE)
    table.say("finish", "end")
    assert table.table.chips.everything == Money(0)


@under({HOLDEM: ("6.1",), THREE: ("6.1",)})
def test_6_1_a_follow_up_goes_back_together_with_what_it_follows(book: str) -> None:
    raised, choice = ("flop", "bet") if book == HOLDEM else ("play", "play")
    table = staked(book, 1).say("deal", f"seat 1  {choice}", BIRD)
    returns = 'as top: rule return_wager "seen on camera 4" seat=1 wager'
    table.say(f'refused "Return Ante": {returns}={raised}', f"{returns}=ante", "finish")
    back = {"ante", "bonus", "progressive", raised} if book == HOLDEM else set()
    returned = {line.wager for line in table.table.play.settled if line.outcome == "returned"}
    assert returned == back
    assert table.table.chips.everything == Money(0)


@under(BOOKS)
def test_6_1_between_rounds_nothing_can_be_undone(book: str) -> None:
    table = opened(book).say(BIRD)
    for ruling in ("void", "remove_hand", "return_wager"):
        late = f'as top: rule {ruling} "as seen" seat=1 wager=ante'
        table.say(f'refused "No round is open": {late}')
    table.say('as top: rule continue "seen on camera 4"', "goes on", "call")


# --- the record ---------------------------------------------------------------------------------


@pytest.mark.parametrize("book", [HOLDEM, THREE])
def test_i_81_a_forfeited_hand_settles_from_its_record_to_the_same_cents(book: str) -> None:
    table = several_hands(LiveTable(book, house={"invalidated_wagers": "forfeit"}), 1, 2)
    table.say('as top: restrict p1 "holds two"', "report several_in_error player=p1 viewed=none")
    table.say("finish")
    assert table.record["seats"][1]["forfeited"] is True


def test_what_is_known_of_people_is_written_and_read_back_the_same() -> None:
    people = People(
        seats={1: "p1"},
        told=frozenset({"p1"}),
        stopped=frozenset({2}),
        devices=frozenset({1}),
        short={"p1": Shortfall("2026-11-15", 3)},
    )
    assert decode(People, encode(people)) == people
    stopped = ActionStopped(player="p1", seats=(2, 3), reason="why", clause="5.10.3")
    assert decode(ActionStopped, encode(stopped)) == stopped
    answered = PlayerAnswered(kind="power_failure", player="p1", answer="stay", clause="5.16.1")
    assert decode(PlayerAnswered, encode(answered)) == answered
