"""Preparing a deck for the deal: shuffled by a device, cut, and loaded into the shoe or machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from pitboss.cards import DECK
from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.round.remedies import void
from pitboss.shuffling import cut
from pitboss.table.equipment.decks import DeckRetired, next_step, step_prompt
from pitboss.table.equipment.devices import RecordApproval
from pitboss.table.equipment.inventory import (
    Before,
    Deck,
    Equipment,
    Prompt,
    clause,
    counts_itself,
    decks_in_use,
    is_dealt_from,
    is_out,
    named,
)
from pitboss.table.rules import Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table


# --- commands: where one names no deck and there is only one, that one is meant -------------------


@stored("complete-shuffle")
class CompleteShuffle:
    """A device has shuffled a deck to the end."""

    device: str
    deck: str = ""
    cards: int | None = None
    """How many cards it counted, where it counts."""


@stored("report-deck-count")
class ReportDeckCount:
    """A counting shuffler says how many cards a deck has."""

    cards: int
    deck: str = ""


@stored("cut-deck")
class CutDeck:
    """The dealer cuts a deck."""

    deck: str = ""
    size: int | None = None
    """How many cards were taken from the top, if that is known."""


@stored("require-recut")
class RequireRecut:
    """A supervisor has a deck cut again."""

    reason: str
    deck: str = ""


@stored("load-device")
class LoadDevice:
    """A deck goes into the shoe or machine it is dealt from."""

    device: str
    deck: str = ""


Command = CompleteShuffle | ReportDeckCount | CutDeck | RequireRecut | LoadDevice


# --- events ---------------------------------------------------------------------------------------


@stored("shuffle-completed", kw_only=True)
class ShuffleCompleted:
    """A device shuffled a deck to the end."""

    deck: str
    device: str
    cards: int | None
    clause: str


@stored("shuffle-discarded", kw_only=True)
class ShuffleDiscarded:
    """The cards count as unshuffled from now on: a new shuffle must be completed."""

    clause: str
    deck: str = ""
    """Which deck, where there are two; otherwise whatever is at the table."""


@stored("deck-counted", kw_only=True)
class DeckCounted:
    """A person or a device counted the cards of a deck; the deck by its name, if it has one.

    A wrong number retires the deck by an event of its own.
    """

    deck: str
    cards: int
    clause: str


@stored("deck-cut", kw_only=True)
class DeckCut:
    """A deck was cut."""

    deck: str
    size: int | None
    clause: str


@stored("recut-required", kw_only=True)
class RecutRequired:
    """A cut counts for nothing, and the deck is cut again."""

    deck: str
    reason: str
    clause: str


@stored("device-loaded", kw_only=True)
class DeviceLoaded:
    """A deck is in the shoe or machine it will be dealt from."""

    deck: str
    device: str
    clause: str


Event = ShuffleCompleted | ShuffleDiscarded | DeckCounted | DeckCut | RecutRequired | DeviceLoaded

ROLES: Roles = {
    RecutRequired: lambda rules, event: rules.rung(rules.rulebook.discretion["recut"].role)
}


def evolve(equipment: Equipment, event: Event) -> Equipment:
    """The equipment after one more event."""
    if isinstance(event, DeckCounted):
        return equipment
    if isinstance(event, ShuffleDiscarded) and not event.deck:
        return equipment.unshuffled()
    return equipment.with_deck(event.deck, _deck_after(equipment.decks[event.deck], event))


def _deck_after(
    deck: Deck, event: ShuffleCompleted | ShuffleDiscarded | DeckCut | RecutRequired | DeviceLoaded
) -> Deck:
    match event:
        case ShuffleCompleted(device=device):
            return replace(deck.unshuffled(), shuffled_by=device)
        case ShuffleDiscarded():
            return deck.unshuffled()
        case DeckCut():
            return replace(deck, is_cut=True)
        case RecutRequired():
            return replace(deck, is_cut=False, loaded_in="")
        case DeviceLoaded(device=device):
            return replace(deck, loaded_in=device)
        case _:
            assert_never(event)


# --- rules ----------------------------------------------------------------------------------------


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[TableEvent]:
    """What happens when this is asked."""
    match command:
        case CompleteShuffle():
            yield from _shuffle(rules, table, command)
        case ReportDeckCount():
            yield from _count(rules, table, command)
        case CutDeck():
            yield _cut(rules, table, command)
        case RequireRecut():
            yield _recut(rules, table, command)
        case LoadDevice():
            yield _load(rules, table, command)
        case _:
            assert_never(command)


def cut_is_required(rules: TableRules) -> bool:
    """Whether the house has the deck cut after every shuffle (I-51)."""
    return rules.choice("cut_required") == "true"


def _shuffle(rules: TableRules, table: Table, command: CompleteShuffle) -> Iterator[TableEvent]:
    """A completed shuffle of a deck that is ready for one."""
    name, deck = named(rules, table, command.deck)
    demanded = clause(rules, "shuffle") or rules.rulebook.procedure["open"]
    if is_out(table, name):
        in_play = clause(rules, "one_in_play") if decks_in_use(rules) > 1 else None
        refuse(f"Deck {name} is in play", in_play or demanded, "Shuffle it after the round.")
    step = next_step(rules, deck)
    if step is not None:
        refuse(f"A shuffle of deck {name}", step.clause, f"First: {step.words} ({step.id}).")
    if not command.device:
        refuse("A shuffle without a device", demanded, "Say which device shuffled.")
    own = rules.choice("shuffler")
    if own not in ("", "none", command.device):
        refuse(f"A shuffle in {command.device}", demanded, f"The shuffler of this table is {own}.")
    if counts_itself(rules) and command.cards is None:
        counting = clause(rules, "counting_shuffler") or demanded
        refuse("A shuffle without its count", counting, "Say how many cards the device counted.")
    yield ShuffleCompleted(deck=name, device=command.device, cards=command.cards, clause=demanded)
    if command.cards is not None:
        yield from _judge_count(rules, table, name, command.cards)


def _count(rules: TableRules, table: Table, command: ReportDeckCount) -> Iterator[TableEvent]:
    """A counting shuffler's figure, whenever it comes."""
    name, _ = named(rules, table, command.deck)
    demanded = clause(rules, "counting_shuffler") or rules.rulebook.procedure["open"]
    if not counts_itself(rules):
        refuse("A count by the shuffler", demanded, "No counting shuffler is set for this table.")
    yield DeckCounted(deck=name, cards=command.cards, clause=demanded)
    yield from _judge_count(rules, table, name, command.cards)


