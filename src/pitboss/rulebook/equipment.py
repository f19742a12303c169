"""What a rulebook says of decks, devices and the steps that ready them, as data.

All of it may be absent: then nothing is demanded, and the cards are dealt as they come.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pitboss.rulebook.reader import Reader, each

WHEN = ("new", "idle", "cut")
"""A checklist is for a deck that comes to the table, that lay spread out, or that is cut.

The steps of a cut are one movement of the hand: they are said one by one and confirmed at once.
"""


CLAUSES = (
    "second_deck", "backs", "one_in_play", "alternate", "rack", "open", "each_deck", "shuffle",
    "cut", "idle", "mode", "device", "load", "reconcile", "stub", "count", "right_count",
    "wrong_count", "counting_shuffler", "void_turn",
)  # fmt: skip
"""What may be demanded, each by a clause; a word that nothing reads would demand nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistStep:
    """One thing somebody does and confirms."""

    id: str
    words: str
    clause: str
    role: str
    """The least role that may confirm it, a rung of the ladder."""
    needs_reference: bool = False
    """Whether it says under which outside paper it was done (I-50)."""
    other_than: str | None = None
    """The step before it that somebody else must have confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """Steps in their order, for each deck separately."""

    id: str
    title: str
    clause: str
    when: str
    is_condition: bool
    """Whether play waits for it; elsewhere it is only put on record."""
    steps: tuple[ChecklistStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentRules:
    """Decks, devices and steps of a rulebook."""

    most_decks: int = 1
    clauses: Mapping[str, str] = field(default_factory=dict)
    """What is demanded, by name or by name and dealing method; what is absent is not demanded."""
    checklists: Mapping[str, Checklist] = field(default_factory=dict)
    counted: tuple[str, ...] = ()
    """Wagers whose chips are collected and counted before the deal."""
    modes: Mapping[str, str] = field(default_factory=dict)
    """Wagers that may be offered only while the shuffler is in a mode of its own."""
    notices: Mapping[str, str] = field(default_factory=dict)
    """Wagers that are withdrawn from the table only after notice, with the clause."""
    notices_serve_once: bool = False
    """Whether a wager that was withdrawn upon a notice needs another the next time (I-50)."""


def read_equipment(at: Reader) -> EquipmentRules:
    """The part `[equipment]` of a file."""
    clauses, modes, notices = (
        at.table(name, optional=True) for name in ("clauses", "modes", "notices")
    )
    rules = EquipmentRules(
        most_decks=at.whole("most_decks", least=1, most=2, default=1),
        clauses=MappingProxyType({key: clauses.text(key) for key in clauses.keys()}),
        checklists=MappingProxyType(each(at.table("checklists", optional=True), _checklist)),
        counted=at.texts("counted"),
        modes=MappingProxyType({key: modes.text(key) for key in modes.keys()}),
        notices=MappingProxyType({key: notices.text(key) for key in notices.keys()}),
        notices_serve_once=at.flag("notices_serve_once"),
    )
    at.finish()
    return rules


def _checklist(name: str, at: Reader) -> Checklist:
    steps = at.raw("steps")
    if not isinstance(steps, list) or not steps:
        at.fault("steps", "no steps", 'write [{id = "washed", words = "…", …}, …]')
        steps = []
    read = []
    for number, step in enumerate(steps, start=1):
        data = step if isinstance(step, dict) else {}
        inner = Reader(data, at.place(f"steps[{number}]"), at.faults)
        read.append(
            ChecklistStep(
                id=inner.text("id"),
                words=inner.text("words"),
                clause=inner.text("clause"),
                role=inner.text("role"),
                needs_reference=inner.flag("needs_reference"),
                other_than=inner.text_or_none("other_than"),
            )
        )
        inner.finish()
    return Checklist(
        id=name,
        title=at.text("title"),
        clause=at.text("clause"),
        when=at.among("when", WHEN),
        is_condition=at.flag("is_condition"),
        steps=tuple(read),
    )


def clauses_of(rules: EquipmentRules) -> Iterator[tuple[str, str]]:
    """Every clause cited in it, and where."""
    for key, clause in rules.clauses.items():
        yield f"equipment.clauses.{key}", clause
    for wager, clause in rules.notices.items():
        yield f"equipment.notices.{wager}", clause
    for checklist in rules.checklists.values():
        place = f"equipment.checklists.{checklist.id}"
        yield f"{place}.clause", checklist.clause
        for number, step in enumerate(checklist.steps, start=1):
            yield f"{place}.steps[{number}].clause", step.clause


def names_of(
    rules: EquipmentRules, *, roles: Sequence[str], wagers: Sequence[str], methods: Sequence[str]
) -> Iterator[tuple[str, str, Sequence[str], str]]:
    """Every name in it: where it stands, the name, those it must be among, and what they are."""
    for checklist in rules.checklists.values():
        for number, step in enumerate(checklist.steps, start=1):
            place = f"equipment.checklists.{checklist.id}.steps[{number}].role"
            yield place, step.role, roles, "a role"
            if step.other_than is not None:
                before = [one.id for one in checklist.steps[: number - 1]]
                place = f"equipment.checklists.{checklist.id}.steps[{number}].other_than"
                yield place, step.other_than, before, "a step before it"
    for key, named in (
        ("counted", rules.counted),
        ("modes", tuple(rules.modes)),
        ("notices", tuple(rules.notices)),
    ):
        yield from ((f"equipment.{key}", wager, wagers, "a wager") for wager in named)
    for key in rules.clauses:
        name, _, method = key.partition(".")
        yield f"equipment.clauses.{key}", name, CLAUSES, "a demand"
        yield f"equipment.clauses.{key}", method, methods, "a dealing method"
