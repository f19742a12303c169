"""The stub after the deal: discarded unseen, or counted; a wrong count voids the round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, assert_never

from pitboss.cards import DECK
from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.round.deal import cards_needed
from pitboss.round.remedies import void
from pitboss.table.equipment.decks import DeckRetired
from pitboss.table.equipment.inventory import (
    Before,
    Equipment,
    Prompt,
    clause,
    counts_itself,
    decks_in_use,
    is_dealt,
    is_out,
)
from pitboss.table.rules import Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table

COMMUNITY = "community"
_HOW = f"misdealt=yes with the number of cards wherever it is wrong, as 2=4 or {COMMUNITY}=2"


@stored("discard-stub")
class DiscardStub:
    """The stub goes to the discard rack, and no card of it is seen."""


@stored("count-stub")
class CountStub:
    """The stub was counted face down."""

    cards: int
    misdealt: bool | None = None
    """Once the count is wrong: whether any place has more or fewer cards than it should."""
    held: Mapping[str, str] = field(default_factory=dict)
    """How many cards lie where it is the wrong number: a seat, or `community`."""


Command = DiscardStub | CountStub


@stored("stub-discarded", kw_only=True)
class StubDiscarded:
    """The stub went to the discard rack unexposed."""

    clause: str


@stored("stub-counted", kw_only=True)
class StubCounted:
    """The stub was counted face down."""

    deck: str
    cards: int
    expected: int
    is_right: bool
    clause: str


Event = StubDiscarded | StubCounted

ROLES: Roles = {}


def evolve(equipment: Equipment, event: Event) -> Equipment:
    """The equipment after one more event."""
    match event:
        case StubDiscarded():
            return replace(equipment, stub="discarded")
        case StubCounted(deck=name, is_right=is_right):
            equipment = replace(equipment, stub="counted")
            if not is_right or name not in equipment.decks:
                return equipment
            return equipment.with_deck(name, replace(equipment.decks[name], rounds=0))
        case _:
            assert_never(event)


# --- rules ----------------------------------------------------------------------------------------


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[TableEvent]:
    """What happens when this is asked."""
    match command:
        case DiscardStub():
            yield _discard(rules, table)
        case CountStub():
            yield from _count(rules, table, command)
        case _:
            assert_never(command)


def count_is_due(rules: TableRules, table: Table) -> bool:
    """Whether the stub must be counted now: the deck would otherwise wait too long (I-38)."""
    deck = table.equipment.decks.get(table.equipment.last_used)
    interval = rules.choice("stub_count_interval")
    if deck is None or not interval or counts_itself(rules):
        return False
    # With two decks this one comes back only after the other.
    later = decks_in_use(rules) - 1
    return deck.rounds + later >= int(interval)


def _discard(rules: TableRules, table: Table) -> StubDiscarded:
    """Unseen and uncounted, unless its count is due."""
    demanded = _check_time(rules, table, "stub")
    if count_is_due(rules, table):
        counting = clause(rules, "count") or demanded
        interval = rules.choice("stub_count_interval")
        remedy = f"Count it face down: it is counted at least every {interval} rounds."
        refuse("The stub discarded uncounted", counting, remedy)
    return StubDiscarded(clause=demanded)


def _count(rules: TableRules, table: Table, command: CountStub) -> Iterator[TableEvent]:
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
    yield StubCounted(
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
        yield DeckRetired(deck=equipment.last_used, reason=f"{total} cards counted", clause=wrong)


def expected(rules: TableRules, table: Table) -> int:
    """How many cards a right deal of 52 leaves, cards set aside not among them (I-38)."""
    play = table.play
    hands = sum(bool(at.cards) for at in play.seats.values())
    steps = rules.rulebook.dealing[play.method].steps
    return len(DECK) - cards_needed(steps, hands) - len(play.set_aside)


def void_for_count(
    rules: TableRules, table: Table, *, misdealt: bool, clause: str
) -> Iterator[TableEvent]:
    """A stub of the wrong size voids all hands, as a misdeal if it was one (7(e)(2), I-35).

    `clause` is the rule of the count. Whether the deck stays, `keeps_deck` says.
    """
    misdeal = rules.rulebook.irregularities.get("wrong_number")
    effect = misdeal.effect if misdealt and misdeal is not None else clause
    yield from void(rules.game, rules.terms, table.play, effect)


def keeps_deck(*, misdealt: bool, total: int) -> bool:
    """Whether a deck stays although its stub was wrong: only a misdeal explains it (I-35)."""
    return misdealt and total == len(DECK)


def _check_time(rules: TableRules, table: Table, name: str) -> str:
    demanded = clause(rules, name)
    if demanded is None:
        refuse("The stub", rules.rulebook.procedure["open"], "The rulebook has no such step.")
    if not is_dealt(rules, table):
        refuse("The stub before all cards are dealt", demanded, "Finish the deal first.")
    if table.equipment.stub or table.play.void is not None:
        refuse("The stub again", demanded, "Nothing more is to be done with it in this round.")
    return demanded


def _surplus(rules: TableRules, table: Table, command: CountStub) -> int:
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


# --- prompts --------------------------------------------------------------------------------------


def prompts(rules: TableRules, table: Table) -> Iterator[Prompt]:
    """Once every card is dealt, the stub is discarded or counted before play goes on."""
    demanded = clause(rules, "stub")
    if demanded is None or table.equipment.stub or table.play.void is not None:
        return
    if not is_dealt(rules, table):
        return
    first, dealer = _clear_rack(rules, table), rules.rulebook.roles[0]
    if count_is_due(rules, table):
        yield Prompt(
            step="count_stub",
            command=CountStub,
            tell="CARDS",
            words=f"{first}count the stub face down",
            clause=clause(rules, "count") or demanded,
            role=dealer,
            before=Before.PLAY,
        )
    else:
        yield Prompt(
            step="discard_stub",
            command=DiscardStub,
            words=f"{first}discard the stub unexposed, or count it",
            clause=demanded,
            role=dealer,
            before=Before.PLAY,
        )


def _clear_rack(rules: TableRules, table: Table) -> str:
    """What comes before the first cards of a deck in the discard rack, where another may lie there.

    A deck that was shuffled since its round has left the rack; of one that was not, only the
    people at the table know.
    """
    demanded = clause(rules, "rack")
    others = [
        name
        for name, deck in table.equipment.decks.items()
        if not is_out(table, name) and not deck.shuffled_by
    ]
    if demanded is None or not others:
        return ""
    return f"see that no card of deck {others[0]} is in the discard rack ({demanded}), "