def _judge_count(rules: TableRules, table: Table, name: str, cards: int) -> Iterator[TableEvent]:
    """Any other number retires the deck; a round that is open with it is void (I-39)."""
    play = table.play
    is_next = not play.steps_dealt and table.equipment.next_deck == name
    # Cards set aside lie in the discard rack, out of this round (13(a), I-38).
    aside = len(play.set_aside) if play.is_open and is_next else 0
    if cards in (len(DECK), len(DECK) - aside):
        return
    demanded = clause(rules, "counting_shuffler") or rules.rulebook.procedure["open"]
    if play.is_open and play.void is None and (is_out(table, name) or is_next):
        yield from void(rules.game, rules.terms, play, clause(rules, "wrong_count") or demanded)
    yield DeckRetired(deck=name, reason=f"{cards} cards counted", clause=demanded)


def _cut(rules: TableRules, table: Table, command: CutDeck) -> DeckCut:
    """A cut, where the house requires one."""
    name, deck = named(rules, table, command.deck)
    demanded = clause(rules, "cut") or rules.rulebook.procedure["open"]
    if not cut_is_required(rules):
        refuse("A cut", demanded, "This table is set to play without: see cut_required.")
    if not deck.shuffled_by:
        refuse(f"A cut of deck {name}", demanded, "Complete its shuffle first.")
    if deck.is_cut:
        refuse(f"Deck {name} is cut", demanded, "Only a recut that was required cuts it again.")
    if command.size is not None:
        # The order of the cards is not known here; their number decides whether it is a cut.
        cut(DECK, command.size, least_left=1)
    return DeckCut(deck=name, size=command.size, clause=demanded)


def _recut(rules: TableRules, table: Table, command: RequireRecut) -> RecutRequired:
    """A cut is taken back, between the cut and the first card."""
    rule = rules.rulebook.discretion.get("recut")
    if rule is None:
        refuse("A recut", rules.rulebook.procedure["open"], "The rulebook has no such step.")
    name, deck = named(rules, table, command.deck)
    if is_out(table, name):
        refuse("A recut once a card is dealt", rule.clause, "It comes before the first card.")
    if not deck.is_cut:
        refuse(f"A recut of deck {name}", rule.clause, "It was not cut yet.")
    if not command.reason.strip():
        refuse("A recut without a reason", rule.clause, "Write what was wrong with the cut.")
    return RecutRequired(deck=name, reason=command.reason, clause=rule.clause)


