"""Records that are not possible rounds, each broken in exactly one way.

A settlement that pays the right amounts on good records is half the job; the other half is to
refuse the rest whole. Each kind below takes an uneventful valid round and breaks one thing, so
that a record accepted by mistake points at the check that is missing.

Descriptions that begin with "implied" break something that the contract does not refuse in so
many words but that no possible round contains; all others break a sentence of the contract.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.judge.judge import (
    LET_IT_RIDE,
    OPTIONS,
    R000,
    R001,
    R002,
    R003,
    R004,
    RULEBOOKS,
    to_money,
)
from tests.judge.rounds import REMOVING, VOIDING, Record, clean_round, some_link, to_int

Breaker = Callable[[random.Random, Record], None]
Kind = tuple[str, Breaker]

DEALER_GAMES = (R002, R003)

# What is written where money should be.
NOT_MONEY: tuple[tuple[str, Any], ...] = (
    ("a whole JSON number", 10),
    ("a JSON number with decimals", 10.0),
    ("true", True),
    ("no point", "10"),
    ("one decimal", "10.0"),
    ("three decimals", "10.000"),
    ("a minus sign", "-5.00"),
    ("a plus sign", "+5.00"),
    ("an exponent", "1e3"),
    ("a currency sign", "$10.00"),
    ("a thousands separator", "1,000.00"),
    ("nothing before the point", ".50"),
    ("a space in front", " 10.00"),
    ("a line end behind", "10.00\n"),
    ("an underscore", "1_0.00"),
    ("digits that are not 0 to 9", "\u0661\u0660.\u0660\u0660"),
    ("a word", "ten"),
    ("nothing", ""),
    ("a list", ["10.00"]),
)

# What is written where a card should be.
NOT_CARDS: tuple[tuple[str, Any], ...] = (
    ("a ten as 10", "10h"),
    ("a capital suit", "TH"),
    ("a small rank", "th"),
    ("an unknown rank and suit", "Xx"),
    ("a one", "1s"),
    ("a rank alone", "A"),
    ("a suit first", "hT"),
    ("nothing", ""),
    ("a suit sign", "A\u2660"),
    ("a number", 7),
    ("null", None),
    ("a list", ["A", "s"]),
    ("a space behind", "Ah "),
)


def put(*path: Any) -> Breaker:
    """Write the last item at the path before it; "*" is any seat."""
    *where, value = path

    def breaker(rng: random.Random, record: Record) -> None:
        found: Any = record
        for step in where[:-1]:
            found = found[rng.randrange(len(found)) if step == "*" else step]
        found[where[-1]] = value

    return breaker


def drop(*path: Any) -> Breaker:
    """Take away what is at a path; "*" is any seat."""

    def breaker(rng: random.Random, record: Record) -> None:
        found: Any = record
        for step in path[:-1]:
            found = found[rng.randrange(len(found)) if step == "*" else step]
        del found[path[-1]]

    return breaker


def with_option(name: str, value: Any) -> Breaker:
    """Set one option."""

    def breaker(rng: random.Random, record: Record) -> None:
        record.setdefault("options", {})[name] = value

    return breaker


def unused_card(rng: random.Random, record: Record) -> str:
    """A card that the round has not used."""
    used = record["cards"]["community"] + record["cards"].get("dealer", [])
    for seat in record["seats"]:
        used = used + seat["cards"]
    return rng.choice([r + s for r in "23456789TJQKA" for s in "cdhs" if r + s not in used])


def on_table(rng: random.Random, record: Record, table: str) -> None:
    """Move a Massachusetts round, its link and its progressive wagers to another table."""
    options = record.setdefault("options", {})
    options["progressive_table"] = table
    record["link"] = some_link(rng, R004, options)
    for seat in record["seats"]:
        seat["wagers"]["progressive"] = record["link"]["unit"]


def seats_at(record: Record, *numbers: int) -> list[Record]:
    """Put the first seats of a record at given numbers of a seven seat table, the rest behind."""
    record["table"]["positions"] = 7
    seats: list[Record] = record["seats"]
    free = [n for n in range(1, 8) if n not in numbers]
    for seat, number in zip(seats, [*numbers, *free], strict=False):
        seat["seat"] = number
    return seats


def everybody_folds(record: Record) -> None:
    """Fold every hand of a hold'em or three card round."""
    for seat in record["seats"]:
        if record["rulebook"] == R002:
            seat["decisions"] = {"flop": "fold"}
        else:
            seat["decisions"] = {"play": "fold"}


