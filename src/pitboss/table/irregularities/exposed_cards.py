"""Cards seen too early: exposed in the deal, face up in the deck, or drawn in error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.envelope import Envelope
from pitboss.round.deal import CardSetAside, DealCards, cards_needed, steps_due
from pitboss.table.equipment.inventory import clause
from pitboss.table.irregularities.case import Case, Field, Irregularity, read_cards, voided
from pitboss.table.irregularities.laid_cards import (
    DUPLICATE,
    impossible,
    is_dealing,
    is_entry_due,
    on_table,
)
from pitboss.table.irregularities.reports import CardsWronglyExposed, NextCardDrawn
from pitboss.table.rules import Checks, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event, Table

FACE_UP = "face_up_card"
DRAWN = "drawn_card"

_AGAIN = f"Look at the card again; if it is that one, report {DUPLICATE}."


def _exposed(case: Case) -> Iterator[Event]:
    """One card seen in the deal plays on; the second voids the round (I-86)."""
    _check_dealing(case)
    cards = read_cards(case, case.details["cards"])
    before = case.table.found.exposed
    again = [card for card in cards if card in before]
    if again:
        case.refuse(f"{again[0]} was counted already", "Report each card once.")
    yield case.reported()
    yield CardsWronglyExposed(cards=cards, clause=case.rule.clause)
    if len(before) + len(cards) > 1:
        yield from voided(case)


def _face_up(case: Case) -> Iterator[Event]:
    """The first card found face up in the deck is set aside; the second voids the round."""
    _check_dealing(case)
    if not case.table.play.steps_dealt:
        _check_loaded(case)
    card = read_cards(case, case.details["card"])[0]
    found = case.table.found
    before = found.exposed
    if card in found.drawn.values():
        # It has left the shoe, and the deal goes on with it: it is in no deck to be found in.
        case.refuse(f"{card} was drawn already and is dealt next", "Look at the card again.")
    if card in (*before, *on_table(case.table.play)):
        case.refuse(f"{card} was dealt or set aside already", _AGAIN)
    yield case.reported()
    yield CardsWronglyExposed(cards=(card,), clause=case.rule.clause)
    if before:
        yield from voided(case)
    else:
        yield CardSetAside(card=card, clause=case.rule.effect)


def _drawn(case: Case) -> Iterator[Event]:
    """A card drawn in error and not seen is the next card of the deal."""
    play = case.table.play
    _check_loaded(case)
    if play.steps_dealt >= len(case.rules.rulebook.dealing[play.method].steps):
        case.refuse("No card is due any more", "It goes back with the stub, unseen.")
    told, others = case.details.get("card", ""), case.table.found.drawn
    card = read_cards(case, told)[0] if told else None
    taken = [place for place, drawn in others.items() if drawn != card]
    after = case.details.get("after") or str(next(n for n in count() if n not in taken))
    due = cards_needed(steps_due(case.rules.terms, play), len(play.live))
    if not after.isdecimal() or not int(after) < max(due, 1):
        case.refuse(f"After {after} cards of the deal", f"The deal has {due}.")
    if int(after) in taken:
        case.refuse(
            f"After {after} cards of the deal",
            "A card that was drawn already comes there: tell where this one does.",
        )
    if card is not None and card in (*on_table(play), *play.set_aside):
        case.refuse(f"{card} was dealt or set aside already", _AGAIN)
    yield case.reported()
    yield NextCardDrawn(card=card, after=int(after), clause=case.rule.effect)


def _check_loaded(case: Case) -> None:
    if clause(case.rules, "load") and not case.table.equipment.loaded:
        case.refuse("No deck is in the shoe or machine", "It happens with the deck that is dealt.")


def _check_dealing(case: Case) -> None:
    if not is_dealing(case):
        case.refuse(
            f"{case.rule.title}, and the deal is over", "It counts while the cards are being dealt."
        )


def _check_deal(rules: TableRules, table: Table, by: Envelope, command: DealCards) -> None:
    """Refuse a deal that passes over the next card; an impossible one is a keying error."""
    if not table.found.drawn:
        return
    is_keying_error = impossible(table.play, list(map(str, command.cards)))
    if is_entry_due(rules, table) and not is_keying_error:
        check_next(rules, table, command.cards)


CHECKS: Checks = {DealCards: _check_deal}


def check_next(rules: TableRules, table: Table, cards: tuple[Card, ...]) -> None:
    """Refuse cards that pass over one which was drawn already."""
    for after, due in sorted(table.found.drawn.items()):
        # A hand may have gone since, so that the deal ends before it: then it stays in the stub.
        if after < len(cards) and cards[after] != due:
            refuse(
                "The deal passes over the card that was drawn already",
                rules.irregularity(DRAWN).effect,
                f"Go on with it after {after} cards." if after else "Begin with it.",
            )


ENTRIES: Mapping[str, Irregularity] = {
    "exposed_card": Irregularity(
        report=_exposed,
        fields=(
            Field("cards", "the cards seen, as Td Qs"),
            Field("place", "where: a seat, community, dealer, the deck", True),
        ),
        is_physical=True,
    ),
    FACE_UP: Irregularity(
        report=_face_up, fields=(Field("card", "the card, as Td"),), is_physical=True
    ),
    DRAWN: Irregularity(
        report=_drawn,
        fields=(
            Field("card", "the card, where a device read it", True),
            Field("after", "how many cards of the deal come before it; 0 if not told", True),
        ),
        is_physical=True,
    ),
}
