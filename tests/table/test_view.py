"""What leaves a table for a screen: no card that is hidden, and only what may be done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import parse_cards
from pitboss.envelope import PLAYER, Envelope
from pitboss.errors import RuleBreach
from pitboss.games.library import built_in, built_in_ids
from pitboss.house.callers import Player, System
from pitboss.house.streams import table_stream
from pitboss.money import NOTHING, Money
from pitboss.records.played_rounds import recall
from pitboss.round.decisions import Choose, DeclineToShow, ViewHand
from pitboss.round.round import RoundState
from pitboss.round.view import Viewer, hand_so_far
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn, CashOut
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.layout import layout_of
from pitboss.table.people.admission import GiveNotice, Readmit
from pitboss.table.people.seats import LeaveSeat, TakeSeat
from pitboss.table.player_options import Offer
from pitboss.table.rules import permitted_stakes
from pitboss.table.table import Command, decide
from pitboss.table.view import TableView, past_round, shared_view, view
from pitboss.web.messages import LayoutMessage, Rounds, TableMessage, encode
from tests.web.contract import assert_is, assert_told
from tests.web.floors import LinkedFloor

HOLDEM, THREE = "mbs-megalink-holdem-v9", "mbs-megalink-three-card-v6"
NAME = "T1"
PEOPLE = ("ann", "bea", "cho")
VIEWERS: tuple[Viewer | str, ...] = (Viewer.PUBLIC, *PEOPLE, "dora")


def texts_in(value: Any) -> Iterator[str]:
    """Every text anywhere in a message."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)


def hidden_from(play: RoundState, viewer: Viewer | str) -> set[str]:
    """Cards that this viewer must not see, found the plain way: whatever is not up or their own."""
    up = {str(card) for card in play.community[: play.community_up]}
    if play.is_dealer_up:
        up |= {str(card) for card in play.dealer}
    if play.is_settled and play.magic_card is not None:
        up.add(str(play.magic_card))
    every = {str(card) for card in (*play.community, *play.dealer, *play.burned)}
    for at in play.seats.values():
        names = {str(card) for card in at.cards}
        every |= names
        if (at.seat in play.shown and at.exposed) or at.player == viewer:
            up |= names
    if play.magic_card is not None:
        every.add(str(play.magic_card))
    return every - up


def a_floor(rulebook: str, seed: int) -> LinkedFloor:
    floor = LinkedFloor(MemoryStore(), seed=seed)
    floor.open_linked(rulebook, NAME)
    for seat, player in enumerate(PEOPLE, start=1):
        floor.house.give(table_stream(NAME), TakeSeat(player, seat), Player(player))
        floor.house.give(table_stream(NAME), BuyIn(player, Money(100_000)), Player(player))
    return floor


def sent(seen: TableView) -> dict[str, Any]:
    """A view as a browser reads it."""
    message = json.loads(encode(TableMessage(view=seen)))
    assert_told(message)
    found: dict[str, Any] = message["view"]
    return found


def looks(floor: LinkedFloor) -> None:
    """Every viewer's view holds the contract and no hidden card."""
    rules, table = floor.house.tables.rules(NAME), floor.house.tables.table(NAME)
    for viewer in VIEWERS:
        message = sent(view(rules, table, viewer))
        leaked = hidden_from(table.play, viewer) & set(texts_in(message))
        assert not leaked, f"{viewer} saw {leaked} in stage {message['stage']}"
        if isinstance(viewer, Viewer):
            assert not any(message["you"].values()), f"{viewer} was told what is a player's own"


