"""What the rulebook and the house ask of cards and devices at a table."""

from __future__ import annotations

from pitboss.rulebook.equipment import Checklist, ChecklistStep
from pitboss.table.equipment.state import Deck, Equipment
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Table


def clause(rules: TableRules, name: str) -> str | None:
    """The clause that demands something of this table's dealing method, or None if none does."""
    clauses = rules.rulebook.equipment.clauses
    return clauses.get(f"{name}.{rules.setting.method}", clauses.get(name))


def is_physical(rules: TableRules) -> bool:
    """Whether cards lie on the table; a generator has neither decks nor shoes (I-102)."""
    return rules.setting.mode is Mode.LIVE


def decks_in_use(rules: TableRules) -> int:
    """How many decks the house plays with."""
    return int(rules.choice("decks") or 1)


def counts_itself(rules: TableRules) -> bool:
    """Whether the shuffler counts the deck at every shuffle, so that nobody else has to."""
    return rules.choice("counting_shuffler") == "true"


def cut_is_required(rules: TableRules) -> bool:
    """Whether the house has the deck cut after every shuffle (I-51)."""
    return rules.choice("cut_required") == "true"


def cut_words(rules: TableRules) -> str:
    """How the deck is cut, step by step where the rulebook says it."""
    lists = rules.rulebook.equipment.checklists.values()
    steps = [
        step.words for checklist in lists if checklist.when == "cut" for step in checklist.steps
    ]
    return f"cut it: {', '.join(steps)}" if steps else "cut it"


def checklist_of(rules: TableRules, deck: Deck) -> Checklist:
    """The checklist a deck is readied by."""
    return rules.rulebook.equipment.checklists[deck.checklist]


def next_step(rules: TableRules, deck: Deck) -> ChecklistStep | None:
    """The step of a deck's checklist that comes next; None once all are confirmed."""
    steps = checklist_of(rules, deck).steps
    done = len(deck.confirmed)
    return steps[done] if done < len(steps) else None


def is_out(table: Table, name: str) -> bool:
    """Whether a deck's cards lie on the layout in a round that is not over."""
    play = table.play
    return play.is_open and play.steps_dealt > 0 and table.equipment.last_used == name


def turn_of(equipment: Equipment) -> str:
    """The deck for the next deal: the one loaded, or of two the one that was not used last."""
    if equipment.loaded:
        return equipment.loaded
    names = [name for name in equipment.decks if name != equipment.last_used]
    return next(iter(names or equipment.decks), "")


def accepted(rules: TableRules, table: Table) -> int:
    """How many wagers the devices accepted whose chips are counted before the deal."""
    counted = rules.rulebook.equipment.counted
    return sum(wager in at.wagers for at in table.play.seats.values() for wager in counted)


def is_dealt(rules: TableRules, table: Table) -> bool:
    """Whether every card of the round lies on the layout."""
    play = table.play
    return play.is_open and play.steps_dealt == len(rules.rulebook.dealing[play.method].steps)


def count_is_due(rules: TableRules, table: Table) -> bool:
    """Whether the stub must be counted now: the deck would otherwise wait too long (I-38)."""
    deck = table.equipment.decks.get(table.equipment.last_used)
    interval = rules.choice("stub_count_interval")
    if deck is None or not interval or counts_itself(rules):
        return False
    # With two decks this one comes back only after the other.
    later = decks_in_use(rules) - 1
    return deck.rounds + later >= int(interval)
