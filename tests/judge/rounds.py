"""Valid rounds to try a settlement on, made from a seeded generator.

`random_round` deals honestly, so that ordinary rounds are common, and varies everything a record
can vary: seats, people, stakes, limits, decisions, options, links, draws, shares, rounds that
stopped half way. `stacked_round` arranges the cards, because an honest deal would show two
straight flushes at one table about once in a lifetime, and that is where the money is.
`clean_round` is an uneventful round with everything in it, made to be broken by `malformed`.

Where the contract can be read in two ways about what a valid record is, the generators stay on
the side that both readings accept.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.judge.judge import (
    LET_IT_RIDE,
    METERS,
    OPTIONS,
    R000,
    R001,
    R002,
    R003,
    R004,
    RANK_LETTERS,
    SUIT_LETTERS,
    to_money,
)

Record = dict[str, Any]

VOIDING: dict[str, tuple[str, ...]] = {
    R000: ("5.1", "5.1.1", "5.2", "5.3", "5.4", "5.5"),
    R001: ("5.1", "5.1.1", "5.2", "5.3", "5.4", "5.5"),
    R002: ("5.1", "5.1.1", "5.2", "5.3", "5.4", "5.8"),
    R003: ("5.1", "5.1.1", "5.2", "5.3", "5.4", "5.8"),
    R004: ("7(e)(2)", "13(a)", "13(c)", "13(e)"),
}
REMOVING: dict[str, tuple[str, ...]] = {
    R000: ("3.4",),
    R001: ("3.4",),
    R002: ("5.7", "5.7.1", "5.9", "5.10.1", "5.10.2", "5.11", "5.16.1"),
    R003: ("5.7", "5.7.1", "5.9", "5.10.1", "5.10.2", "5.11", "5.16.1"),
    R004: ("6(d)",),
}


@dataclass
class Plan:
    """How often the things that need not happen happen."""

    void: float = 0.03
    removed: float = 0.05
    orphan: float = 0.07
    all_fold: float = 0.08
    fold: float = 0.25
    decline: float = 0.08
    progressive: float = 0.65
    side: float = 0.5
    several_seats: float = 0.25
    shared: float = 0.1
    limits: float = 0.4
    option: float = 0.35
    draws: float = 0.6
    idle_link: float = 0.3
    trimmings: float = 0.15
    all_wagers: bool = False


class Deck:
    """Fifty-two cards of which some can be asked for by name."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.left = [rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS]
        rng.shuffle(self.left)
        self.suits = rng.sample(SUIT_LETTERS, 4)

    def take(self, *cards: str) -> list[str]:
        for card in cards:
            self.left.remove(card)
        return list(cards)

    def any(self, count: int) -> list[str]:
        return self.take(*self.left[:count])

    def suited(self, ranks: Sequence[int], suit: int) -> list[str]:
        """Cards of one suit by rank; 1 and 14 are the ace."""
        return self.take(*(letter(r) + self.suits[suit] for r in ranks))

    def mixed(self, ranks: Sequence[int]) -> list[str] | None:
        """Cards of these ranks in the suits that are left, not all of one; None if impossible."""
        found: list[str] = []
        for place, r in enumerate(ranks):
            free = [c for c in self.left if c[0] == letter(r) and c not in found]
            if place == len(ranks) - 1 and len({c[1] for c in found}) == 1:
                free = [c for c in free if c[1] != found[0][1]]
            if not free:
                return None
            found.append(self.rng.choice(free))
        return self.take(*found)


def letter(value: int) -> str:
    """The letter of a rank from 1 or 14 (ace) and 2 (deuce) to 13 (king)."""
    return "A" if value in (1, 14) else RANK_LETTERS[value - 2]


@dataclass
class Deal:
    """The cards of a round: one hand for each seat in play, in the order of the seats."""

    hands: list[list[str]]
    community: list[str]
    dealer: list[str]


def sizes(rulebook: str) -> tuple[int, int, int]:
    """Cards in a hand, community cards, dealer's cards."""
    if rulebook in LET_IT_RIDE:
        return 3, 2, 0
    return (2, 5, 2) if rulebook == R002 else (3, 2, 3)


