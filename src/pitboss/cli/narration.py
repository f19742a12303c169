"""What happens at a practice table, in words, event by event, each with its clause.

The narration names the cards that the viewer's view of the round shows, and no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from pitboss.cli.output import amount, count_of
from pitboss.cli.practice import PracticeTable
from pitboss.cli.settlement_table import cards_in_boxes, cards_in_line, print_played
from pitboss.hands.classes import name_in_words
from pitboss.money import Money
from pitboss.round.deal import CardBurned, CardsDealt, CardsLeftDown, CardsTurned, DrawsRecorded
from pitboss.round.decisions import ChoiceMade, HandDeclined, HandShown
from pitboss.round.result import RoundSettled, WagerSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import Seat
from pitboss.round.start import RoundOpened
from pitboss.round.view import Viewer, hand_in_words, hand_so_far, known
from pitboss.round.wagers import BetsClosed, SeatStoodDown, WagerPlaced
from pitboss.rulebook.model import Paytable, Rulebook

YOU = "You"

# What a seat does, as its own player reads it and as others do.
_CHOICES: Mapping[str, tuple[str, str]] = {
    "ride": ("let {wager} ride", "lets {wager} ride"),
    "withdraw": ("withdraw {wager}", "withdraws {wager}"),
    "bet": ("bet {stake} on {wager}", "bets {stake} on {wager}"),
    "play": ("play, with {stake} on {wager}", "plays, with {stake} on {wager}"),
    "check": ("check", "checks"),
    "fold": ("fold", "folds"),
    "continue": ("continue", "continues"),
}


def _other_choice(choice: str, stakes: Sequence[str], wager: str) -> tuple[str, str]:
    """A choice that a game brings: `raise_2` is "raise", with what it stakes and where.

    >>> _other_choice("raise_2", ["$10.00"], "Third street")[1]
    'raises {stake} on {wager}'
    >>> _other_choice("call", ["$10.00"], "Call")[1]
    'calls {stake}'
    """
    verb = choice.partition("_")[0]
    where = "" if is_named_for(wager, choice) else " on {wager}"
    rest = f" {{stake}}{where}" if stakes else ""
    return f"{verb}{rest}", f"{verb}s{rest}"


def is_named_for(wager: str, choice: str) -> bool:
    """Whether a wager's title only repeats the choice that places it.

    >>> is_named_for("Call", "call"), is_named_for("Flop", "bet")
    (True, False)
    """
    return wager.lower() == choice.partition("_")[0]


class Narrator:
    """Describes the rounds of one table to one viewer."""

    def __init__(self, console: Console, table: PracticeTable, viewer: Viewer | str) -> None:
        self.console = console
        self.table = table
        self.rules = table.rules
        self.viewer = viewer
        self._drawn: object = None
        self._looked_at = Text()

    def narrate(self, events: Sequence[RoundEvent]) -> None:
        """Print what happened."""
        for event in events:
            match event:
                case RoundOpened():
                    self._drawn = None
                    self._say('"Place your bets, please."', event.clause)
                case BetsClosed():
                    self._wagers()
                    self._say('"No more bets."', event.clause)
                case SeatStoodDown(seat=seat):
                    self._say(f"Seat {seat} is not dealt to; its stakes go back.", event.clause)
                case DrawsRecorded():
                    self._say("The system makes its draws; they stay secret for now.", event.clause)
                case CardsDealt():
                    self._dealt(event)
                case ChoiceMade():
                    self._chosen(event, events)
                case CardBurned():
                    self._say("The dealer burns a card.", event.clause)
                case CardsTurned():
                    self._turned(event)
                case CardsLeftDown():
                    self._say("No seat needs the community cards: they stay down.", event.clause)
                case HandShown(seat=seat):
                    self._shown(self.table.play.seats[seat], event.clause)
                case HandDeclined(seat=seat):
                    who = self._who(self.table.play.seats[seat], "decline", "declines")
                    self._say(f"{who} to show the hand.", event.clause)
                case RoundSettled():
                    self._settled(event.clause)
                case _:
                    pass

    def follow(self, at: Seat) -> None:
        """Look over a player's shoulder before the player decides; no player may do that."""
        if isinstance(self.viewer, str):
            return
        seen = self.table.seen_by(at.player)
        cards = next(seat.cards for seat in seen.seats if seat.seat == at.seat)
        words = hand_so_far(self.rules, cards, seen.community)
        self._looked_at = Text("with ") + cards_in_line(self.console, cards) + Text(f" ({words}) ")

    def picture(self, at: Seat) -> None:
        """Draw the cards as the player at a seat sees them, if they changed since last time."""
        seen = self.table.seen_by(at.player)
        own = next(seat.cards for seat in seen.seats if seat.seat == at.seat)
        groups = [("Your cards", own), ("Community", seen.community), ("Dealer", seen.dealer)]
        if groups == self._drawn:
            return
        self._drawn = groups
        self.console.print()
        self.console.print(cards_in_boxes(self.console, groups))
        if words := hand_so_far(self.rules, own, seen.community):
            self.console.print(f"You have: {words}")

    def _say(self, what: str | Text, clause: str) -> None:
        text = what.copy() if isinstance(what, Text) else Text(what)
        self.console.print(text + Text(f" ({clause})", style="dim"))

    def _who(self, at: Seat, yours: str, theirs: str) -> str:
        return f"Seat {at.seat}  {at.player} {yours if at.player == self.viewer else theirs}"

    def _wagers(self) -> None:
        for number, at in sorted(self.table.play.seats.items()):
            stakes = ", ".join(wagers_in_words(self.rules, at.wagers))
            self.console.print(f"Seat {number}  {at.player}: {stakes}")

    def _dealt(self, event: CardsDealt) -> None:
        method = self.rules.dealing[self.table.method].title
        self._say(f"Dealt: {method if event.hands else _later_cards(event)}", event.clause)
        at = next((a for a in self.table.play.live if a.player == self.viewer), None)
        if at is not None and event.hands:
            self.picture(at)
            self.console.print()

    def _chosen(self, event: ChoiceMade, events: Sequence[RoundEvent]) -> None:
        at = self.table.play.seats[event.seat]
        wager = self.rules.wagers.get(event.decision)
        title = wager.title if wager else event.decision
        stakes = [e.stake.dollars for e in events if isinstance(e, WagerPlaced)]
        words = [
            form.format(wager=title, stake=", ".join(stakes))
            for form in _CHOICES.get(event.choice, _other_choice(event.choice, stakes, title))
        ]
        does = words[0] if at.player == self.viewer else words[1]
        who = Text(f"Seat {at.seat}  {at.player} ") + self._looked_at
        self._looked_at = Text()
        self._say(who + Text(does), event.clause)

    def _turned(self, event: CardsTurned) -> None:
        seen = self.table.seen_by(self.viewer)
        cards = cards_in_line(self.console, event.cards)
        if event.what == "dealer" and None in seen.dealer:
            self._say(Text("Of the dealer's hand: ") + cards, event.clause)
            return
        if event.what == "dealer":
            words = hand_in_words(self.rules, seen.dealer, seen.community)
            hand = Text(f", {words}" if words else "")
            whole = cards_in_line(self.console, seen.dealer)
            self._say(Text("The dealer's hand: ") + whole + hand, event.clause)
            return
        up = known(seen.community)
        also = Text(": community ") + cards_in_line(self.console, up)
        self._say(
            Text("The dealer turns ") + cards + (also if up != event.cards else Text()),
            event.clause,
        )

    def _shown(self, at: Seat, clause: str) -> None:
        seen = self.table.seen_by(self.viewer)
        cards = next(seat.cards for seat in seen.seats if seat.seat == at.seat)
        words = hand_in_words(self.rules, cards, seen.community)
        text = Text(self._who(at, "show ", "shows ")) + cards_in_line(self.console, cards)
        self._say(text + Text(f"  {words}" if words else ""), clause)

    def clauses(self, settled: Sequence[WagerSettled], heading: str) -> None:
        """What the clauses of these lines say, each once."""
        cited = dict.fromkeys(clause for line in settled for clause in line.rules)
        rules = [self.rules.rules[clause] for clause in cited if clause in self.rules.rules]
        if not rules:
            return
        wide = max(len(rule.id) for rule in rules)
        self.console.print(f"\n{heading}")
        for rule in rules:
            margin = " " * (wide + 4)
            lines = wrap(f"{rule.id:{wide}}  {rule.summary}", self.console.width - 2)
            self.console.print(
                f"  {lines[0]}", *(f"{margin}{line}" for line in lines[1:]), sep="\n"
            )

    def _settled(self, clause: str) -> None:
        self.console.print()
        self._say(Text("Settlement, from the dealer's right", style="bold"), clause)
        table = self.table
        seen = table.seen_by(self.viewer)
        print_played(self.console, table.terms, table.play, seen, table.meters)


