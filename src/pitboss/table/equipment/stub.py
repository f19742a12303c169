"""After the deal: the stub is discarded unseen, or counted, and a wrong count voids the round."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import DECK
from pitboss.round.dealing import cards_needed
from pitboss.table.equipment import commands as do
from pitboss.table.equipment import events as ev
from pitboss.table.equipment.asked import clause, count_is_due, is_dealt
from pitboss.table.equipment.decks import refuse
from pitboss.table.irregularities.counts import keeps_deck, void_for_count
from pitboss.table.rules import TableRules
from pitboss.table.table import Event, Table

COMMUNITY = "community"
_HOW = f"misdealt=yes with the number of cards wherever it is wrong, as 2=4 or {COMMUNITY}=2"


def discarded(rules: TableRules, table: Table) -> ev.StubDiscarded:
    """Unseen and uncounted, unless its count is due."""
    demanded = _check_time(rules, table, "stub")
    if count_is_due(rules, table):
        counting = clause(rules, "count") or demanded
        interval = rules.choice("stub_count_interval")
        remedy = f"Count it face down: it is counted at least every {interval} rounds."
        refuse("The stub discarded uncounted", counting, remedy)
    return ev.StubDiscarded(clause=demanded)


def counted(rules: TableRules, table: Table, command: do.CountStub) -> Iterator[Event]:
    """The right number, and play goes on; any other, and all hands are void (I-35, I-38)."""
    demanded = _check_time(rules, table, "count")
    due, equipment = expected(rules, table), table.equipment
    surplus = _surplus(rules, table, command)
    wrong = clause(rules, "wrong_count") or demanded
    is_right = command.cards == due and not command.misdealt
    if not is_right and command.misdealt is None:
        remedy = f"Count it again. If it stays so: misdealt=no, or {_HOW}."
        refuse(f"{command.cards} cards in the stub, where {due} are due", wrong, remedy)
    right = clause(rules, "right_count") or demanded
    yield ev.StubCounted(
        deck=equipment.last_used,
        cards=command.cards,
        expected=due,
        is_right=is_right,
        clause=right if is_right else wrong,
    )
    if is_right:
        return
    total, misdealt = len(DECK) + command.cards - due + surplus, bool(command.misdealt)
    yield from void_for_count(rules, table, misdealt=misdealt, clause=wrong)
    if not keeps_deck(misdealt=misdealt, total=total):
        yield ev.DeckRetired(
            deck=equipment.last_used, reason=f"{total} cards counted", clause=wrong
        )


def expected(rules: TableRules, table: Table) -> int:
    """How many cards a right deal of 52 leaves, cards set aside not among them (I-38)."""
    play = table.play
    hands = sum(bool(at.cards) for at in play.seats.values())
    steps = rules.rulebook.dealing[play.method].steps
    return len(DECK) - cards_needed(steps, hands) - len(play.set_aside)


def _check_time(rules: TableRules, table: Table, name: str) -> str:
    demanded = clause(rules, name)
    if demanded is None:
        refuse("The stub", rules.rulebook.procedure["open"], "The rulebook has no such step.")
    if not is_dealt(rules, table):
        refuse("The stub before all cards are dealt", demanded, "Finish the deal first.")
    if table.equipment.stub or table.play.void is not None:
        refuse("The stub again", demanded, "Nothing more is to be done with it in this round.")
    return demanded


def _surplus(rules: TableRules, table: Table, command: do.CountStub) -> int:
    """How many cards more than they should have the wrongly dealt places hold together."""
    demanded = clause(rules, "wrong_count") or ""
    if bool(command.held) != bool(command.misdealt):
        refuse("Half a misdeal", demanded, f"Tell {_HOW}.")
    due = cards_needed(rules.rulebook.dealing[table.play.method].steps, 0)
    more = 0
    for place, text in command.held.items():
        right = due if place == COMMUNITY else rules.rulebook.hand_cards
        seat = int(place) if place.isdecimal() else 0
        is_place = place == COMMUNITY or (seat in table.play.seats and table.play.seats[seat].cards)
        if not is_place or not text.isdecimal() or int(text) == right:
            remedy = f"Name seats with a hand, or {COMMUNITY}, and another number than {right}."
            refuse(f"{text} cards at {place}", demanded, remedy)
        more += int(text) - right
    return more
