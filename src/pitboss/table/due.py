"""What may be done at a table now, and by whom: what screens offer and prompts say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.round.commands import (
    Choose,
    DealCards,
    DeclineToShow,
    OpenRound,
    PlaceWager,
    RecordDraws,
    RemoveHand,
    ViewHand,
    VoidRound,
)
from pitboss.round.permitted import Option, options
from pitboss.table.chips.counting import count_due
from pitboss.table.equipment.columns import columns_shown
from pitboss.table.equipment.decide import stages_before
from pitboss.table.equipment.due import due
from pitboss.table.irregularities.words import awaited
from pitboss.table.left_exposed import left_exposed
from pitboss.table.left_open import left_open
from pitboss.table.rounds.decide import draws_are_due, draws_are_made
from pitboss.table.rules import TableRules
from pitboss.table.seen.hidden import details_without, hidden_now
from pitboss.table.table import Table
from pitboss.table.unready import unready

_BY_REPORT = (RemoveHand, VoidRound)
_BY_PLAYER = (Choose, ViewHand, DeclineToShow)
"""What is for a hand's player to decide, and for nobody once their action was stopped (5.10.3)."""


def due_lines(
    rules: TableRules, table: Table, names: Mapping[str, str] | None = None
) -> Iterator[str]:
    """In words, most pressing first. `names`: wagers as they are to be called, by their ids."""
    halt = table.halt
    if halt is not None:
        title = rules.rulebook.irregularities[halt.kind].title
        known = details_without(hidden_now(rules, table), halt.details)
        told = "; ".join(f"{key} {value}" for key, value in known.items())
        yield f"{title} ({halt.clause}). {told}".rstrip(". ") + "."
        yield from awaited(rules, table, halt)
        return
    count = count_due(rules, table)
    if count is not None:
        yield count
    prompts = due(rules, table)
    yield from map(str, prompts)
    yield from left_open(rules, table)
    yield from unready(rules, table)
    # Whoever settles a wager by the number of hands must see what it pays in this round.
    placed = {wager for at in table.play.seats.values() for wager in at.wagers}
    yield from (str(shown) for shown in columns_shown(rules, table) if shown.wager in placed)
    best = left_exposed(rules, table)
    if best is not None:
        yield str(best)
    waiting = {prompt.before for prompt in prompts}
    yield from _together(
        [
            may
            for may in _on_offer(rules, table)
            if may.command not in _BY_REPORT
            and (count is None or may.command is not OpenRound)
            and waiting.isdisjoint(stages_before(table, may.command))
            and not (may.command is DealCards and draws_are_due(rules, table))
            and not (may.command in _BY_PLAYER and may.seat in table.people.stopped)
        ],
        names or {},
    )


def _on_offer(rules: TableRules, table: Table) -> Iterator[Option]:
    """What the round permits, without wagers and draws that the table does not offer now."""
    offered = rules.setting.offered if table.setting is None else table.setting.offered
    for may in options(rules.game, rules.terms, table.play):
        if may.command is PlaceWager:
            wagers = tuple(wager for wager in may.choices if wager in offered)
            if wagers:
                yield may._replace(choices=wagers)
        elif may.command is not RecordDraws or draws_are_made(rules):
            yield may


def _together(permitted: list[Option], names: Mapping[str, str]) -> Iterator[str]:
    """What several seats may do alike is said once."""
    alike: dict[tuple[type, tuple[str, ...], str], list[Option]] = {}
    for may in permitted:
        alike.setdefault((may.command, may.choices, may.clause), []).append(may)
    for (_, _, clause), group in alike.items():
        seats = [str(may.seat) for may in group]
        first = group[0]
        if first.command is not Choose:
            titles = tuple(names.get(wager, wager) for wager in first.choices)
            first = first._replace(choices=titles)
        text = str(first)
        if len(group) > 1:
            text = text.replace(f"seat {seats[0]} ", f"seats {', '.join(seats)} ", 1)
        yield f"{text} ({clause})"