def bet_by_chance(floor: LinkedFloor, dice: Random) -> Iterator[None]:
    """Everybody places what their view offers, now and then not all of it."""
    for player in PEOPLE:
        placed: set[tuple[int, str]] = set()
        while True:
            rules, table = floor.house.tables.rules(NAME), floor.house.tables.table(NAME)
            offers = [
                (may.seat, may.wager, may.least)
                for may in view(rules, table, player).you.may
                if may.seat is not None and may.wager is not None and may.least is not None
                and may.do == "place" and (may.seat, may.wager) not in placed
                and may.seat == table.people.seat_of(player)
                and may.most is not None and may.most >= may.least
            ]  # fmt: skip
            if not offers or (placed and dice.random() < 0.1):
                break
            seat, wager, stake = dice.choice(offers)
            placed.add((seat, wager))
            command = PlaceWager(seat, player, wager, stake)
            floor.house.give(table_stream(NAME), command, Player(player))
            yield


def call_for_a_round(floor: LinkedFloor, dice: Random) -> Iterator[None]:
    """Bets, until a hand is wagered on and bets are closed."""
    floor.dealing.call_for_bets(NAME)
    yield
    for _ in range(20):
        yield from bet_by_chance(floor, dice)
        try:
            floor.house.give(table_stream(NAME), CloseBets(), System())
        except RuleBreach:
            continue
        yield
        return
    raise AssertionError("nobody made a hand in twenty tries")


def round_by_chance(floor: LinkedFloor, dice: Random) -> Iterator[None]:
    """A round from before its bets to after its end, a moment at each step."""
    yield
    yield from call_for_a_round(floor, dice)
    while floor.step_by_chance(NAME, dice):
        yield
    yield


@pytest.mark.parametrize("rulebook", built_in_ids())
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6))
def test_no_viewer_is_sent_a_hidden_card_in_any_stage(rulebook: str, seed: int) -> None:
    floor, dice = a_floor(rulebook, seed), Random(seed)
    for _ in round_by_chance(floor, dice):
        looks(floor)


def test_what_is_worked_out_once_for_all_viewers_changes_nobodys_view() -> None:
    floor, dice = a_floor("mbs-megalink-holdem-v9", 7), Random(7)

    def is_the_same() -> None:
        rules, table = floor.house.tables.rules(NAME), floor.house.tables.table(NAME)
        shared = shared_view(rules, table)
        assert shared.view == view(rules, table, Viewer.PUBLIC)
        for viewer in VIEWERS:
            alone = view(rules, table, viewer)
            assert view(rules, table, viewer, shared=shared) == alone

    for _ in round_by_chance(floor, dice):
        is_the_same()


@pytest.mark.parametrize("rulebook", built_in_ids())
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6))
def test_what_may_be_done_is_what_would_be_decided(rulebook: str, seed: int) -> None:
    floor, dice = a_floor(rulebook, seed), Random(seed)
    for _ in round_by_chance(floor, dice):
        agrees(floor)


def agrees(floor: LinkedFloor) -> None:
    """What a view offers is decided in the player's favour, and nothing else is."""
    rules, table = floor.house.tables.rules(NAME), floor.house.tables.table(NAME)
    for player in (PEOPLE[0], PEOPLE[1], "dora"):
        by = Envelope(actor=player, role=PLAYER)
        offered = view(rules, table, player).you.may
        for offer in offered:
            for command in _commands(player, offer):
                decide(rules, table, by, command)
        known = {_key(offer) for offer in offered}
        for key, command in _every(floor, player):
            if key in known:
                continue
            with pytest.raises(RuleBreach):
                decide(rules, table, by, command)


def _key(offer: Offer) -> tuple[Any, ...]:
    return (offer.do, offer.seat, offer.wager, offer.choice)


def _commands(player: str, offer: Offer) -> list[Command]:
    """An offer as commands: with the least and with the most it says."""
    seat, wager, choice = offer.seat or 0, offer.wager or "", offer.choice or ""
    least, most = offer.least or NOTHING, offer.most or NOTHING
    match offer.do:
        case "place":
            amounts = [least, most] if least <= most else []
            return [PlaceWager(seat, player, wager, amount) for amount in amounts]
        case "take_down":
            return [TakeDown(seat, player, wager)]
        case "choose":
            return [Choose(seat, choice)]
        case "view_hand":
            return [ViewHand(seat)]
        case "decline":
            return [DeclineToShow(seat)]
        case "take_seat":
            return [TakeSeat(player, seat)]
        case "leave_seat":
            return [LeaveSeat(player)]
        case "buy_in":
            return [BuyIn(player, Money(5000))]
        case "cash_out":
            return [CashOut(player, most)]
    raise AssertionError(f"no such offer here: {offer}")


