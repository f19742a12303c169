"""Decks: brought to the table, prepared by their checklists, spread out, retired."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.rulebook.model import Checklist, ChecklistStep
from pitboss.table.equipment.inventory import (
    Before,
    Confirmed,
    Deck,
    Equipment,
    Prompt,
    clause,
    decks_in_use,
    is_out,
    is_physical,
    named,
)
from pitboss.table.rules import Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table


# --- commands: where one names no deck and there is only one, that one is meant -------------------


@stored("bring-deck")
class BringDeck:
    """A deck comes to the table, to be prepared by one of the rulebook's checklists."""

    deck: str
    backs: str
    """The colour of its backs."""
    checklist: str = ""


@stored("retire-deck")
class RetireDeck:
    """A deck leaves the table for good."""

    deck: str
    reason: str


@stored("confirm-step")
class ConfirmStep:
    """A step of a checklist is confirmed."""

    step: str
    deck: str = ""
    reference: str = ""


@stored("spread-cards")
class SpreadCards:
    """The table has no players: the cards are spread out on it."""


Command = BringDeck | RetireDeck | ConfirmStep | SpreadCards


# --- events ---------------------------------------------------------------------------------------


@stored("deck-brought", kw_only=True)
class DeckBrought:
    """A deck came to the table."""

    deck: str
    backs: str
    checklist: str
    clause: str


@stored("deck-retired", kw_only=True)
class DeckRetired:
    """A deck left the table for good."""

    deck: str
    reason: str
    clause: str


@stored("step-confirmed", kw_only=True)
class StepConfirmed:
    """A step of a deck's checklist was confirmed."""

    checklist: str
    step: str
    deck: str
    person: str
    role: str
    reference: str
    clause: str


@stored("cards-spread", kw_only=True)
class CardsSpread:
    """The decks lie spread out, and must be prepared by this checklist again."""

    checklist: str
    clause: str


@stored("deck-used", kw_only=True)
class DeckUsed:
    """A deck was dealt from in a round that went void before its cards were entered."""

    deck: str
    clause: str


Event = DeckBrought | DeckRetired | StepConfirmed | CardsSpread | DeckUsed


def _step_rung(rules: TableRules, event: StepConfirmed) -> int:
    """The checklist says who confirms each of its steps."""
    steps = rules.rulebook.equipment.checklists[event.checklist].steps
    return rules.rulebook.roles.index(next(s.role for s in steps if s.id == event.step))


ROLES: Roles = {StepConfirmed: _step_rung}


def evolve(equipment: Equipment, event: Event) -> Equipment:
    """The equipment after one more event."""
    match event:
        case DeckBrought():
            return _with_new(equipment, event)
        case DeckRetired(deck=name):
            decks = {other: deck for other, deck in equipment.decks.items() if other != name}
            return replace(equipment, decks=decks, retired=(*equipment.retired, name))
        case StepConfirmed():
            return _with_step(equipment, event)
        case CardsSpread(checklist=checklist):
            decks = {
                name: Deck(backs=deck.backs, checklist=checklist, rounds=deck.rounds)
                for name, deck in equipment.decks.items()
            }
            return replace(equipment, decks=decks)
        case DeckUsed(deck=name):
            return replace(equipment, last_used=name)
        case _:
            assert_never(event)


def _with_new(equipment: Equipment, event: DeckBrought) -> Equipment:
    """A deck that replaces the one used last takes its turn, too: the other one is next."""
    last = equipment.last_used
    takes_turn = bool(last) and last not in equipment.decks
    equipment = replace(equipment, last_used=event.deck if takes_turn else last)
    return equipment.with_deck(event.deck, Deck(backs=event.backs, checklist=event.checklist))


def _with_step(equipment: Equipment, event: StepConfirmed) -> Equipment:
    deck = equipment.decks.get(event.deck)
    if deck is None:
        return equipment
    step = Confirmed(
        step=event.step, person=event.person, role=event.role, reference=event.reference
    )
    return equipment.with_deck(event.deck, replace(deck, confirmed=(*deck.confirmed, step)))


# --- rules ----------------------------------------------------------------------------------------


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[Event]:
    """What happens when this is asked."""
    match command:
        case BringDeck():
            yield _bring(rules, table, command)
        case RetireDeck():
            yield _retire(rules, table, command)
        case ConfirmStep():
            yield _confirm(rules, table, by, command)
        case SpreadCards():
            yield _spread(rules, table)
        case _:
            assert_never(command)


