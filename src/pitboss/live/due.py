"""What may be done at a table now, and by whom: what screens offer and prompts say."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.live.equipment.columns import columns_shown
from pitboss.live.equipment.due import due
from pitboss.live.irregularities import power
from pitboss.live.irregularities.case import Field
from pitboss.live.irregularities.catalogue import CATALOGUE
from pitboss.live.irregularities.decide import may_report
from pitboss.live.irregularities.state import Halt
from pitboss.live.left_exposed import left_exposed
from pitboss.live.table import Table
from pitboss.live.under import Under
from pitboss.table.commands import RemoveHand, VoidRound
from pitboss.table.permitted import May, options

_BY_REPORT = (RemoveHand, VoidRound)


def due_lines(under: Under, table: Table) -> Iterator[str]:
    """In words, most pressing first."""
    halt = table.halt
    if halt is not None:
        title = under.rules.irregularities[halt.kind].title
        told = "; ".join(f"{key} {value}" for key, value in halt.details.items())
        yield f"{title} ({halt.clause}). {told}".rstrip(". ") + "."
        yield from _awaited(under, table, halt)
        return
    for prompt in due(under, table):
        yield str(prompt)
    # Whoever settles a wager by the number of hands must see what it pays in this round.
    placed = {wager for at in table.play.seats.values() for wager in at.wagers}
    yield from (str(shown) for shown in columns_shown(under, table) if shown.wager in placed)
    best = left_exposed(under, table)
    if best is not None:
        yield str(best)
    permitted = options(under.game, under.terms, table.play)
    yield from _together([may for may in permitted if may.command not in _BY_REPORT])


def reportable_lines(under: Under, table: Table) -> Iterator[str]:
    """What may be reported now, in words: by whom, and what is to be told with it."""
    for rule, entry in may_report(under, table):
        yield f"{rule.id}: {rule.title} ({rule.clause}; {rule.reported_by})"
        yield from (f"  {_told(field)}" for field in entry.fields)


def _awaited(under: Under, table: Table, halt: Halt) -> Iterator[str]:
    """Who must say what before the table goes on."""
    rule, entry = under.rules.irregularities[halt.kind], CATALOGUE[halt.kind]
    if "Rule" in halt.awaits:
        yield f"the {rule.ruled_by} or a higher role rules {' or '.join(entry.rulings)}, and why"
        yield from (f"with the ruling: {_told(field)}" for field in entry.ruling_fields)
    if "Answer" in halt.awaits:
        players = ", ".join(power.unanswered(table))
        yield f"each answers {power.WITHDRAW} (all wagers) or {power.STAY}: {players}"


def _told(field: Field) -> str:
    return f"{field.name}{', if known' if field.is_optional else ''}: {field.meaning}"


def _together(permitted: list[May]) -> Iterator[str]:
    """What several seats may do alike is said once."""
    alike: dict[tuple[type, tuple[str, ...], str], list[May]] = {}
    for may in permitted:
        alike.setdefault((may.command, may.choices, may.clause), []).append(may)
    for (_, _, clause), group in alike.items():
        seats = [str(may.seat) for may in group]
        text = str(group[0])
        if len(group) > 1:
            text = text.replace(f"seat {seats[0]} ", f"seats {', '.join(seats)} ", 1)
        yield f"{text} ({clause})"
