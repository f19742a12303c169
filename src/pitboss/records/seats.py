"""The seats of a round record: who, which cards, which wagers, which decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from pitboss.cards import Card
from pitboss.money import Money, total
from pitboss.reader import Faults, show
from pitboss.round.round import Funding, Seat
from pitboss.round.settlement import LinkReading
from pitboss.round.wagers import stake_remedy
from pitboss.rulebook.model import DecisionRule, Rulebook
from pitboss.rulebook.terms import ByDigest, Terms

_REQUIRED = ("seat", "player", "cards", "wagers")
_REQUIRED_KEYS = frozenset(_REQUIRED)
_ADD_LINK = 'add "link" with its unit and meters'


def read_seats(
    faults: Faults,
    terms: Terms,
    given: object,
    positions: int,
    link: LinkReading | None,
    *,
    is_void: bool,
) -> tuple[Seat, ...]:
    """All seats in order of their numbers."""
    if not isinstance(given, list) or not given:
        faults.add("seats", f"{show(given)} is not a list of seats", "give at least one seat")
        return ()
    reader = _SeatReader(faults, terms, positions, link, is_void=is_void)
    seats = [at for data in given if (at := reader.read(data)) is not None]
    seats.sort(key=lambda at: at.seat)
    _check_numbers(faults, seats)
    _check_players(faults, terms, seats)
    return tuple(seats)


def rule_named(faults: Faults, rules: Rulebook, place: str, name: str, value: object) -> str | None:
    """The id of a rule of this rulebook, or nothing."""
    if value is None:
        return None
    if isinstance(value, str) and value in rules.rules:
        return value
    faults.add(place, f"{name} is {show(value)}", "name a rule of this rulebook, by its id")
    return "?"


def _check_numbers(faults: Faults, seats: list[Seat]) -> None:
    for before, at in pairwise(seats):
        if before.seat == at.seat:
            faults.add(f"seat {at.seat}", "is listed twice", "list each seat once")


def _check_players(faults: Faults, terms: Terms, seats: list[Seat]) -> None:
    """How many seats one person may hold (I-40, I-62)."""
    rules = terms.rules
    if rules.hands_per_player == "several":
        return
    by_player: dict[str, list[int]] = {}
    for at in seats:
        by_player.setdefault(at.player, []).append(at.seat)
    may_be_two = rules.hands_per_player == "two_adjacent"
    two = may_be_two and terms.on("allow_two_positions")
    for player, held in by_player.items():
        if len(held) == 1 or (two and len(held) == 2 and held[1] - held[0] == 1):
            continue
        remedy = "two adjacent seats at most" if two else "one seat for each person"
        words = " and ".join(map(str, held))
        faults.add(
            "seats", f"{show(player)} is on seats {words}", remedy, "I-40" if may_be_two else "I-62"
        )


class _Company(NamedTuple):
    """What a set of wagers means for a seat, worked out once for each rulebook."""

    faults: tuple[tuple[str, str, str | None], ...]
    asked: Mapping[str, DecisionRule]
    later: frozenset[str]
    """Those decisions that are asked only if an earlier one placed their wager."""
    cards: int


class _SeatRules:
    """What a rulebook says of seats, ready for looking up."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.placed = {w.id: w for w in rules.wagers.values() if w.follows is None}
        self.follow_ups = [w for w in rules.wagers.values() if w.follows is not None]
        self.grouped = [w.id for w in self.placed.values() if w.group is not None]
        self._companies: dict[tuple[str, ...], _Company] = {}

    def company(self, names: tuple[str, ...]) -> _Company:
        """Which wagers are missing beside these, what is asked of the seat, and its cards."""
        company = self._companies.get(names)
        if company is None:
            orphan = names == ("progressive",) and "orphan" in self.rules.procedure
            any_wager = {*names, *(rule.id for rule in self.follow_ups)}
            asked = {
                rule.id: rule
                for rule in self.rules.decisions.values()
                if not any_wager.isdisjoint(rule.asked_of)
            }
            later = frozenset(
                name for name, rule in asked.items() if not {*names} & {*rule.asked_of}
            )
            faults = () if orphan else tuple(self._missing(names))
            company = _Company(faults, asked, later, 0 if orphan else self.rules.hand_cards)
            self._companies[names] = company
        return company

    def _missing(self, names: tuple[str, ...]) -> Iterator[tuple[str, str, str | None]]:
        if not names:
            yield "no wager", "leave the seat out or give its wagers", None
            return
        required = [rule for rule in self.placed.values() if rule.required]
        for rule in required:
            if rule.id not in names:
                yield f"no {rule.id} wager", f"stake {rule.id}", rule.clause
        for name in names:
            rule = self.placed[name]
            if not required and rule.needs and not any(need in names for need in rule.needs):
                yield f"{name} alone", f"stake {' or '.join(rule.needs)} beside it", rule.clause