def checklist_of(rules: TableRules, deck: Deck) -> Checklist:
    """The checklist by which a deck is prepared."""
    return rules.rulebook.equipment.checklists[deck.checklist]


def next_step(rules: TableRules, deck: Deck) -> ChecklistStep | None:
    """The step of a deck's checklist that comes next; None once all are confirmed."""
    steps = checklist_of(rules, deck).steps
    done = len(deck.confirmed)
    return steps[done] if done < len(steps) else None


def _bring(rules: TableRules, table: Table, command: BringDeck) -> DeckBrought:
    """A deck that is another than those at the table, and no more decks than the house uses."""
    equipment, most = table.equipment, decks_in_use(rules)
    checklist = _checklist_for(rules, command.checklist)
    if not command.deck or not command.backs:
        refuse("A deck without name or colour", checklist.clause, "Say its name and its backs.")
    if command.deck in (*equipment.decks, *equipment.retired):
        remedy = "A deck that was retired does not come back: bring a new one, by a new name."
        refuse(f"Deck {command.deck} again", checklist.clause, remedy)
    if len(equipment.decks) >= most:
        remedy = f"This table plays with {most}: retire one first."
        refuse(f"{most + 1} decks", clause(rules, "second_deck") or checklist.clause, remedy)
    for name, deck in equipment.decks.items():
        if deck.backs == command.backs:
            demanded = clause(rules, "backs") or checklist.clause
            remedy = "Bring one with backs of another colour."
            refuse(f"Deck {command.deck} is {command.backs}, as deck {name} is", demanded, remedy)
    return DeckBrought(
        deck=command.deck,
        backs=command.backs,
        checklist=checklist.id,
        clause=clause(rules, "each_deck" if most > 1 else "open") or checklist.clause,
    )


def _checklist_for(rules: TableRules, name: str) -> Checklist:
    """The checklist for a new deck: the one named, or the only one."""
    lists = {c.id: c for c in rules.rulebook.equipment.checklists.values() if c.when == "new"}
    if not name and len(lists) == 1:
        return next(iter(lists.values()))
    if name not in lists:
        remedy = f"Choose one of {', '.join(lists)}."
        refuse(f"A deck prepared by {name or 'no checklist'}", _opening(rules), remedy)
    return lists[name]


def _retire(rules: TableRules, table: Table, command: RetireDeck) -> DeckRetired:
    """A deck leaves, unless its cards are in play: for whatever reason, by the rule it came by."""
    name, deck = named(rules, table, command.deck)
    demanded = clause(rules, "open") or checklist_of(rules, deck).clause
    if is_out(table, name):
        refuse(f"Deck {name} is in play", demanded, "End the round first.")
    if not command.reason.strip():
        refuse(f"Deck {name} retired without a reason", demanded, "Write why.")
    return DeckRetired(deck=name, reason=command.reason, clause=demanded)


def _confirm(rules: TableRules, table: Table, by: Envelope, command: ConfirmStep) -> StepConfirmed:
    """The next step of a deck's checklist, and no other."""
    if not is_physical(rules):
        return _on_record(rules, by, command)
    name, deck = named(rules, table, command.deck)
    checklist, step = checklist_of(rules, deck), next_step(rules, deck)
    if step is None:
        remedy = "Nothing of it is left to confirm."
        refuse(f"{command.step!r} for deck {name}", checklist.clause, remedy)
    if command.step != step.id:
        refuse(
            f"{command.step!r} for deck {name} now",
            step.clause,
            f"First: {step.words} ({step.id}), by the {step.role} or a higher role.",
        )
    if is_out(table, name):
        refuse(f"Deck {name} is in play", step.clause, "End the round first.")
    if step.needs_reference and not command.reference.strip():
        refuse(f"{step.id!r} without a reference", step.clause, "Say by what paper it was done.")
    others = [done.person for done in deck.confirmed if done.step == step.other_than]
    if by.actor in others:
        remedy = f"Another {step.role}, or a higher role, confirms it."
        refuse(f"{step.id!r} by {by.actor}, as {step.other_than!r} was", step.clause, remedy)
    return _confirmed(by, command, checklist, name)


def _on_record(rules: TableRules, by: Envelope, command: ConfirmStep) -> StepConfirmed:
    """Where a generator deals, a step done by hand may be put on record, and nothing waits."""
    lists = rules.rulebook.equipment.checklists.values()
    found = next((c for c in lists if any(step.id == command.step for step in c.steps)), None)
    if found is None:
        known = sorted({step.id for checklist in lists for step in checklist.steps})
        refuse(f"Step {command.step!r}", _opening(rules), f"Known: {', '.join(known)}.")
    return _confirmed(by, command, found, "")