# ---------------------------------------------------------------------------------------------
# From a deal to a record
# ---------------------------------------------------------------------------------------------


def some_stake(rng: random.Random) -> int:
    """A stake in cents: round, odd, tiny or large."""
    kind = rng.random()
    if kind < 0.6:
        return rng.choice((5_00, 10_00, 15_00, 25_00, 50_00, 100_00, 500_00))
    if kind < 0.85:
        return rng.randint(1, 300_00)
    if kind < 0.92:
        return rng.randint(1, 9)
    return rng.randint(1_000_00, 20_000_00)


def some_options(rng: random.Random, rulebook: str, chance: float) -> dict[str, Any]:
    """Some of the options of a rulebook, each at any of its values."""
    chosen: dict[str, Any] = {}
    for name, (values, books) in OPTIONS.items():
        if rulebook in books and name != "payout_limit" and rng.random() < chance:
            chosen[name] = rng.choice([value for value in values if value is not None])
    if chosen.get("progressive_table") == "PTMGLML02":
        chosen["ptmglml02_seeds_confirmed"] = True
    return chosen


def some_link(rng: random.Random, rulebook: str, options: dict[str, Any]) -> dict[str, Any]:
    """A link whose meters stand anywhere from half their reset to many times it."""
    table = options.get("progressive_table", "TABLE1") if rulebook == R004 else rulebook
    unit = 100
    if table != "TABLE1":
        unit = rng.choice((100, 100, 500, 500, 200, 250, 1000, 25, 37, rng.randint(1, 2_000)))
    meters: dict[str, Any] = {}
    for name in METERS[table]:
        listed = {"mega": 10_000_00, "jackpot": 10_000_00, "major": 1_000_00, "minor": 250_00}
        reset = rng.choice((listed[name], listed[name], rng.randint(100_00, 200_000_00)))
        amount = reset * rng.randint(50, 600) // 100 + rng.choice((0, rng.randint(0, 9_99)))
        meters[name] = {"amount": to_money(amount), "reset": to_money(reset)}
    return {"unit": to_money(unit), "meters": meters}


def some_limits(rng: random.Random, rulebook: str) -> dict[str, Any]:
    """Minimum and maximum for some wagers. In 002 and 003 stakes fall on either side of them."""
    names = {
        R000: ("base",),
        R001: ("base",),
        R002: ("ante", "bonus"),
        R003: ("ante", "pair_plus"),
        R004: ("base", "three_card_bonus", "cover_all"),
    }[rulebook]
    limits: dict[str, Any] = {}
    for name in names:
        if rng.random() < 0.8:
            low = rng.choice((1_00, 5_00, 10_00, 25_00, rng.randint(1, 40_00)))
            high = low * rng.randint(1, 20) + rng.choice((0, 0, rng.randint(0, 99)))
            limits[name] = [to_money(low), to_money(high)]
    if rng.random() < 0.1:
        limits["progressive"] = ["0.01", "1000000.00"]
    return limits


def some_people(
    rng: random.Random, rulebook: str, numbers: list[int], options: dict[str, Any], plan: Plan
) -> list[str]:
    """Who sits where; one person on several seats where that is allowed."""
    names = [f"p{i}" for i in rng.sample(range(1, 30), len(numbers))]
    if rulebook in (R002, R003):
        for i in range(1, len(names)):
            if rng.random() < plan.several_seats:
                names[i] = rng.choice(names[:i])
    elif options.get("allow_two_positions"):
        i = 1
        while i < len(names):
            if numbers[i] == numbers[i - 1] + 1 and rng.random() < 2 * plan.several_seats:
                names[i] = names[i - 1]
                i += 1
            i += 1
    return names


