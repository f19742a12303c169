"""Single rounds, dealt and played plainly: for any game, and the judge of the kernels.

Round `number` of a seed is dealt in whole numbers one can follow (`random_kernels` does the same at
speed), every seat decides by its strategy with the cards it sees, and settlement does the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any, Final, NamedTuple

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting
from pitboss.games.library import settle
from pitboss.money import Money
from pitboss.records.rounds import FORMAT
from pitboss.round.game import Sight, Strategy
from pitboss.round.round import Round, Seat
from pitboss.round.settlement import SeatSettled
from pitboss.sim.request import Request

_WORD: Final = 1 << 64
_WORDS_PER_ROUND: Final = 16
_CARDS_PER_WORD: Final = 9
_FEATURES_WORD: Final = 12
_STRIDE: Final = 0x9E3779B97F4A7C15

# --- random words ---------------------------------------------------------------------------------


class Source(NamedTuple):
    """Where the random words of a run come from."""

    key: int
    stride: int

    def word(self, counter: int) -> int:
        """The random word of one counter; with SplitMix64's own stride, its published sequence.

        >>> Source(1234567, _STRIDE).word(1)
        6457827717110365317
        """
        return _mixed((self.key + counter * self.stride) % _WORD)


@lru_cache(maxsize=64)
def source_of(seed: int) -> Source:
    """The words of a seed; any whole number is one.

    >>> source_of(7) == source_of(7), source_of(7) == source_of(8)
    (True, False)
    """
    key = _mixed(seed % _WORD)
    while seed := abs(seed) >> 64:
        key = _mixed(key ^ seed % _WORD)
    return Source(key, _mixed((key + _STRIDE) % _WORD) | 1)


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % _WORD
    return word ^ word >> 31


def word_limits(weights: Iterable[Fraction | int]) -> list[int]:
    """Where the words of each outcome end when all words are divided by weight; the last has all.

    >>> word_limits([1, 2, 1]) == [1 << 62, 3 << 62]
    True
    """
    parts = [Fraction(weight) for weight in weights]
    whole, ends, so_far = sum(parts, Fraction(0)), [], Fraction(0)
    for part in parts[:-1]:
        so_far += part
        ends.append(int(so_far / whole * _WORD))
    return ends


# --- cards and features ---------------------------------------------------------------------------


def word_sizes(cards: int) -> list[int]:
    """How many cards each word is good for.

    >>> word_sizes(23)
    [9, 9, 5]
    """
    full, rest = divmod(cards, _CARDS_PER_WORD)
    return [_CARDS_PER_WORD] * full + [rest] * (rest > 0)


def refused_below(left: int, size: int) -> int:
    """The end of what does not divide evenly: so many cards from so many that are left."""
    return _WORD % prod(range(left - size + 1, left + 1))


def dealt(source: Source, number: int, cards: int) -> tuple[Card, ...]:
    """The first cards of a round.

    >>> dealt(source_of(7), 0, 5)
    (Card('Jd'), Card('5h'), Card('7d'), Card('Qd'), Card('4s'))
    """
    deck, counter, taken = list(DECK), number * _WORDS_PER_ROUND, []
    for size in word_sizes(cards):
        left = len(deck)
        while True:
            word = source.word(counter)
            counter += 1
            places = list(_digits(word, range(left, left - size, -1)))
            if word * prod(range(left - size + 1, left + 1)) % _WORD >= refused_below(left, size):
                break
        taken += [deck.pop(place) for place in places]
    return tuple(taken)


def _digits(word: int, bases: Iterator[int] | range) -> Iterator[int]:
    for base in bases:
        digit, word = divmod(word * base, _WORD)
        yield digit


class Drawn(NamedTuple):
    """The features of a round."""

    magic_card: Card | None
    lucky_seat: int | None


def feature_bases(magic: Fraction, lucky: Fraction, positions: int) -> tuple[int, int, int, int]:
    """What one word is divided by for the features: chance, card, chance, seat."""
    bases = magic.denominator, len(DECK), lucky.denominator, positions
    if prod(bases) >> 48:
        raise BadSetting("the rates of the features are too fine; write fewer digits")
    return bases


def drawn(source: Source, number: int, magic: Fraction, lucky: Fraction, positions: int) -> Drawn:
    """The Magic Card and the Lucky Player of a round, where they are drawn.

    >>> drawn(source_of(7), 0, Fraction(1, 2), Fraction(1), 7)
    Drawn(magic_card=None, lucky_seat=1)
    """
    bases = feature_bases(magic, lucky, positions)
    counter = number * _WORDS_PER_ROUND + _FEATURES_WORD
    while source.word(counter) * prod(bases) % _WORD < _WORD % prod(bases):
        counter += 1
    is_magic, card, is_lucky, seat = _digits(source.word(counter), iter(bases))
    return Drawn(
        DECK[card] if is_magic < magic.numerator else None,
        seat + 1 if is_lucky < lucky.numerator else None,
    )


# --- play -----------------------------------------------------------------------------------------


def decided(
    request: Request,
    decide: Strategy,
    own: tuple[Card, ...],
    community: tuple[Card, ...],
    dealer: tuple[Card, ...],
) -> dict[str, str]:
    """What a seat with these cards decides, one decision after the other."""
    decisions: dict[str, str] = {}
    for rule, (shared, shown), is_certain in request.asked:
        if not is_certain and not _has_placed(request, rule.asked_of, decisions):
            continue
        sight = Sight(rule.id, rule.choices, own, community[:shared], dealer[:shown])
        decisions[rule.id] = decide(sight)
        if decisions[rule.id] in rule.ends:
            break
    return decisions


def _has_placed(request: Request, wagers: Sequence[str], decisions: Mapping[str, str]) -> bool:
    placed = with_follow_ups(request, decisions)
    return any(wager in placed for wager in wagers)


def with_follow_ups(request: Request, decisions: Mapping[str, str]) -> dict[str, Money]:
    """The wagers of a seat, those that its decisions brought included."""
    wagers = dict(request.stakes)
    for rule in request.follow_ups:
        if rule.follows in wagers and (times := rule.times(decisions)):
            wagers[rule.id] = wagers[rule.follows] * times
    return wagers


def seat_at(
    request: Request, seat: int, cards: Sequence[Card], decisions: Mapping[str, str]
) -> Seat:
    """A seat with its cards, wagers and decisions."""
    return Seat(
        seat=seat,
        player=f"p{seat}",
        cards=tuple(cards),
        wagers=with_follow_ups(request, decisions),
        decisions=dict(decisions),
    )


def play_round(request: Request, strategies: Sequence[Strategy], number: int) -> Round:
    """The round of this number."""
    rules, source = request.rules, source_of(request.seed)
    own, shown = rules.hand_cards, rules.dealer_cards
    shared = shown + request.seats * own
    cards = dealt(source, number, shared + rules.community_cards)
    dealer, community = cards[:shown], cards[shared:]
    seats = []
    for place, decide in enumerate(strategies):
        hand = cards[shown + place * own : shown + (place + 1) * own]
        decisions = decided(request, decide, hand, community, dealer)
        seats.append(seat_at(request, place + 1, hand, decisions))
    magic_card, lucky_seat = None, None
    if rules.draws:
        given = request.question.settings.stakes
        magic_card, lucky_seat = drawn(
            source, number, given.magic_rate, given.lucky_rate, request.positions
        )
    return Round(
        seats=tuple(seats),
        positions=request.positions,
        community=community,
        dealer=dealer,
        link=request.link,
        magic_card=magic_card,
        lucky_seat=lucky_seat,
    )


def nets(request: Request, play: Round) -> list[dict[str, int]]:
    """What each seat's wagers come to in cents, as settlement says."""
    settlement = settle(request.terms, play)
    return [_nets_of(request, seat) for seat in settlement.seats]


