"""Decks: brought, readied by their checklists, spread out, retired."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.rulebook.equipment import Checklist
from pitboss.table.equipment import commands as do
from pitboss.table.equipment import events as ev
from pitboss.table.equipment.asked import (
    checklist_of,
    clause,
    decks_in_use,
    is_out,
    is_physical,
    next_step,
)
from pitboss.table.equipment.state import Deck
from pitboss.table.rules import TableRules
from pitboss.table.table import Table


def refuse(problem: str, demanded: str, remedy: str) -> NoReturn:
    """Refuse what the rulebook does not permit here."""
    raise RuleBreach(problem, clause=demanded, remedy=remedy)


def named(rules: TableRules, table: Table, name: str) -> tuple[str, Deck]:
    """The deck of that name, or the only one there is."""
    decks = table.equipment.decks
    if not name and len(decks) == 1:
        name = next(iter(decks))
    if name not in decks:
        remedy = f"At the table: {', '.join(decks) or 'none; bring one'}."
        what = f"Deck {name!r}" if name else "A deck without its name"
        refuse(what, _opening(rules), remedy)
    return name, decks[name]


def brought(rules: TableRules, table: Table, command: do.BringDeck) -> ev.DeckBrought:
    """A deck that is another than those at the table, and no more decks than the house uses."""
    equipment, most = table.equipment, decks_in_use(rules)
    checklist = _chosen(rules, command.checklist)
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
    return ev.DeckBrought(
        deck=command.deck,
        backs=command.backs,
        checklist=checklist.id,
        clause=clause(rules, "each_deck" if most > 1 else "open") or checklist.clause,
    )


def retired(rules: TableRules, table: Table, command: do.RetireDeck) -> ev.DeckRetired:
    """A deck leaves, unless its cards are in play: for whatever reason, by the rule it came by."""
    name, deck = named(rules, table, command.deck)
    demanded = clause(rules, "open") or checklist_of(rules, deck).clause
    if is_out(table, name):
        refuse(f"Deck {name} is in play", demanded, "End the round first.")
    if not command.reason.strip():
        refuse(f"Deck {name} retired without a reason", demanded, "Write why.")
    return ev.DeckRetired(deck=name, reason=command.reason, clause=demanded)


def confirmed(
    rules: TableRules, table: Table, by: Envelope, command: do.ConfirmStep
) -> ev.StepConfirmed:
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
    return _step(by, command, checklist, name)


def _on_record(rules: TableRules, by: Envelope, command: do.ConfirmStep) -> ev.StepConfirmed:
    """Where a generator deals, a step of the hands may be put on record, and nothing waits."""
    for checklist in rules.rulebook.equipment.checklists.values():
        if any(step.id == command.step for step in checklist.steps):
            return _step(by, command, checklist, "")
    lists = rules.rulebook.equipment.checklists.values()
    known = sorted({step.id for checklist in lists for step in checklist.steps})
    refuse(f"Step {command.step!r}", _opening(rules), f"Known: {', '.join(known)}.")


def _step(
    by: Envelope, command: do.ConfirmStep, checklist: Checklist, name: str
) -> ev.StepConfirmed:
    step = next(step for step in checklist.steps if step.id == command.step)
    return ev.StepConfirmed(
        checklist=checklist.id,
        step=step.id,
        deck=name,
        person=by.actor,
        role=by.role,
        reference=command.reference,
        clause=step.clause,
    )


def spread(rules: TableRules, table: Table) -> Iterator[ev.Event]:
    """No activity: the cards are spread, and what readied them before counts no more."""
    demanded = clause(rules, "idle")
    idle = [c for c in rules.rulebook.equipment.checklists.values() if c.when == "idle"]
    if demanded is None or not idle:
        refuse("Cards spread out", _opening(rules), "The rulebook has no such step.")
    play = table.play
    if play.is_open and (play.seats or play.steps_dealt):
        refuse("Cards spread out while somebody plays", demanded, "End the round first.")
    for name, deck in table.equipment.decks.items():
        if checklist_of(rules, deck).when == "new" and next_step(rules, deck) is not None:
            refuse(f"Deck {name} was never readied", demanded, "Go through its checklist.")
    yield ev.CardsSpread(checklist=idle[0].id, clause=demanded)


def _chosen(rules: TableRules, name: str) -> Checklist:
    """The checklist for a new deck: the one named, or the only one."""
    lists = {c.id: c for c in rules.rulebook.equipment.checklists.values() if c.when == "new"}
    if not name and len(lists) == 1:
        return next(iter(lists.values()))
    if name not in lists:
        remedy = f"Choose one of {', '.join(lists)}."
        refuse(f"A deck readied by {name or 'no checklist'}", _opening(rules), remedy)
    return lists[name]


def _opening(rules: TableRules) -> str:
    return clause(rules, "open") or rules.rulebook.procedure["open"]