def some_wagers(
    rng: random.Random, rulebook: str, unit: int, options: dict[str, Any], plan: Plan
) -> dict[str, str]:
    """Everything placed before the deal at one seat that is dealt a hand."""

    def offered(chance: float) -> bool:
        return plan.all_wagers or rng.random() < chance

    wagers: dict[str, int] = {}
    stake = some_stake(rng)
    if rulebook in LET_IT_RIDE:
        wagers = {"1": stake, "2": stake, "$": stake}
    elif rulebook == R002:
        wagers = {"ante": stake}
        if offered(plan.side):
            wagers["bonus"] = some_stake(rng)
    else:
        kind = 0.3 if plan.all_wagers else rng.random()
        if kind < 0.8:
            wagers["ante"] = stake
        if kind < 0.4 or kind >= 0.8:
            wagers["pair_plus"] = some_stake(rng)
    if offered(plan.progressive):
        units = 1
        if rulebook == R000:
            units = rng.choice((1, 1, 2, 3, 7, rng.randint(1, 40)))
        elif rulebook == R002:
            units = rng.randint(1, 5)
        wagers["progressive"] = units * unit
    if rulebook == R004:
        if offered(plan.side):
            wagers["bonus"] = 1_00
        if "three_card_bonus_table" in options and offered(plan.side):
            wagers["three_card_bonus"] = some_stake(rng)
        if offered(plan.side):
            wagers["cover_all"] = some_stake(rng)
    items = list(wagers.items())
    if rng.random() < 0.2:
        rng.shuffle(items)
    return {name: to_money(amount) for name, amount in items}


def some_decisions(
    rng: random.Random, rulebook: str, wagers: dict[str, str], plan: Plan, fold: bool | None
) -> dict[str, str]:
    """The decisions of one seat; `fold` None leaves folding to chance."""
    folds = rng.random() < plan.fold if fold is None else fold
    if rulebook in LET_IT_RIDE:
        return {name: rng.choice(("ride", "ride", "withdraw")) for name in ("1", "2")}
    if rulebook == R003:
        return {"play": "fold" if folds else "play"} if "ante" in wagers else {}
    if folds:
        return {"flop": "fold"}
    decisions = {"flop": "bet"}
    for name in ("turn", "river"):
        choice = rng.choice(("bet", "check", ""))
        if choice:
            decisions[name] = choice
    return decisions


def some_shares(rng: random.Random, seat: Record) -> dict[str, Any]:
    """Two or three people behind some of the wagers of a seat, the seated player among them."""
    placed = {name: to_int(money) for name, money in seat["wagers"].items()}
    decisions = seat.get("decisions", {})
    if decisions.get("play") == "play":
        placed["play"] = placed["ante"]
    if decisions.get("flop") == "bet":
        placed["flop"] = 2 * placed["ante"]
        for name in ("turn", "river"):
            if decisions.get(name) == "bet":
                placed[name] = placed["ante"]
    shares: dict[str, Any] = {}
    for name, total in placed.items():
        people = rng.choice((2, 2, 3))
        if name == "progressive" or total < people or rng.random() < 0.3:
            continue
        cuts = sorted(rng.sample(range(1, total), people - 1))
        parts = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
        names = [seat["player"], *(f"back{i}" for i in rng.sample(range(20), people - 1))]
        rng.shuffle(names)
        shares[name] = [
            {"player": person, "stake": to_money(part)}
            for person, part in zip(names, parts, strict=True)
        ]
    return shares


def to_int(money: str) -> int:
    """Cents of a money string."""
    return int(money.replace(".", ""))


def stop_short(rng: random.Random, seat: Record) -> None:
    """Leave out of a seat what had not happened yet when its hand was taken out."""
    kind = rng.randrange(4)
    if kind == 0:
        seat["cards"] = seat["cards"][: rng.randrange(len(seat["cards"]) + 1)]
    if kind in (0, 1):
        if rng.random() < 0.5:
            seat["decisions"] = {}
        else:
            seat.pop("decisions", None)
    if kind == 2 and "flop" in seat.get("decisions", {}):
        seat["decisions"] = {"flop": seat["decisions"]["flop"]}


