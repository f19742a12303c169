"""Cards that are no whole shuffled deck: foreign, extra, missing, counted; cards keyed wrongly.

A card entered twice, or one that no deck holds, was keyed wrongly or is real (I-101): the table
waits until a ruling says which. A keying error is corrected by two people, and the record keeps
what was entered first; a real card means that the deck is not one whole deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pitboss.cards import DECK, Card
from pitboss.envelope import Envelope
from pitboss.errors import RoleBreach
from pitboss.round.deal import DealCards, cards_needed, deal_in_words, steps_due
from pitboss.round.remedies import after, reopened
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import decide as decide_round
from pitboss.table.equipment.decks import DeckRetired
from pitboss.table.equipment.shuffles import DeckCounted
from pitboss.table.irregularities.case import (
    Case,
    Field,
    Irregularity,
    left_to_ruling,
    read_cards,
    voided,
)
from pitboss.table.irregularities.exposed_cards import check_next
from pitboss.table.irregularities.laid_cards import (
    DUPLICATE,
    WRONG_HAND,
    as_they_lie,
    check_ready,
    check_sizes,
    impossible,
    is_entry_due,
    on_table,
    read_laid,
    steps_of,
)
from pitboss.table.irregularities.reports import RULING
from pitboss.table.rules import TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event, Table


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


# --- a card entered twice, or one that no deck holds ------------------------------------------

KEYING_ERROR = "keying_error"
_ON_RECORD = "Name the card on record that was keyed wrongly; the right one follows."
_OF_NUMBERS = ("wrong_number", WRONG_HAND, "machine_fault")
"""What it may be if another number of cards lies there than a deal has."""


def doubted_deal(
    rules: TableRules, table: Table, by: Envelope, command: DealCards
) -> Iterator[Event]:
    """What the entry of a deal reports by itself.

    If it were only refused, it could be keyed again by one person and with nothing on record.
    """
    rule = rules.rulebook.irregularities.get(DUPLICATE)
    if rule is None or not is_entry_due(rules, table):
        return
    entered = {"entered": " ".join(map(str, command.cards))}
    case = Case(rules=rules, table=table, by=by, rule=rule, details=entered)
    if _wrong(case):
        yield from _doubted(case)


def check_number_entered(rules: TableRules, table: Table, cards: tuple[Card, ...]) -> None:
    """Refuse more or fewer cards than the deal has, and say what it is if so many were dealt."""
    play = table.play
    if not is_entry_due(rules, table):
        return
    steps, seats = steps_due(rules.terms, play), len(play.live)
    needed = cards_needed(steps, seats)
    if len(cards) == needed:
        return
    kinds = [
        rule.id
        for rule in rules.rulebook.irregularities.values()
        if rule.id in _OF_NUMBERS and (not rule.methods or play.method in rule.methods)
    ]
    remedy = f"This deal takes {needed}: {deal_in_words(steps, seats)}."
    if kinds:
        remedy += f" If so many were dealt, report {' or '.join(kinds)}."
    refuse(f"{len(cards)} cards", rules.rulebook.dealing[play.method].clause, remedy)


def _doubted(case: Case) -> Iterator[Event]:
    """The entry stops until it is said what is wrong with it."""
    check_ready(case)
    wrong = _wrong(case)
    if not wrong:
        case.refuse(
            f"{case.details['entered']!r} holds no card twice and none that is not in a deck",
            "Deal the cards." if is_entry_due(case.rules, case.table) else _ON_RECORD,
        )
    yield case.reported(RULING, details={**case.details, "doubted": wrong[0]})


def _wrong(case: Case) -> list[str]:
    return impossible(case.table.play, case.details["entered"].split())


def _resolved(case: Case) -> Iterator[Event]:
    """A keying error is corrected by two people; a real card voids the round."""
    if case.ruling != KEYING_ERROR:
        yield from _real(case)
        return
    check_second(case)
    if not case.details:
        case.refuse("A correction without cards", "Tell the cards of this deal, or how all lie.")
    recorded = [*reopened(case.table.play, case.rule.clause), *_recorded(case)]
    yield from recorded
    if "cards" in case.details:
        command = DealCards(_right(case))
        play = after(case.table.play, recorded)
        yield from decide_round(case.rules.game, case.rules.terms, play, command)


def _right(case: Case) -> tuple[Card, ...]:
    """The cards that were dealt: none that was set aside, and the one drawn before in its place."""
    cards = read_cards(case, case.details["cards"])
    aside = [card for card in cards if card in case.table.play.set_aside]
    if aside:
        case.refuse(f"{aside[0]} was set aside", "The next card took its place; or rule real_card.")
    check_next(case.rules, case.table, cards)
    return cards


def _real(case: Case) -> Iterator[Event]:
    """A deck that holds a card twice is no deck: the round is void, and the deck goes."""
    equipment = case.table.equipment
    deck = equipment.loaded or equipment.last_used
    yield from voided(case)
    if deck in equipment.decks:
        doubted = case.reported_details["doubted"]
        yield DeckRetired(
            deck=deck, reason=f"{doubted} does not belong in it", clause=case.rule.effect
        )


def check_second(case: Case) -> None:
    """What was entered wrongly is put right by two people, one of them of the house's choice."""
    ladder, least = case.rules.rulebook.roles, case.rules.correction_role
    second, role = case.by.second, case.by.second_role
    stands = ladder.index(role) if role in ladder else -1
    if not second or second == case.by.actor or stands < ladder.index(least):
        raise RoleBreach(
            f"A correction confirmed by {second or 'no second person'}",
            clause=case.rule.clause,
            remedy=f"Another person, {least} or higher, confirms it.",
        )


def _recorded(case: Case) -> list[RoundEvent]:
    """What was recorded before and keyed wrongly, as it really lies."""
    if "laid" not in case.details:
        return []
    laid = read_laid(case, case.details["laid"])
    steps = steps_of(case)[: case.table.play.steps_dealt]
    check_sizes(case, laid, steps, "A correction changes no number of cards.")
    return list(as_they_lie(case, laid, steps))


ENTRIES: Mapping[str, Irregularity] = {
    DUPLICATE: Irregularity(
        report=_doubted,
        fields=(
            Field("entered", "the cards as they were entered, or the one on record that is wrong"),
        ),
        rule=_resolved,
        rulings=(KEYING_ERROR, "real_card"),
        ruling_fields=(
            Field("cards", "the right cards of this deal, as they were dispensed", True),
            Field("laid", "how the cards recorded before really lie", True),
        ),
        is_physical=True,
    ),
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
