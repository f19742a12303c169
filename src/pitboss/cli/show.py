"""How a settled round looks: a table that a dealer would understand, every line with its clause.

Seats come from the dealer's right, as they are settled. What happened is said in words. Clauses
stand in a column of their own where the screen has room for one, and below the line elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from pitboss.cards import Card
from pitboss.cli.output import clean, terminal
from pitboss.cli.pictures import amount, cards_in_boxes, cards_in_line, gain, other_hands
from pitboss.hands.tables import strength_of_three
from pitboss.money import Money, total
from pitboss.round.result import MeterPaid, WagerSettled
from pitboss.round.round import Round, RoundState, Seat
from pitboss.round.settlement import House, Line, PartPaid, Settlement
from pitboss.round.view import RoundView, Seen, hand_in_words, known
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms

_LEAST_CLAUSE_COLUMN = 20
_MOST_COLUMNS = 120
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


class Entry(NamedTuple):
    """One line of a settlement, from wherever it was read."""

    wager: str
    stake: Money
    outcome: str
    pays: str | None
    winnings: Money
    returned: Money
    rules: tuple[str, ...]
    interpretations: tuple[str, ...]
    from_seat: int | None
    shares: tuple[PartPaid, ...] = ()

    @property
    def clauses(self) -> str:
        """What the line rests on: clauses of the rulebook, then entries of the register."""
        kinds = (", ".join(ids) for ids in (self.rules, self.interpretations) if ids)
        return "; ".join(kinds)


class Faces(NamedTuple):
    """The cards that whoever looks may see."""

    seats: Mapping[int, Seen]
    community: Seen
    dealer: Seen
    magic_card: Card | None
    lucky_seat: int | None


class Books(NamedTuple):
    """A settled round as it is to be shown."""

    seats: Mapping[int, Seat]
    entries: Mapping[int, Sequence[Entry]]
    meters: Sequence[MeterPaid]
    house: House
    void: str | None


def settlement_table(terms: Terms, play: Round, settlement: Settlement) -> str:
    """A settled record as a table; the record hides nothing, so nothing is hidden."""
    levels = {} if play.link is None else play.link.meters
    books = Books(
        {at.seat: at for at in play.seats},
        {seat.seat: [_entry(line) for line in seat.lines] for seat in settlement.seats},
        [
            MeterPaid(
                meter=name,
                before=meter.before,
                awarded=meter.awarded,
                after=meter.after,
                reset=levels[name].reset,
            )
            for name, meter in settlement.meters.items()
        ],
        settlement.house,
        play.void,
    )
    return _as_table(terms, play, books)


def recorded_table(terms: Terms, play: RoundState, meters: Sequence[MeterPaid]) -> str:
    """A round that is settled as a table, with what its events say that it paid."""
    return _as_table(terms, play.facts(), settled_books(terms, play, meters))


def _as_table(terms: Terms, play: Round, books: Books) -> str:
    console = terminal()
    faces = Faces(
        {at.seat: at.cards for at in play.seats},
        play.community,
        play.dealer,
        play.magic_card,
        play.lucky_seat,
    )
    with console.capture() as captured:
        console.print(title(terms.rules), soft_wrap=True)
        console.print(Text(f"{clean(terms.rules.id)}, amounts in {terms.rules.currency}\n", "dim"))
        print_books(console, terms, faces, books)
    return captured.get()


def title(rules: Rulebook) -> Text:
    """Which rulebook, in which edition."""
    return Text(clean(f"{rules.title}, {rules.edition}"), style="bold")


def settled_books(terms: Terms, play: RoundState, meters: Sequence[MeterPaid]) -> Books:
    """The books of a round that was played, from what its events say."""
    entries: dict[int, list[Entry]] = {}
    # Events come as the dealer collects and pays; wagers in the rulebook's order read better.
    for event in sorted(
        play.settled, key=lambda line: terms.order.get(line.wager, len(terms.order))
    ):
        entries.setdefault(event.seat, []).append(_event_entry(event))
    lines = [entry for seat in entries.values() for entry in seat]
    kept = total(line.stake - line.returned for line in lines)
    awarded = total(meter.awarded for meter in meters)
    resets = total(meter.after + meter.awarded - meter.before for meter in meters)
    paid = total(line.winnings for line in lines) - awarded
    return Books(play.seats, entries, meters, House(kept, paid, resets), play.void)


def faces_of(seen: RoundView) -> Faces:
    """The cards of a view."""
    return Faces(
        {seat.seat: seat.cards for seat in seen.seats},
        seen.community,
        seen.dealer,
        seen.magic_card,
        seen.lucky_seat,
    )


def _entry(line: Line) -> Entry:
    return Entry(
        line.wager,
        line.stake,
        line.outcome.value,
        None if line.pays is None else str(line.pays),
        line.winnings,
        line.returned,
        line.citation.rules,
        line.citation.interpretations,
        line.from_seat,
        line.shares,
    )


def _event_entry(event: WagerSettled) -> Entry:
    return Entry(
        event.wager,
        event.stake,
        event.outcome,
        event.pays,
        event.winnings,
        event.returned,
        event.rules,
        event.interpretations,
        event.from_seat,
        tuple(PartPaid(*part) for part in event.shares),
    )


# --- printing -----------------------------------------------------------------------------------


def print_books(
    console: Console, terms: Terms, faces: Faces, books: Books, *, has_boxes: bool = False
) -> None:
    """Print the cards on the table, every seat from the dealer's right, the meters, the house."""
    columns = _Columns(console.width, terms.rules, list(books.entries.values()))
    lines = [*_table_cards(console, terms, faces, books, has_boxes=has_boxes), columns.heading()]
    for number in sorted(books.entries, reverse=True):
        lines += [Text(), _seat_heading(console, terms.rules, books.seats[number], faces)]
        lines += columns.of_seat(books.entries[number])
    for line in (*lines, *_closing(books)):
        line.rstrip()
        console.print(line, soft_wrap=True)


