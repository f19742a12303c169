"""Counting the deck: every card must be there, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.cards import DECK
from pitboss.table.equipment.shuffles import DeckCounted
from pitboss.table.irregularities.cards import WRONG_HAND, is_entry_due, on_table
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.effects import voided
from pitboss.table.table import Event

COUNT = Field("count", "how many cards there are, security cards left out", True)
STUB = Field("stub", "or how many there are beside those on the table", True)


def counted(case: Case) -> Iterator[Event]:
    """The cards were counted; another number than a deck has voids the round."""
    total = _total(case)
    yield case.reported(details={**case.details, "count": str(total)})
    if total != len(DECK):
        yield from voided(case)


def doubted(case: Case) -> Iterator[Event]:
    """Nothing goes on before the cards are counted."""
    yield case.reported("Rule")


def count_ruled(case: Case) -> Iterator[Event]:
    """The right number, and the round goes on where it stopped; any other, and it is void."""
    total, equipment = _total(case), case.table.equipment
    deck = equipment.last_used if equipment.last_used in equipment.decks else ""
    yield DeckCounted(deck=deck, cards=total, clause=case.rule.clause)
    if total != len(DECK):
        yield from voided(case)


def _total(case: Case) -> int:
    told = [name for name in ("count", "stub") if case.details.get(name, "").strip()]
    if len(told) != 1:
        case.refuse("A count that is not one number", "Tell all cards, or those of the stub.")
    text = case.details[told[0]].strip()
    if not text.isdecimal():
        case.refuse(f"{text!r} cards", "Write how many cards were counted.")
    if told == ["count"]:
        return int(text)
    _check_all_known(case)
    play = case.table.play
    return int(text) + len(on_table(play)) + len(play.set_aside)


def _check_all_known(case: Case) -> None:
    """Beside a stub only cards are counted that are on record, as they were dealt."""
    play, wrong = case.table.play, case.rules.rulebook.irregularities.get(WRONG_HAND)
    is_wrong = wrong is not None and any(
        at.removed == wrong.effect for at in play.seats.values() if at.cards
    )
    if is_wrong or is_entry_due(case.rules, case.table):
        lying = "the cards of a hand with a wrong number" if is_wrong else "cards not entered yet"
        case.refuse(
            f"A count of the stub, beside {lying}", "Count those on the table too, and tell count."
        )


ENTRIES: Mapping[str, Entry] = {
    "card_count": Entry(report=counted, fields=(COUNT, STUB), is_physical=True),
    "count_doubt": Entry(
        report=doubted,
        rule=count_ruled,
        rulings=("counted",),
        ruling_fields=(COUNT, STUB),
        is_physical=True,
    ),
}
