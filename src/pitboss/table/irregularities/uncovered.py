"""What no rule covers: the top role decides, in writing, from a short list of effects (I-94)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.effects import removed, reopened, voided
from pitboss.table.irregularities.stakes import given_back
from pitboss.table.irregularities.told import hand_told, standing_told
from pitboss.table.table import Event


def _report(case: Case) -> Iterator[Event]:
    yield case.reported("Rule")


def _ruled(case: Case) -> Iterator[Event]:
    play = case.table.play
    if case.ruling == "continue":
        return
    if not play.is_open:
        case.refuse("No round is open", "Results that stand are not reopened: rule continue.")
    if case.ruling == "void":
        yield from voided(case)
        return
    at = hand_told(case)
    if case.ruling == "remove_hand":
        yield from removed(play, [at.seat], case.rule.effect)
    else:
        rule = standing_told(case, at)
        if rule.follows is not None:
            leads = case.rules.rulebook.wagers[rule.follows].title
            case.refuse(f"{rule.title} without {leads}", f"Return {leads}; both go together.")
        yield from reopened(play, case.rule.effect)
        yield from given_back(case, at, rule)


ENTRIES = {
    "uncovered": Entry(
        report=_report,
        fields=(Field("what", "what happened"),),
        rule=_ruled,
        rulings=("continue", "void", "remove_hand", "return_wager"),
        ruling_fields=(
            Field("seat", "the seat it concerns", is_optional=True),
            Field("wager", "the wager it concerns", is_optional=True),
        ),
    ),
}
