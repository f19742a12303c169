"""What no rule covers goes to the top role, with a written reason and a fixed list of effects."""

from __future__ import annotations

import pytest

from pitboss.codec import decode, encode
from pitboss.errors import RoleBreach
from pitboss.money import Money
from pitboss.round.decisions import Choose
from pitboss.table.irregularities.reports import (
    MakeRuling,
    PlayerAnswered,
    ReportIrregularity,
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
    player,
    several_hands,
    staff,
    staked,
    under,
)

BOOKS = {MEGALINK: (), RIDE: (), HOLDEM: ("6.1", "6.2"), THREE: ("6.1", "6.2"), MGC: ()}
BIRD = ReportIrregularity(kind="uncovered", details={"what": "a bird walked over the layout"})
SIDE = {MEGALINK: "progressive", RIDE: "progressive", HOLDEM: "bonus", THREE: "pair_plus",
        MGC: "three_card_bonus"}  # fmt: skip


def rule(ruling: str, reason: str = "seen on camera 4", **details: str) -> MakeRuling:
    return MakeRuling(ruling=ruling, reason=reason, details=details)


def halted(book: str) -> LiveTable:
    table = staked(book, 1, 2).say("deal")
    table.give(BIRD)
    return table


@under(BOOKS)
def test_6_1_the_table_waits_for_the_top_role_and_goes_on_as_it_rules(book: str) -> None:
    table = halted(book)
    halt = table.table.halt
    assert halt is not None
    assert (halt.awaits, dict(halt.details)) == (("Rule",), dict(BIRD.details))
    decision = next(iter(table.rules.rulebook.decisions.values()))
    choose = Choose(1, decision.choices[0])
    assert table.refused(choose, by=player("p1")).remedy == (
        f"First: the {table.ladder[-1]} or a higher role rules "
        "continue or void or remove_hand or return_wager, and why."
    )
    happened = table.give(rule("continue"), by=table.top)
    clause = table.rules.rulebook.irregularities["uncovered"].clause
    assert happened == [
        RulingMade(kind="uncovered", ruling="continue", reason="seen on camera 4", clause=clause)
    ]
    table.give(choose, by=player("p1"))
    table.say("finish", "end")


@under(BOOKS)
def test_6_1_only_the_top_role_rules_and_only_in_writing(book: str) -> None:
    table = opened(book)
    assert isinstance(table.refused(BIRD, by=player("p1")), RoleBreach)
    nothing = ReportIrregularity(kind="uncovered", details={"what": " "})
    assert "what happened" in table.refused(nothing).remedy
    assert "on nothing" in str(table.refused(rule("continue"), by=table.top))
    table = halted(book)
    refusal = table.refused(rule("continue"), by=staff(table.ladder[-2]))
    assert isinstance(refusal, RoleBreach)
    assert table.ladder[-1] in refusal.remedy
    assert "Write why" in str(table.refused(rule("continue", " "), by=table.top))
    other = rule("pay everybody")
    assert "continue, void, remove_hand, return_wager" in table.refused(other, by=table.top).remedy


@under(BOOKS)
def test_6_1_void(book: str) -> None:
    table = halted(book)
    table.say('as top: rule void "seen on camera 4"')
    is_void(table, table.rules.rulebook.irregularities["uncovered"].effect)


@under(BOOKS)
def test_6_1_void_when_settled_already(book: str) -> None:
    table = staked(book, 1).say("deal", "play on", "settle")
    table.check_record()
    table.give(BIRD)
    table.say('as top: rule void "seen on camera 4"')
    assert not table.table.play.is_settled
    is_void(table, table.rules.rulebook.irregularities["uncovered"].effect)


@under(BOOKS)
def test_6_1_remove_a_hand(book: str) -> None:
    table = halted(book)
    assert "No hand" in str(table.refused(rule("remove_hand", seat="4"), by=table.top))
    table.say('as top: rule remove_hand "seen on camera 4" seat=1')
    before = all_staked(table, 1)
    table.say("finish")
    clause = table.rules.rulebook.irregularities["uncovered"].effect
    for line in table.table.play.settled:
        assert line.seat != 1 or (line.rules, line.interpretations) == ((clause,), ("I-94",))
    table.say("end")
    assert table.table.chips.held("p1") == before
    assert table.table.chips.everything == Money(0)


@under(BOOKS)
def test_6_1_return_a_wager(book: str) -> None:
    table = halted(book)
    side = SIDE[book]
    missing = rule("return_wager", seat="1", wager="nothing")
    assert "not a wager" in str(table.refused(missing, by=table.top))
    stake = table.table.play.seats[1].wagers[side]
    table.say(f'as top: rule return_wager "seen on camera 4" seat=1 wager="{side}"')
    assert table.table.chips.held("p1") == stake
    table.say("play on", "settle")
    table.check_record()
    assert side not in {line.wager for line in table.table.play.settled if line.seat == 1}
    # What a hand cannot be without takes the hand with it.
    table = halted(book)
    required = next(w.id for w in table.rules.rulebook.wagers.values() if w.follows is None)
    table.rule("return_wager", seat="1", wager=required)
    gone = table.table.play.seats[1]
    assert (required in gone.wagers) == (gone.removed is not None) == (book != THREE)
    table.say("finish", "end")
    assert table.table.chips.everything == Money(0)


@under({HOLDEM: ("6.1",), THREE: ("6.1",)})
def test_6_1_a_follow_up_goes_back_together_with_what_it_follows(book: str) -> None:
    raised, choice = ("flop", "bet") if book == HOLDEM else ("play", "play")
    table = staked(book, 1).say("deal", f"seat 1  {choice}")
    table.give(BIRD)
    alone = rule("return_wager", seat="1", wager=raised)
    assert "Return Ante" in table.refused(alone, by=table.top).remedy
    table.say('as top: rule return_wager "seen on camera 4" seat=1 wager=ante', "finish")
    back = {"ante", "bonus", "progressive", raised} if book == HOLDEM else set()
    returned = {line.wager for line in table.table.play.settled if line.outcome == "returned"}
    assert returned == back
    assert table.table.chips.everything == Money(0)


@under(BOOKS)
def test_6_1_between_rounds_nothing_can_be_undone(book: str) -> None:
    table = opened(book)
    table.give(BIRD)
    for ruling in ("void", "remove_hand", "return_wager"):
        refusal = table.refused(rule(ruling, seat="1", wager="ante"), by=table.top)
        assert "No round is open" in str(refusal)
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
