"""How cards, amounts and hands look in a terminal.

Colour only repeats what the words and pictures say already, so nothing is lost in a pipe, on a
screen of eighty columns or under NO_COLOR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from pitboss.cards import Card, picture
from pitboss.hands.classes import describe_five, describe_three
from pitboss.hands.tables import strength_of_five, strength_of_three
from pitboss.money import Money
from pitboss.round.view import Seen, known
from pitboss.rulebook.model import Rulebook

WIDE_ENOUGH_FOR_BOXES = 60
_RED_SUITS = "dh"
_FIVE = 5


# --- cards and amounts --------------------------------------------------------------------------


def amount(money: Money) -> str:
    """An amount in a column whose heading names the currency.

    >>> amount(Money(-123456))
    '-1,234.56'
    """
    return money.dollars.replace("$", "")


def gain(money: Money) -> str:
    """What a player or the house gained, with its sign.

    >>> gain(Money(500)), gain(Money(-500)), gain(Money(0))
    ('+5.00', '-5.00', '0.00')
    """
    return f"+{amount(money)}" if money.cents > 0 else amount(money)


def cards_in_line(console: Console, cards: Seen) -> Text:
    """Cards side by side in one line, backs where they are hidden."""
    faces = (_face(console, card) for card in cards)
    return Text(" ").join(faces)


def cards_in_boxes(console: Console, groups: Sequence[tuple[str, Seen]]) -> Text:
    """Groups of cards beside each other under their titles; one a line where there is no room."""
    groups = [(title, cards) for title, cards in groups if cards]
    boxes = [_boxes(console, title, cards) for title, cards in groups]
    if console.width < max(WIDE_ENOUGH_FOR_BOXES, sum(len(box[0]) + 3 for box in boxes)):
        wide = max((len(title) for title, _ in groups), default=0)
        lines = [
            Text(f"{title:{wide}}  ") + cards_in_line(console, cards) for title, cards in groups
        ]
        return Text("\n").join(lines)
    rows = (Text("   ").join(row) for row in zip(*boxes, strict=True))
    return Text("\n").join(rows)


def _boxes(console: Console, title: str, cards: Seen) -> list[Text]:
    corners = ("┌───┐", "│", "└───┘") if _draws(console) else ("+---+", "|", "+---+")
    middle = []
    for card in cards:
        face = _face(console, card, back=3)
        middle.append(Text(corners[1]) + Text(" " * (3 - len(face))) + face + Text(corners[1]))
    rows = [
        Text(title, style="bold"),
        Text(" ".join([corners[0]] * len(cards))),
        Text(" ").join(middle),
        Text(" ".join([corners[2]] * len(cards))),
    ]
    wide = max(len(row) for row in rows)
    for row in rows:
        row.pad_right(wide - len(row))
    return rows


def _face(console: Console, card: Card | None, *, back: int = 2) -> Text:
    if card is None:
        return Text(("░" if _draws(console) else "#") * back, style="blue")
    style = "bold red" if str(card)[1] in _RED_SUITS else "bold"
    return Text(picture(card) if _draws(console) else str(card), style=style)


def _draws(console: Console) -> bool:
    """Whether the other end can take suits and frames, or letters only."""
    try:
        "♠░┌".encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


# --- hands in words -----------------------------------------------------------------------------


def other_hands(
    rules: Rulebook, wagers: Mapping[str, Money], cards: Seen, community: Seen
) -> Iterator[str]:
    """The hands that side wagers look at, where they are not the hand that plays."""
    if None in cards or not cards:
        return
    own, shared = known(cards), known(community)
    if "three_card_bonus" in wagers:
        yield f"{rules.wagers['three_card_bonus'].title}: {describe_three(strength_of_three(own))}"
    five = own + shared[: _FIVE - len(own)]
    if "progressive" in wagers and rules.dealer_cards and len(five) == _FIVE:
        yield f"{rules.wagers['progressive'].title}: {describe_five(strength_of_five(five))}"
