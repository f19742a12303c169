"""The ordinary answer to each prompt concerning cards and devices, and who gives it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from pitboss.cards import DECK
from pitboss.table.equipment import bonus_chips, decks, devices, procedure, shuffles, stub
from pitboss.table.equipment.devices import MODE
from pitboss.table.equipment.inventory import Before, Prompt, counts_itself
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

SHUFFLER = "shuffler-1"
DEVICE = "device-1"
BACKS = ("red", "blue", "green", "black", "brown", "grey", "white", "gold")


def ordinary(rules: TableRules, table: Table) -> Iterator[tuple[Prompt, procedure.Command]]:
    """What a table that works as it should confirms next, where something waits for it."""
    for prompt in procedure.due(rules, table):
        if prompt.before is not Before.NOTHING or prompt.step.startswith(MODE):
            yield prompt, answer_to(rules, table, prompt)


def answer_to(rules: TableRules, table: Table, prompt: Prompt) -> procedure.Command:
    """The command that confirms what a prompt asks for, nothing being wrong."""
    deck, own = prompt.deck, rules.choice("shuffler")
    device = SHUFFLER if own in ("", "none") else own
    match prompt.step:
        case "bring_deck":
            known = (*table.equipment.decks, *table.equipment.retired)
            number = next(n for n in count() if f"deck-{n + 1}" not in known)
            lists = rules.rulebook.equipment.checklists.values()
            first = next(checklist.id for checklist in lists if checklist.when == "new")
            return decks.BringDeck(f"deck-{number + 1}", BACKS[number % len(BACKS)], first)
        case "shuffle":
            return shuffles.CompleteShuffle(
                device, deck, len(DECK) if counts_itself(rules) else None
            )
        case "cut":
            return shuffles.CutDeck(deck, 20)
        case "record_approval":
            return devices.RecordApproval(DEVICE, "approval 17")
        case "load":
            return shuffles.LoadDevice(next(iter(table.equipment.approvals)), deck)
        case "count_bonus_chips":
            return bonus_chips.CountBonusChips(bonus_chips.accepted(rules, table))
        case "rule_on_bonus_chips":
            return bonus_chips.RuleOnBonusChips("counted once more")
        case "count_stub":
            return stub.CountStub(stub.expected(rules, table))
        case "discard_stub":
            return stub.DiscardStub()
        case step if step.startswith(MODE):
            return devices.ConfirmMode(step.removeprefix(MODE), device)
        case step:
            return decks.ConfirmStep(step, deck, "paper 4")