def _every(floor: LinkedFloor, player: str) -> Iterator[tuple[tuple[Any, ...], Command]]:
    """All that could be asked at all, with the least that the limits allow."""
    rules, table = floor.house.tables.rules(NAME), floor.house.tables.table(NAME)
    yield ("leave_seat", None, None, None), LeaveSeat(player)
    more = table.chips.held(player) + Money(1)
    yield ("cash_out more", None, None, None), CashOut(player, more)
    choices = {choice for rule in rules.rulebook.decisions.values() for choice in rule.choices}
    for seat in range(1, rules.setting.positions + 1):
        yield ("take_seat", seat, None, None), TakeSeat(player, seat)
        yield ("view_hand", seat, None, None), ViewHand(seat)
        yield ("decline", seat, None, None), DeclineToShow(seat)
        for choice in choices:
            yield ("choose", seat, None, choice), Choose(seat, choice)
        for rule in rules.rulebook.wagers.values():
            least = permitted_stakes(rules, rule).least
            yield ("place", seat, rule.id, None), PlaceWager(seat, player, rule.id, least)
            yield ("take_down", seat, rule.id, None), TakeDown(seat, player, rule.id)


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_a_settled_round_is_explained_line_by_line_and_recalled(rulebook: str) -> None:
    floor, dice = a_floor(rulebook, 5), Random(5)
    list(call_for_a_round(floor, dice))
    while floor.step_by_chance(NAME, dice):
        pass
    rules, table = floor.house.tables.rules(NAME), floor.house.tables.table(NAME)
    message = view(rules, table, "ann")
    assert message.stage == "waiting"
    assert message.lines, "the result stays until the next round begins (U3)"
    for line in message.lines:
        assert line.text.endswith(".")
        assert line.clauses or line.interpretations
        assert all(clause in built_in(rulebook).rules for clause in line.clauses)
    recalled = recall(floor.store, NAME, 1)
    assert recalled is not None
    past = past_round(
        rules.terms,
        recalled.play,
        "ann",
        table=NAME,
        number=1,
        gaming_day="",
        ended="",
        deck_seed=None,
    )
    assert past.lines == message.lines
    assert past.your_net == message.you.net
    assert_is(json.loads(encode((past,))), Rounds)


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_a_layout_holds_the_contract(rulebook: str) -> None:
    floor = a_floor(rulebook, 1)
    seen = layout_of(floor.house.tables.rules(NAME), floor.house.tables.table(NAME))
    assert_told(json.loads(encode(LayoutMessage(layout=seen))))
    rules = built_in(rulebook)
    assert [circle.title for circle in seen.circles] == [
        rule.title
        for rule in rules.wagers.values()
        if rule.id != "cover_all" or "cover_all" in floor.house.tables.rules(NAME).setting.offered
    ]


@pytest.mark.rule(HOLDEM, "5.16.1")
@pytest.mark.rule(THREE, "5.16.1")
@pytest.mark.parametrize("rulebook", [HOLDEM, THREE])
def test_a_table_that_stands_still_says_who_decides(rulebook: str) -> None:
    floor = a_floor(rulebook, 1)
    for _ in call_for_a_round(floor, Random(1)):
        pass
    top = floor.staff(NAME, 3)
    floor.house.give(
        table_stream(NAME), ReportIrregularity(kind="uncovered", details={"what": "a dog"}), top
    )
    title = _title(rulebook, "uncovered")
    assert _halted(floor) == f"{title} (6.1). The Gaming Shift Manager decides."
    floor.house.give(table_stream(NAME), MakeRuling(ruling="continue", reason="it left"), top)
    floor.house.give(table_stream(NAME), ReportIrregularity(kind="power_failure"), System())
    asked = "Each player with a wager in play says whether to stay."
    assert _halted(floor) == f"{_title(rulebook, 'power_failure')} (5.16). {asked}"


