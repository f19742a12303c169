"""One deal settled for real, and what became of the wager asked about, in the rulebook's words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.money import PUSH, Money, Pays
from pitboss.odds.question import Stakes
from pitboss.odds.stakes import lines_of, main_name, main_wager, placed_with, stake_on
from pitboss.round.game import Decide, Game
from pitboss.round.progressive import PROGRESSIVE
from pitboss.round.result import game_lines, settle_round
from pitboss.round.round import Round, Seat
from pitboss.round.settlement import Level, Line, LinkReading, Outcome, Showdown
from pitboss.rulebook.terms import Terms


class Feature(NamedTuple):
    """What the system drew for a round, if anything."""

    magic_card: Card | None = None
    lucky_seat: int | None = None


class Company(NamedTuple):
    """Who else plays, and what may be drawn."""

    others: int = 0
    """Other seats with the same main wagers, which stay in."""
    features: tuple[Feature, ...] = (Feature(),)
    """Each as likely as any other."""


class DealEnding(NamedTuple):
    """What one settled deal comes to for the wager asked about, in cents."""

    name: str
    pays: str | None
    net: int
    staked: int


class _Word(NamedTuple):
    """What became of a wager, and at which odds."""

    name: str
    pays: str | None


class DealResult(NamedTuple):
    """A settled deal, whatever is drawn: what decisions are made by, and its endings."""

    aim: int
    staked: int
    endings: tuple[DealEnding, ...]


class SettledDeals:
    """Deals of seat 1, which placed a wager and what must stand beside it."""

    def __init__(
        self, game: Game, terms: Terms, wager: str, stakes: Stakes, company: Company
    ) -> None:
        self._game, self._terms, self._stakes, self._company = game, terms, stakes, company
        self.rules = terms.rules
        names = placed_with(self.rules, wager)
        self.placed = {name: stake_on(terms, stakes, name) for name in names}
        """What seat 1 places before the deal."""
        self.order = tuple(s.decision for s in game.stages if isinstance(s, Decide))
        """The decisions in the order they are asked."""
        self._lines = lines_of(self.rules, wager)
        main = main_wager(self.rules)
        is_aim = main.id not in self.placed or main.id in self._lines
        self._aim = self._lines if is_aim else lines_of(self.rules, main_name(self.rules))
        self._others = tuple(self._other_seats())
        self._wagers: dict[tuple[str, ...], Mapping[str, Money]] = {}
        self._words: dict[tuple[str, Outcome, Pays | None], _Word] = {}
        self._link = LinkReading(
            unit=stakes.unit,
            meters={
                name: Level(Money(int(amount * 100)), Money(0))
                for name, amount in stakes.meters.items()
            },
        )

    def result(self, cards: Sequence[tuple[Card, ...]], decided: tuple[str, ...]) -> DealResult:
        """What a deal comes to: the cards of seat 1, the middle, the dealer, other seats."""
        own, community, dealer, *others = cards
        decisions = {
            name: choice for name, choice in zip(self.order, decided, strict=True) if choice
        }
        if decided not in self._wagers:
            self._wagers[decided] = self._with_follow_ups(self.placed, decisions)
        me = Seat(seat=1, player="p1", cards=own, wagers=self._wagers[decided], decisions=decisions)
        beside = [replace(at, cards=hand) for at, hand in zip(self._others, others, strict=True)]
        play = Round(
            seats=(me, *beside),
            positions=self._stakes.positions,
            community=community,
            dealer=dealer,
            link=self._link,
        )
        settle, terms = self._game.settle, self._terms
        if PROGRESSIVE not in self.placed:
            # Meters and books are of no interest then, and take as long as the wagers.
            settled = game_lines(settle, Showdown(terms, play))
            return self._sum([[*settled[1].values()]], decisions)
        rounds = [replace(play, magic_card=f[0], lucky_seat=f[1]) for f in self._company.features]
        lines = [settle_round(settle, terms, drawn).seats[0].lines for drawn in rounds]
        return self._sum(lines, decisions)

    def _sum(self, rounds: Sequence[Sequence[Line]], decisions: Mapping[str, str]) -> DealResult:
        aim = staked = 0
        endings = []
        for lines in rounds:
            ending = self._ending(lines, decisions)
            endings.append(ending)
            staked += ending.staked
            if self._aim is self._lines:
                aim += ending.net
            else:
                aim += sum(_net(line) for line in lines if line.wager in self._aim)
        return DealResult(aim, staked, tuple(sorted(endings, key=str)))

    def _ending(self, lines: Sequence[Line], decisions: Mapping[str, str]) -> DealEnding:
        own = [line for line in lines if line.wager in self._lines]
        net = staked = 0
        for line in own:
            stake = line.stake.cents
            net += line.winnings.cents + line.returned.cents - stake
            if line.outcome is not Outcome.WITHDRAWN:
                staked += stake
        return DealEnding(*self._named(own, decisions), net, staked)

    def _named(self, lines: Sequence[Line], decisions: Mapping[str, str]) -> _Word:
        """What happened; where a wager and those that follow it came out differently, each."""
        played = [line for line in lines if line.outcome is not Outcome.WITHDRAWN]
        staked = [line for line in played if line.stake.cents]
        if not staked:
            return _Word("nothing" if len(played) == len(lines) else "withdrawn", None)
        rules = self.rules.decisions
        ended = [choice for name, choice in decisions.items() if choice in rules[name].ends]
        if ended and all(line.outcome is Outcome.LOSE for line in staked):
            return _Word(ended[0], None)
        words = {line.wager: self._word(line) for line in staked}
        if len(set(words.values())) == 1:
            return words[staked[0].wager]
        return _Word("_".join(f"{wager}_{word.name}" for wager, word in words.items()), None)

    def _word(self, line: Line) -> _Word:
        """A line by the row that was paid, where its paytable goes by hands; else its outcome."""
        key = (line.wager, line.outcome, line.pays)
        if key not in self._words:
            self._words[key] = self._row(*key)
        return self._words[key]

    def _row(self, wager: str, outcome: Outcome, pays: Pays | None) -> _Word:
        if self.rules.wagers[wager].paytable is None:
            return _Word(outcome.value, None)
        table = self._terms.table(wager, players=self._company.others + 1).paytable
        if table.looks_at == "wager":
            return _Word(outcome.value, None)
        if outcome is Outcome.LOSE:
            return _Word("nothing", None)
        paid = PUSH if outcome is Outcome.STAND_OFF else pays
        hands = [row.hand for row in table.rows if row.pays == paid]
        name = "_or_".join(hands) or outcome.value
        return _Word(name, None if paid is None or not hands else str(paid))

    def _other_seats(self) -> Iterator[Seat]:
        """Seats that stay in, with nothing but the main wagers."""
        stay = {name: self.rules.decisions[name].choices[0] for name in self.order}
        names = placed_with(self.rules, main_name(self.rules))
        main = {name: stake_on(self._terms, self._stakes, name) for name in names}
        for seat in range(2, self._company.others + 2):
            wagers = self._with_follow_ups(main, stay)
            yield Seat(seat=seat, player=f"p{seat}", wagers=wagers, decisions=stay)

    def _with_follow_ups(
        self, placed: Mapping[str, Money], decisions: Mapping[str, str]
    ) -> Mapping[str, Money]:
        wagers = dict(placed)
        for rule in self.rules.wagers.values():
            if rule.follows in wagers and (times := rule.times(decisions)):
                wagers[rule.id] = wagers[rule.follows] * times
        return wagers


def _net(line: Line) -> int:
    return line.winnings.cents + line.returned.cents - line.stake.cents
