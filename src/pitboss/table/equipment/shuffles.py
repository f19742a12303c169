"""Readying a deck for the deal: shuffled by a device, cut, and in the shoe or machine."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import DECK
from pitboss.shuffling import cut
from pitboss.table.equipment import commands as do
from pitboss.table.equipment import events as ev
from pitboss.table.equipment.asked import (
    clause,
    counts_itself,
    cut_is_required,
    decks_in_use,
    is_out,
    next_step,
    turn_of,
)
from pitboss.table.equipment.decks import named, refuse
from pitboss.table.irregularities.counts import void_for_count
from pitboss.table.rules import TableRules
from pitboss.table.table import Event, Table


def shuffled(rules: TableRules, table: Table, command: do.CompleteShuffle) -> Iterator[Event]:
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
    yield ev.ShuffleCompleted(
        deck=name, device=command.device, cards=command.cards, clause=demanded
    )
    if command.cards is not None:
        yield from _judged(rules, table, name, command.cards)


def reported(rules: TableRules, table: Table, command: do.ReportDeckCount) -> Iterator[Event]:
    """A counting shuffler's figure, whenever it comes."""
    name, _ = named(rules, table, command.deck)
    demanded = clause(rules, "counting_shuffler") or rules.rulebook.procedure["open"]
    if not counts_itself(rules):
        refuse("A count by the shuffler", demanded, "No counting shuffler is set for this table.")
    yield ev.DeckCounted(deck=name, cards=command.cards, clause=demanded)
    yield from _judged(rules, table, name, command.cards)


def _judged(rules: TableRules, table: Table, name: str, cards: int) -> Iterator[Event]:
    """Any other number retires the deck; a round that is open with it is void (I-39)."""
    if cards in (len(DECK), len(DECK) - _set_aside(table, name)):
        return
    demanded = clause(rules, "counting_shuffler") or rules.rulebook.procedure["open"]
    play = table.play
    is_next = not play.steps_dealt and turn_of(table.equipment) == name
    if play.is_open and play.void is None and (is_out(table, name) or is_next):
        wrong = clause(rules, "wrong_count") or demanded
        yield from void_for_count(rules, table, misdealt=False, clause=wrong)
    yield ev.DeckRetired(deck=name, reason=f"{cards} cards counted", clause=demanded)


def _set_aside(table: Table, name: str) -> int:
    """How many cards of a deck lie in the discard rack, out of this round (13(a), I-38)."""
    play = table.play
    is_next = play.is_open and not play.steps_dealt and turn_of(table.equipment) == name
    return len(play.set_aside) if is_next else 0


def was_cut(rules: TableRules, table: Table, command: do.CutDeck) -> ev.DeckCut:
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
    return ev.DeckCut(deck=name, size=command.size, clause=demanded)


def recut(rules: TableRules, table: Table, command: do.RequireRecut) -> ev.RecutRequired:
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
    return ev.RecutRequired(deck=name, reason=command.reason, clause=rule.clause)


def loaded(rules: TableRules, table: Table, command: do.LoadDevice) -> ev.DeviceLoaded:
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
    return ev.DeviceLoaded(deck=name, device=command.device, clause=demanded)


def _check_turn(rules: TableRules, table: Table, name: str, demanded: str) -> None:
    equipment, play = table.equipment, table.play
    is_dealt = play.is_open and play.steps_dealt > 0
    other = equipment.last_used if is_dealt else equipment.loaded
    if is_dealt or other not in ("", name):
        in_play = clause(rules, "one_in_play") if decks_in_use(rules) > 1 else None
        remedy = "One deck is dealt at a time: wait until its round is over."
        refuse(f"Deck {name}, while deck {other} is in play", in_play or demanded, remedy)
    if decks_in_use(rules) > 1 and equipment.last_used == name:
        turns = clause(rules, "alternate") or demanded
        others = ", ".join(other for other in equipment.decks if other != name) or "the new deck"
        refuse(f"Deck {name} for a second round running", turns, f"It is the turn of {others}.")