def _table_cards(
    console: Console, terms: Terms, faces: Faces, books: Books, *, has_boxes: bool
) -> Iterator[Text]:
    if books.void is not None:
        yield Text(f"The round is void under {clean(books.void)}: every stake goes back.", "bold")
    words = _dealer_in_words(terms, faces)
    magic = () if faces.magic_card is None else (faces.magic_card,)
    groups = (("Community", faces.community), ("Dealer", faces.dealer), ("Magic Card", magic))
    if has_boxes:
        yield cards_in_boxes(console, [(name, cards) for name, cards in groups])
        if words:
            yield Text(f"The dealer has: {words}")
    else:
        for name, cards in groups:
            said = f"  {words}" if name == "Dealer" else ""
            if cards:
                yield Text(f"{name:12}") + cards_in_line(console, cards) + Text(said)
    if faces.lucky_seat is not None:
        yield Text(f"Lucky Player: seat {faces.lucky_seat}")
    yield Text()


def _dealer_in_words(terms: Terms, faces: Faces) -> str:
    words = hand_in_words(terms.rules, faces.dealer, faces.community)
    if not words or "dealer_qualifies" not in terms.options:
        return words
    cards = known(faces.dealer)
    qualifies = terms.qualifies(str(terms.options["dealer_qualifies"]))
    does = "qualifies" if qualifies(cards, strength_of_three(cards)) else "does not qualify"
    return f"{words}, {does}"


def _seat_heading(console: Console, rules: Rulebook, at: Seat, faces: Faces) -> Text:
    cards = faces.seats[at.seat]
    text = Text(f"Seat {at.seat}  {clean(at.player)}", style="bold")
    if cards:
        text += Text("  ") + cards_in_line(console, cards)
    words = [_standing(at)]
    if not words[0] or "pair_plus" in at.wagers:
        words.append(hand_in_words(rules, cards, faces.community))
    words += other_hands(rules, at.wagers, cards, faces.community)
    said = "; ".join(word for word in words if word)
    if text.cell_len + 2 + cell_len(said) > console.width:
        return text + Text(f"\n  {said}")
    return text + Text(f"  {said}" if said else "")


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

    def __init__(self, width: int, rules: Rulebook, seats: Sequence[Sequence[Entry]]) -> None:
        self.rules = rules
        self.width = width
        cells = [_HEADINGS, *(self._cells(entry) for seat in seats for entry in seat)]
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

    def of_seat(self, entries: Sequence[Entry]) -> Iterator[Text]:
        """The lines of one seat and their sums."""
        for entry in entries:
            yield from self._with_clauses(self._line(entry), entry.clauses)
            for part in entry.shares:
                yield Text(
                    f"      of which {clean(part.player)}: stake {amount(part.stake)}, "
                    f"winnings {amount(part.winnings)}, returned {amount(part.returned)}"
                )
        sums = self._sums(entries)
        yield self._sentence(sums) if self.is_too_wide else self._row(sums, style="bold")

    def _sentence(self, cells: Sequence[str]) -> Text:
        """A line in words, for a screen too narrow for columns."""
        wager, stake, result, pays, winnings, returned = cells
        words = [f"stake {stake}" if stake else "", f"{result} {pays}".strip()]
        words += [
            f"winnings {winnings}" if winnings else "",
            f"returned {returned}" if returned else "",
        ]
        said = wrap(f"{wager}: {', '.join(word for word in words if word)}", self.width - 4)
        return Text("  " + "\n    ".join(said))

    def _line(self, entry: Entry) -> Text:
        cells = self._cells(entry)
        if self.is_too_wide:
            return self._sentence(cells)
        text = self._row(cells)
        start = 2 + self.widths[0] + 2 + self.widths[1] + 2
        text.stylize(_RESULTS[entry.outcome][1], start, start + len(cells[2]))
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

    def _cells(self, entry: Entry) -> tuple[str, ...]:
        return (
            self._title(entry),
            amount(entry.stake) if entry.stake else "",
            _RESULTS[entry.outcome][0] if entry.stake else "paid",
            entry.pays or "",
            amount(entry.winnings) if entry.winnings else "",
            amount(entry.returned) if entry.returned else "",
        )

    def _title(self, entry: Entry) -> str:
        wager = self.rules.wagers.get(entry.wager)
        title = self.rules.payments.get(entry.wager, entry.wager) if wager is None else wager.title
        return clean(title if entry.from_seat is None else f"{title}, seat {entry.from_seat}")

    def _sums(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        staked = total(entry.stake for entry in entries)
        won = total(entry.winnings for entry in entries)
        back = total(entry.returned for entry in entries)
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


def _closing(books: Books) -> Iterator[Text]:
    yield Text()
    for meter in books.meters:
        yield Text(
            f"Meter {clean(meter.meter)}: before {amount(meter.before)}, "
            f"awarded {amount(meter.awarded)}, after {amount(meter.after)}"
        )
    house = books.house
    resets = f", puts {amount(house.resets)} into meters" if house.resets else ""
    yield Text(f"House: keeps {amount(house.won)} of the stakes, pays {amount(house.paid)}{resets}")
