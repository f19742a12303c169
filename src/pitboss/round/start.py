"""The start of a round: its terms are fixed, and refused where they do not go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NoReturn

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.money import Money
from pitboss.round.wagers import Limits, least_and_most
from pitboss.rulebook.model import OptionRule, OptionValue, PayoutLimit, Paytable
from pitboss.rulebook.terms import Terms, amount_of, payout_limit


@stored("open-round", kw_only=True)
class OpenRound:
    """ "Place your bets, please": the round begins under fixed terms."""

    positions: int
    method: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    limits: Mapping[str, tuple[Money, Money]] = field(default_factory=dict)
    unit: Money | None = None
    """The link's progressive unit; without a link no progressive wager can be placed."""


@stored("round-opened", kw_only=True)
class RoundOpened:
    """The round began, and these are its terms."""

    rulebook: str
    edition: str
    digest: str
    options: Mapping[str, OptionValue]
    positions: int
    method: str
    limits: Mapping[str, tuple[Money, Money]]
    unit: Money | None
    clause: str


def open_round(terms: Terms, command: OpenRound, clause: str) -> RoundOpened:
    """The round opens under these terms, or `RuleBreach`."""
    return _Opening(terms, clause).opened(command)


def progressive_table(terms: Terms) -> Paytable | None:
    """The progressive paytable in force, where there is a progressive wager."""
    rule = terms.rules.wagers.get("progressive")
    return None if rule is None else terms.rules.paytables[terms.paytable_name(rule)]


def payout_floor(terms: Terms, rule: PayoutLimit, limits: Limits) -> Money:
    """The least a payout limit may be: a fixed sum, or what the least bet may win (I-43)."""
    two = terms.on("allow_two_positions")
    times = rule.times_least_bet_two_positions if two else rule.times_least_bet
    bet = next(wager for wager in terms.rules.wagers.values() if wager.group == rule.group)
    bounds = least_and_most(terms.rules, bet, limits)
    return rule.floor if bounds is None else max(rule.floor, bounds[0] * times)


class _Opening:
    """One request to open a round, looked at in detail."""

    def __init__(self, terms: Terms, clause: str) -> None:
        self.terms = terms
        self.rules = terms.rules
        self.clause = clause

    def _refuse(self, problem: str, remedy: str, clause: str | None = None) -> NoReturn:
        raise RuleBreach(problem, clause=clause or self.clause, remedy=remedy)

    def opened(self, command: OpenRound) -> RoundOpened:
        """The terms of the round, once each has been looked at."""
        rules = self.rules
        if not rules.least_positions <= command.positions <= rules.most_positions:
            self._refuse(
                f"A table of {command.positions} positions",
                f"Layouts have {rules.least_positions} to {rules.most_positions}.",
                rules.layouts[-1].clause,
            )
        if command.method not in rules.dealing:
            methods = list(rules.dealing.values())
            self._refuse(
                f"Dealing method {command.method!r}",
                f"Choose one of {', '.join(rules.dealing)}.",
                methods[0].clause,
            )
        self._check_options(command)
        self._check_table_limits(command)
        self._check_link(command)
        return RoundOpened(
            rulebook=rules.id,
            edition=rules.edition,
            digest=rules.digest,
            options=dict(command.options),
            positions=command.positions,
            method=command.method,
            limits=dict(command.limits),
            unit=command.unit,
            clause=self.clause,
        )

    def _check_options(self, command: OpenRound) -> None:
        """What the round says of its options is what its terms were made of."""
        rules = self.rules
        for name, value in command.options.items():
            option = rules.options.get(name)
            if option is None:
                self._refuse(f"Option {name!r}", f"Known: {', '.join(rules.options)}.")
            if not _allows(option, value):
                words = ", ".join(map(str, option.values)) or "an amount of money"
                self._refuse(f"{name} of {value!r}", f"Choose {words}.", _first(option))
        chosen = {name: option.default for name, option in rules.options.items()}
        if chosen | dict(command.options) != self.terms.options:
            self._refuse("Options other than the table's", "Open the round under its own terms.")
        self._check_payout_limit(command)

    def _check_payout_limit(self, command: OpenRound) -> None:
        rule, limit = self.rules.payout_limit, payout_limit(self.terms.options)
        if rule is None or limit is None:
            return
        floor = payout_floor(self.terms, rule, command.limits)
        if limit < floor:
            self._refuse(
                f"A payout limit of {limit.dollars}",
                f"Set at least {floor.dollars}.",
                rule.clause,
            )

    def _check_table_limits(self, command: OpenRound) -> None:
        known = {rule.limit_key for rule in self.rules.wagers.values() if rule.follows is None}
        for name, (least, most) in command.limits.items():
            if name not in known:
                self._refuse(f"Limits of {name!r}", f"Known: {', '.join(sorted(known))}.")
            if not Money(0) <= least <= most:
                self._refuse(
                    f"Limits of {name}: {least.dollars} to {most.dollars}", "Set the least first."
                )

    def _check_link(self, command: OpenRound) -> None:
        """A table is linked by a unit its progressive paytable is played with."""
        table = progressive_table(self.terms)
        if table is not None and table.confirm is not None and not self.terms.on(table.confirm):
            self._refuse(
                f"{table.id} without confirmed seeds",
                f"Have them confirmed and set {table.confirm}.",
                table.clause,
            )
        unit = command.unit
        if unit is None:
            return
        if table is None:
            self._refuse("A link", "There is no progressive wager here: open without a unit.")
        if unit <= Money(0) or unit != (table.unit or unit):
            good = "more than nothing" if table.unit is None else f"{table.unit.dollars}"
            self._refuse(f"A unit of {unit.dollars}", f"The unit is {good}.", table.clause)


def _allows(option: OptionRule, value: OptionValue) -> bool:
    if not option.values:
        return value is None or amount_of(value) is not None
    # True equals 1 in Python, and so does not say which of the two was meant.
    return any(value == allowed and type(value) is type(allowed) for allowed in option.values)


def _first(option: OptionRule) -> str | None:
    return option.interpretations[0] if option.interpretations else None