def _nets_of(request: Request, seat: SeatSettled) -> dict[str, int]:
    result: dict[str, int] = {}
    wagers = request.wager_by_line
    for line in seat.lines:
        wager = wagers[line.wager]
        net = line.winnings.cents + line.returned.cents - line.stake.cents
        result[wager] = result.get(wager, 0) + net
    return result


# --- records --------------------------------------------------------------------------------------


def round_record(request: Request, play: Round) -> dict[str, Any]:
    """The round as a `pitboss-round/1` record."""
    defaults = {name: option.default for name, option in request.rules.options.items()}
    record: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": request.rules.id,
        "options": {
            name: value for name, value in request.terms.options.items() if value != defaults[name]
        },
        "table": {"positions": play.positions},
        "cards": {"community": _names(play.community), "dealer": _names(play.dealer)},
        "seats": [_seat_record(request, at) for at in play.seats],
    }
    if play.link is not None:
        record["link"] = {
            "unit": str(play.link.unit),
            "meters": {
                name: {"amount": str(level.amount), "reset": str(level.reset)}
                for name, level in play.link.meters.items()
            },
        }
    draws: dict[str, Any] = {}
    if play.magic_card is not None:
        draws["magic_card"] = str(play.magic_card)
    if play.lucky_seat is not None:
        draws["lucky_seat"] = play.lucky_seat
    if draws:
        record["draws"] = draws
    return record


def _seat_record(request: Request, at: Seat) -> dict[str, Any]:
    return {
        "seat": at.seat,
        "player": at.player,
        "cards": _names(at.cards),
        "wagers": {name: str(stake) for name, stake in at.wagers.items() if name in request.stakes},
        "decisions": dict(at.decisions),
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]
