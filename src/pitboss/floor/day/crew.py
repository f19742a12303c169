"""The people who work a table, and what they do beside the play: cards, devices, the rack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from pitboss.cards import DECK, Card
from pitboss.floor.demonstration import ADMINISTRATOR, SECRET, SECURITY
from pitboss.floor.house_players import Act
from pitboss.house.callers import Caller, Member
from pitboss.house.staff_desk import StaffDesk
from pitboss.money import NOTHING, Money
from pitboss.staff.register import Department
from pitboss.table.chips.holdings import Pieces
from pitboss.table.chips.rack import (
    CollectDrop,
    CountClosing,
    CountDrop,
    CountOpening,
    SendCredit,
    TakeFill,
)
from pitboss.table.equipment import bonus_chips, decks, devices, procedure, shuffles, stub
from pitboss.table.equipment.devices import MODE
from pitboss.table.equipment.inventory import Before, Prompt, counts_itself
from pitboss.table.irregularities.laid_cards import on_table
from pitboss.table.operation import CloseTable
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Table

SECTION = 8
"""Tables that one supervisor looks after."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Who stands on each rung at one table."""

    ladder: tuple[str, ...]
    people: Mapping[str, str]

    @property
    def dealer(self) -> Member:
        """Who deals."""
        return self.who(self.ladder[0])

    @property
    def two(self) -> Member:
        """The rung above the dealer, with the dealer beside (I-50)."""
        return Member(self.people[self.ladder[1]], second=self.people[self.ladder[0]])

    @property
    def dual(self) -> Member:
        """The rung above the dealer, with security beside (S5)."""
        return Member(self.people[self.ladder[1]], second=SECURITY)

    def who(self, role: str) -> Member:
        """The person who has this role here."""
        return Member(self.people[role])


def crew_of(
    staffing: StaffDesk, number: int, ladder: tuple[str, ...], ladders: list[tuple[str, ...]]
) -> Crew:
    """The crew of the table with this number; who is not on the register yet is added."""
    house = f"{ladders.index(ladder) + 1}"
    people = {}
    for rung, role in enumerate(ladder):
        # A dealer for each table, a supervisor for each section, one person for each higher rung.
        place = (number, number // SECTION + 1)[rung] if rung < 2 else 1
        person = f"h{house}-{role.replace(' ', '-').lower()}-{place}"
        people[role] = person
        if person in staffing.register().people:
            continue
        staffing.add(
            person,
            name=f"{role} {place} of house {house}",
            department=Department.TABLE_GAMES,
            secret=SECRET,
            by=ADMINISTRATOR,
            command=f"day/add/{person}",
        )
        staffing.appoint(
            person, role, by=ADMINISTRATOR, ladder=ladder, command=f"day/appoint/{person}"
        )
    return Crew(ladder, people)


_BACKS = ("red", "blue", "green", "black", "brown", "grey", "white", "gold")
_SHUFFLER = "shuffler-1"
_DEVICE = "device-1"
_CHIPS = (100000, 10000, 2500, 500, 100)
_OPENING = Money.parse("50000.00")
_LOW, _HIGH = Money.parse("10000.00"), Money.parse("90000.00")
_MOVED = Money.parse("20000.00")


def prompted(rules: TableRules, table: Table, crew: Crew) -> Act | None:
    """The next step that cards or devices need, by the least role that may confirm it."""
    for prompt in procedure.due(rules, table):
        if prompt.before is not Before.NOTHING or prompt.step.startswith(MODE):
            return Act(_confirmed(rules, table, prompt), crew.who(prompt.role))
    return None


def _confirmed(rules: TableRules, table: Table, prompt: Prompt) -> procedure.Command:
    """What confirms that step where nothing is wrong with it."""
    deck, own = prompt.deck, rules.choice("shuffler")
    device = _SHUFFLER if own in ("", "none") else own
    match prompt.step:
        case "bring_deck":
            number = len(table.equipment.decks) + len(table.equipment.retired)
            lists = rules.rulebook.equipment.checklists.values()
            first = next(checklist.id for checklist in lists if checklist.when == "new")
            return decks.BringDeck(f"deck-{number + 1}", _BACKS[number % len(_BACKS)], first)
        case "shuffle":
            return shuffles.CompleteShuffle(
                device, deck, len(DECK) if counts_itself(rules) else None
            )
        case "cut":
            return shuffles.CutDeck(deck, 20)
        case "record_approval":
            return devices.RecordApproval(_DEVICE, "approval 17")
        case "load":
            return shuffles.LoadDevice(next(iter(table.equipment.approvals), _DEVICE), deck)
        case "count_bonus_chips":
            return bonus_chips.CountBonusChips(bonus_chips.accepted(rules, table))
        case "rule_on_bonus_chips":
            return bonus_chips.RuleOnBonusChips("counted once more")
        case "count_stub":
            return stub.CountStub(stub.expected(rules, table))
        case "discard_stub":
            return stub.DiscardStub()
        case step if step.startswith(MODE):
            return devices.ConfirmMode(step.removeprefix(MODE), device)
        case step:
            return decks.ConfirmStep(step, deck, "deck log")


def rack(table: Table, crew: Crew) -> Act | None:
    """Counted before the first bets; filled and relieved between rounds."""
    chips = table.chips
    if table.play.is_open:
        return None
    if chips.counted == "":
        amount = chips.rack if chips.is_inventoried else _OPENING
        return Act(CountOpening(pieces_of(amount)), crew.two)
    if chips.counted != "opening":
        return None
    slip = f"slip-{len(chips.shift.slips) + 1}"
    if chips.rack < _LOW:
        return Act(TakeFill(slip, pieces_of(_MOVED)), crew.dual)
    if chips.rack > _HIGH:
        return Act(SendCredit(slip, pieces_of(_MOVED)), crew.dual)
    return None


def closing(
    rules: TableRules, table: Table, crew: Crew, dealer: Caller, dice: Random
) -> Act | None:
    """What is done next to close a table whose last round is over, or was closed just now."""
    chips = table.chips
    if table.is_open:
        if rules.setting.mode is Mode.LIVE and chips.counted == "opening":
            # Now and then a chip has gone astray.
            missing = Money(2500) if dice.randrange(10) == 0 else NOTHING
            return Act(CountClosing(pieces_of(chips.rack - missing)), crew.two)
        if chips.drop:
            box = f"box-{rules.setting.table}-{table.gaming_day}"
            return Act(CollectDrop(box), crew.dual)
        return Act(CloseTable(), dealer)
    for box, kept in chips.boxes.items():
        return Act(CountDrop(box, kept.expected), crew.dual)
    return None


def pieces_of(amount: Money) -> Pieces:
    """An amount in chips, the largest first.

    >>> pieces_of(Money.parse("128.00"))
    {10000: 1, 2500: 1, 100: 3}
    """
    pieces, left = {}, amount.cents
    for value in _CHIPS:
        number, left = divmod(left, value)
        if number:
            pieces[value] = number
    return {**pieces, left: 1} if left else pieces


def next_cards(table: Table, seed: str, count: int) -> tuple[Card, ...]:
    """The cards that come next from a deck that was shuffled by hand."""
    deck = list(DECK)
    Random(f"{seed}/{table.rounds.number}/deck").shuffle(deck)
    gone = {*on_table(table.play), *table.play.set_aside}
    return tuple(card for card in deck if card not in gone)[:count]
