"""The operating settings concerning cards and devices say something that can be done."""

from __future__ import annotations

from pitboss.table.equipment.asked import clause, cut_is_required, decks_in_use, is_physical
from pitboss.table.equipment.decks import refuse
from pitboss.table.rules import TableRules

_TRUTH = ("true", "false")


def check_settings(rules: TableRules) -> None:
    """Refuse a table that could not be played as it is set."""
    for name in ("cut_required", "counting_shuffler"):
        if name in rules.rulebook.settings and rules.choice(name) not in _TRUTH:
            _bad(rules, name, "Choose true or false.")
    if "stub_count_interval" in rules.rulebook.settings:
        _check_interval(rules)
    if "decks" in rules.rulebook.settings:
        _check_decks(rules)
    if cut_is_required(rules) and not is_physical(rules):
        remedy = "The order the system is bound to is dealt as it is: leave the cut out."
        refuse("A cut where a generator deals", "I-102", remedy)


def _check_interval(rules: TableRules) -> None:
    """The house may count more often than the rulebook's default, and not less (I-38)."""
    most = int(rules.rulebook.settings["stub_count_interval"].default or 0)
    chosen = rules.choice("stub_count_interval")
    if not chosen.isdecimal() or not 1 <= int(chosen) <= most:
        _bad(rules, "stub_count_interval", f"Choose 1 to {most}.")


def _check_decks(rules: TableRules) -> None:
    most, chosen = rules.rulebook.equipment.most_decks, rules.choice("decks")
    if not chosen.isdecimal() or not 1 <= int(chosen) <= most:
        _bad(rules, "decks", f"Choose 1 to {most}.")
    has_none = rules.choice("shuffler") in ("", "none")
    if decks_in_use(rules) > 1 and has_none and is_physical(rules):
        second = clause(rules, "second_deck") or rules.rulebook.procedure["open"]
        refuse("Two decks without a shuffler", second, "Set the shuffler, by its id.")


def _bad(rules: TableRules, name: str, remedy: str) -> None:
    entry = rules.rulebook.settings[name].interpretations[0]
    refuse(f"{name} {rules.choice(name)!r}", entry, remedy)