def _load(rules: TableRules, table: Table, command: LoadDevice) -> DeviceLoaded:
    """The deck whose turn it is, ready, into a device that was approved."""
    name, deck = named(rules, table, command.deck)
    demanded = clause(rules, "load") or rules.rulebook.procedure["open"]
    _check_turn(rules, table, name, demanded)
    if not deck.shuffled_by:
        shuffle = clause(rules, "shuffle") or demanded
        refuse(f"Deck {name} is not shuffled", shuffle, "Complete its shuffle first.")
    if cut_is_required(rules) and not deck.is_cut:
        refuse(f"Deck {name} is not cut", clause(rules, "cut") or demanded, "Cut it first.")
    approved = clause(rules, "device")
    if not command.device or (approved and command.device not in table.equipment.approvals):
        remedy = "Record its approval, with the reference, or use one that has it."
        refuse(f"Device {command.device!r} has no approval", approved or demanded, remedy)
    return DeviceLoaded(deck=name, device=command.device, clause=demanded)


def _check_turn(rules: TableRules, table: Table, name: str, demanded: str) -> None:
    equipment, is_dealing = table.equipment, is_dealt_from(table)
    other = equipment.last_used if is_dealing else equipment.loaded
    if is_dealing or other not in ("", name):
        in_play = clause(rules, "one_in_play") if decks_in_use(rules) > 1 else None
        remedy = "One deck is dealt at a time: wait until its round is over."
        refuse(f"Deck {name}, while deck {other} is in play", in_play or demanded, remedy)
    if decks_in_use(rules) > 1 and equipment.last_used == name:
        turns = clause(rules, "alternate") or demanded
        others = ", ".join(other for other in equipment.decks if other != name) or "the new deck"
        refuse(f"Deck {name} for a second round running", turns, f"It is the turn of {others}.")


# --- prompts --------------------------------------------------------------------------------------


def prompts(rules: TableRules, table: Table) -> Iterator[Prompt]:
    """The next step of each deck that is not in play: its checklist, the shuffle, cut and load."""
    for name, deck in table.equipment.decks.items():
        if not is_out(table, name):
            yield from _of_deck(rules, table, name, deck)


def _of_deck(rules: TableRules, table: Table, name: str, deck: Deck) -> Iterator[Prompt]:
    is_next = table.equipment.next_deck == name
    before = Before.DEAL if is_next else Before.NOTHING
    dealer = rules.rulebook.roles[0]
    shuffle, cut_clause = clause(rules, "shuffle"), clause(rules, "cut")
    step = step_prompt(rules, name, deck)
    if step is not None:
        yield step
    elif shuffle and not deck.shuffled_by:
        yield Prompt(
            step="shuffle",
            command=CompleteShuffle,
            tell=f"DEVICE {name}{' CARDS' if counts_itself(rules) else ''}",
            words=f"deck {name}: shuffle it in the device",
            clause=shuffle,
            role=dealer,
            deck=name,
            before=before,
        )
    elif cut_clause and cut_is_required(rules) and not deck.is_cut:
        yield Prompt(
            step="cut",
            command=CutDeck,
            tell=name,
            words=f"deck {name}: {_cut_words(rules)}",
            clause=cut_clause,
            role=dealer,
            deck=name,
            before=before,
        )
    elif not deck.loaded_in and is_next and not is_dealt_from(table):
        yield from _loading(rules, table, name)


def _cut_words(rules: TableRules) -> str:
    """How the deck is cut, step by step where the rulebook says it."""
    lists = rules.rulebook.equipment.checklists.values()
    steps = [
        step.words for checklist in lists if checklist.when == "cut" for step in checklist.steps
    ]
    return f"cut it: {', '.join(steps)}" if steps else "cut it"


def _loading(rules: TableRules, table: Table, name: str) -> Iterator[Prompt]:
    device, load = clause(rules, "device"), clause(rules, "load")
    roles, title = rules.rulebook.roles, rules.rulebook.dealing[rules.setting.method].title
    if device is not None and not table.equipment.approvals:
        yield Prompt(
            step="record_approval",
            command=RecordApproval,
            tell="DEVICE REFERENCE",
            words=f"record the approval of the device: {title}",
            clause=device,
            role=roles[1],
        )
    if load is not None:
        yield Prompt(
            step="load",
            command=LoadDevice,
            tell=f"DEVICE {name}",
            words=f"deck {name}: load it into the device: {title}",
            clause=load,
            role=roles[0],
            deck=name,
        )
