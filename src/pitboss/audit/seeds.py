"""Whether seeds, cards and draws are those that each round was bound to before its first bet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.audit.chance import Dealt, chances_of
from pitboss.audit.findings import Finding, OpensSeals, finding_at, in_words
from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.jackpot.terms import LinkTerms
from pitboss.odds.wagers import PROGRESSIVE
from pitboss.records.entries import event_of
from pitboss.round.deal import CardsDealt, DrawsRecorded, lay_out, steps_due
from pitboss.rulebook.terms import Terms
from pitboss.shuffling import context_of, deck_of, lucky_seat_of, magic_card_of, opens
from pitboss.store.contract import Entry
from pitboss.table.rounds import BetsCalled, SeedsEvent, SeedsOpened, SeedsSealed
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Event, Table

SEEDS = "seeds/"


def _unopened(
    table: str, number: int, commitments: tuple[str, str], seeds: tuple[str, str]
) -> Iterator[str]:
    """Which seeds of a round are not those that were committed to: of the deck, of the draws."""
    context = context_of(table, number)
    for name, commitment, seed in zip(("deck", "draws"), commitments, seeds, strict=True):
        if bool(commitment) != bool(seed) or (seed and not opens(commitment, seed, context)):
            yield name


_SEALED = re.compile(r"[A-Za-z0-9+/]{120,}={0,2}")


class KeptSeeds:
    """The seeds of one table's rounds, from the stream that no one at the table sees.

    Sealed ones are held against their commitments where the key of the house is at hand. Without it
    that is done once they are opened.
    """

    def __init__(
        self, table: str, entries: Iterable[Entry], seals: OpensSeals | None = None
    ) -> None:
        self.table = table
        self.findings: list[Finding] = []
        self._seals = seals
        self._kept: dict[int, tuple[Entry, SeedsEvent]] = {}
        last = 0
        for entry in entries:
            try:
                event: SeedsEvent = event_of(entry)
                self._note(entry, event, last)
                last = event.number
            except Exception as error:
                message = f"it cannot be read: {in_words(error)}"
                self.findings.append(finding_at(entry, "draws", message))

    def _note(self, entry: Entry, event: SeedsEvent, last: int) -> None:
        """Each round has its seeds once, and rounds follow each other."""
        if event.number in self._kept:
            message = f"the seeds of round {event.number} were kept before"
            self.findings.append(finding_at(entry, "draws", message))
            return
        if event.number < last:
            message = f"the seeds of round {event.number} follow those of round {last}"
            self.findings.append(finding_at(entry, "draws", message))
        self._kept[event.number] = entry, event

    def check(self, called: BetsCalled, command: str) -> Iterator[tuple[str, str]]:
        """Hold a round that was called against its seeds, which the same command kept."""
        kept = self._kept.pop(called.number, None)
        if kept is None:
            if called.deck or called.draws:
                yield "draws", f"the seeds of round {called.number} are not kept"
            return
        entry, seeds = kept
        if entry.command != command:
            yield "draws", f"the seeds of round {called.number} were not kept when it was called"
        committed, kept_seeds = (called.deck, called.draws), (seeds.deck, seeds.draws)
        if isinstance(seeds, SeedsSealed):
            yield from self._check_sealed(called.number, committed, kept_seeds)
            return
        for name in _unopened(self.table, called.number, committed, kept_seeds):
            yield "draws", f"the seed kept for the {name} is not the one committed to"

    def _check_sealed(
        self, number: int, commitments: tuple[str, str], sealed: tuple[str, str]
    ) -> Iterator[tuple[str, str]]:
        context = context_of(self.table, number)
        for name, commitment, kept in zip(("deck", "draws"), commitments, sealed, strict=True):
            if bool(commitment) != bool(kept) or (kept and not _SEALED.fullmatch(kept)):
                yield "draws", f"the seed kept for the {name} is not sealed as seeds are"
            elif kept and self._seals is not None:
                try:
                    seed = self._seals.unseal(f"{SEEDS}{context}/{name}", kept)
                except PitbossError:
                    yield "draws", f"the key of the house does not open the seed of the {name}"
                    continue
                if not opens(commitment, seed, context):
                    yield "draws", f"the seed kept for the {name} is not the one committed to"

    def left(self) -> Iterator[Finding]:
        """Seeds of rounds that the table never called."""
        yield from self.findings
        for number, (entry, _) in self._kept.items():
            message = f"round {number} of table {self.table} was called, and is not there"
            yield finding_at(entry, "draws", message)


# --- cards ----------------------------------------------------------------------------------------


class DealtCards:
    """The cards of one table's rounds in the order they were dispensed."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.cards: list[Card] = []
        self.counted = Dealt()
        self._first = 0
        self._chances: tuple[Terms, str, Mapping[str, Fraction]] | None = None

    def check(self, rules: TableRules, table: Table, event: Event) -> Iterator[tuple[str, str]]:
        """Collect what is dealt, and compare once the seeds are opened."""
        if isinstance(event, BetsCalled):
            self.cards, self._first = [], 0
        elif isinstance(event, CardsDealt):
            self.cards += _dispensed(rules, table, event)
            self._first = self._first or len(self.cards)
            if _lacks_draws(rules, table):
                yield "draws", "the cards were dealt before Magic Card and Lucky Player were drawn"
        elif isinstance(event, SeedsOpened):
            try:
                yield from self._opened(rules, table, event)
            except PitbossError as error:
                yield "draws", str(error)

    def _opened(
        self, rules: TableRules, table: Table, event: SeedsOpened
    ) -> Iterator[tuple[str, str]]:
        rounds = table.rounds
        committed = (rounds.deck, rounds.draws)
        for name in _unopened(self.table, rounds.number, committed, (event.deck, event.draws)):
            yield "draws", f"the seed of the {name} is not the one committed to"
        if event.deck and rules.setting.mode is Mode.ELECTRONIC:
            deck = deck_of(event.deck, context_of(self.table, rounds.number), rounds.added)
            if tuple(self.cards) != deck[: len(self.cards)]:
                yield "draws", "the cards dealt are not those of the seed"
            self._count(rules, table)

    def _count(self, rules: TableRules, table: Table) -> None:
        """Note what chance is asked about once all tables are checked."""
        if not self._first:
            return
        self.counted.note_cards(self.cards[: self._first])
        if not any(line.wager == PROGRESSIVE for line in table.play.settled):
            return
        if self._chances is None or self._chances[0] is not rules.terms:
            self._chances = (rules.terms, *chances_of(rules.terms))
        _, paytable, chances = self._chances
        self.counted.note_prizes(table, chances, paytable)


