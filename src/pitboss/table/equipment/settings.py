"""The operating settings concerning cards and devices say something that can be done."""

from __future__ import annotations

from pitboss.table.equipment.asked import clause, cut_is_required, decks_in_use, is_physical
from pitboss.table.equipment.decks import refuse
from pitboss.table.under import Under

_TRUTH = ("true", "false")


def check_settings(under: Under) -> None:
    """Refuse a table that could not be played as it is set."""
    for name in ("cut_required", "counting_shuffler"):
        if name in under.rules.settings and under.house(name) not in _TRUTH:
            _bad(under, name, "Choose true or false.")
    if "stub_count_interval" in under.rules.settings:
        _check_interval(under)
    if "decks" in under.rules.settings:
        _check_decks(under)
    if cut_is_required(under) and not is_physical(under):
        remedy = "The order the system is bound to is dealt as it is: leave the cut out."
        refuse("A cut where a generator deals", "I-102", remedy)


def _check_interval(under: Under) -> None:
    """The house may count more often than the rulebook's default, and not less (I-38)."""
    most = int(under.rules.settings["stub_count_interval"].default or 0)
    chosen = under.house("stub_count_interval")
    if not chosen.isdecimal() or not 1 <= int(chosen) <= most:
        _bad(under, "stub_count_interval", f"Choose 1 to {most}.")


def _check_decks(under: Under) -> None:
    most, chosen = under.rules.equipment.most_decks, under.house("decks")
    if not chosen.isdecimal() or not 1 <= int(chosen) <= most:
        _bad(under, "decks", f"Choose 1 to {most}.")
    has_none = under.house("shuffler") in ("", "none")
    if decks_in_use(under) > 1 and has_none and is_physical(under):
        second = clause(under, "second_deck") or under.rules.procedure["open"]
        refuse("Two decks without a shuffler", second, "Set the shuffler, by its id.")


def _bad(under: Under, name: str, remedy: str) -> None:
    entry = under.rules.settings[name].interpretations[0]
    refuse(f"{name} {under.house(name)!r}", entry, remedy)