def _title(rulebook: str, kind: str) -> str:
    return built_in(rulebook).irregularities[kind].title


def _halted(floor: LinkedFloor) -> str:
    seen = view(floor.house.tables.rules(NAME), floor.house.tables.table(NAME), Viewer.PUBLIC)
    return str(sent(seen)["halt"]["text"])


@pytest.mark.rule(HOLDEM, "5.9")
@pytest.mark.rule(THREE, "5.9")
@pytest.mark.rule(HOLDEM, "5.10.3")
@pytest.mark.rule(THREE, "5.10.3")
@pytest.mark.parametrize(
    ("kind", "ruling", "clause"),
    [("confidentiality", "bar", "5.9"), ("controls_several", "stop", "5.10.3")],
)
@pytest.mark.parametrize("rulebook", [HOLDEM, THREE])
def test_who_plays_no_more_sees_why_and_who_readmits_them(
    rulebook: str, kind: str, ruling: str, clause: str
) -> None:
    floor = a_floor(rulebook, 1)
    top = floor.staff(NAME, 3)
    if rulebook == HOLDEM:
        floor.house.give(table_stream(NAME), GiveNotice("ann"), top)
    floor.dealing.call_for_bets(NAME)
    for seat in (1, 5):
        floor.house.give(
            table_stream(NAME), PlaceWager(seat, "ann", "ante", Money(1000)), Player("ann")
        )
    floor.house.give(table_stream(NAME), CloseBets(), System())
    while floor.house.tables.table(NAME).play.steps_dealt == 0:
        floor.dealing.step(NAME)
    told = {"player": "ann"} | ({"what": "the next hand"} if ruling == "bar" else {})
    floor.house.give(table_stream(NAME), ReportIrregularity(kind=kind, details=told), top)
    assert _kept_out(floor, "ann") is None
    floor.house.give(table_stream(NAME), MakeRuling(ruling=ruling, reason="seen"), top)
    why = {"is_barred": ruling == "bar", "clause": clause, "readmits": "Gaming Shift Manager"}
    assert _kept_out(floor, "ann") == why
    assert _kept_out(floor, "bea") is None
    assert _kept_out(floor, Viewer.PUBLIC) is None
    floor.house.give(table_stream(NAME), Readmit("ann", "said sorry"), top)
    assert _kept_out(floor, "ann") is None


def _kept_out(floor: LinkedFloor, viewer: Viewer | str) -> object:
    seen = view(floor.house.tables.rules(NAME), floor.house.tables.table(NAME), viewer)
    return sent(seen)["you"]["kept_out"]


def test_what_others_hold_is_not_in_a_view() -> None:
    floor = a_floor(built_in_ids()[0], 1)
    floor.house.give(table_stream(NAME), BuyIn("bea", Money(1_234_567)), Player("bea"))
    rules, table = floor.house.tables.rules(NAME), floor.house.tables.table(NAME)
    held = str(table.chips.held("bea"))
    assert held in set(texts_in(sent(view(rules, table, "bea"))))
    for viewer in (Viewer.PUBLIC, "ann", "dora"):
        assert held not in json.dumps(sent(view(rules, table, viewer)))


def test_a_hand_that_was_dealt_too_many_cards_is_shown_as_it_lies() -> None:
    rules = built_in("mbs-megalink-three-card-v6")
    assert hand_so_far(rules, parse_cards("4h Td 3d 9h"), ()) == "ten high"
    assert hand_so_far(rules, parse_cards("4h Td 4d"), ()) == "pair of fours"