def _lacks_draws(rules: TableRules, table: Table) -> bool:
    """Whether a wager stands that may win by draws, and nothing was drawn before the first card."""
    play = table.play
    if not rules.rulebook.draws or play.has_draws or play.steps_dealt:
        return False
    return any("progressive" in at.wagers for at in play.seats.values())


def _dispensed(rules: TableRules, table: Table, dealt: CardsDealt) -> Iterator[Card]:
    """Undo the laying out: step by step as the method deals, each place's cards in turn.

    Cards beyond what the method deals come last, so that the deal decided again has too many.
    """
    steps = steps_due(rules.terms, table.play)
    seats = [at.seat for at in table.play.live]
    left: dict[int | str, list[Card]] = {
        "community": list(dealt.community),
        "dealer": list(dealt.dealer),
        "burn": list(dealt.burned),
        **{seat: list(cards) for seat, cards in dealt.hands.items()},
    }
    blanks = [Card(0)] * sum(len(cards) for cards in left.values())
    for packet in lay_out(steps, seats, blanks):
        pile = left.get(packet.place, [])
        some = [pile.pop(0) for _ in packet.cards[: len(pile)]]
        yield from reversed(some) if packet.is_from_top else some
    for pile in left.values():
        yield from pile


# --- draws ----------------------------------------------------------------------------------------


def check_draws(
    table: str,
    opened: SeedsOpened,
    drawn: DrawsRecorded,
    population: Sequence[int],
    terms: Iterable[LinkTerms],
) -> Iterator[str]:
    """The Magic Card and the Lucky Player, drawn again from the seed (I-19, I-20, I-21).

    `terms` are those in force when they were drawn, `population` the seats that could be.
    """
    context, added = context_of(table, opened.number), opened.contributions
    drawn_again = [
        (
            magic_card_of(opened.draws, context, one.magic_rate.share, added),
            lucky_seat_of(opened.draws, context, one.lucky_rate.share, population, added),
        )
        for one in terms
        if one.magic_rate is not None and one.lucky_rate is not None
    ]
    if not drawn_again:
        yield "the link had no rates to draw by"
    elif (drawn.magic_card, drawn.lucky_seat) not in drawn_again:
        yield "the draws are not those of the seed at the rates of the link"