def compose(rng: random.Random, rulebook: str, deal: Deal, plan: Plan) -> Record:
    """A valid record around a deal."""
    count = len(deal.hands)
    lowest = max(count, 5 if rulebook == R003 else 1)
    positions = rng.choice((7, rng.randint(lowest, 7)))
    numbers = sorted(rng.sample(range(1, positions + 1), count))
    options = some_options(rng, rulebook, plan.option)
    if rulebook == R004 and (plan.all_wagers or rng.random() < 0.6):
        options.setdefault("three_card_bonus_table", rng.choice("ABCDEF"))
    limits = some_limits(rng, rulebook) if rng.random() < plan.limits else {}
    if rulebook == R004 and rng.random() < plan.option:
        times = 3600 if options.get("allow_two_positions") else 3000
        least = to_int(limits["base"][0]) if "base" in limits else 0
        floor = max(50_000_00, times * least)
        options["payout_limit"] = to_money(floor + rng.choice((0, 0, 1, rng.randint(0, 60_000_00))))
        if rng.random() < 0.1:
            options["payout_limit"] = None
    link = some_link(rng, rulebook, options)
    unit = to_int(link["unit"])

    everybody_folds = rulebook in (R002, R003) and rng.random() < plan.all_fold
    stays = rng.randrange(count)  # one seat at least is an ordinary one
    seats: list[Record] = []
    names = some_people(rng, rulebook, numbers, options, plan)
    eventful = False
    for i, number in enumerate(numbers):
        seat: Record = {"seat": number, "player": names[i], "cards": list(deal.hands[i])}
        if (
            rulebook in (R002, R003)
            and not plan.all_wagers
            and i != stays
            and rng.random() < plan.orphan
        ):
            units = rng.randint(1, 5) if rulebook == R002 else 1
            seat["cards"] = []
            seat["wagers"] = {"progressive": to_money(units * unit)}
            if rng.random() < 0.3:
                seat["decisions"] = {}
            eventful = True
        else:
            seat["wagers"] = some_wagers(rng, rulebook, unit, options, plan)
            decisions = some_decisions(
                rng, rulebook, seat["wagers"], plan, True if everybody_folds else None
            )
            if decisions or rng.random() < 0.5:
                seat["decisions"] = decisions
            if rulebook in (R002, R003):
                if rng.random() < plan.decline:
                    seat["exposed"] = False
                elif rng.random() < 0.2:
                    seat["exposed"] = True
            if i != stays and rng.random() < plan.removed:
                seat["removed"] = rng.choice(REMOVING[rulebook])
                stop_short(rng, seat)
                eventful = True
        seats.append(seat)

    cards: Record = {"community": list(deal.community)}
    if rulebook not in LET_IT_RIDE:
        cards["dealer"] = list(deal.dealer)
    record: Record = {
        "format": "pitboss-round/1",
        "rulebook": rulebook,
        "options": options,
        "table": {"positions": positions},
        "cards": cards,
        "seats": seats,
    }
    standing = any("progressive" in seat["wagers"] for seat in seats)
    if standing or rng.random() < plan.idle_link:
        record["link"] = link
    if limits:
        record["table"]["limits"] = limits
    if rng.random() < plan.void:
        make_void(rng, record)
    elif not eventful:
        leave_unseen(rng, record, standing)
    if rulebook == R000 and rng.random() < plan.draws:
        record["draws"] = some_draws(rng, record)
    if rulebook in (R002, R003):
        for seat in seats:
            if rng.random() < plan.shared:
                seat["shares"] = some_shares(rng, seat)
    trim(rng, record, plan)
    return record


def make_void(rng: random.Random, record: Record) -> None:
    """Void a round, at any point of its course."""
    record["void"] = rng.choice(VOIDING[record["rulebook"]])
    kind = rng.randrange(3)
    if kind == 0:
        return
    for place in record["cards"]:
        record["cards"][place] = []
    for seat in record["seats"]:
        if kind == 1:
            seat["cards"] = []
            seat.pop("decisions", None)
        else:
            stop_short(rng, seat)


def leave_unseen(rng: random.Random, record: Record, standing: bool) -> None:
    """Leave out the cards that nobody needed to see."""
    cards = record["cards"]
    if record["rulebook"] == R003 and not standing and rng.random() < 0.5:
        cards["community"] = []
    if record["rulebook"] != R002:
        return
    if all(seat["decisions"].get("flop") == "fold" for seat in record["seats"]):
        if rng.random() < 0.7:
            cards["dealer"] = []
        if rng.random() < 0.7:
            cards["community"] = cards["community"][:3] if standing else []