@lru_cache(maxsize=64)
def _rules_by_digest(key: ByDigest) -> _SeatRules:
    return _SeatRules(key.rules)


class _SeatReader:
    """Reads seat after seat of one record."""

    def __init__(
        self,
        faults: Faults,
        terms: Terms,
        positions: int,
        link: LinkReading | None,
        *,
        is_void: bool,
    ) -> None:
        self.faults = faults
        self.rules = terms.rules
        self.on_seats = _rules_by_digest(ByDigest(terms.rules))
        self.positions = positions
        self.unit = None if link is None else link.unit
        self.is_void = is_void

    def read(self, data: object) -> Seat | None:
        """One seat, or nothing where it is not even an object."""
        faults = self.faults
        if not isinstance(data, dict):
            faults.add("seats", f"{show(data)} is not a seat", 'write {"seat": 1, …}')
            return None
        number = data.get("seat")
        place = f"seat {number}" if type(number) is int else "seats"
        if not data.keys() >= _REQUIRED_KEYS:
            faults.required(place, data, _REQUIRED)
        if "seat" in data and not (type(number) is int and 1 <= number <= self.positions):
            self._check_number(place, number)
        player = faults.text(place, "player", data["player"]) if "player" in data else None
        removed = data.get("removed")
        if removed is not None:
            removed = rule_named(faults, self.rules, place, "removed", removed)
        given = faults.table(place, "wagers", data.get("wagers"))
        company = self.on_seats.company(
            tuple([name for name in self.on_seats.placed if name in given])
        )
        for what, remedy, clause in company.faults:
            faults.add(place, what, remedy, clause)
        wagers = self._wagers(place, given)
        stopped = self.is_void or removed is not None
        choices = faults.table(place, "decisions", data.get("decisions"))
        decisions = self._decisions(place, choices, company, stopped=stopped)
        cards = self._cards(place, data, company.cards, stopped=stopped)
        self._add_follow_ups(wagers, decisions)
        return Seat(
            seat=number if type(number) is int else 0,
            player=player or "",
            cards=cards,
            wagers=wagers,
            decisions=decisions,
            exposed=self._exposed(place, data["exposed"]) if "exposed" in data else True,
            removed=removed,
            is_forfeited="forfeited" in data and self._forfeited(place, data),
            shares=self._shares(place, data["shares"], wagers) if "shares" in data else {},
        )

    def _forfeited(self, place: str, data: dict[str, Any]) -> bool:
        """Only a hand that was taken out can have lost its wagers with that (I-81)."""
        forfeited = self.faults.flag(place, "forfeited", data["forfeited"])
        if forfeited and ("forfeited" not in self.rules.citations or data.get("removed") is None):
            remedy = "name the rule in removed, or leave forfeited out"
            self.faults.add(place, "forfeited without being removed", remedy)
        return forfeited

    def _check_number(self, place: str, number: object) -> None:
        seat = self.faults.whole("seats", "seat", number)
        if seat is not None and not 1 <= seat <= self.positions:
            remedy = f"the layout has seats 1 to {self.positions}"
            self.faults.add(place, "is not on the layout", remedy, self.rules.layouts[-1].clause)

    def _wagers(self, place: str, given: dict[str, Any]) -> dict[str, Money]:
        """The wagers placed before the deal, in the rulebook's order."""
        faults = self.faults
        wagers = {}
        placed = self.on_seats.placed
        for name, rule in placed.items():
            if name not in given:
                continue
            stake = faults.stake(place, name, given[name])
            if stake is None:
                continue
            wagers[name] = stake
            if rule.has_free_size:
                continue
            if rule.units is not None and self.unit is None:
                faults.add(place, f"{name} without a link", _ADD_LINK, rule.clause)
            elif remedy := stake_remedy(rule, stake, self.unit):
                faults.add(place, f"{name} is {stake}", remedy, rule.clause)
        if len(wagers) != len(given):
            faults.known(place, "wager", given, placed)
        self._check_equal(place, wagers)
        return wagers

    def _check_equal(self, place: str, wagers: Mapping[str, Money]) -> None:
        grouped = self.on_seats.grouped
        if grouped and len({wagers[name].cents for name in grouped if name in wagers}) > 1:
            clause = self.rules.wagers[grouped[0]].clause
            self.faults.add(place, "base wagers differ", "stake the same on each", clause)

    def _decisions(
        self,
        place: str,
        given: dict[str, Any],
        company: _Company,
        *,
        stopped: bool,
    ) -> dict[str, str]:
        faults, asked = self.faults, company.asked
        decisions: dict[str, str] = {}
        ended = ""
        for name, rule in asked.items():
            if name in company.later and not self._has_placed(rule.asked_of, decisions):
                if name in given:
                    what = f"decision {name} without its wager"
                    faults.add(place, what, "leave it out", rule.clause)
                continue
            if name not in given:
                if ended or stopped:
                    continue
                if rule.missing is not None:
                    decisions[name] = rule.missing
                else:
                    words = " or ".join(rule.choices)
                    faults.add(place, f"no decision {name}", f"write {words}", rule.clause)
                continue
            choice = given[name]
            if not isinstance(choice, str) or choice not in rule.choices:
                words = " or ".join(rule.choices)
                what = f"decision {name} is {show(choice)}"
                faults.add(place, what, f"write {words}", rule.clause)
                continue
            if ended:
                faults.add(place, f"decision {name} after {ended}", "leave it out", rule.clause)
            decisions[name] = choice
            if choice in rule.ends:
                ended = choice
        if not given.keys() <= asked.keys():
            faults.known(place, "decision", given, asked)
        return decisions

    def _has_placed(self, wagers: Sequence[str], decisions: Mapping[str, str]) -> bool:
        """Whether these decisions placed one of these wagers."""
        follow_ups = self.on_seats.follow_ups
        return any(rule.id in wagers and rule.times(decisions) for rule in follow_ups)

    def _cards(
        self, place: str, data: dict[str, Any], due: int, *, stopped: bool
    ) -> tuple[Card, ...]:
        cards = self.faults.cards(place, "cards", data["cards"]) if "cards" in data else None
        if cards is None or stopped:
            return cards or ()
        if len(cards) != due:
            self.faults.add(place, f"{len(cards)} cards", f"this hand has {due}")
        return cards

    def _add_follow_ups(self, wagers: dict[str, Money], decisions: Mapping[str, str]) -> None:
        """The wagers that decisions imply, sized by the rulebook."""
        for rule in self.on_seats.follow_ups:
            if (times := rule.times(decisions)) and rule.follows in wagers:
                wagers[rule.id] = wagers[rule.follows] * times

    def _exposed(self, place: str, value: object) -> bool:
        exposed = self.faults.flag(place, "exposed", value)
        if not exposed and not self.rules.may_decline:
            clause = self.rules.procedure["show"]
            self.faults.add(place, "hand not shown", "every hand is turned over here", clause)
        return exposed

    def _shares(
        self, place: str, given: object, wagers: Mapping[str, Money]
    ) -> dict[str, tuple[Funding, ...]]:
        """Who funded which part of a wager (I-80)."""
        table = self.faults.table(place, "shares", given)
        if table and not self.rules.shared_areas:
            self.faults.add(place, "shared wagers", "one person funds each wager here", "I-80")
            return {}
        allowed = [name for name in wagers if self.rules.wagers[name].units is None]
        self.faults.known(place, "share of", table, allowed, "I-80")
        shares = {}
        for name in allowed:
            if name in table:
                parts = tuple(self._funding(place, name, table[name]))
                self._check_funding(place, name, parts, wagers[name])
                shares[name] = parts
        return shares

    def _funding(self, place: str, name: str, given: object) -> Iterator[Funding]:
        if not isinstance(given, list) or not given:
            self.faults.add(
                place, f"shares of {name}: {show(given)} is not a list", 'write [{"player": …}]'
            )
            return
        for part in given:
            data = self.faults.table(place, f"share of {name}", part)
            if not isinstance(part, dict):
                continue
            self.faults.required(place, data, ("player", "stake"))
            if "player" in data and "stake" in data:
                player = self.faults.text(place, "player", data["player"])
                stake = self.faults.stake(place, f"share of {name}", data["stake"])
                if player and stake is not None:
                    yield Funding(player, stake)

    def _check_funding(
        self, place: str, name: str, parts: tuple[Funding, ...], stake: Money
    ) -> None:
        put_in = total(part.stake for part in parts)
        if put_in != stake:
            self.faults.add(
                place, f"shares of {name} come to {put_in}", f"they must come to {stake}", "I-80"
            )
        players = [part.player for part in parts]
        if len(set(players)) != len(players):
            self.faults.add(
                place,
                f"shares of {name} name one person twice",
                "add that person's parts up",
                "I-80",
            )
