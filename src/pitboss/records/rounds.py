"""Round records (`pitboss-round/1`): everything that happened in one round, read and checked.

A record that is not a possible round is refused whole, with every problem named. Reading gives
the terms and the round; settling them is done elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from pitboss.cards import Card
from pitboss.errors import RecordRefused
from pitboss.games.registry import game_of
from pitboss.money import Money
from pitboss.reader import Faults, show
from pitboss.records.seats import read_seats, rule_named
from pitboss.round.game import Decide, Expose, What, stages_of
from pitboss.round.round import Round
from pitboss.round.settlement import Level, LinkReading
from pitboss.round.start import payout_floor, progressive_table
from pitboss.rulebook.model import OptionRule, OptionValue, Rulebook
from pitboss.rulebook.terms import Terms, payout_limit, terms_of

FORMAT = "pitboss-round/1"


class RoundRead(NamedTuple):
    """A record that was read: the terms it was played under, and the round."""

    terms: Terms
    play: Round


def read_round(record: object, library: Mapping[str, Rulebook]) -> RoundRead:
    """Read one record, or raise `RecordRefused` with every problem in it."""
    faults = Faults()
    if not isinstance(record, dict):
        faults.add("record", f"{show(record)} is not an object", 'write {"format": …}')
        raise RecordRefused(faults.found)
    rules = _rules(faults, record, library)
    if rules is None:
        raise RecordRefused(faults.found)
    faults.required("record", record, ("cards", "seats"))
    options = _options(faults, rules, faults.table("record", "options", record.get("options")))
    table = faults.table("table", "table", record.get("table"))
    positions = _positions(faults, rules, table)
    limits = _limits(faults, rules, table)
    # An option at fault stands at its default, so that the rest is looked at as it was played.
    terms = terms_of(rules, options)
    _check_options(faults, terms, limits)
    void = rule_named(faults, rules, "record", "void", record.get("void"))
    link = _link(faults, terms, record.get("link"))
    magic_card, lucky_seat = _draws(faults, rules, record.get("draws"), positions)
    if record.get("cards", {}) is None:
        faults.add("cards", "cards is null", 'write {"community": […], "dealer": […]}')
    cards = faults.table("cards", "cards", record.get("cards"))
    community = faults.cards("cards", "community", cards.get("community", []))
    dealer = faults.cards("cards", "dealer", cards.get("dealer", []))
    seats = read_seats(faults, terms, record.get("seats"), positions, link, is_void=bool(void))
    play = Round(
        seats=seats,
        positions=positions,
        community=community or (),
        dealer=dealer or (),
        limits=limits,
        link=link,
        magic_card=magic_card,
        lucky_seat=lucky_seat,
        void=void,
    )
    _check_needed_options(faults, rules, options, play)
    _check_no_card_twice(faults, play)
    if void is None and seats:
        # A void round stopped where it stopped, perhaps because of a wrong number of cards.
        if community is not None and len(community) != rules.community_cards:
            _check_count(faults, "community", community, _community_counts(rules, play))
        if dealer is not None and len(dealer) != rules.dealer_cards:
            _check_count(faults, "dealer", dealer, _dealer_counts(rules, play))
    if faults.found:
        raise RecordRefused(faults.found)
    return RoundRead(terms, play)


def _rules(
    faults: Faults, record: dict[str, Any], library: Mapping[str, Rulebook]
) -> Rulebook | None:
    if record.get("format") != FORMAT:
        faults.add("record", f"format is {show(record.get('format'))}", f'write "{FORMAT}"')
    name = record.get("rulebook")
    if isinstance(name, str) and name in library:
        return library[name]
    faults.add(
        "record",
        f"rulebook {show(name)} is not known",
        f"known: {', '.join(library)}; bring your own with --rulebook FILE",
    )
    return None


def _options(faults: Faults, rules: Rulebook, given: dict[str, Any]) -> dict[str, OptionValue]:
    faults.known("options", "option", given, rules.options)
    return {
        name: _option(faults, rules.options[name], value)
        for name, value in given.items()
        if name in rules.options
    }


def _option(faults: Faults, option: OptionRule, value: object) -> OptionValue:
    if not option.values:
        if value is None or value == "none":
            return None
        amount = faults.money("options", option.id, value)
        return None if amount is None else str(amount)
    # True equals 1 in Python, and a record that writes 1 does not say true.
    for allowed in option.values:
        if value == allowed and type(value) is type(allowed):
            return allowed
    words = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in option.values)
    cited = option.interpretations[0] if option.interpretations else None
    faults.add("options", f"{option.id} is {show(value)}", f"write one of {words}", cited)
    return option.default


def _positions(faults: Faults, rules: Rulebook, table: dict[str, Any]) -> int:
    least, most = rules.least_positions, rules.most_positions
    if "positions" not in table:
        faults.add("table", "positions is missing", f"write a number from {least} to {most}")
        return most
    positions = faults.whole("table", "positions", table["positions"])
    if positions is not None and least <= positions <= most:
        return positions
    if positions is not None:
        faults.add(
            "table",
            f"{positions} positions",
            f"layouts of this rulebook have {least} to {most}",
            rules.layouts[-1].clause,
        )
    return most


def _limits(
    faults: Faults, rules: Rulebook, table: dict[str, Any]
) -> dict[str, tuple[Money, Money]]:
    given = faults.table("table", "limits", table.get("limits"))
    allowed = {wager.limit_key for wager in rules.wagers.values() if wager.follows is None}
    faults.known("table", "limit of", given, sorted(allowed))
    limits = {}
    for name, bounds in given.items():
        if not isinstance(bounds, list) or len(bounds) != 2:
            faults.add("table", f"limits of {name} are {show(bounds)}", 'write ["10.00", "500.00"]')
            continue
        least = faults.money("table", f"minimum of {name}", bounds[0])
        most = faults.money("table", f"maximum of {name}", bounds[1])
        if least is None or most is None:
            continue
        if least > most:
            faults.add(
                "table", f"limits of {name}: {least} is over {most}", "write the least first"
            )
        limits[name] = (least, most)
    return limits


def _check_options(faults: Faults, terms: Terms, limits: Mapping[str, tuple[Money, Money]]) -> None:
    """Options that are sound by themselves and not together."""
    table = progressive_table(terms)
    if table is not None and table.confirm is not None and not terms.on(table.confirm):
        faults.add(
            "options",
            f"{table.id} is used and its seeds are not confirmed",
            f'have them confirmed and write "{table.confirm}": true',
            "I-26",
        )
    rule, limit = terms.rules.payout_limit, payout_limit(terms.options)
    if rule is None or limit is None:
        return
    floor = payout_floor(terms, rule, limits)
    if limit < floor:
        faults.add(
            "options", f"payout_limit {limit} is too low", f"set at least {floor}", rule.clause
        )


def _check_needed_options(
    faults: Faults, rules: Rulebook, stated: Collection[str], play: Round
) -> None:
    """Options without a default must be stated once their wager is placed."""
    for name, option in rules.options.items():
        wager = option.needed_by
        if wager is None or name in stated:
            continue
        if any(wager in at.wagers for at in play.seats):
            words = ", ".join(map(str, option.values))
            faults.add(
                "options", f"{wager} is staked and {name} is not set", f"write one of {words}"
            )


def _link(faults: Faults, terms: Terms, given: object) -> LinkReading | None:
    table = progressive_table(terms)
    if given is None:
        return None
    if table is None or not isinstance(given, dict):
        faults.add("link", f"{show(given)} does not fit", 'write {"unit": …, "meters": …}')
        return None
    faults.required("link", given, ("unit", "meters"))
    unit = faults.stake("link", "unit", given.get("unit", "1.00"))
    if table.unit is not None and unit is not None and unit != table.unit:
        faults.add("link", f"unit is {unit}", f"{table.id} is played at {table.unit}", table.clause)
    meters = faults.table("link", "meters", given.get("meters"))
    faults.known("link", "meter", meters, table.seeds, table.clause)
    if "meters" in given:
        faults.required("link", meters, table.seeds)
    levels = {name: _level(faults, name, meters[name]) for name in table.seeds if name in meters}
    return LinkReading(unit=unit or Money(100), meters=levels)


def _level(faults: Faults, name: str, given: object) -> Level:
    place = f"meter {name}"
    data = faults.table(place, "meter", given)
    faults.required(place, data, ("amount", "reset"))
    amount = faults.money(place, "amount", data["amount"]) if "amount" in data else None
    reset = faults.money(place, "reset", data["reset"]) if "reset" in data else None
    return Level(amount or Money(0), reset or Money(0))


def _draws(
    faults: Faults, rules: Rulebook, given: object, positions: int
) -> tuple[Card | None, int | None]:
    draws = faults.table("draws", "draws", given)
    faults.known("draws", "draw", draws, rules.draws)
    magic_card = lucky_seat = None
    if "magic_card" in draws and "magic_card" in rules.draws:
        magic_card = faults.card("draws", "magic_card", draws["magic_card"])
    if "lucky_seat" in draws and "lucky_seat" in rules.draws:
        lucky_seat = faults.whole("draws", "lucky_seat", draws["lucky_seat"])
        if lucky_seat is not None and not 1 <= lucky_seat <= positions:
            faults.add(
                "draws", f"lucky_seat {lucky_seat}", f"the layout has seats 1 to {positions}"
            )
    return magic_card, lucky_seat


def _check_no_card_twice(faults: Faults, play: Round) -> None:
    dealt = [*play.community, *play.dealer]
    for at in play.seats:
        dealt += at.cards
    if len(set(dealt)) == len(dealt):
        return
    seen: dict[Card, str] = {}
    places = [("community", play.community), ("dealer", play.dealer)]
    places += [(f"seat {at.seat}", at.cards) for at in play.seats]
    for place, cards in places:
        for card in cards:
            if card in seen:
                faults.add(
                    "cards",
                    f"{card} is at {seen[card]} and at {place}",
                    "one deck has each card once",
                )
            seen[card] = place


def _all_folded(play: Round) -> bool:
    return all(at.is_folded for at in play.live)


def _progressive_stands(play: Round) -> bool:
    return any("progressive" in at.wagers for at in play.live)


def _community_counts(rules: Rulebook, play: Round) -> set[int]:
    """How many community cards there may be: all, or those that a hand needs (I-63, I-78)."""
    full = rules.community_cards
    if rules.may_end_without == "nothing" or (
        rules.may_end_without == "all_when_folded" and not _all_folded(play)
    ):
        return {full}
    for_progressive = min(5 - rules.hand_cards, full)
    if _progressive_stands(play):
        return {full, for_progressive}
    return {full, for_progressive, 0, *_open_at_folds(rules)}


def _open_at_folds(rules: Rulebook) -> set[int]:
    """How many community cards are open when hands may be folded: then a round may end there."""
    found, up = set(), 0
    for stage in stages_of(game_of(rules), rules):
        if isinstance(stage, Expose) and stage.what is What.COMMUNITY:
            up = stage.through
        elif isinstance(stage, Decide) and "fold" in rules.decisions[stage.decision].choices:
            found.add(up)
    return found


def _dealer_counts(rules: Rulebook, play: Round) -> set[int]:
    full = rules.dealer_cards
    none_compares = rules.may_end_without == "all_when_folded" and _all_folded(play)
    return {full, 0} if none_compares else {full}


def _check_count(faults: Faults, name: str, cards: tuple[Card, ...], allowed: set[int]) -> None:
    """Another number of cards than the full one must be one the rules let a round end with."""
    if len(cards) not in allowed:
        words = " or ".join(map(str, sorted(allowed, reverse=True)))
        faults.add("cards", f"{len(cards)} {name} cards", f"this round has {words}")