def some_draws(rng: random.Random, record: Record) -> dict[str, Any]:
    """A Magic Card, often one that was dealt, and a lucky seat, often one that is taken."""
    draws: dict[str, Any] = {}
    dealt = list(record["cards"]["community"])
    for seat in record["seats"]:
        dealt += seat["cards"]
    if rng.random() < 0.75:
        anything = rng.choice(RANK_LETTERS) + rng.choice(SUIT_LETTERS)
        draws["magic_card"] = rng.choice(dealt) if dealt and rng.random() < 0.7 else anything
    if rng.random() < 0.75:
        taken = [seat["seat"] for seat in record["seats"]]
        anywhere = rng.randint(1, record["table"]["positions"])
        draws["lucky_seat"] = rng.choice(taken) if rng.random() < 0.6 else anywhere
    return draws


def trim(rng: random.Random, record: Record, plan: Plan) -> None:
    """Vary what carries no meaning: order of seats, absent and empty parts, fields nobody reads."""
    if not record["options"] and rng.random() < 0.5:
        del record["options"]
    if rng.random() < 0.4:
        rng.shuffle(record["seats"])
    if rng.random() < plan.trimmings:
        record["gaming_day"] = "2026-11-15"
        record["currency"] = "USD" if record["rulebook"] == R004 else "SGD"
        record["table"]["id"] = f"T{rng.randint(1, 99)}"
        record["round"] = rng.randint(1, 10_000)
    if rng.random() < plan.trimmings:
        record["note"] = "of no account"
        record["seats"][0]["chips"] = ["red", "blue"]
    if rng.random() < plan.trimmings and "draws" not in record:
        record["draws"] = {}
    if rng.random() < plan.trimmings:
        for name in ("options", "link", "draws", "void"):
            record.setdefault(name, None)
        record["table"].setdefault("limits", None)
        for seat in record["seats"]:
            seat.setdefault("removed", None)
            seat.setdefault("shares", None)


# ---------------------------------------------------------------------------------------------
# Stacked deals
# ---------------------------------------------------------------------------------------------


def random_deal(rng: random.Random, rulebook: str, count: int) -> Deal:
    """An honest deal."""
    deck = Deck(rng)
    own, shared, dealers = sizes(rulebook)
    hands = [deck.any(own) for _ in range(count)]
    return Deal(hands, deck.any(shared), deck.any(dealers))


Stack = tuple[list[str], list[list[str]]]  # community cards and the hands that matter


def two_straight_flushes(deck: Deck) -> Stack:
    """Two straight flushes on neighbouring community cards; the highest pair has a royal in it."""
    low = deck.rng.choice((4, 5, 6, 7, 8, 9, 10, 10, 10))
    community = deck.suited((low, low + 1), 0)
    below = deck.suited((low - 3, low - 2, low - 1), 0)
    above = deck.suited((low + 2, low + 3, low + 4), 0)
    return community, [below, above]


def one_straight_flush(deck: Deck) -> Stack:
    low = deck.rng.choice((1, 2, 5, 9, 10, 10, deck.rng.randint(1, 10)))
    run = deck.suited(range(low, low + 5), 0)
    deck.rng.shuffle(run)
    return run[:2], [run[2:]]


def two_quads(deck: Deck) -> Stack:
    first, second = deck.rng.sample(range(2, 15), 2)
    community = deck.suited((first, second), 0)
    hands = [[c for s in (1, 2, 3) for c in deck.suited((r,), s)] for r in (first, second)]
    return community, hands


