"""What must be confirmed next concerning cards and devices, and what waits for it.

The dealer's screen shows these prompts, and the refusals are made of them: what is asked for and
what is enforced cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.table.equipment.asked import (
    accepted,
    checklist_of,
    clause,
    count_is_due,
    counts_itself,
    cut_is_required,
    cut_words,
    decks_in_use,
    is_dealt,
    is_out,
    is_physical,
    next_step,
    turn_of,
)
from pitboss.table.equipment.prompts import MODE, Before, Prompt
from pitboss.table.equipment.state import Deck
from pitboss.table.rules import TableRules
from pitboss.table.table import Table


def due(rules: TableRules, table: Table) -> list[Prompt]:
    """What must be confirmed next, most pressing first; nothing while the table waits."""
    if not table.is_open or table.halt is not None or not is_physical(rules):
        return []
    return list(steps_due(rules, table))


def steps_due(rules: TableRules, table: Table) -> Iterator[Prompt]:
    """The same, also while something else must be dealt with first."""
    yield from _stub(rules, table)
    yield from _chips(rules, table)
    yield from _idle(rules, table)
    yield from _decks(rules, table)
    for name, deck in table.equipment.decks.items():
        yield from _deck(rules, table, name, deck)
    yield from _modes(rules, table)


def _stub(rules: TableRules, table: Table) -> Iterator[Prompt]:
    demanded = clause(rules, "stub")
    if demanded is None or table.equipment.stub or table.play.void is not None:
        return
    if not is_dealt(rules, table):
        return
    first = _clear_rack(rules, table)
    if count_is_due(rules, table):
        counting, words = clause(rules, "count") or demanded, f"{first}count the stub face down"
        yield _by_dealer(rules, "count_stub", words, counting, before=Before.PLAY)
    else:
        words = f"{first}discard the stub unexposed, or count it"
        yield _by_dealer(rules, "discard_stub", words, demanded, before=Before.PLAY)


def _clear_rack(rules: TableRules, table: Table) -> str:
    """What comes before the first cards of a deck in the discard rack, where another may lie there.

    A deck that was shuffled since its round has left the rack; of one that was not, only whoever
    stands at the table knows.
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


def _chips(rules: TableRules, table: Table) -> Iterator[Prompt]:
    demanded, play = clause(rules, "reconcile"), table.play
    if demanded is None or not play.is_open or play.steps_dealt or play.void is not None:
        return
    if not play.is_closed_to_bets or table.equipment.is_reconciled:
        return
    number = accepted(rules, table)
    if table.equipment.chips is not None:
        rule = rules.rulebook.discretion["bonus_count"]
        words = f"rule on {table.equipment.chips} bonus chips, where {number} wagers were accepted"
        yield Prompt(step="rule_on_bonus_chips", words=words, clause=demanded, role=rule.role)
    elif number:
        words = f"collect the bonus chips and count them: {number} wagers were accepted"
        yield _by_dealer(rules, "count_bonus_chips", words, demanded)


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
    are_new = any(
        checklist_of(rules, d).when == "new" and next_step(rules, d) is not None for d in decks
    )
    if not are_spread and not are_new:
        words = "nobody plays: spread the cards out"
        yield _by_dealer(rules, "spread_cards", words, demanded, before=Before.NOTHING)


def _decks(rules: TableRules, table: Table) -> Iterator[Prompt]:
    decks = table.equipment.decks
    if len(decks) >= decks_in_use(rules) or not rules.rulebook.equipment.checklists:
        return
    if table.equipment.retired and not decks:
        words, demanded = "bring a new deck in place of the one retired", clause(rules, "open")
    elif decks:
        words, demanded = "bring the second deck", clause(rules, "each_deck")
    else:
        words, demanded = "bring a deck", clause(rules, "open")
    lists = [c.id for c in rules.rulebook.equipment.checklists.values() if c.when == "new"]
    if len(lists) > 1:
        words += f", with the checklist {' or '.join(lists)}"
    if demanded is None:
        first = next(iter(rules.rulebook.equipment.checklists.values()))
        yield _by_dealer(rules, "bring_deck", words, first.clause, before=Before.NOTHING)
    else:
        yield _by_dealer(rules, "bring_deck", words, demanded, before=Before.CALL)


def _deck(rules: TableRules, table: Table, name: str, deck: Deck) -> Iterator[Prompt]:
    if is_out(table, name):
        return
    is_next = turn_of(table.equipment) == name
    before = Before.DEAL if is_next else Before.NOTHING
    shuffle, cut = clause(rules, "shuffle"), clause(rules, "cut")
    if next_step(rules, deck) is not None:
        yield _checklist_step(rules, name, deck)
    elif shuffle and not deck.shuffled_by:
        words = f"deck {name}: shuffle it in the device"
        also = "CARDS" if counts_itself(rules) else ""
        yield _by_dealer(rules, "shuffle", words, shuffle, before=before, deck=name, also=also)
    elif cut and cut_is_required(rules) and not deck.is_cut:
        words = f"deck {name}: {cut_words(rules)}"
        yield _by_dealer(rules, "cut", words, cut, before=before, deck=name)
    elif not deck.loaded_in and is_next and not _is_dealt_from(table):
        yield from _load(rules, table, name)


def _checklist_step(rules: TableRules, name: str, deck: Deck) -> Prompt:
    step, checklist = next_step(rules, deck), checklist_of(rules, deck)
    assert step is not None, "it is asked for while one is left"
    # A deck that is new has to be ready when the round begins; one that lay spread out is readied
    # before the first player who came, and so only before the deal.
    before = Before.CALL if checklist.when == "new" else Before.DEAL
    return Prompt(
        step=step.id,
        words=f"deck {name}: {step.words}",
        clause=step.clause,
        role=step.role,
        deck=name,
        before=before if checklist.is_condition else Before.NOTHING,
        also="REFERENCE" if step.needs_reference else "",
    )


def _is_dealt_from(table: Table) -> bool:
    return table.play.is_open and table.play.steps_dealt > 0


def _load(rules: TableRules, table: Table, name: str) -> Iterator[Prompt]:
    device, load = clause(rules, "device"), clause(rules, "load")
    title = rules.rulebook.dealing[rules.setting.method].title
    if device is not None and not table.equipment.approvals:
        words = f"record the approval of the device: {title}"
        role = rules.rulebook.roles[1]
        yield Prompt(step="record_approval", words=words, clause=device, role=role)
    if load is not None:
        words = f"deck {name}: load it into the device: {title}"
        yield _by_dealer(rules, "load", words, load, deck=name)


def _modes(rules: TableRules, table: Table) -> Iterator[Prompt]:
    demanded, offered = clause(rules, "mode"), table.setting.offered if table.setting else ()
    for wager, mode in rules.rulebook.equipment.modes.items():
        if demanded and wager in offered and wager not in table.equipment.modes:
            words = f'confirm that the shuffler is in the mode "{mode}"'
            yield _by_dealer(rules, f"{MODE}{wager}", words, demanded, before=Before.NOTHING)


def _by_dealer(
    rules: TableRules,
    step: str,
    words: str,
    demanded: str,
    *,
    before: Before = Before.DEAL,
    deck: str = "",
    also: str = "",
) -> Prompt:
    role = rules.rulebook.roles[0]
    return Prompt(
        step=step, words=words, clause=demanded, role=role, deck=deck, before=before, also=also
    )
