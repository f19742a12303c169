"""The person who plays at the terminal: questions, answers, and the money in hand.

An answer that cannot be used is met with a sentence that says what to type, and the question is put
again; earlier answers stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import Console

from pitboss.cli.narration import (
    YOU,
    Narrator,
    and_join,
    is_named_for,
    paytables,
    wagers_in_words,
)
from pitboss.cli.practice import PracticeTable, placed_before_the_deal
from pitboss.errors import MoneyError, RuleBreach
from pitboss.floor.practice import LEAST
from pitboss.money import Money, total
from pitboss.round.decisions import Choose, DeclineToShow, ShowHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option
from pitboss.round.wagers import PlaceWager, TakeDown, least_and_most
from pitboss.rulebook.model import DecisionRule, Rulebook, WagerRule

FIRST_STAKE = Money.parse("10.00")
NO = frozenset(("n", "no", "none", "0", "-"))
YES = frozenset(("y", "yes", "1"))

HELP = """\
At any question:
  Enter     takes what stands in square brackets
  ?         this help
  odds      what the wagers of this table pay, with the clauses (also: rules)
  q         leave the table (also Ctrl-D or Ctrl-C)
While bets are open:
  10, 12.50 an amount to stake
  n         not this wager
  c         take your bets down and start again
When you decide, type the first letter of what you want to do."""


class Leave(Exception):
    """The person leaves the table."""


Read = Callable[[str], str]


def read_money(text: str) -> Money:
    """An amount as people type it.

    >>> read_money("$1,000"), read_money("12.5")
    (Money('1000.00'), Money('12.50'))
    >>> read_money("ten")
    Traceback (most recent call last):
    ...
    pitboss.errors.MoneyError: 'ten' is not an amount. Type dollars such as 10 or 12.50.
    """
    whole, point, part = text.strip().removeprefix("$").replace(",", "").partition(".")
    try:
        return Money.parse(f"{whole}.{part:0<2}" if point else f"{whole}.00")
    except MoneyError:
        raise MoneyError(f"{text!r} is not an amount. Type dollars such as 10 or 12.50.") from None


class TerminalPlayer:
    """The person who plays at this terminal."""

    name = YOU

    def __init__(
        self, seat: int, bankroll: Money, narrator: Narrator, *, read: Read, is_alone: bool
    ) -> None:
        self.seat = seat
        self.bankroll = bankroll
        self.narrator = narrator
        self.console: Console = narrator.console
        self.is_alone = is_alone
        self._read = read
        self._last: dict[str, Money] = {}

    # --- asking ---------------------------------------------------------------------------------

    def ask(self, question: str) -> str:
        """Put a question until there is an answer to it, in small letters."""
        while True:
            try:
                answer = self._read(f"{question} ").strip().lower()
            except EOFError:
                self.console.print()
                raise Leave from None
            if answer in ("q", "quit", "exit", "leave"):
                raise Leave
            if answer in ("?", "help", "h"):
                self.console.print(HELP)
            elif answer in ("odds", "rules", "paytables"):
                table = self.narrator.table
                self.console.print(paytables(table, players=table.positions))
            else:
                return answer

    def _say(self, text: str) -> None:
        self.console.print(text)

    # --- wagers ---------------------------------------------------------------------------------

    def can_bet(self, table: PracticeTable) -> bool:
        """Whether the money is enough for the least bet there is."""
        rules = table.rules
        count = len(rules.main_wagers)
        return self.bankroll >= LEAST * count

    def place(self, table: PracticeTable) -> None:
        """Ask for wagers and place them."""
        self._say(f"You have {self.bankroll.dollars}.{_meters_in_words(table)}")
        if self._last and self._again(table):
            return
        while not self._place_each(table):
            self._take_down(table)

    def _again(self, table: PracticeTable) -> bool:
        """Whether the bets of the last round were placed again."""
        wagers = {
            rule.id: self._last[rule.limit_key]
            for rule in placed_before_the_deal(table.rules)
            if rule.limit_key in self._last
        }
        needed = total(wagers.values())
        if needed > self.bankroll:
            self._say(f"Your last bets took {needed.dollars}, more than you have.")
            return False
        self._say(f"Your last bets: {'; '.join(wagers_in_words(table.rules, wagers))}.")
        while True:
            answer = self.ask("Enter for the same again, c to change them, n to sit out:")
            if answer == "":
                for wager, stake in wagers.items():
                    self._stake(table, wager, stake)
                return True
            if answer in NO and self._may_sit_out():
                return True
            if answer == "c":
                return False
            if answer not in NO:
                self._say("Press Enter for the same bets, or type c, n or q.")

    def _place_each(self, table: PracticeTable) -> bool:
        """Ask for one wager after the other; false when the person wants to start again."""
        placed: dict[str, Money] = {}
        for group in _groups(table.rules):
            standing = self._standing(table)
            if group[0].needs and not any(need in standing for need in group[0].needs):
                continue
            while True:
                answer = self.ask(self._question(table, group))
                if answer == "c":
                    return False
                stake = self._placed(table, group, answer)
                if stake is not None:
                    break
            if stake:
                placed[group[0].limit_key] = stake
            elif group[0].required and self._may_sit_out():
                return True
            elif group[0].required:
                return False
        if not placed:
            return self._may_sit_out()
        self._last = placed
        return True

    def _may_sit_out(self) -> bool:
        if self.is_alone:
            self._say("You are alone at the table: place a bet, or type q to leave.")
            return False
        self._say("You sit this round out.")
        return True

    def _question(self, table: PracticeTable, group: Sequence[WagerRule]) -> str:
        rule = group[0]
        titles = and_join([one.title for one in group])
        what = f"{titles}, each" if len(group) > 1 else titles
        default = self._default(table.rules, group)
        offered = "no" if default is None else str(default)
        if rule.units is not None:
            assert table.link is not None, "a progressive wager has its meters"
            if rule.units.most == rule.units.least:
                return f"{what}, {table.link.unit.dollars}, y or n [{_yes_or_no(default)}]:"
            if default is not None:
                offered = str(default.cents // table.link.unit.cents)
            return f"{what}, {rule.units} of {table.link.unit.dollars} [{offered}]:"
        if rule.stake is not None:
            return f"{what}, {rule.stake.dollars}, y or n [{_yes_or_no(default)}]:"
        bounds = least_and_most(table.rules, rule, table.limits)
        assert bounds is not None, "a practice table limits every wager of free size"
        return f"{what}, {bounds[0].dollars} to {bounds[1].dollars} [{offered}]:"

    def _default(self, rules: Rulebook, group: Sequence[WagerRule]) -> Money | None:
        last = self._last.get(group[0].limit_key)
        if last is not None or self._last or group[0].id not in rules.main_wagers:
            return last
        return FIRST_STAKE if FIRST_STAKE * len(group) <= self.bankroll else LEAST

    def _placed(
        self, table: PracticeTable, group: Sequence[WagerRule], answer: str
    ) -> Money | None:
        """What was staked on each wager of a group, perhaps nothing; none to ask again."""
        try:
            stake = self._amount(table, group, answer)
            if stake * len(group) > self.bankroll:
                needed = (stake * len(group)).dollars
                self._say(f"That takes {needed}, and you have {self.bankroll.dollars}. Bet less.")
                return None
            if stake:
                for rule in group:
                    self._stake(table, rule.id, stake)
        except (MoneyError, RuleBreach) as error:
            # Wagers of a group are alike, so the first is refused or none is.
            self._say(str(error))
            return None
        return stake

    def _amount(self, table: PracticeTable, group: Sequence[WagerRule], answer: str) -> Money:
        rule = group[0]
        if answer == "":
            return self._default(table.rules, group) or Money(0)
        if answer in NO:
            return Money(0)
        if rule.units is not None:
            assert table.link is not None, "a progressive wager has its meters"
            if answer in YES:
                return table.link.unit * rule.units.least
            if rule.units.most == rule.units.least:
                raise MoneyError(f"{answer!r} is no answer here. Type y or n.")
            if not answer.isdecimal():
                raise MoneyError(f"{answer!r} is no number of units. Type a number such as 1.")
            return table.link.unit * int(answer)
        if rule.stake is not None:
            if answer in YES:
                return rule.stake
            raise MoneyError(f"{answer!r} is no answer here. Type y or n.")
        return read_money(answer)

    def _stake(self, table: PracticeTable, wager: str, stake: Money) -> None:
        table.give(PlaceWager(self.seat, self.name, wager, stake))
        self.bankroll -= stake

    def _standing(self, table: PracticeTable) -> dict[str, Money]:
        at = table.play.seats.get(self.seat)
        return {} if at is None else dict(at.wagers)

    def _take_down(self, table: PracticeTable) -> None:
        """Take every wager back, the last first: side wagers need the ones before them."""
        for wager, stake in reversed(self._standing(table).items()):
            table.give(TakeDown(self.seat, self.name, wager))
            self.bankroll += stake

    def stakes_on_table(self, table: PracticeTable) -> Money:
        """What lies on the layout for this seat."""
        return total(self._standing(table).values())

    # --- decisions ------------------------------------------------------------------------------

    def choose(self, table: PracticeTable, may: Option) -> RoundCommand:
        """Ask for one of the answers the seat may give."""
        at = table.play.seats[self.seat]
        self.narrator.picture(at)
        asked = _asked(table, may)
        if asked.id in table.game.questions:
            self._say(table.game.questions[asked.id])
        costs = {choice: self._cost(table, choice) for choice in may.choices}
        offers = " or ".join(_offer(table, may, choice, costs[choice]) for choice in may.choices)
        while True:
            answer = self.ask(f"Your turn ({may.clause}): {offers}?")
            keys = {_key(choice, may.choices): choice for choice in may.choices}
            fits = [choice for choice in may.choices if answer and choice.startswith(answer)]
            if answer in keys:
                fits = [keys[answer]]
            if not answer and len(may.choices) == 1:
                fits = list(may.choices)
            if len(fits) != 1:
                self._say(f"Type {' or '.join(keys)}.")
                continue
            cost = costs[fits[0]]
            if cost is None or cost[1] <= self.bankroll:
                self.bankroll -= Money(0) if cost is None else cost[1]
                return Choose(self.seat, fits[0])
            self._say(
                f"{cost[0].title} takes {cost[1].dollars}, and you have {self.bankroll.dollars}. "
                "Choose another."
            )

    def _cost(self, table: PracticeTable, choice: str) -> tuple[WagerRule, Money] | None:
        """The wager a choice places, and its stake."""
        at = table.play.seats[self.seat]
        for rule in table.rules.wagers.values():
            is_open = rule.decision is not None and rule.decision not in at.decisions
            if is_open and choice in rule.sizes and rule.follows is not None:
                return rule, at.wagers[rule.follows] * rule.sizes[choice]
        return None

    def show(self, table: PracticeTable) -> RoundCommand:
        """Show the hand, or decline where the rulebook lets a player decline."""
        decline = next((may for may in table.due() if may.command is DeclineToShow), None)
        if decline is None:
            return ShowHand(self.seat)
        while True:
            answer = self.ask(f"Show your hand ({decline.clause}): s shows, d declines [s]:")
            if answer in ("", "s", "show"):
                return ShowHand(self.seat)
            if answer in ("d", "decline"):
                return DeclineToShow(self.seat)
            self._say("Press Enter to show your hand, or type d to decline.")

    # --- money ----------------------------------------------------------------------------------

    def collect(self, table: PracticeTable) -> None:
        """Take what the settlement gives this seat, and say why."""
        lines = [line for line in table.play.settled if line.seat == self.seat]
        if not lines:
            return
        back = total(line.winnings + line.returned for line in lines)
        net = back - total(line.stake for line in lines)
        self.bankroll += back
        self.narrator.clauses(lines, "The clauses of your lines:")
        self._say(f"\n{_result(net)} You have {self.bankroll.dollars}.")


def _result(net: Money) -> str:
    if net.cents > 0:
        return f"You win {net.dollars} this round."
    if net.cents < 0:
        return f"You lose {(Money(0) - net).dollars} this round."
    return "You come out even this round."


def _key(choice: str, choices: Sequence[str]) -> str:
    """What is typed for a choice: its first letter, its size where sizes differ, or the word.

    >>> [_key(choice, ("raise_1", "raise_2", "fold")) for choice in ("raise_1", "fold")]
    ['1', 'f']
    """
    for key in (choice[0], choice.rpartition("_")[2]):
        if sum(key in (other[0], other.rpartition("_")[2]) for other in choices) == 1:
            return key
    return choice


def _offer(
    table: PracticeTable, may: Option, choice: str, cost: tuple[WagerRule, Money] | None
) -> str:
    key = _key(choice, may.choices)
    if key != choice[0]:
        word = choice.rpartition("_")[0] or choice
        return f"[{key}] {word}" + (_stake(choice, cost) if cost else "")
    if cost is not None:
        return f"[{choice[0]}]{choice[1:]}{_stake(choice, cost)}"
    wager = table.rules.wagers.get(_asked(table, may).id)
    words = _OFFERS.get(choice, f"[{choice[0]}]{choice[1:]}")
    return words.format(wager="it" if wager is None else wager.title)


def _stake(choice: str, cost: tuple[WagerRule, Money]) -> str:
    rule, stake = cost
    where = "" if is_named_for(rule.title, choice) else f" on {rule.title}"
    return f" {stake.dollars}{where}"


def _asked(table: PracticeTable, may: Option) -> DecisionRule:
    """The decision that a seat is asked for: the first that it has not made."""
    decided = {} if may.seat is None else table.play.seats[may.seat].decisions
    return next(rule for rule in table.rules.decisions.values() if rule.id not in decided)


_OFFERS = {"ride": "let {wager} [r]ide", "withdraw": "[w]ithdraw it"}


def _yes_or_no(default: Money | None) -> str:
    return "n" if default is None else "y"


def _meters_in_words(table: PracticeTable) -> str:
    if table.link is None:
        return ""
    levels = (f"{name} {level.amount.dollars}" for name, level in table.link.levels.items())
    return f" Practice meter: {', '.join(levels)}."


def _groups(rules: Rulebook) -> Iterator[list[WagerRule]]:
    """Wagers that are placed together and alike, in the rulebook's order."""
    groups: dict[str, list[WagerRule]] = {}
    for rule in placed_before_the_deal(rules):
        groups.setdefault(rule.limit_key, []).append(rule)
    yield from groups.values()