def paired_community(deck: Deck) -> Stack:
    """A pair on the table: quads, full houses, trips, two pairs, and tens or nines for all."""
    pair = deck.rng.choice((9, 10, deck.rng.randint(2, 14)))
    other, third = deck.rng.sample([r for r in range(2, 15) if r != pair], 2)
    community = deck.suited((pair,), 0) + deck.suited((pair,), 1)
    choices: list[list[str]] = []
    if deck.rng.random() < 0.5:
        quads = deck.suited((pair,), 2) + deck.suited((pair,), 3)
        choices.append(quads + deck.suited((other,), 0))
    else:
        choices.append(
            deck.suited((pair,), 2) + deck.suited((other,), 0) + deck.suited((third,), 1)
        )
        choices.append(
            deck.suited((pair,), 3) + deck.suited((other,), 1) + deck.suited((other,), 2)
        )
    choices.append(deck.suited((third,), 0) + deck.suited((third,), 2) + deck.suited((third,), 3))
    return community, choices


def flushes(deck: Deck) -> Stack:
    ranks = deck.rng.sample(range(2, 15), 11)
    community = deck.suited(ranks[:2], 0)
    return community, [deck.suited(ranks[i : i + 3], 0) for i in (2, 5, 8)]


def straights(deck: Deck) -> Stack:
    """Up to three straights over the same two cards, wheels and wrap-arounds among them."""
    low = deck.rng.choice((1, 1, 2, 6, 9, 10, deck.rng.randint(1, 10)))
    run = list(range(low, low + 5))
    if deck.rng.random() < 0.2:
        run = [12, 13, 14, 2, 3]
    deck.rng.shuffle(run)
    community = deck.mixed(run[:2]) or []
    hands = [deck.mixed(run[2:]) for _ in range(deck.rng.randint(1, 3))]
    return community, [hand for hand in hands if hand]


def small_hands(deck: Deck) -> Stack:
    """The border of what pays: nines and tens, two small pairs, small trips, nothing."""
    a, b = deck.rng.choice(((9, 10), (10, 9), (2, 3), (9, 14), (10, 2), (11, 9)))
    community = deck.mixed((a, b)) or []
    wanted: list[tuple[int, int, int]] = [
        (a, 4, 7),
        (b, 5, 8),
        (a, b, 6),
        (a, a, 12),
        (9, 9, 13),
        (10, 10, 6),
        (4, 7, 12),
    ]
    deck.rng.shuffle(wanted)
    hands = [deck.mixed(ranks) for ranks in wanted[:5]]
    return community, [hand for hand in hands if hand]


def three_card_hands(deck: Deck) -> Stack:
    """Mini-royals and everything else three cards of their own can be."""
    wanted: list[tuple[tuple[int, int, int], bool]] = [
        ((14, 13, 12), True),
        ((14, 13, 12), True),
        ((1, 2, 3), True),
        ((13, 14, 2), True),
        ((14, 13, 12), False),
        ((1, 2, 3), False),
        ((13, 14, 2), False),
        ((11, 12, 13), True),
        ((6, 6, 6), False),
        ((5, 4, 3), False),
        ((13, 8, 2), True),
        ((9, 9, 4), False),
        ((14, 14, 14), False),
    ]
    deck.rng.shuffle(wanted)
    hands: list[list[str]] = []
    for place, (ranks, same_suit) in enumerate(wanted[:5]):
        found = None
        if same_suit:
            cards = [letter(r) + deck.suits[place % 4] for r in ranks]
            if all(card in deck.left for card in cards):
                found = deck.take(*cards)
        else:
            found = deck.mixed(ranks)
        if found:
            hands.append(found)
    return deck.any(2), hands


FIVE_CARD_STACKS: tuple[Callable[[Deck], Stack], ...] = (
    two_straight_flushes,
    two_straight_flushes,
    two_straight_flushes,
    one_straight_flush,
    one_straight_flush,
    two_quads,
    two_quads,
    paired_community,
    flushes,
    straights,
    small_hands,
    three_card_hands,
    three_card_hands,
)