def _confirmed(
    by: Envelope, command: ConfirmStep, checklist: Checklist, name: str
) -> StepConfirmed:
    step = next(step for step in checklist.steps if step.id == command.step)
    return StepConfirmed(
        checklist=checklist.id,
        step=step.id,
        deck=name,
        person=by.actor,
        role=by.role,
        reference=command.reference,
        clause=step.clause,
    )


def _spread(rules: TableRules, table: Table) -> CardsSpread:
    """No activity: the cards are spread, and what prepared them before counts no more."""
    demanded = clause(rules, "idle")
    idle = [c for c in rules.rulebook.equipment.checklists.values() if c.when == "idle"]
    if demanded is None or not idle:
        refuse("Cards spread out", _opening(rules), "The rulebook has no such step.")
    play = table.play
    if play.is_open and (play.seats or play.steps_dealt):
        refuse("Cards spread out while a round is played", demanded, "End the round first.")
    for name, deck in table.equipment.decks.items():
        if _is_new(rules, deck):
            refuse(f"Deck {name} was never prepared", demanded, "Go through its checklist.")
    return CardsSpread(checklist=idle[0].id, clause=demanded)


def _is_new(rules: TableRules, deck: Deck) -> bool:
    """Whether a deck has not come through the checklist for new decks."""
    return checklist_of(rules, deck).when == "new" and next_step(rules, deck) is not None


def _opening(rules: TableRules) -> str:
    return clause(rules, "open") or rules.rulebook.procedure["open"]


# --- prompts --------------------------------------------------------------------------------------


def prompts(rules: TableRules, table: Table) -> Iterator[Prompt]:
    """Cards to be spread out, and decks to be brought; a deck's own steps come from `shuffles`."""
    yield from _idle(rules, table)
    yield from _missing(rules, table)


def _idle(rules: TableRules, table: Table) -> Iterator[Prompt]:
    """No gaming activity any more at a table that was played at, and its cards are not spread out.

    Before the first player comes, a deck waits for them by the steps of its own checklist.
    """
    demanded, decks = clause(rules, "idle"), table.equipment.decks.values()
    is_played = table.play.is_open and not table.play.is_unwagered
    was_played = bool(table.equipment.last_used)
    if demanded is None or table.people.seats or is_played or not decks or not was_played:
        return
    are_spread = all(checklist_of(rules, d).when == "idle" and not d.confirmed for d in decks)
    if not are_spread and not any(_is_new(rules, deck) for deck in decks):
        yield Prompt(
            step="spread_cards",
            command=SpreadCards,
            words="the table has no players: spread the cards out",
            clause=demanded,
            role=rules.rulebook.roles[0],
            before=Before.NOTHING,
        )


def _missing(rules: TableRules, table: Table) -> Iterator[Prompt]:
    decks, lists = table.equipment.decks, rules.rulebook.equipment.checklists
    if len(decks) >= decks_in_use(rules) or not lists:
        return
    if table.equipment.retired and not decks:
        words, demanded = "bring a new deck in place of the one retired", clause(rules, "open")
    elif decks:
        words, demanded = "bring the second deck", clause(rules, "each_deck")
    else:
        words, demanded = "bring a deck", clause(rules, "open")
    new = [checklist.id for checklist in lists.values() if checklist.when == "new"]
    if len(new) > 1:
        words += f", with the checklist {' or '.join(new)}"
    yield Prompt(
        step="bring_deck",
        command=BringDeck,
        tell="DECK BACKS [CHECKLIST]",
        words=words,
        clause=demanded or next(iter(lists.values())).clause,
        role=rules.rulebook.roles[0],
        before=Before.NOTHING if demanded is None else Before.CALL,
    )


def step_prompt(rules: TableRules, name: str, deck: Deck) -> Prompt | None:
    """The step of a deck's checklist that comes next; None once all are confirmed."""
    step, checklist = next_step(rules, deck), checklist_of(rules, deck)
    if step is None:
        return None
    # A deck that is new has to be ready when the round begins; one that lay spread out is prepared
    # before the first player who came, and so only before the deal.
    before = Before.CALL if checklist.when == "new" else Before.DEAL
    return Prompt(
        step=step.id,
        command=ConfirmStep,
        tell=f"{step.id} {name}{' REFERENCE' if step.needs_reference else ''}",
        words=f"deck {name}: {step.words}",
        clause=step.clause,
        role=step.role,
        deck=name,
        before=before if checklist.is_condition else Before.NOTHING,
    )
