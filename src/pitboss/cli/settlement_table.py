"""A settled round as a terminal shows it: cards, each line with its clause, meters, the house.

Seats come from the dealer's right, as they are settled. Clauses stand in a column of their own
where the screen has room for one, and below the line elsewhere. Colour only repeats what the words
and pictures say, so nothing is lost in a pipe, on a narrow screen or under NO_COLOR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from pitboss.cards import Card, picture
from pitboss.cli.output import amount, clean, gain, terminal
from pitboss.hands.classes import describe_five, describe_three
from pitboss.hands.tables import strength_of_five, strength_of_three
from pitboss.money import Money, total
from pitboss.round.result import MeterPaid, WagerSettled, line_settled, meter_paid
from pitboss.round.round import Round, RoundState, Seat
from pitboss.round.settlement import HouseResult, Settlement
from pitboss.round.view import RoundView, SeatView, Seen, hand_in_words, known, plays_alone
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.paytables import tables_named
from pitboss.rulebook.terms import Terms
from pitboss.table.settled_lines import title_of

_LEAST_CLAUSE_COLUMN = 20
_MOST_COLUMNS = 120
_WIDE_ENOUGH_FOR_BOXES = 60
_RED_SUITS = "dh"
_FIVE = 5
_HEADINGS = ("Wager", "Stake", "Result", "Pays", "Winnings", "Returned")
_TO_THE_RIGHT = (False, True, False, False, True, True)
_RESULTS = {
    "win": ("wins", "bold green"),
    "lose": ("loses", "red"),
    "stand_off": ("stand-off", "yellow"),
    "withdrawn": ("withdrawn", "cyan"),
    "returned": ("returned", "cyan"),
    "void": ("void", "magenta"),
}


class SettledRound(NamedTuple):
    """A settled round as it is shown to one viewer."""

    terms: Terms
    view: RoundView
    """The cards that the viewer may see, and the settled lines."""
    seats: Mapping[int, Seat]
    meters: Sequence[MeterPaid]
    house: HouseResult
    void: str | None

    @property
    def by_seat(self) -> dict[int, list[WagerSettled]]:
        """The lines of each seat, the last seat first."""
        lines: dict[int, list[WagerSettled]] = {}
        for line in sorted(self.view.settled, key=lambda line: -line.seat):
            lines.setdefault(line.seat, []).append(line)
        return lines


def settlement_table(terms: Terms, play: Round, settlement: Settlement) -> str:
    """A settled record as a table; a record hides nothing."""
    levels = {} if play.link is None else play.link.meters
    lines = [line_settled(seat.seat, line) for seat in settlement.seats for line in seat.lines]
    meters = [meter_paid(name, one, levels[name]) for name, one in settlement.meters.items()]
    return _as_table(terms, play, lines, meters, settlement.house)


def recorded_table(terms: Terms, play: RoundState, meters: Sequence[MeterPaid]) -> str:
    """A round that was settled as a table, from what its events say that it paid."""
    lines = _in_order(terms, play.settled)
    return _as_table(terms, play.facts(), lines, meters, _house(lines, meters))


def _as_table(
    terms: Terms,
    play: Round,
    lines: Sequence[WagerSettled],
    meters: Sequence[MeterPaid],
    house: HouseResult,
) -> str:
    view = RoundView(
        seats=tuple(
            SeatView(
                seat=at.seat,
                player=at.player,
                cards=at.cards,
                wagers=at.wagers,
                decisions=at.decisions,
            )
            for at in play.seats
        ),
        community=play.community,
        dealer=play.dealer,
        burned=(),
        magic_card=play.magic_card,
        lucky_seat=play.lucky_seat,
        settled=tuple(lines),
    )
    seats = {at.seat: at for at in play.seats}
    console = terminal()
    with console.capture() as captured:
        console.print(title(terms.rules), soft_wrap=True)
        console.print(Text(f"{clean(terms.rules.id)}, amounts in {terms.rules.currency}\n", "dim"))
        print_settled(console, SettledRound(terms, view, seats, meters, house, play.void))
    return captured.get()


def print_played(
    console: Console, terms: Terms, play: RoundState, view: RoundView, meters: Sequence[MeterPaid]
) -> None:
    """A round that was just played, as a viewer sees it, with pictures of its cards."""
    lines = _in_order(terms, play.settled)
    shown = replace(view, settled=tuple(lines))
    house = _house(lines, meters)
    settled = SettledRound(terms, shown, play.seats, meters, house, play.void)
    print_settled(console, settled, has_boxes=True)


def title(rules: Rulebook) -> Text:
    """Which rulebook, in which edition."""
    return Text(clean(f"{rules.title}, {rules.edition}"), style="bold")


def _in_order(terms: Terms, lines: Sequence[WagerSettled]) -> list[WagerSettled]:
    """In the rulebook's order of wagers; events come as the dealer collects and pays."""
    return sorted(lines, key=lambda line: terms.order.get(line.wager, len(terms.order)))