def general_kinds(rulebook: str) -> Iterator[Kind]:
    """What is refused in every rulebook."""
    yield "format missing", drop("format")
    yield "format unknown", put("format", "pitboss-round/2")
    yield "format of a settlement", put("format", "pitboss-settlement/1")
    yield "format null", put("format", None)
    yield "rulebook missing", drop("rulebook")
    yield "rulebook unknown", put("rulebook", "mbs-caribbean-stud")
    yield "rulebook in capitals", put("rulebook", rulebook.upper())
    yield "rulebook a list", put("rulebook", [rulebook])

    yield "void under a rule that does not exist", put("void", "99.9")
    yield (
        "void under a rule of another rulebook",
        put("void", "5.1" if rulebook == R004 else "13(c)"),
    )
    yield "void a number", put("void", 5.1)
    yield "void true", put("void", True)
    yield "implied: void an empty string", put("void", "")
    yield "removed under a rule that does not exist", put("seats", "*", "removed", "99.9")
    yield (
        "removed under a rule of another rulebook",
        put("seats", "*", "removed", "5.7" if rulebook == R004 else "13(c)"),
    )
    yield "removed true", put("seats", "*", "removed", True)

    def stopped(breaker: Breaker) -> Breaker:
        def both(rng: random.Random, record: Record) -> None:
            record["void"] = rng.choice(VOIDING[rulebook])
            breaker(rng, record)

        return both

    def removed_repeat(rng: random.Random, record: Record) -> None:
        one, two = rng.sample(record["seats"], 2)
        one["removed"] = rng.choice(REMOVING[rulebook])
        one["cards"] = [rng.choice(two["cards"])]

    def void_repeat(rng: random.Random, record: Record) -> None:
        one, two = rng.sample(record["seats"], 2)
        one["cards"] = [rng.choice(two["cards"])]

    yield "a void round with a card twice", stopped(void_repeat)
    yield "a void round with a card nobody knows", stopped(put("seats", "*", "cards", ["Xx"]))
    yield "a void round with a progressive wager and no link", stopped(drop("link"))
    yield (
        "a void round with an unknown decision",
        stopped(put("seats", "*", "decisions", {"x": "y"})),
    )
    yield "a void round without seats", stopped(put("seats", []))
    yield "a removed hand with a card that another holds", removed_repeat

    yield "table missing", drop("table")
    yield "implied: table a number", put("table", 7)
    yield "positions missing", drop("table", "positions")
    yield "positions null", put("table", "positions", None)
    yield "positions zero", put("table", "positions", 0)
    yield "positions eight", put("table", "positions", 8)
    yield "positions negative", put("table", "positions", -6)
    yield "positions a string", put("table", "positions", "7")
    yield "positions true", put("table", "positions", True)
    yield "implied: positions a fraction", put("table", "positions", 6.5)

    def too_few_positions(rng: random.Random, record: Record) -> None:
        seats = seats_at(record, 7)
        seats[0]["seat"] = 7
        record["table"]["positions"] = 6
        for number, seat in enumerate(seats[1:], start=1):
            seat["seat"] = number

    yield "a seat beyond the positions of the table", too_few_positions
    yield "limits of an unknown wager", put("table", "limits", {"insurance": ["1.00", "5.00"]})
    yield "limits a list", put("table", "limits", [["1.00", "5.00"]])
    entry = "base" if rulebook in LET_IT_RIDE else "ante"
    yield "limits a JSON number", put("table", "limits", {entry: [5, "50.00"]})
    yield "limits without decimals", put("table", "limits", {entry: ["5.00", "50"]})
    yield "implied: limits without a maximum", put("table", "limits", {entry: ["5.00"]})
    yield "implied: limits upside down", put("table", "limits", {entry: ["50.00", "5.00"]})
    yield "implied: limits one amount", put("table", "limits", {entry: "5.00"})

    yield "progressive wager and no link", drop("link")
    yield "progressive wager and a null link", put("link", None)
    yield "link a list", put("link", [])
    yield "implied: link without unit", drop("link", "unit")
    yield "link without meters", drop("link", "meters")
    yield "link with no meter", put("link", "meters", {})
    yield "implied: link unit zero", put("link", "unit", "0.00")

    def extra_meter(rng: random.Random, record: Record) -> None:
        record["link"]["meters"]["grand"] = {"amount": "10.00", "reset": "10.00"}

    def wrong_meter(rng: random.Random, record: Record) -> None:
        meters = record["link"]["meters"]
        meters["mega"] = meters.pop("jackpot")

    def missing_part(name: str) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            del record["link"]["meters"]["jackpot"][name]

        return breaker

    yield "a meter that the paytable does not have", extra_meter
    yield "a meter under another name", wrong_meter
    yield "implied: a meter without amount", missing_part("amount")
    yield "implied: a meter without reset", missing_part("reset")
    yield "a meter that is an amount", put("link", "meters", "jackpot", "5000.00")

    yield "cards missing", drop("cards")
    yield "implied: cards a list", put("cards", ["As", "Ks"])
    yield "community missing", drop("cards", "community")
    yield "community empty", put("cards", "community", [])
    yield "community null", put("cards", "community", None)
    yield "community a string", put("cards", "community", "AsKs")

    def longer(rng: random.Random, record: Record) -> None:
        record["cards"]["community"].append(unused_card(rng, record))

    def shorter(rng: random.Random, record: Record) -> None:
        record["cards"]["community"].pop()

    def twice_in_community(rng: random.Random, record: Record) -> None:
        record["cards"]["community"][-1] = record["cards"]["community"][0]

    def twice_in_hand(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        seat["cards"][-1] = seat["cards"][0]

    def hand_and_community(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        seat["cards"][0] = rng.choice(record["cards"]["community"])

    def two_hands(rng: random.Random, record: Record) -> None:
        one, two = rng.sample(record["seats"], 2)
        one["cards"][0] = rng.choice(two["cards"])

    def hand_too_long(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        seat["cards"].append(unused_card(rng, record))

    def hand_too_short(rng: random.Random, record: Record) -> None:
        rng.choice(record["seats"])["cards"].pop()

    yield "a community card too many", longer
    yield "a community card too few", shorter
    yield "a card twice in the community", twice_in_community
    yield "a card twice in a hand", twice_in_hand
    yield "a card in a hand and in the community", hand_and_community
    yield "a card in two hands", two_hands
    yield "a card too many in a hand", hand_too_long
    yield "a card too few in a hand", hand_too_short
    yield "a hand without cards", put("seats", "*", "cards", [])
    yield "a hand that is a string", put("seats", "*", "cards", "AsKsQs")
    yield "a hand that is null", put("seats", "*", "cards", None)
    for what, value in NOT_CARDS:
        yield f"a community card with {what}", put("cards", "community", 0, value)
        yield f"a card in a hand with {what}", put("seats", "*", "cards", 0, value)

    yield "seats missing", drop("seats")
    yield "seats empty", put("seats", [])
    yield "seats null", put("seats", None)
    yield "seats an object", put("seats", {"1": {}})
    yield "implied: a seat that is a string", put("seats", 0, "p1")
    for key in ("seat", "player", "cards", "wagers"):
        yield f"seat without {key}", drop("seats", "*", key)
    yield "seat number zero", put("seats", "*", "seat", 0)
    yield "seat number negative", put("seats", "*", "seat", -1)
    yield "seat number eight", put("seats", "*", "seat", 8)
    yield "seat number a string", put("seats", "*", "seat", "1")
    yield "seat number null", put("seats", "*", "seat", None)

    def seat_true(rng: random.Random, record: Record) -> None:
        seats_at(record, 1)[0]["seat"] = True

    def seat_float(rng: random.Random, record: Record) -> None:
        seats_at(record, 1)[0]["seat"] = 1.5

    def same_seat(rng: random.Random, record: Record) -> None:
        one, two = rng.sample(record["seats"], 2)
        one["seat"] = two["seat"]

    yield "seat number true", seat_true
    yield "implied: seat number a fraction", seat_float
    yield "two seats with one number", same_seat
    yield "player a number", put("seats", "*", "player", 7)
    yield "player null", put("seats", "*", "player", None)
    yield "implied: player an empty string", put("seats", "*", "player", "")

    yield "wagers null", put("seats", "*", "wagers", None)
    yield "wagers a list", put("seats", "*", "wagers", ["10.00"])
    yield "wagers empty", put("seats", "*", "wagers", {})
    yield "a wager nobody knows", put("seats", "*", "wagers", "insurance", "10.00")
    stray = {R002: "pair_plus", R003: "flop", R004: "ante"}.get(rulebook, "three_card_bonus")
    yield "a wager of another rulebook", put("seats", "*", "wagers", stray, "10.00")
    placed = "$" if rulebook in LET_IT_RIDE else "ante"
    for what, value in NOT_MONEY:
        yield f"a stake with {what}", put("seats", "*", "wagers", placed, value)
        yield f"a progressive stake with {what}", put("seats", "*", "wagers", "progressive", value)
        yield f"a link unit with {what}", put("link", "unit", value)
        yield (
            f"a meter amount with {what}",
            put("link", "meters", "jackpot", "amount", value),
        )
        yield f"a meter reset with {what}", put("link", "meters", "jackpot", "reset", value)
    yield "implied: a stake of null", put("seats", "*", "wagers", placed, None)
    yield "a progressive stake of zero", put("seats", "*", "wagers", "progressive", "0.00")

    def no_whole_unit(rng: random.Random, record: Record) -> None:
        wagers = rng.choice(record["seats"])["wagers"]
        wagers["progressive"] = to_money(to_int(record["link"]["unit"]) * 3 // 2 + 1)
        if to_int(wagers["progressive"]) % to_int(record["link"]["unit"]) == 0:
            wagers["progressive"] = "0.00"  # a unit of one cent divides everything

    yield "a progressive wager that is no whole unit", no_whole_unit

    yield "options a list", put("options", [])
    yield "an option nobody knows", with_option("jokers", True)
    for name, (values, books) in OPTIONS.items():
        if rulebook not in books:
            value = "60000.00" if name == "payout_limit" else values[-1]
            yield f"option {name} in a rulebook that has none", with_option(name, value)
        elif name != "payout_limit":
            if isinstance(values[-1], bool):
                yield f"option {name} as a string", with_option(name, "true")
                yield f"option {name} as a number", with_option(name, 1)
            else:
                yield f"option {name} at an unknown value", with_option(name, "sometimes")
                yield f"option {name} in other letters", with_option(name, values[-1].swapcase())
                yield f"option {name} true", with_option(name, True)

    if rulebook != R000:
        yield "a Magic Card outside 000", put("draws", {"magic_card": "7d"})
        yield "a lucky seat outside 000", put("draws", {"lucky_seat": 1})
    yield "draws a list", put("draws", ["7d"])
    yield "an unknown draw", put("draws", {"lucky_dealer": 1})

    yield "decisions a list", put("seats", "*", "decisions", ["ride"])
    yield "a decision nobody knows", put("seats", "*", "decisions", "double", "bet")
    yield "exposed a string", put("seats", "*", "exposed", "no")
    yield "exposed a number", put("seats", "*", "exposed", 0)


def let_it_ride_kinds(rulebook: str) -> Iterator[Kind]:
    """What is refused in the Let It Ride rulebooks."""
    for name in ("1", "2"):
        yield f"decision {name} missing", drop("seats", "*", "decisions", name)
        yield f"decision {name} a fold", put("seats", "*", "decisions", name, "fold")
        yield f"decision {name} in capitals", put("seats", "*", "decisions", name, "RIDE")
        yield f"decision {name} true", put("seats", "*", "decisions", name, True)
    yield "both decisions missing", put("seats", "*", "decisions", {})
    yield "decisions missing", drop("seats", "*", "decisions")
    yield "a decision about the $ bet", put("seats", "*", "decisions", "$", "ride")
    for name in ("1", "2", "$"):
        yield f"bet {name} missing", drop("seats", "*", "wagers", name)

    def unequal(name: str, by: int) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            wagers = rng.choice(record["seats"])["wagers"]
            wagers[name] = to_money(to_int(wagers[name]) + by)

        return breaker

    for name in ("1", "2", "$"):
        yield f"bet {name} a cent higher than the others", unequal(name, 1)
    yield "bet 2 much higher than the others", unequal("2", 100_00)

    def only_progressive(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        seat["wagers"] = {"progressive": record["link"]["unit"]}
        seat["cards"], seat["decisions"] = [], {}

    yield "a progressive wager alone", only_progressive

    def bets_of_nothing(rng: random.Random, record: Record) -> None:
        rng.choice(record["seats"])["wagers"].update({"1": "0.00", "2": "0.00", "$": "0.00"})

    yield "stakes of zero", bets_of_nothing
    yield "a hand that is not exposed", put("seats", "*", "exposed", False)
    yield "limits for bet 1 alone", put("table", "limits", {"1": ["5.00", "50.00"]})

    def dealer_hand(rng: random.Random, record: Record) -> None:
        record["cards"]["dealer"] = [unused_card(rng, record)]

    yield "implied: a card for a dealer", dealer_hand

    def shared(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        seat["shares"] = {"$": [{"player": seat["player"], "stake": seat["wagers"]["$"]}]}

    yield "implied: shares of a bet", shared

    def two_seats(rng: random.Random, record: Record) -> None:
        one, two = seats_at(record, 2, 3)[:2]
        two["player"] = one["player"]

    yield "one person on two seats", two_seats


def units(count: int) -> Breaker:
    """A progressive wager of so many units."""

    def breaker(rng: random.Random, record: Record) -> None:
        wagers = rng.choice(record["seats"])["wagers"]
        wagers["progressive"] = to_money(count * to_int(record["link"]["unit"]))

    return breaker


def half_a_unit(rng: random.Random, record: Record) -> None:
    """A link of 5.00 a unit on which somebody bets 2.50."""
    record["link"]["unit"] = "5.00"
    for seat in record["seats"]:
        seat["wagers"]["progressive"] = "5.00"
    rng.choice(record["seats"])["wagers"]["progressive"] = "2.50"


def kinds_000() -> Iterator[Kind]:
    """What is refused in Megalink Let It Ride."""
    yield "half a unit on the progressive", half_a_unit
    yield "a draw nobody knows", put("draws", {"magic_card": "7d", "lucky_number": 7})
    yield "lucky seat zero", put("draws", {"lucky_seat": 0})
    yield "lucky seat eight", put("draws", {"lucky_seat": 8})
    yield "lucky seat true", put("draws", {"lucky_seat": True})
    yield "lucky seat a string", put("draws", {"lucky_seat": "3"})

    def beyond(rng: random.Random, record: Record) -> None:
        record["draws"] = {"lucky_seat": record["table"]["positions"] + 1}

    yield "lucky seat beyond the positions", beyond
    for what, value in NOT_CARDS:
        if value is not None:
            yield f"a Magic Card with {what}", put("draws", {"magic_card": value})


def kinds_004() -> Iterator[Kind]:
    """What is refused in the Massachusetts rulebook."""
    for name in ("bonus", "three_card_bonus", "cover_all"):
        yield f"{name} of zero", put("seats", "*", "wagers", name, "0.00")
        yield f"{name} a number", put("seats", "*", "wagers", name, 1)
    for value in ("2.00", "0.50", "1.01", "5.00"):
        yield f"a bonus of {value}", put("seats", "*", "wagers", "bonus", value)
    yield "two units on the progressive", units(2)
    yield "a three card bonus without a table", drop("options", "three_card_bonus_table")
    yield "a three card bonus table G", with_option("three_card_bonus_table", "G")

    def other_unit(rng: random.Random, record: Record) -> None:
        record["link"]["unit"] = "5.00"
        for seat in record["seats"]:
            seat["wagers"]["progressive"] = "5.00"

    def named_table1(rng: random.Random, record: Record) -> None:
        other_unit(rng, record)
        record["options"]["progressive_table"] = "TABLE1"

    yield "TABLE1 by default at another unit", other_unit
    yield "TABLE1 by name at another unit", named_table1

    def unconfirmed(value: Any) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            on_table(rng, record, "PTMGLML02")
            if value is not None:
                record["options"]["ptmglml02_seeds_confirmed"] = value

        return breaker

    yield "PTMGLML02 that nobody confirmed", unconfirmed(None)
    yield "PTMGLML02 that was not confirmed", unconfirmed(False)
    yield "PTMGLML02 confirmed with a word", unconfirmed("yes")

    def level(table: str, change: Callable[[dict[str, Any]], Any]) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            on_table(rng, record, table)
            record["options"]["ptmglml02_seeds_confirmed"] = True
            change(record["link"]["meters"])

        return breaker

    one = {"amount": "900.00", "reset": "250.00"}
    yield "PTMGLML01 without its minor meter", level("PTMGLML01", lambda m: m.pop("minor"))
    yield "PTMGLML01 with a mega meter", level("PTMGLML01", lambda m: m.update(mega=one))
    yield "PTMGLML02 without its minor meter", level("PTMGLML02", lambda m: m.pop("minor"))
    yield "PTMGLML03 without its mega meter", level("PTMGLML03", lambda m: m.pop("mega"))

    def only_jackpot(meters: dict[str, Any]) -> None:
        meters.clear()
        meters["jackpot"] = one

    yield "PTMGLML03 with one jackpot meter", level("PTMGLML03", only_jackpot)
    yield "PTMGL03 with a minor meter beside", level("PTMGL03", lambda m: m.update(minor=one))
    yield (
        "PTMGL01 with a major meter instead",
        level("PTMGL01", lambda m: m.update(major=m.pop("jackpot"))),
    )

    def limited(amount: Any, least: str | None, two: bool) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            record["options"]["payout_limit"] = amount
            if two:
                record["options"]["allow_two_positions"] = True
            if least is not None:
                record["table"]["limits"] = {"base": [least, "5000.00"]}

        return breaker

    yield "a payout limit under 50,000", limited("49999.99", None, False)
    yield "a payout limit of zero", limited("0.00", None, False)
    yield "a payout limit under 3,000 least bets", limited("74999.99", "25.00", False)
    yield "a payout limit under 3,600 least bets", limited("89999.99", "25.00", True)
    yield "a payout limit that only one position allows", limited("75000.00", "25.00", True)
    for what, value in NOT_MONEY:
        yield f"a payout limit with {what}", limited(value, None, False)
        yield f"Cover All with {what}", put("seats", "*", "wagers", "cover_all", value)

    def people(numbers: tuple[int, ...], allowed: bool) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            record["options"]["allow_two_positions"] = allowed
            seats = seats_at(record, *numbers)
            for seat in seats[: len(numbers)]:
                seat["player"] = seats[0]["player"]

        return breaker

    yield "one person on two adjacent seats where that is not allowed", people((4, 5), False)
    yield "one person on two seats that are not adjacent", people((2, 4), True)
    yield "one person on the first and the last seat", people((1, 7), True)
    yield "one person on three seats in a row", people((3, 4, 5), True)


def dealer_game_kinds(rulebook: str) -> Iterator[Kind]:
    """What is refused in the two games against a dealer."""
    yield "a stake of zero", put("seats", "*", "wagers", "ante", "0.00")
    yield "dealer missing", drop("cards", "dealer")
    yield "dealer empty", put("cards", "dealer", [])
    yield "dealer null", put("cards", "dealer", None)
    for what, value in NOT_CARDS:
        yield f"a dealer's card with {what}", put("cards", "dealer", 0, value)

    def dealer_long(rng: random.Random, record: Record) -> None:
        record["cards"]["dealer"].append(unused_card(rng, record))

    def dealer_short(rng: random.Random, record: Record) -> None:
        record["cards"]["dealer"].pop()

    def dealer_and_hand(rng: random.Random, record: Record) -> None:
        record["cards"]["dealer"][0] = rng.choice(record["seats"])["cards"][0]

    def dealer_and_community(rng: random.Random, record: Record) -> None:
        record["cards"]["dealer"][0] = record["cards"]["community"][0]

    def dealer_twice(rng: random.Random, record: Record) -> None:
        record["cards"]["dealer"][0] = record["cards"]["dealer"][1]

    yield "a dealer's card too many", dealer_long
    yield "a dealer's card too few", dealer_short
    yield "a card with the dealer and in a hand", dealer_and_hand
    yield "a card with the dealer and in the community", dealer_and_community
    yield "a card twice with the dealer", dealer_twice

    def orphan_with_cards(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        seat["wagers"] = {"progressive": record["link"]["unit"]}
        seat["decisions"] = {}

    def orphan_with_decision(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        seat["wagers"] = {"progressive": record["link"]["unit"]}
        seat["cards"] = []

    yield "a progressive wager alone with cards", orphan_with_cards
    yield "a progressive wager alone with a decision", orphan_with_decision

    def share(wager: str, change: Callable[[list[dict[str, Any]]], Any]) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            seat = rng.choice(record["seats"])
            if wager != "progressive":
                seat["wagers"][wager] = "25.00"
            total = to_int(seat["wagers"][wager])
            people: list[dict[str, Any]] = [
                {"player": seat["player"], "stake": to_money(max(1, total - 10_00))},
                {"player": "behind", "stake": to_money(total - max(1, total - 10_00))},
            ]
            change(people)
            seat["shares"] = {wager: people}

        return breaker

    yield (
        "shares a cent short of the stake",
        share("ante", lambda p: p[1].update(stake="9.99")),
    )
    yield "shares above the stake", share("ante", lambda p: p[0].update(stake="20.00"))
    yield "shares of one of two people", share("ante", lambda p: p.pop())
    yield "a share of zero", share("ante", lambda p: p.append({"player": "x", "stake": "0.00"}))
    yield "a share in a JSON number", share("ante", lambda p: p[1].update(stake=10))
    yield "a share without decimals", share("ante", lambda p: p[1].update(stake="10"))
    yield "a share without a player", share("ante", lambda p: p[1].pop("player"))
    yield "a share without a stake", share("ante", lambda p: p[1].pop("stake"))
    yield "implied: nobody in the shares", share("ante", lambda p: p.clear())
    yield (
        "implied: one person twice in the shares",
        share("ante", lambda p: p[1].update(player=p[0]["player"])),
    )
    side = "bonus" if rulebook == R002 else "pair_plus"
    yield "shares of a side wager that do not add up", share(side, lambda p: p.pop())

    def shares_of(name: str) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            seat = rng.choice(record["seats"])
            seat["shares"] = {
                name: [
                    {"player": seat["player"], "stake": "5.00"},
                    {"player": "behind", "stake": "5.00"},
                ]
            }

        return breaker

    yield "implied: shares of a wager that was not placed", shares_of("insurance")
    yield "implied: shares of a progressive wager", share("progressive", lambda p: p.pop())
    yield "shares that are an amount", put("seats", "*", "shares", {"ante": "5.00"})
    yield "shares that are a list", put("seats", "*", "shares", ["ante"])
    follow = "flop" if rulebook == R002 else "play"
    yield "limits for a follow-up", put("table", "limits", {follow: ["5.00", "50.00"]})
    yield "a follow-up among the wagers", put("seats", "*", "wagers", follow, "10.00")


def kinds_002() -> Iterator[Kind]:
    """What is refused in hold'em bonus."""
    yield "half a unit on the progressive", half_a_unit
    yield "six units on the progressive", units(6)
    yield "fifty units on the progressive", units(50)
    yield "flop decision missing", drop("seats", "*", "decisions", "flop")
    yield "no decisions", put("seats", "*", "decisions", {})
    yield "decisions missing", drop("seats", "*", "decisions")
    yield "flop checked", put("seats", "*", "decisions", "flop", "check")
    yield "flop called", put("seats", "*", "decisions", "flop", "call")
    yield "flop true", put("seats", "*", "decisions", "flop", True)
    for name in ("turn", "river"):
        yield f"{name} folded", put("seats", "*", "decisions", name, "fold")
        yield f"{name} in capitals", put("seats", "*", "decisions", name, "BET")
        for choice in ("bet", "check"):
            yield (
                f"{name} {choice} after a fold",
                put("seats", "*", "decisions", {"flop": "fold", name: choice}),
            )
    yield "a play decision", put("seats", "*", "decisions", "play", "play")
    yield "a bonus of zero", put("seats", "*", "wagers", "bonus", "0.00")

    def no_ante(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        del seat["wagers"]["ante"]
        seat["cards"], seat["decisions"] = [], {}

    def bonus_alone(rng: random.Random, record: Record) -> None:
        seat = rng.choice(record["seats"])
        seat["wagers"] = {"bonus": "5.00"}
        seat["decisions"] = {}

    yield "a bonus and a progressive wager without an ante", no_ante
    yield "a bonus alone", bonus_alone

    def folded(community: int | None, dealer: int | None, progressive: bool) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            everybody_folds(record)
            cards = record["cards"]
            if community is not None:
                cards["community"] = cards["community"][:community]
            if dealer is not None:
                cards["dealer"] = cards["dealer"][:dealer]
            if not progressive:
                for seat in record["seats"]:
                    del seat["wagers"]["progressive"]

        return breaker

    yield "all folded, a progressive wager and no flop", folded(0, 0, True)
    yield "all folded, a progressive wager and two cards", folded(2, 0, True)
    yield "all folded, a progressive wager and four cards", folded(4, 2, True)
    yield "all folded, no progressive wager and one card", folded(1, 0, False)
    yield "all folded, no progressive wager and four cards", folded(4, 0, False)
    yield "all folded and one dealer's card", folded(None, 1, True)

    def one_plays(community: int, dealer: int) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            everybody_folds(record)
            rng.choice(record["seats"])["decisions"] = {"flop": "bet"}
            record["cards"]["community"] = record["cards"]["community"][:community]
            record["cards"]["dealer"] = record["cards"]["dealer"][:dealer]

        return breaker

    yield "one hand in play and only the flop", one_plays(3, 2)
    yield "one hand in play and no dealer", one_plays(5, 0)


def kinds_003() -> Iterator[Kind]:
    """What is refused in three card poker."""
    yield "two units on the progressive", units(2)
    yield "half a unit on the progressive", half_a_unit
    yield "four positions", _four_positions
    yield "play decision missing", drop("seats", "*", "decisions", "play")
    yield "decisions missing", drop("seats", "*", "decisions")
    yield "play a bet", put("seats", "*", "decisions", "play", "bet")
    yield "play a check", put("seats", "*", "decisions", "play", "check")
    yield "play true", put("seats", "*", "decisions", "play", True)
    yield "a flop decision", put("seats", "*", "decisions", "flop", "bet")
    yield "pair plus of zero", put("seats", "*", "wagers", "pair_plus", "0.00")
    for what, value in NOT_MONEY:
        yield f"pair plus with {what}", put("seats", "*", "wagers", "pair_plus", value)

    def pair_plus_alone(choice: str) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            seat = rng.choice(record["seats"])
            del seat["wagers"]["ante"]
            seat["decisions"] = {"play": choice}

        return breaker

    yield "play with pair plus alone", pair_plus_alone("play")
    yield "fold with pair plus alone", pair_plus_alone("fold")

    def folded(community: int, dealer: int) -> Breaker:
        def breaker(rng: random.Random, record: Record) -> None:
            everybody_folds(record)
            record["cards"]["community"] = record["cards"]["community"][:community]
            record["cards"]["dealer"] = record["cards"]["dealer"][:dealer]

        return breaker

    yield "all folded, a progressive wager and no community", folded(0, 3)
    yield "all folded, a progressive wager and one community card", folded(1, 3)
    yield "all folded and no dealer", folded(2, 0)


def _four_positions(rng: random.Random, record: Record) -> None:
    seats_at(record, 1, 2, 3)
    record["seats"] = record["seats"][:3]
    record["table"]["positions"] = 4


def kinds(rulebook: str) -> list[Kind]:
    """Every way to break a round of a rulebook, by description."""
    found = list(general_kinds(rulebook))
    if rulebook in LET_IT_RIDE:
        found += let_it_ride_kinds(rulebook)
    else:
        found += dealer_game_kinds(rulebook)
    if rulebook == R001:
        found.append(("two units on the progressive", units(2)))
        found.append(("half a unit on the progressive", half_a_unit))
    own = {R000: kinds_000, R002: kinds_002, R003: kinds_003, R004: kinds_004}
    if rulebook in own:
        found += own[rulebook]()
    return found


def malformed_rounds(rng: random.Random, rulebook: str, count: int) -> Iterator[tuple[str, Record]]:
    """So many broken records, going round all the kinds there are."""
    assert rulebook in RULEBOOKS
    made = 0
    while True:
        every = kinds(rulebook)
        rng.shuffle(every)
        for description, breaker in every:
            if made == count:
                return
            record = clean_round(rng, rulebook, seats=rng.randint(3, 5))
            breaker(rng, record)
            made += 1
            yield description, record
