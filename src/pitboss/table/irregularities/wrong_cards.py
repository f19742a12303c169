"""Cards that are not one whole shuffled deck: foreign, extra, missing, unshuffled; deck counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.cards import DECK
from pitboss.table.equipment.shuffles import DeckCounted
from pitboss.table.irregularities.case import Case, Field, Irregularity, left_to_ruling, voided
from pitboss.table.irregularities.laid_cards import WRONG_HAND, is_entry_due, on_table
from pitboss.table.table import Event

_FOUND = (Field("card", "what was found"), Field("place", "where it was found"))
_COUNT = (
    Field("count", "how many cards there are, security cards left out", True),
    Field("stub", "or how many there are beside those on the table", True),
)


def _voids(case: Case) -> Iterator[Event]:
    """The cards are not one whole shuffled deck: the round is void, earlier rounds stand."""
    yield case.reported()
    yield from voided(case)


def _counted(case: Case) -> Iterator[Event]:
    """The cards were counted; another number than a deck has voids the round."""
    total = _total(case)
    yield case.reported(details={**case.details, "count": str(total)})
    if total != len(DECK):
        yield from voided(case)


def _count_ruled(case: Case) -> Iterator[Event]:
    """Once counted, the right number lets the round go on; any other makes it void."""
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


ENTRIES: Mapping[str, Irregularity] = {
    "foreign_card": Irregularity(report=_voids, fields=_FOUND, is_physical=True),
    "extra_card": Irregularity(report=_voids, fields=_FOUND, is_physical=True),
    "missing_card": Irregularity(
        report=_voids,
        fields=(Field("card", "which card is missing, or how many"),),
        is_physical=True,
    ),
    "unshuffled_cards": Irregularity(
        report=_voids, fields=(Field("place", "where it was noticed"),), is_physical=True
    ),
    "card_count": Irregularity(report=_counted, fields=_COUNT, is_physical=True),
    "count_doubt": Irregularity(
        report=left_to_ruling,
        rule=_count_ruled,
        rulings=("counted",),
        ruling_fields=_COUNT,
        is_physical=True,
    ),
}