def _house(lines: Sequence[WagerSettled], meters: Sequence[MeterPaid]) -> HouseResult:
    return HouseResult(
        won=total(line.stake - line.returned for line in lines),
        paid=total(line.winnings for line in lines) - total(one.awarded for one in meters),
        resets=total(one.after + one.awarded - one.before for one in meters),
    )


# --- printing -----------------------------------------------------------------------------------


def print_settled(console: Console, settled: SettledRound, *, has_boxes: bool = False) -> None:
    """Print the cards on the table, every seat from the dealer's right, the meters, the house."""
    rules, by_seat = settled.terms.rules, settled.by_seat
    columns = _Columns(console.width, rules, list(by_seat.values()))
    lines = [*_table_cards(console, settled, has_boxes=has_boxes), columns.heading()]
    cards = {seat.seat: seat.cards for seat in settled.view.seats}
    for number, own in by_seat.items():
        at, community = settled.seats[number], settled.view.community
        lines += [Text(), _seat_heading(console, rules, at, cards[number], community)]
        lines += columns.of_seat(own)
    for line in (*lines, *_closing(settled)):
        line.rstrip()
        console.print(line, soft_wrap=True)


def _table_cards(console: Console, settled: SettledRound, *, has_boxes: bool) -> Iterator[Text]:
    if settled.void is not None:
        yield Text(f"The round is void under {clean(settled.void)}: every stake goes back.", "bold")
    view = settled.view
    words = _dealer_in_words(settled.terms, view)
    magic = () if view.magic_card is None else (view.magic_card,)
    groups = (("Community", view.community), ("Dealer", view.dealer), ("Magic Card", magic))
    if has_boxes:
        yield cards_in_boxes(console, groups)
        if words:
            yield Text(f"The dealer has: {words}")
    else:
        for name, cards in groups:
            hand = f"  {words}" if name == "Dealer" else ""
            if cards:
                yield Text(f"{name:12}") + cards_in_line(console, cards) + Text(hand)
    if view.lucky_seat is not None:
        yield Text(f"Lucky Player: seat {view.lucky_seat}")
    yield Text()


def _dealer_in_words(terms: Terms, view: RoundView) -> str:
    words = hand_in_words(terms.rules, view.dealer, view.community)
    qualifies = terms.dealer_qualifies(known(view.dealer), known(view.community)) if words else None
    if qualifies is None:
        return words
    return f"{words}, {'qualifies' if qualifies else 'does not qualify'}"


def _seat_heading(
    console: Console, rules: Rulebook, at: Seat, cards: Seen, community: Seen
) -> Text:
    text = Text(f"Seat {at.seat}  {clean(at.player)}", style="bold")
    if cards:
        text += Text("  ") + cards_in_line(console, cards)
    words = [_standing(at)]
    if not words[0] or _stands_though_folded(rules, at):
        words.append(hand_in_words(rules, cards, community))
    words += _side_hands(rules, at.wagers, cards, community)
    hands = "; ".join(word for word in words if word)
    if text.cell_len + 2 + cell_len(hands) > console.width:
        return text + Text(f"\n  {hands}")
    return text + Text(f"  {hands}" if hands else "")


def _side_hands(
    rules: Rulebook, wagers: Mapping[str, Money], cards: Seen, community: Seen
) -> Iterator[str]:
    """The hands that side wagers look at, where they are not the hand that plays."""
    if None in cards or not cards:
        return
    own, shared = known(cards), known(community)
    for wager in wagers if not plays_alone(rules) else ():
        rule = rules.wagers[wager]
        if {rules.paytables[name].looks_at for name in tables_named(rules, rule)} == {"three"}:
            yield f"{rule.title}: {describe_three(strength_of_three(own))}"
    five = own + shared[: _FIVE - len(own)]
    if "progressive" in wagers and rules.dealer_cards and len(five) == _FIVE:
        yield f"{rules.wagers['progressive'].title}: {describe_five(strength_of_five(five))}"


def _stands_though_folded(rules: Rulebook, at: Seat) -> bool:
    """Whether a wager that goes by the hand itself outlasts the fold."""
    return at.is_folded and any(
        rules.wagers[wager].units is None and not rules.is_lost_by_folding(wager)
        for wager in at.wagers
    )


def _standing(at: Seat) -> str:
    if at.removed is not None:
        return f"out of the round under {clean(at.removed)}"
    if at.is_orphan:
        return "no hand was dealt"
    if at.is_folded:
        return "folded"
    return "" if at.exposed else "not shown"


