"""Cards that should not be there, are not there, or were seen too early."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from pitboss.cards import CARD_BY_NAME, Card
from pitboss.errors import CardError, RuleBreach
from pitboss.round.deal import CardSetAside, DealCards, cards_needed, steps_due
from pitboss.round.round import RoundState
from pitboss.table.equipment.inventory import clause
from pitboss.table.irregularities import events as ev
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.effects import voided
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Command, Event, Table

FOUND = (Field("card", "what was found"), Field("place", "where it was found"))
CARDS = Field("cards", "the cards seen, as Td Qs")
CARD = Field("card", "the card, as Td")

FACE_UP = "face_up_card"
DRAWN = "drawn_card"
DUPLICATE = "duplicate_card"
WRONG_HAND = "wrong_number_hand"

_AGAIN = f"Look at the card again; if it is that one, report {DUPLICATE}."


def voids(case: Case) -> Iterator[Event]:
    """The cards are not one whole shuffled deck: the round is void, earlier rounds stand."""
    yield case.reported()
    yield from voided(case)


def exposed(case: Case) -> Iterator[Event]:
    """One card seen in the deal plays on; the second voids the round (I-86)."""
    _check_dealing(case)
    cards = read_cards(case, case.details["cards"])
    before = case.table.found.exposed
    again = [card for card in cards if card in before]
    if again:
        case.refuse(f"{again[0]} was counted already", "Report each card once.")
    yield case.reported()
    yield ev.CardsWronglyExposed(cards=cards, clause=case.rule.clause)
    if len(before) + len(cards) > 1:
        yield from voided(case)


def face_up(case: Case) -> Iterator[Event]:
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
    yield ev.CardsWronglyExposed(cards=(card,), clause=case.rule.clause)
    if before:
        yield from voided(case)
    else:
        yield CardSetAside(card=card, clause=case.rule.effect)


def drawn(case: Case) -> Iterator[Event]:
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
    yield ev.NextCardDrawn(card=card, after=int(after), clause=case.rule.effect)


def check_deal(rules: TableRules, table: Table, command: Command) -> None:
    """Refuse a deal that passes over the next card; one that no deck deals is asked about."""
    if not table.found.drawn or not isinstance(command, DealCards):
        return
    is_asked_about = impossible(table.play, list(map(str, command.cards)))
    if is_entry_due(rules, table) and not is_asked_about:
        check_next(rules, table, command.cards)


def check_next(rules: TableRules, table: Table, cards: tuple[Card, ...]) -> None:
    """Refuse cards that pass over one which was drawn already."""
    for after, due in sorted(table.found.drawn.items()):
        # A hand may have gone since, so that the deal ends before it: then it stays in the stub.
        if after < len(cards) and cards[after] != due:
            raise RuleBreach(
                "The deal passes over the card that was drawn already",
                clause=rules.rulebook.irregularities[DRAWN].effect,
                remedy=f"Go on with it after {after} cards." if after else "Begin with it.",
            )


def is_entry_due(rules: TableRules, table: Table) -> bool:
    """Whether cards that a person dealt are to be entered; otherwise the round refuses them."""
    play = table.play
    is_played = play.is_open and play.void is None
    return rules.setting.mode is Mode.LIVE and is_played and bool(steps_due(rules.terms, play))


def on_table(play: RoundState) -> tuple[Card, ...]:
    """Every card recorded on the table."""
    hands = (card for at in play.seats.values() for card in at.cards)
    return (*hands, *play.community, *play.dealer, *play.burned)


def impossible(play: RoundState, names: Sequence[str]) -> list[str]:
    """What is in no deck, or is there already: on the table, set aside, or named before."""
    known = {str(card) for card in (*on_table(play), *play.set_aside)}
    return [
        name
        for i, name in enumerate(names)
        if name not in CARD_BY_NAME or name in names[:i] or name in known
    ]


def read_cards(case: Case, text: str) -> tuple[Card, ...]:
    """Cards as somebody wrote them."""
    try:
        cards = tuple(Card.parse(name) for name in text.split())
    except CardError as error:
        case.refuse(f"{text!r}", f"{error}.")
    if not cards or len(set(cards)) < len(cards):
        case.refuse(f"{text!r}", "Name each card once, as Td Qs.")
    return cards


def is_dealing(case: Case) -> bool:
    """Whether cards are being dealt: some are due, or nothing was decided or turned since.

    What is left of the deck leaves the shoe or machine only when every card is dealt.
    """
    play = case.table.play
    if play.community_up or play.is_dealer_up or play.shown or play.is_settled:
        return False
    if case.table.equipment.stub:
        return False
    steps = case.rules.rulebook.dealing[play.method].steps[: play.steps_dealt]
    asked = {step.after for step in steps}
    decided = {decision for at in play.seats.values() for decision in at.decisions}
    return bool(steps_due(case.rules.terms, play)) or decided <= asked


def _check_loaded(case: Case) -> None:
    if clause(case.rules, "load") and not case.table.equipment.loaded:
        case.refuse("No deck is in the shoe or machine", "It happens with the deck that is dealt.")


def _check_dealing(case: Case) -> None:
    if not is_dealing(case):
        case.refuse(
            f"{case.rule.title}, and the deal is over", "It counts while the cards are being dealt."
        )


ENTRIES: Mapping[str, Entry] = {
    "foreign_card": Entry(report=voids, fields=FOUND, is_physical=True),
    "extra_card": Entry(report=voids, fields=FOUND, is_physical=True),
    "missing_card": Entry(
        report=voids,
        fields=(Field("card", "which card is missing, or how many"),),
        is_physical=True,
    ),
    "unshuffled_cards": Entry(
        report=voids, fields=(Field("place", "where it was noticed"),), is_physical=True
    ),
    "exposed_card": Entry(
        report=exposed,
        fields=(CARDS, Field("place", "where: a seat, community, dealer, the deck", True)),
        is_physical=True,
    ),
    FACE_UP: Entry(report=face_up, fields=(CARD,), is_physical=True),
    DRAWN: Entry(
        report=drawn,
        fields=(
            Field("card", "the card, where a device read it", True),
            Field("after", "how many cards of the deal come before it; 0 if not told", True),
        ),
        is_physical=True,
    ),
}  # fmt: skip
