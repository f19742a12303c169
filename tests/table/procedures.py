"""The ordinary answer to each prompt concerning cards and devices, and who gives it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from pitboss.cards import DECK
from pitboss.table.equipment import commands as do
from pitboss.table.equipment.asked import accepted, counts_itself
from pitboss.table.equipment.due import due
from pitboss.table.equipment.prompts import MODE, Before, Prompt
from pitboss.table.equipment.stub import expected
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

SHUFFLER = "shuffler-1"
DEVICE = "device-1"
BACKS = ("red", "blue", "green", "black", "brown", "grey", "white", "gold")


def ordinary(rules: TableRules, table: Table) -> Iterator[tuple[Prompt, do.Command]]:
    """What a table that works as it should confirms next, where something waits for it."""
    for prompt in due(rules, table):
        if prompt.before is not Before.NOTHING or prompt.step.startswith(MODE):
            yield prompt, answer_to(rules, table, prompt)


def answer_to(rules: TableRules, table: Table, prompt: Prompt) -> do.Command:
    """The command that confirms what a prompt asks for, nothing being wrong."""
    deck, own = prompt.deck, rules.choice("shuffler")
    device = SHUFFLER if own in ("", "none") else own
    match prompt.step:
        case "bring_deck":
            known = (*table.equipment.decks, *table.equipment.retired)
            number = next(n for n in count() if f"deck-{n + 1}" not in known)
            lists = rules.rulebook.equipment.checklists.values()
            first = next(checklist.id for checklist in lists if checklist.when == "new")
            return do.BringDeck(f"deck-{number + 1}", BACKS[number % len(BACKS)], first)
        case "shuffle":
            return do.CompleteShuffle(device, deck, len(DECK) if counts_itself(rules) else None)
        case "cut":
            return do.CutDeck(deck, 20)
        case "record_approval":
            return do.RecordApproval(DEVICE, "approval 17")
        case "load":
            return do.LoadDevice(next(iter(table.equipment.approvals)), deck)
        case "count_bonus_chips":
            return do.CountBonusChips(accepted(rules, table))
        case "rule_on_bonus_chips":
            return do.RuleOnBonusChips("counted once more")
        case "count_stub":
            return do.CountStub(expected(rules, table))
        case "discard_stub":
            return do.DiscardStub()
        case step if step.startswith(MODE):
            return do.ConfirmMode(step.removeprefix(MODE), device)
        case step:
            return do.ConfirmStep(step, deck, "paper 4")