class _Columns:
    """The columns of one table, as wide as what stands in them."""

    def __init__(
        self, width: int, rules: Rulebook, seats: Sequence[Sequence[WagerSettled]]
    ) -> None:
        self.rules = rules
        self.width = width
        cells = [_HEADINGS, *(self._cells(line) for seat in seats for line in seat)]
        cells += map(self._sums, seats)
        self.widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
        whole = sum(self.widths) + 2 * len(self.widths)
        left = min(width, _MOST_COLUMNS) - whole - 2
        self.clause_width = left if left >= _LEAST_CLAUSE_COLUMN else 0
        self.is_too_wide = whole > width

    def heading(self) -> Text:
        """What stands in each column."""
        if self.is_too_wide:
            return Text("Stakes and what became of them:")
        text = self._row(_HEADINGS, style="underline")
        return text + Text("  ") + Text("Clause", "underline") if self.clause_width else text

    def of_seat(self, lines: Sequence[WagerSettled]) -> Iterator[Text]:
        """The lines of one seat and their sums."""
        for line in lines:
            yield from self._with_clauses(self._line(line), _clauses(line))
            for player, stake, winnings, returned in line.shares:
                yield Text(
                    f"      of which {clean(player)}: stake {amount(stake)}, "
                    f"winnings {amount(winnings)}, returned {amount(returned)}"
                )
        sums = self._sums(lines)
        yield self._sentence(sums) if self.is_too_wide else self._row(sums, style="bold")

    def _sentence(self, cells: Sequence[str]) -> Text:
        """A line in words, for a screen too narrow for columns."""
        wager, stake, result, pays, winnings, returned = cells
        words = [f"stake {stake}" if stake else "", f"{result} {pays}".strip()]
        words += [
            f"winnings {winnings}" if winnings else "",
            f"returned {returned}" if returned else "",
        ]
        wrapped = wrap(f"{wager}: {', '.join(word for word in words if word)}", self.width - 4)
        return Text("  " + "\n    ".join(wrapped))

    def _line(self, line: WagerSettled) -> Text:
        cells = self._cells(line)
        if self.is_too_wide:
            return self._sentence(cells)
        text = self._row(cells)
        start = 2 + self.widths[0] + 2 + self.widths[1] + 2
        text.stylize(_RESULTS[line.outcome][1], start, start + len(cells[2]))
        return text

    def _with_clauses(self, line: Text, clauses: str) -> Iterator[Text]:
        if not self.clause_width:
            yield line
            width = max(_LEAST_CLAUSE_COLUMN, self.width - 13)
            for place, part in enumerate(wrap(clauses, width, break_on_hyphens=False)):
                yield Text(f"    clause {part}" if not place else f"           {part}", "dim")
            return
        margin = " " * (line.cell_len + 2)
        parts = wrap(clauses, self.clause_width, break_on_hyphens=False) or [""]
        yield line + Text("  ") + Text(parts[0], "dim")
        for part in parts[1:]:
            yield Text(margin) + Text(part, "dim")

    def _cells(self, line: WagerSettled) -> tuple[str, ...]:
        return (
            self._title(line),
            amount(line.stake) if line.stake else "",
            _RESULTS[line.outcome][0] if line.stake else "paid",
            line.pays or "",
            amount(line.winnings) if line.winnings else "",
            amount(line.returned) if line.returned else "",
        )

    def _title(self, line: WagerSettled) -> str:
        title = title_of(self.rules, line.wager)
        return clean(title if line.from_seat is None else f"{title}, seat {line.from_seat}")

    def _sums(self, lines: Sequence[WagerSettled]) -> tuple[str, ...]:
        staked = total(line.stake for line in lines)
        won = total(line.winnings for line in lines)
        back = total(line.returned for line in lines)
        net = f"net {gain(won + back - staked)}"
        return (net, amount(staked), "", "", amount(won), amount(back))

    def _row(self, cells: Sequence[str], *, style: str = "") -> Text:
        text = Text("  ")
        for place, (cell, width) in enumerate(zip(cells, self.widths, strict=True)):
            margin = " " * (width - cell_len(cell))
            text += Text("  ") if place else Text("")
            text += Text(margin if _TO_THE_RIGHT[place] else "") + Text(cell, style)
            text += Text("" if _TO_THE_RIGHT[place] else margin)
        return text


def _clauses(line: WagerSettled) -> str:
    """What a line rests on: clauses of the rulebook, then entries of the register."""
    return "; ".join(", ".join(ids) for ids in (line.rules, line.interpretations) if ids)


def _closing(settled: SettledRound) -> Iterator[Text]:
    yield Text()
    for meter in settled.meters:
        yield Text(
            f"Meter {clean(meter.meter)}: before {amount(meter.before)}, "
            f"awarded {amount(meter.awarded)}, after {amount(meter.after)}"
        )
    house = settled.house
    resets = f", puts {amount(house.resets)} into meters" if house.resets else ""
    yield Text(f"House: keeps {amount(house.won)} of the stakes, pays {amount(house.paid)}{resets}")


# --- pictures of cards ----------------------------------------------------------------------------


def cards_in_line(console: Console, cards: Seen) -> Text:
    """Cards side by side in one line, backs where they are hidden."""
    faces = (_face(console, card) for card in cards)
    return Text(" ").join(faces)


def cards_in_boxes(console: Console, groups: Sequence[tuple[str, Seen]]) -> Text:
    """Groups of cards beside each other under their titles; one a line where there is no room."""
    groups = [(title, cards) for title, cards in groups if cards]
    boxes = [_boxes(console, title, cards) for title, cards in groups]
    if console.width < max(_WIDE_ENOUGH_FOR_BOXES, sum(len(box[0]) + 3 for box in boxes)):
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
    """Whether the terminal can show suits and frames, or letters only."""
    try:
        "♠░┌".encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