def stacked_dealer(deck: Deck, hands: list[list[str]]) -> list[str]:
    """A dealer's three cards chosen to make trouble: ties, no qualification, low straights."""
    kind = deck.rng.randrange(4)
    found: list[str] | None = None
    if kind == 0 and hands:
        # the same ranks as a player, in other suits, suited if the player's are
        model = deck.rng.choice(hands)
        if len({card[1] for card in model}) == 1:
            for suit in SUIT_LETTERS:
                cards = [card[0] + suit for card in model]
                if all(card in deck.left for card in cards):
                    return deck.take(*cards)
        found = deck.mixed([RANK_LETTERS.index(card[0]) + 2 for card in model])
    elif kind == 1:
        found = deck.mixed(
            deck.rng.choice(((11, 9, 4), (10, 8, 2), (11, 10, 8), (7, 5, 2), (9, 7, 3)))
        )
    elif kind == 2:
        found = deck.mixed(
            deck.rng.choice(
                ((12, 9, 4), (2, 2, 5), (7, 7, 7), (1, 2, 3), (4, 5, 6), (12, 3, 2), (13, 14, 2))
            )
        )
    else:
        ranks = deck.rng.choice(((10, 4, 2), (4, 5, 6), (1, 2, 3), (12, 13, 14), (12, 5, 2)))
        for suit in SUIT_LETTERS:
            cards = [letter(r) + suit for r in ranks]
            if all(card in deck.left for card in cards):
                return deck.take(*cards)
    return found or deck.any(3)


def stacked_five(rng: random.Random, rulebook: str) -> Deal:
    """A stacked deal for the games with three cards in the hand."""
    deck = Deck(rng)
    community, hands = rng.choice(FIVE_CARD_STACKS)(deck)
    rng.shuffle(community)
    hands = hands[:7]
    dealer = stacked_dealer(deck, hands) if rulebook == R003 else []
    while len(hands) < 7 and rng.random() < 0.6:
        hands.append(deck.any(3))
    if rulebook != R003 and rng.random() < 0.05:
        hands = hands[:1]
    for hand in hands:
        rng.shuffle(hand)
    rng.shuffle(hands)
    return Deal(hands, community, dealer)


def stacked_holdem(rng: random.Random) -> Deal:
    """A stacked deal for hold'em bonus."""
    deck = Deck(rng)
    flop: list[str] = []
    rest: list[str] = []  # turn and river
    hands: list[list[str] | None] = []
    dealer: list[str] | None = None
    kind = rng.randrange(10)
    if kind in (0, 1):  # two straight flushes on the flop, or a royal and a straight flush
        low = rng.choice((3, 4, 6, 8, 10, 10, 10))
        flop = deck.suited((low, low + 1, low + 2), 0)
        hands = [deck.suited((low - 2, low - 1), 0), deck.suited((low + 3, low + 4), 0)]
    elif kind == 2:  # one royal or straight flush
        low = rng.choice((1, 9, 10, 10, rng.randint(1, 10)))
        run = deck.suited(range(low, low + 5), 0)
        rng.shuffle(run)
        flop, hands = run[:3], [run[3:]]
    elif kind == 3:  # aces against aces, and the other bonus rows
        dealer = deck.suited((14,), 0) + deck.suited((14,), 1)
        hands = [deck.suited((14,), 2) + deck.suited((14,), 3)]
        if rng.random() < 0.5:
            dealer = None
        hands += [deck.mixed((r, r)) for r in rng.sample(range(2, 14), 3)]
    elif kind == 4:  # bonus rows with an ace
        hands = [
            deck.suited((14, 13), 0),
            deck.suited((14, rng.choice((12, 11))), 1),
            deck.mixed((14, 13)),
            deck.mixed((14, rng.choice((12, 11)))),
            deck.mixed((13, 13)),
        ]
    elif kind == 5:  # quads, full houses and trips with the flop
        pair, other, third = rng.sample(range(2, 15), 3)
        flop = deck.suited((pair,), 0) + deck.suited((pair,), 1) + deck.suited((other,), 0)
        hands = [deck.suited((other,), 1) + deck.suited((other,), 2)]
        if rng.random() < 0.6:
            hands.append(deck.suited((pair,), 2) + deck.suited((pair,), 3))
        else:
            hands.append(deck.suited((pair,), 2) + deck.suited((third,), 0))
            dealer = deck.suited((pair,), 3) + deck.suited((third,), 1)
    elif kind == 6:  # flushes with the flop, one of them perhaps the dealer's
        ranks = rng.sample(range(2, 15), 9)
        flop = deck.suited(ranks[:3], 0)
        hands = [deck.suited(ranks[3:5], 0), deck.suited(ranks[5:7], 0)]
        if rng.random() < 0.5:
            dealer = deck.suited(ranks[7:9], 0)
    elif kind == 7:  # straights, wheels among them, and ties in them
        low = rng.choice((1, 1, 2, 6, 10, rng.randint(1, 10)))
        wanted = list(range(low, low + 5))
        rng.shuffle(wanted)
        flop = deck.mixed(wanted[:3]) or []
        hands = [deck.mixed(wanted[3:]), deck.mixed((6, 7))]
        dealer = deck.mixed(wanted[3:]) if rng.random() < 0.5 else None
    elif kind == 8:  # the board plays, or nearly
        ranks_of_board = rng.choice(
            (
                (14, 13, 12, 11, 10),
                (2, 3, 4, 5, 11),
                (9, 9, 9, 4, 2),
                (13, 13, 8, 8, 3),
                (9, 9, 9, 9, 14),
                (12, 12, 12, 7, 7),
                (14, 13, 9, 4, 2),
            )
        )
        same_suit = len(set(ranks_of_board)) == 5 and rng.random() < 0.3
        board = deck.suited(ranks_of_board, 0) if same_suit else deck.mixed(ranks_of_board)
        assert board is not None
        rng.shuffle(board)
        flop, rest = board[:3], board[3:]
        hands = [deck.mixed((14, 13)), deck.mixed((6, 3)), deck.mixed((13, 12))]
        dealer = deck.mixed(rng.choice(((14, 13), (6, 2), (12, 11), (3, 2))))
    else:  # the dealer holds the same ranks as a player, or the worst there is
        a, b = rng.sample(range(2, 15), 2)
        hands = [deck.mixed((a, b)), deck.mixed((a, b))]
        dealer = deck.mixed(rng.choice(((a, b), (2, 3), (a, a))))
    if not flop:
        flop = deck.any(3)
    if not rest:
        rest = deck.any(2)
    if dealer is None:
        dealer = deck.any(2)
    dealt = [hand for hand in hands if hand]
    while len(dealt) < 7 and rng.random() < 0.6:
        dealt.append(deck.any(2))
    for cards in (flop, rest, dealer, *dealt):
        rng.shuffle(cards)
    rng.shuffle(dealt)
    return Deal(dealt or [deck.any(2)], flop + rest, dealer)