def _later_cards(event: CardsDealt) -> str:
    """Cards that come after the hands."""
    dealt = []
    if event.dealer:
        dealt.append("the dealer's own cards")
    if event.community:
        dealt.append(count_of(len(event.community), "community card"))
    return and_join(dealt or ["cards that stay face down"])


def wagers_in_words(rules: Rulebook, wagers: Mapping[str, Money]) -> Iterator[str]:
    """Stakes by the titles of their wagers, equal ones of a group together."""
    groups: dict[tuple[str, Money], list[str]] = {}
    for wager, stake in wagers.items():
        rule = rules.wagers[wager]
        groups.setdefault((rule.limit_key, stake), []).append(rule.title)
    for (_, stake), titles in groups.items():
        yield f"{and_join(titles)} {amount(stake)}{' each' if len(titles) > 1 else ''}"


def and_join(words: Sequence[str]) -> str:
    """Words as a list in a sentence.

    >>> and_join(["1", "2", "$"]), and_join(["Ante"])
    ('1, 2 and $', 'Ante')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# --- what the table pays ------------------------------------------------------------------------


def paytables(table: PracticeTable, *, players: int) -> Columns:
    """Every paytable in force, beside each other where there is room."""
    names = []
    for rule in table.rules.wagers.values():
        if rule.paytable is not None:
            names.append(table.terms.paytable_name(rule, players=players))
    # Payments that are no wagers have paytables too, and no option chooses between those.
    paid = (*table.rules.payments, "features")
    names += [name for name in paid if name in table.rules.paytables]
    tables = [table.rules.paytables[name] for name in dict.fromkeys(names)]
    return Columns([_paytable(paytable, table.rules) for paytable in tables], padding=(1, 4))


def _paytable(paytable: Paytable, rules: Rulebook) -> Text:
    rows = [(_row_name(row.hand, rules), str(row.pays)) for row in paytable.rows]
    rows += [
        (f"envy, {name_in_words(hand)}", prize.dollars) for hand, prize in paytable.envy.items()
    ]
    wide = max(len(name) for name, _ in rows)
    lines = [f"  {name:{wide}}  {pays}" for name, pays in rows]
    heading = Text(f"{paytable.title} ({paytable.clause})", style="bold")
    return Text("\n").join([heading, *map(Text, lines)])


def _row_name(hand: str, rules: Rulebook) -> str:
    if hand in rules.wagers:
        return rules.wagers[hand].title
    return rules.payments.get(hand) or name_in_words(hand)
