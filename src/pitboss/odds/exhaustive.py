"""The general solver: it walks the stages of any game, deal by deal, and settles each for real.

It knows no strategy and no formula. At each decision it takes the best branch, at each card it
goes through all there can be, and at the end it asks the settlement that pays at a table. So it
serves a game that brings no odds of its own, and judges those of the games that do.

What it does not do twice: deals that differ only by which suit is which, and community cards that
came in another order. Both rest on what a settlement goes by, and a sample of the deals is settled
both ways to see that it does. A game that is too large is refused before the first deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from math import ceil, comb
from typing import Final, NamedTuple

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting
from pitboss.odds.combinations import FULL_DECK, ShortDeck
from pitboss.odds.figures import (
    Advice,
    CardsKnown,
    OddsNotCounted,
    Situation,
    Spread,
    StrategyCard,
    Way,
    closest,
)
from pitboss.odds.question import Question, Stakes
from pitboss.odds.settled_deals import Company, DealEnding, DealResult, Feature, SettledDeals
from pitboss.odds.stakes import main_wager, together
from pitboss.round.game import Decide, Expose, Game, Sight, Strategy, What, stages_of
from pitboss.round.progressive import PROGRESSIVE
from pitboss.rulebook.model import DecisionRule, Rulebook
from pitboss.rulebook.terms import Terms

A_SECOND: Final = 40_000
"""How many deals are settled in a second, about."""
AT_ONCE: Final = A_SECOND // 20
"""How many deals are settled while nobody notices."""
MOST: Final = 120 * A_SECOND
"""How many deals are settled at most: two minutes of them."""
_CHECKED = 101
"""One in so many deals is settled again with its suits and its community cards exchanged."""
_FIVE = 5
_SHORT = 2
"""As many cards, and as many choices, as a list of hands can be said for."""
_CARDS = len(DECK)
_ALL = (1 << _CARDS) - 1
_SUIT = sum(1 << 4 * rank for rank in range(_CARDS // 4))


class TooManyDeals(OddsNotCounted):
    """A question that would take too long; it says how long, and what to do instead."""


class CardPlace(NamedTuple):
    """Where cards lie; cards of one place are settled alike in whatever order they came."""

    kind: str
    number: int = 0


OWN: Final = CardPlace("own")
OUT: Final = CardPlace("out of play")
DEALER: Final = CardPlace("dealer")
_COMMUNITY = "community"


def other(number: int) -> CardPlace:
    """The place of another player, who is at the seat after that many."""
    return CardPlace("other", number)


class Draw(NamedTuple):
    """So many cards come to a place."""

    place: CardPlace
    cards: int


_Step = Draw | Decide
_Counts = dict[int, int]
"""How often each result comes about, by its number."""


# --- the solver -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Exhaustive:
    """One wager of one game, seen from seat 1."""

    game: Game
    terms: Terms
    wager: str
    deck: ShortDeck = FULL_DECK
    stakes: Stakes = field(default_factory=Stakes)
    others: int = 0
    """Other seats with the same main wagers, which stay in."""
    peeks: tuple[Draw, ...] = ()
    """What the player gets to see before the first decision."""
    strategy: Strategy | None = None
    """How decisions are made; without one, for the best of the main wager."""
    features: tuple[Feature, ...] = (Feature(),)
    """What may be drawn, each as likely as any other."""
    most: int = MOST
    told: Callable[[Fraction], None] | None = field(default=None, compare=False)
    """Told now and then which part of the deals is settled, for advice."""

    @staticmethod
    def of(game: Game, question: Question, wager: str) -> Exhaustive:
        """A wager of a question."""
        rule = question.terms.rules.wagers.get(wager)
        by_players = rule is not None and "{players}" in (rule.paytable or "")
        return Exhaustive(
            game=game,
            terms=question.terms,
            wager=wager,
            deck=question.deck,
            stakes=question.settings.stakes,
            others=question.settings.players - 1 if by_players else 0,
        )

    @cached_property
    def spread(self) -> Spread:
        """Everything that can happen."""
        self.check()
        walk = _Walk(self, self._steps)
        return walk.spread(walk.counts(0, 0, ()))

    @property
    def deals(self) -> int:
        """About how many deals are settled for it."""
        return self._deals(self._steps, 0)

    @property
    def deals_on_a_hand(self) -> int:
        """About how many deals are settled for advice on the first decision."""
        return self._deals(self._steps[1:], _mask(self.deck.cards[: self.rules.hand_cards]))

    def advise(self, known: CardsKnown) -> Advice:
        """The worth of each choice with these cards, and the best of them."""
        at, table, decided = self._now(known)
        rest = self._steps[at:]
        self._check(rest, table)
        walk = _Walk(self, self._steps, deals=self._deals(rest, table))
        decision = rest[0]
        assert isinstance(decision, Decide), "advice is given on a decision"
        choices = self.rules.decisions[decision.decision].choices
        worth = {
            choice: walk.spread(walk.counts(at + 1, table, (*decided, choice)))
            for choice in choices
        }
        return Advice(
            decision=decision.decision,
            options={choice: spread.expected for choice, spread in worth.items()},
            best=max(choices, key=lambda c: (worth[c].expected, -worth[c].average_staked)),
            decided=dict(zip(self._decisions(at), decided, strict=True)),
        )

    def first_card(self) -> StrategyCard | None:
        """The first decision hand by hand, where one or two cards decide between two choices.

        None where that cannot be said so shortly, or the game is too large.
        """
        _, *rest = self._steps
        if not rest or not isinstance(first := rest[0], Decide):
            return None
        rule = self.rules.decisions[first.decision]
        if self.rules.hand_cards > _SHORT or len(rule.choices) != _SHORT or self.deals > self.most:
            return None
        act, otherwise = rule.choices
        hands = list(self._by_hand(act, otherwise))
        played = sorted((hand for hand in hands if hand.value > 0), key=lambda hand: -hand.value)
        return StrategyCard(
            decision=rule.id,
            choice=act,
            lines=(", ".join(hand.words for hand in played) or "no hand",),
            cost=Fraction(0),
            borderline=closest(hands),
            zero=tuple(hand for hand in hands if not hand.value),
        )

    def _by_hand(self, act: str, otherwise: str) -> Iterator[Situation]:
        """Each hand, and how much more one choice is worth with it than the other."""
        walk = _Walk(self, self._steps)
        for table, alike in walk.dealt_alike(Draw(OWN, self.rules.hand_cards), 0).items():
            acts, rests = (
                walk.spread(walk.counts(2, table, (choice,))) for choice in (act, otherwise)
            )
            words = _in_short(walk.own_cards(table))
            yield Situation(words, alike * acts.total, acts.expected - rests.expected)
            walk.forget()

    # --- what is dealt, in order ------------------------------------------------------------------

    @property
    def rules(self) -> Rulebook:
        """The rulebook."""
        return self.terms.rules

    @cached_property
    def settled(self) -> SettledDeals:
        """What settles each deal."""
        company = Company(self.others, self.features)
        return SettledDeals(self.game, self.terms, self.wager, self.stakes, company)

    @cached_property
    def _steps(self) -> tuple[_Step, ...]:
        return tuple(self._all_steps())

    def _all_steps(self) -> Iterator[_Step]:
        """What happens from the deal on, as far as seat 1 sees it; what nobody sees comes last."""
        rules, stages = self.rules, stages_of(self.game, self.rules)
        yield Draw(OWN, rules.hand_cards)
        yield from self.peeks
        last = max((at for at, stage in enumerate(stages) if isinstance(stage, Decide)), default=-1)
        peeked = sum(peek.cards for peek in self.peeks if peek.place == DEALER)
        for at, stage in enumerate(stages):
            if isinstance(stage, Decide):
                yield stage
            elif not isinstance(stage, Expose):
                continue
            elif stage.what is What.DEALER:
                assert stage.cards is not None, "the rulebook said how many"
                here = min(peeked, stage.cards)
                peeked -= here
                if stage.cards > here:
                    yield Draw(CardPlace(DEALER.kind, 0 if here else at), stage.cards - here)
            elif at < last or not self._may_leave_community:
                assert stage.cards is not None, "the rulebook said how many"
                yield from self._community(stage.through - stage.cards, stage.through)
        seen = {peek.place for peek in self.peeks}
        for number in range(1, self.others + 1):
            if other(number) not in seen:
                yield Draw(other(number), rules.hand_cards)

    @property
    def _may_leave_community(self) -> bool:
        """Whether cards that no wager needs stay undealt, as the rulebook permits."""
        return self.rules.may_end_without == "community" and PROGRESSIVE not in self.settled.placed

    def _community(self, turned: int, through: int) -> Iterator[Draw]:
        """The next community cards: the first that make five with the hand lie by themselves."""
        if "order" in self.game.tells_apart:
            yield from (Draw(CardPlace(_COMMUNITY, at), 1) for at in range(turned, through))
            return
        first = max(_FIVE - self.rules.hand_cards, 0)
        if turned < first:
            yield Draw(CardPlace(_COMMUNITY, 0), min(through, first) - turned)
        if through > first:
            yield Draw(CardPlace(_COMMUNITY, 1), through - max(turned, first))

    @cached_property
    def places(self) -> tuple[CardPlace, ...]:
        """Every place, in the order in which a table holds them."""
        draws = [step.place for step in self._steps if isinstance(step, Draw)]
        return tuple(dict.fromkeys((*draws, OUT)))

    @cached_property
    def shifts(self) -> Mapping[CardPlace, int]:
        """Where the cards of a place begin in a table, which is one number."""
        return {place: _CARDS * at for at, place in enumerate(self.places)}

    # --- what is known when advice is asked -------------------------------------------------------

    def _now(self, known: CardsKnown) -> tuple[int, int, tuple[str, ...]]:
        """The step of the decision that is due, the cards that lie there, and what was decided."""
        at = self._due(known)
        table = _mask(known.hand) | _mask(known.seen) << self.shifts[OUT]
        up = {_COMMUNITY: list(known.community), DEALER.kind: list(known.dealer)}
        for step in self._steps[1:at]:
            if isinstance(step, Draw):
                cards, up[step.place.kind] = (
                    up[step.place.kind][: step.cards],
                    up[step.place.kind][step.cards :],
                )
                table |= _mask(cards) << self.shifts[step.place]
        known.check_left(sum(s.cards for s in self._steps[at:] if isinstance(s, Draw)))
        return at, table, self._decided(at, known.decided)

    def _due(self, known: CardsKnown) -> int:
        given = (len(known.community), len(known.dealer))
        up, fitting = [0, 0], []
        found: dict[tuple[int, int], str] = {}
        for at, step in enumerate(self._steps):
            if isinstance(step, Draw):
                up[0] += step.cards * (step.place.kind == _COMMUNITY)
                up[1] += step.cards * (step.place.kind == DEALER.kind)
            elif self._is_asked(self.rules.decisions[step.decision]):
                found[up[0], up[1]] = step.decision
                if (up[0], up[1]) == given and known.decision in (None, step.decision):
                    fitting.append(at)
        if not found:
            raise BadSetting(f"nothing is decided in {self.rules.id}")
        if not fitting:
            words = "; ".join(
                f"{name} on {community} community cards"
                + (f" and {dealer} of the dealer's" if dealer else "")
                for (community, dealer), name in found.items()
            )
            raise BadSetting(
                f"no decision is made on {given[0]} community cards and {given[1]} of the "
                f"dealer's; {words}"
            )
        # Decisions on the same cards are told apart by what was decided before.
        by_decided = [at for at in fitting if len(self._decisions(at)) == len(known.decided)]
        return (by_decided or fitting)[0]

    def _decisions(self, at: int) -> list[str]:
        return [step.decision for step in self._steps[:at] if isinstance(step, Decide)]

    def _decided(self, at: int, given: Sequence[str]) -> tuple[str, ...]:
        """The answers before this decision; where none are given, those that stay in."""
        rules = [self.rules.decisions[name] for name in self._decisions(at)]
        if not given:
            return tuple(next(c for c in rule.choices if c not in rule.ends) for rule in rules)
        for rule, choice in zip(rules, given, strict=False):
            staying = [one for one in rule.choices if one not in rule.ends]
            if choice not in staying:
                raise BadSetting(f"{rule.id} was decided {choice!r}; write {' or '.join(staying)}")
        if len(given) != len(rules):
            raise BadSetting(f"{len(given)} answers given; {len(rules)} come before this decision")
        return tuple(given)

    def _is_asked(self, rule: DecisionRule) -> bool:
        return any(wager in self.settled.placed for wager in rule.asked_of)

    def choices(self, decision: str, decided: Sequence[str]) -> tuple[str, ...]:
        """The answers that seat 1 may give; one that says nothing where it is not asked."""
        rule = self.rules.decisions[decision]
        before = (self.rules.decisions[name] for name in self.settled.order)
        if any(choice in past.ends for past, choice in zip(before, decided, strict=False)):
            return ("",)
        if not self._is_asked(rule):
            return (rule.otherwise or "",)
        return rule.choices

    # --- how many deals ---------------------------------------------------------------------------

    def _deals(self, steps: Sequence[_Step], table: int) -> int:
        left = len(self.deck.cards) - table.bit_count()
        to_come: Counter[CardPlace] = Counter()
        for step in steps:
            if isinstance(step, Draw):
                to_come[step.place] += step.cards
        tables = 1
        for cards in to_come.values():
            tables *= comb(left, cards)
            left -= cards
        alike = self._alike(table) if "suits" not in self.game.tells_apart else 1
        decided = ("",) * (len(self.settled.order) - sum(isinstance(s, Decide) for s in steps))
        return ceil(tables / alike) * self._branches(steps, decided) * len(self.features)

    def _alike(self, table: int) -> int:
        """In how many ways suits can be exchanged and the table stays as it is."""
        suits = [_suit(table, suit) for suit in range(self.deck.suits)]
        return sum(list(order) == suits for order in permutations(suits))

    def _branches(self, steps: Sequence[_Step], decided: tuple[str, ...]) -> int:
        """In how many ways a player may decide."""
        if self.strategy is not None:
            return 1
        for at, step in enumerate(steps):
            if isinstance(step, Decide):
                return sum(
                    self._branches(steps[at + 1 :], (*decided, choice))
                    for choice in self.choices(step.decision, decided)
                )
        return 1

    def check(self) -> None:
        """Refuse what has too many deals, with what to do instead."""
        self._check(self._steps, 0)

    def _check(self, steps: Sequence[_Step], table: int) -> None:
        deals = self._deals(steps, table)
        if deals > self.most:
            raise TooManyDeals(
                f"{self.game.name} has about {deals:,} deals to settle for {self.wager}, "
                f"which takes {_duration(deals / A_SECOND)}; at most {self.most:,} are gone "
                "through. `pitboss simulate` plays it by chance, `pitboss advise` may have a later "
                "decision, and an `odds` module of the game can count it in its own way"
                f"{self._hint}"
            )

    @property
    def _hint(self) -> str:
        """How a wager is counted that one hand settles; only the game can say that one does."""
        rule = self.rules.wagers.get(self.wager)
        if rule is None or rule.paytable is None or rule.id == main_wager(self.rules).id:
            return ""
        table = self.terms.table(self.wager, players=self.others + 1).paytable
        if table.looks_at not in ("three", "five"):
            return ""
        return (
            f"; if {table.looks_at} cards settle it, whatever is decided and dealt later, "
            f'`by_paytable("{self.wager}")` there counts it at once'
        )


def _duration(seconds: float) -> str:
    """A time in words.

    >>> _duration(200), _duration(7300), _duration(9e5)
    ('about 4 minutes', 'about 3 hours', 'about 11 days')
    """
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds > size:
            return f"about {ceil(seconds / size)} {name}"
    return "about a minute"


def _in_short(cards: Sequence[Card]) -> str:
    """One or two cards in short.

    >>> from pitboss.cards import parse_cards
    >>> [_in_short(parse_cards(cards)) for cards in ("2c Ac", "2c Ad", "Kc Kd", "9h")]
    ['A2s', 'A2o', 'KK', '9']
    """
    ranks = "".join(str(card)[0] for card in sorted(cards, reverse=True))
    if len({card.rank for card in cards}) == 1:
        return ranks
    return ranks + ("s" if len({card.suit for card in cards}) == 1 else "o")


def _mask(cards: Sequence[Card]) -> int:
    return sum(1 << card for card in cards)


def _suit(table: int, suit: int) -> int:
    every = -(-table.bit_length() // _CARDS)
    return table >> suit & sum(_SUIT << _CARDS * place for place in range(every))


class _Walk:
    """All deals that can follow on a table.

    A table is one number: a bit for each card at each place. Of tables that differ only by which
    suit is which, the one is kept whose first suits have the larger numbers.
    """

    def __init__(self, asked: Exhaustive, steps: Sequence[_Step], *, deals: int = 0) -> None:
        self.asked = asked
        self._deals = deals
        self.steps = steps
        self.rules = asked.rules
        self.results: list[DealResult] = []
        self._numbers: dict[DealResult, int] = {}
        self._met: dict[tuple[int, int, tuple[str, ...]], _Counts] = {}
        self._settled: dict[tuple[int, tuple[str, ...]], int] = {}
        self._settlements = 0
        self._deck = [1 << card for card in asked.deck.cards]
        self._suits = sum(_SUIT << _CARDS * place for place in range(len(asked.places)))
        self._last = max((at for at, s in enumerate(steps) if isinstance(s, Decide)), default=-1)
        self._are_suits_alike = "suits" not in asked.game.tells_apart
        # What is out of play was of use to the player only: settlement does not see it.
        self._seen_by_settlement = ~(_ALL << asked.shifts[OUT])
        self._by_kind = {
            kind: sorted(place for place in asked.places if place.kind == kind)
            for kind in (_COMMUNITY, DEALER.kind)
        }

    # --- card by card -----------------------------------------------------------------------------

    def counts(self, at: int, table: int, decided: tuple[str, ...]) -> _Counts:
        """How often each result follows; each branch of a decision has as many."""
        key = (at, table, decided)
        found = self._met.get(key)
        if found is None:
            if at > self._last:
                found = self._to_the_end(at, table, decided)
            elif isinstance(step := self.steps[at], Draw):
                found = self._drawn(at, step, table, decided)
            else:
                found = self._decided(at, step, table, decided)
            self._met[key] = found
        return found

    def _drawn(self, at: int, draw: Draw, table: int, decided: tuple[str, ...]) -> _Counts:
        whole: _Counts = {}
        for dealt, ways in self.dealt_alike(draw, table).items():
            for result, number in self.counts(at + 1, dealt, decided).items():
                whole[result] = whole.get(result, 0) + ways * number
            if at == 0:
                self.forget()
        return whole

    def dealt_alike(self, draw: Draw, table: int) -> Mapping[int, int]:
        """The tables after a draw, those alike but once, and how many are like each."""
        return Counter(map(self._alike, self._dealt(draw, table)))

    def forget(self) -> None:
        """Nothing that follows on one hand is met again on another."""
        self._met.clear()
        self._settled.clear()

    def own_cards(self, table: int) -> tuple[Card, ...]:
        """The cards of seat 1."""
        return self._cards(table, OWN)

    def _decided(self, at: int, step: Decide, table: int, decided: tuple[str, ...]) -> _Counts:
        choices = self.asked.choices(step.decision, decided)
        if self.asked.strategy is not None and len(choices) > 1:
            choices = (self.asked.strategy(self._sight(step.decision, choices, table, decided)),)
        branches = [self.counts(at + 1, table, (*decided, choice)) for choice in choices]
        return branches[0] if len(branches) == 1 else max(branches, key=self._worth)

    def _worth(self, counts: _Counts) -> tuple[int, int]:
        """By what it wins, and of branches that win the same, by how little it stakes."""
        results = self.results
        return (
            sum(results[number].aim * ways for number, ways in counts.items()),
            -sum(results[number].staked * ways for number, ways in counts.items()),
        )

    def _to_the_end(self, at: int, table: int, decided: tuple[str, ...]) -> _Counts:
        """Nothing is decided any more: every deal is settled, those alike but once."""
        tables: Iterator[int] = iter((table,))
        for step in self.steps[at:]:
            assert isinstance(step, Draw), "the last decision is behind"
            tables = self._each_dealt(step, tables)
        whole: _Counts = {}
        seen = self._seen_by_settlement
        for final, ways in Counter(self._alike(one & seen) for one in tables).items():
            result = self._settled.get((final, decided))
            if result is None:
                result = self._settled[final, decided] = self._settle(final, decided)
            whole[result] = whole.get(result, 0) + ways
        return whole

    def _each_dealt(self, draw: Draw, tables: Iterator[int]) -> Iterator[int]:
        for table in tables:
            yield from self._dealt(draw, table)

    def _dealt(self, draw: Draw, table: int) -> Iterator[int]:
        gone, rest = 0, table
        while rest:
            gone |= rest & _ALL
            rest >>= _CARDS
        shift = self.asked.shifts[draw.place]
        left = [card << shift for card in self._deck if not card & gone]
        if draw.cards == 1:
            return (table | card for card in left)
        return (table | sum(cards) for cards in combinations(left, draw.cards))

    def _alike(self, table: int) -> int:
        """The table that stands for all that differ from this one only by which suit is which."""
        if not self._are_suits_alike:
            return table
        suits = self._suits
        a, b, c, d = sorted(
            (table & suits, table >> 1 & suits, table >> 2 & suits, table >> 3 & suits)
        )
        return d | c << 1 | b << 2 | a << 3

    def _cards(self, table: int, place: CardPlace) -> tuple[Card, ...]:
        mask, cards = table >> self.asked.shifts[place] & _ALL, []
        while mask:
            low = mask & -mask
            cards.append(DECK[low.bit_length() - 1])
            mask ^= low
        return tuple(cards)

    def _all_cards(self, table: int, kind: str) -> tuple[Card, ...]:
        return tuple(card for place in self._by_kind[kind] for card in self._cards(table, place))

    def _sight(
        self, decision: str, choices: tuple[str, ...], table: int, decided: tuple[str, ...]
    ) -> Sight:
        return Sight(
            decision=decision,
            choices=choices,
            own=self._cards(table, OWN),
            community=self._all_cards(table, _COMMUNITY),
            dealer=self._all_cards(table, DEALER.kind),
            decided=decided,
        )

    # --- settled ----------------------------------------------------------------------------------

    def _settle(self, table: int, decided: tuple[str, ...]) -> int:
        """The number of what a deal comes to."""
        own, community = self._cards(table, OWN), self._all_cards(table, _COMMUNITY)
        dealer = self._all_cards(table, DEALER.kind)
        others = [self._cards(table, other(1 + seat)) for seat in range(self.asked.others)]
        result = self.asked.settled.result((own, community, dealer, *others), decided)
        self._settlements += 1
        if self._settlements % _CHECKED == 1:
            self._tell()
            self._check_alike(table, (own, community, dealer, *others), decided, result)
        return self._number(result)

    def _tell(self) -> None:
        if self.asked.told is not None and self._deals:
            # Deals that come out alike are settled once, so the number beforehand is an estimate.
            self.asked.told(min(Fraction(self._settlements, self._deals), Fraction(1)))

    def _number(self, result: DealResult) -> int:
        number = self._numbers.get(result)
        if number is None:
            number = self._numbers[result] = len(self.results)
            self.results.append(result)
        return number

    def _check_alike(
        self,
        table: int,
        cards: Sequence[tuple[Card, ...]],
        decided: tuple[str, ...],
        result: DealResult,
    ) -> None:
        """Settle the deal again with suits exchanged and community cards turned round."""
        suits, apart = self.asked.deck.suits, self.asked.game.tells_apart
        own, community, *rest = cards
        if "order" not in apart:
            places = self._by_kind[_COMMUNITY]
            split = len(self._cards(table, places[0])) if places else 0
            community = community[:split][::-1] + community[split:][::-1]
        for by in range(suits if "suits" not in apart else 1):
            exchanged = [
                tuple(Card(card - card.suit + (card.suit + by) % suits) for card in hand)
                for hand in (own[::-1], community, *rest)
            ]
            if self.asked.settled.result(exchanged, decided) != result:
                raise OddsNotCounted(
                    f"the settlement of {self.asked.game.name} goes by which suit is which, or by "
                    "the order of cards; name what it goes by in `tells_apart` of its GAME"
                )

    # --- what it all comes to ---------------------------------------------------------------------

    def spread(self, counts: _Counts) -> Spread:
        """The results as ways, in units of the wager."""
        ways: Counter[DealEnding] = Counter()
        for number, times in counts.items():
            for ending in self.results[number].endings:
                ways[ending] += times
        name = together(self.rules, self.asked.wager)[0]
        unit = 100 if name == PROGRESSIVE else self.asked.settled.placed[name].cents
        ordered = sorted(ways, key=lambda one: (-one.net, one.staked, one.name))
        return Spread.of(
            Way(
                name=ending.name,
                pays=ending.pays,
                combinations=ways[ending],
                net=Fraction(ending.net, unit),
                staked=Fraction(ending.staked, unit),
                is_hit=ending.net > 0,
            )
            for ending in ordered
        )