# ---------------------------------------------------------------------------------------------
# What is used from outside
# ---------------------------------------------------------------------------------------------


def random_round(
    rng: random.Random, rulebook: str, seats: int | None = None, all_wagers: bool = False
) -> Record:
    """A valid record of an honestly dealt round with any number of seats."""
    count = rng.randint(1, 7) if seats is None else seats
    plan = Plan(all_wagers=all_wagers)
    return compose(rng, rulebook, random_deal(rng, rulebook, count), plan)


def stacked_round(rng: random.Random, rulebook: str) -> Record:
    """A valid record of a round in which something rare happens."""
    deal = stacked_holdem(rng) if rulebook == R002 else stacked_five(rng, rulebook)
    plan = Plan(
        void=0.01,
        removed=0.04,
        orphan=0.03,
        all_fold=0.05,
        fold=0.2,
        decline=0.05,
        progressive=0.85,
        option=0.5,
        limits=0.3,
        idle_link=0.5,
    )
    return compose(rng, rulebook, deal, plan)


def clean_round(rng: random.Random, rulebook: str, seats: int | None = None) -> Record:
    """A valid record with every wager, a link and at least two seats, in which nothing goes wrong.

    Nobody folds or declines, nobody holds two seats, and no option is set that is not needed, so
    that breaking one thing breaks one thing only.
    """
    count = rng.randint(2, 6) if seats is None else seats
    plan = Plan(
        void=0,
        removed=0,
        orphan=0,
        all_fold=0,
        fold=0,
        decline=0,
        several_seats=0,
        shared=0,
        limits=0,
        option=0,
        draws=0,
        trimmings=0,
        all_wagers=True,
    )
    return compose(rng, rulebook, random_deal(rng, rulebook, count), plan)
