"""A floor with a link and tables on it, dealt by the system or by people.

Where the system deals, cards come from seeds that are known to deal what is said; where people do,
any cards may lie at any seat in any round. Amounts and rates are fixtures: no rulebook prints them
(I-06).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from pitboss.cards import DECK
from pitboss.games.library import built_in
from pitboss.house.callers import Caller, Member, Player
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done
from pitboss.house.house import House
from pitboss.house.link_desk import sharing_of
from pitboss.house.link_service import Owner
from pitboss.house.links import PATIENCE_SECONDS, Links, round_of, winning_cards
from pitboss.house.streams import link_stream
from pitboss.jackpot.aggregate import LinkCommand, LinkEvent
from pitboss.jackpot.claims import PayClaim, RejectClaim, VerifyClaim
from pitboss.jackpot.link import Link
from pitboss.jackpot.operation import ApproveProposal, OpenLink, StartLink
from pitboss.jackpot.terms import LinkSettings
from pitboss.ledger.books import ledger_of
from pitboss.ledger.link_books import books_of_link
from pitboss.money import NOTHING, Money
from pitboss.records.entries import event_of, recorded
from pitboss.round.deal import RecordDraws
from pitboss.round.decisions import Choose
from pitboss.round.options import options
from pitboss.round.result import SettleRound
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.rulebook.terms import terms_of
from pitboss.staff.register import Department
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.operation import CloseTable
from pitboss.table.people.seats import RegisterDevice, TakeSeat
from pitboss.table.rules import Mode, Setting
from pitboss.table.table import Command
from tests.house.floor import BUY_IN, GOOD, Floor, HandClock, house_on, setting_of
from tests.jackpot.pot import (
    HOLDEM,
    MASSACHUSETTS,
    MEGALINK,
    THREE,
    game,
    massachusetts,
    megalink,
)
from tests.script.house import HouseScript

LINK = "mega"
UNIT = Money.parse("5.00")
SOFTWARE = "pitboss test"
SEATS = 7
ALTERS = Member("acc", "boss")
RUNS = Member("mbs-2", "sec")
PAYS = Member("mbs-1", "cash")
VERIFIES = Member("mbs-1")
REJECTS = Member("mbs-1", "sec")
SHIFT = Member("mbs-3", "sec")

# Seeds of decks, found by trying: with seven seats these hands lie at these seats.
STRAIGHT_FLUSH = {
    ("T1", 1): (32415, 4),
    ("T1", 2): (8280, 6),
    ("T2", 1): (2721, 3),
    ("T2", 2): (18723, 4),
}
ROYAL_FLUSH = {("T1", 1): (54550, 1)}


OWNERS: list[Owner] = []
"""Every owner that was made, so that what it holds can be let go of."""


def let_go() -> None:
    """Have every owner give back its lease."""
    while OWNERS:
        OWNERS.pop().give_back()


def seed_of(number: int) -> bytes:
    """A seed as the tables above count them."""
    return number.to_bytes(32)


def settings_for(setting: Setting) -> LinkSettings:
    """A link that a table with these settings may share."""
    terms = terms_of(built_in(setting.rulebook), setting.options)
    paytable, sharing = terms.table("progressive").paytable.id, sharing_of(terms)
    if setting.rulebook == MASSACHUSETTS:
        return replace(massachusetts(paytable, sharing=sharing), link=LINK)
    settings = megalink(games=(game(setting.rulebook, paytable),), sharing=sharing)
    if setting.rulebook != MEGALINK:
        settings = replace(settings, magic_rate=None, lucky_rate=None)
    return settings


class FloorTable(HouseScript):
    """Lines at a table of a floor: the system draws what the seed says, and deals where it does."""

    def _deal(self, rest: str) -> Iterator[Any]:
        drawn = self.system.due(self.name)
        if isinstance(drawn, RecordDraws):
            yield drawn
        if self.table_rules.setting.mode is Mode.ELECTRONIC:
            yield self.system.due(self.name)
        else:
            yield from super()._deal(rest)


def create_link(links: Links, settings: LinkSettings, runs: Member | None) -> None:
    """Approve and open a link, and start it if somebody runs it."""
    stream = link_stream(settings.link)
    for kind in (ApproveProposal, OpenLink):
        links.engine.give(stream, kind(settings=settings, software=SOFTWARE), ALTERS)
    if runs is not None:
        links.engine.give(stream, StartLink(software=SOFTWARE), runs)


class LinkedFloor(Floor):
    """Tables of Megalink Let It Ride on one link, in one process of several."""

    has_known_decks = True
    patience = PATIENCE_SECONDS
    """How long its tables wait for their contributions to be counted."""
    verifies, pays = VERIFIES, PAYS

    @staticmethod
    def software() -> str:
        """What the link runs with. Files may change while tests run, and this does not."""
        return SOFTWARE

    def __init__(self, store: Store, *, seed: int = 1, clock: HandClock | None = None) -> None:
        super().__init__(store, seed=seed, clock=clock)
        for person, department in (
            ("acc", Department.ACCOUNTING),
            ("cash", Department.CAGE),
            ("eye", Department.SURVEILLANCE),
        ):
            self.staff_desk.add(
                person, name=f"One of {department}", department=department, secret=GOOD, by="boss"
            )
        self._connect()

    def _house(self) -> House:
        return house_on(
            self.store, self.clock, software=self.software, patience_seconds=self.patience
        )

    def _connect(self) -> None:
        self.links = self.house.links
        self.wanted: list[bytes] = []
        self.dealing = Dealer(self.house, entropy=self._entropy)
        self.owner = Owner(self.links, LINK)
        OWNERS.append(self.owner)

    def _entropy(self, count: int) -> bytes:
        return self.wanted.pop(0) if self.wanted else self.dice.randbytes(count)

    def create(self, settings: LinkSettings | None = None) -> None:
        """Approve, open and start the link."""
        create_link(self.links, settings or megalink(), RUNS)

    def give_link(
        self, command: LinkCommand, caller: Caller, command_id: str | None = None
    ) -> Done[Link]:
        """Give a command to the link."""
        return self.house.give(link_stream(LINK), command, caller, command_id)

    def open_linked(
        self, name: str, players: int = SEATS, *, rulebook: str = MEGALINK, **other: Any
    ) -> None:
        """A table that shares the link, with players who have bought in."""
        plain = setting_of(rulebook, name)
        offered, top = (*plain.offered, "progressive"), Member(f"{rulebook[:3]}-2")
        self.house.tables.open(replace(plain, link=LINK, unit=UNIT, offered=offered, **other), top)
        for seat in range(1, players + 1):
            self.give(name, TakeSeat(f"p{seat}", seat), Player(f"p{seat}"))
            self.give(name, BuyIn(f"p{seat}", BUY_IN))
            if "device" in built_in(rulebook).procedure:
                self.give(name, RegisterDevice(seat), top)

    def bet_all(self, name: str) -> None:
        """The base wagers, and a progressive wager of one unit by everybody."""
        self.bet(name)
        for seat, player in sorted(self.table(name).people.seats.items()):
            wager = PlaceWager(seat, player, "progressive", UNIT)
            self.give(name, wager, Player(player))

    def bet_rest(self, name: str) -> None:
        """Whatever of all that is still missing: whoever began to bet was interrupted."""
        rules = self.rules(name)
        wanted = [w.id for w in rules.rulebook.wagers.values() if w.required]
        for seat, player in sorted(self.table(name).people.seats.items()):
            for wager in (*wanted, "progressive"):
                at = self.table(name).play.seats.get(seat)
                if at is None or wager not in at.wagers:
                    stake = UNIT if wager == "progressive" else Money(1000)
                    placed = PlaceWager(seat, player, wager, stake)
                    self.give(name, placed, Player(player))

    def call(self, name: str, seed: int | None = None) -> None:
        """ "Place your bets, please", from a seed that is known, and everybody bets."""
        if seed is not None:
            self.wanted = [seed_of(seed)]
        self.dealing.call_for_bets(name)
        self.bet_all(name)

    def close(self, name: str) -> None:
        self.give(name, CloseBets())

    def play_linked(self, name: str, rounds: int = 1, seed: int | None = None) -> None:
        """Whole rounds with progressive wagers."""
        for _ in range(rounds):
            self.call(name, seed)
            self.close(name)
            self.finish(name)

    def until_settling(self, name: str) -> None:
        """Go on until the next thing due is to settle."""
        while not isinstance(self.dealing.due(name), SettleRound):
            if self.dealing.step(name) is None:
                self.answer(name)

    def answer(self, name: str) -> None:
        """Whoever is asked stays in."""
        rules, table = self.rules(name), self.table(name)
        may = next(
            one for one in options(rules.game, rules.terms, table.play) if one.command is Choose
        )
        assert may.seat is not None
        player = table.play.seats[may.seat].player
        self.give(name, Choose(may.seat, may.choices[0]), Player(player))

    def _script(self, name: str) -> FloorTable:
        roles = self.rules(name).rulebook.roles
        staff = self.rules(name).rulebook.id[:3]
        return FloorTable(
            self.house, name,
            member=lambda role: Member(f"{staff}-{roles.index(role)}"), system=self.dealing,
        )  # fmt: skip

    def say(self, name: str, *lines: str) -> None:
        """Play lines of a script at a table; `tests/README.md` says what they mean."""
        self._script(name).say(*lines)

    def display(self) -> str:
        """What the jackpot shows."""
        return str(self.links.link(LINK).meters["jackpot"].display)

    # --- claims and rulings -----------------------------------------------------------------------

    def verify(self, claim: int) -> None:
        """The cards are those that were won with, however long ago."""
        one = self.links.link(LINK).claims[claim]
        cards = winning_cards(round_of(self.store, one), one)
        table = self.table(one.table)
        # A table that was opened again has the number of its last round, and no seats.
        if table.rounds.number == one.round and table.play.seats:
            for seat, shown in cards.items():
                assert {*shown} <= {*table.play.seats[seat].cards, *table.play.community}
        self.give_link(VerifyClaim(claim=claim, cards=cards, deck=tuple(DECK)), self.verifies)

    def pay(self, claim: int, command_id: str | None = None) -> None:
        self.give_link(PayClaim(claim=claim), self.pays, command_id)

    def reject(self, claim: int) -> None:
        self.give_link(RejectClaim(claim=claim, reason="a marked card"), REJECTS)

    def rule(self, name: str, ruling: str, *, by: Caller = SHIFT, **details: str) -> None:
        """What no rule covers is ruled by the highest role, with security beside."""
        report = ReportIrregularity(kind="uncovered", details={"what": "smoke in the hall"})
        self.give(name, report, by)
        self.give(name, MakeRuling(ruling=ruling, reason="smoke", details=details), by)


class OtherProcess(LinkedFloor):
    """The same floor as another process sees it: the same store, and nothing else in common."""

    def __init__(self, store: Store, clock: HandClock, seed: int = 2) -> None:
        self.store = store
        self.clock = clock
        self.dice = Random(seed)
        self.house = self._house()
        self.staff_desk = self.house.staff
        self._connect()


DEALER = Member("mbs-0")
NOTHING_WON = "2c 5d 8h 3s 6c 9d Kc Jd"
ONE_STRAIGHT_FLUSH = "7h 8h 9h 2c 5d 8s Th Jh"
"""At the first of two seats."""
TWO_STRAIGHT_FLUSHES = "5h 6h 7h Th Jh Qh 8h 9h"
ROYAL_AND_STRAIGHT_FLUSH = "Qh Kh Ah 7h 8h 9h Th Jh"


HANDS = {
    "nothing": NOTHING_WON,
    "flush": "2h 5h 8h 3s 6c 9d Th Jh",
    "straight flush": ONE_STRAIGHT_FLUSH,
    "straight flush and flush": "7h 8h 9h 2h 5h Kh Th Jh",
    "two straight flushes": TWO_STRAIGHT_FLUSHES,
    "royal and flush": "Qh Kh Ah 2h 5h 8h Th Jh",
    "royal and straight flush": ROYAL_AND_STRAIGHT_FLUSH,
}
"""By name, for two seats; a flush pays 50 to 1 on a unit of 5.00."""


class DealtFloor(LinkedFloor):
    """Megalink Let It Ride with a dealer, and two players at each table."""

    def __init__(
        self, store: Store, *, seed: int = 1, settings: LinkSettings | None = None
    ) -> None:
        super().__init__(store, seed=seed)
        self.create(settings)

    def open_dealt(self, name: str) -> None:
        """A table whose dealer deals by hand; players bring their chips."""
        plain = setting_of(MEGALINK, name, Mode.LIVE)
        offered = (*plain.offered, "progressive")
        self.house.tables.open(
            replace(plain, link=LINK, unit=UNIT, offered=offered), Member("mbs-2")
        )
        self.sit_down(name)

    def open_again(self, name: str) -> None:
        """Close a table and open it once more; everybody comes back."""
        self.give(name, CloseTable(), Member("mbs-2"))
        setting = self.table(name).setting
        assert setting is not None
        self.house.tables.open(setting, Member("mbs-2"))
        self.sit_down(name)

    def sit_down(self, name: str) -> None:
        """Two players, each with a device for the progressive wager."""
        self.do_procedures(name)
        for seat in (1, 2):
            player = Player(f"{name}-{seat}")
            self.at(name, TakeSeat(player.name, seat), player)
            if seat not in self.table(name).people.devices:
                self.at(name, RegisterDevice(seat), DEALER)

    def at(self, name: str, command: Command, caller: Caller = DEALER) -> None:
        """Have something done, and whatever is due with the cards after it."""
        self.give(name, command, caller)
        self.do_procedures(name)

    def do_procedures(self, name: str) -> None:
        """Shuffles, cuts and the like, each by the role it needs."""
        self._script(name).do_procedures()

    def until_dealt(self, name: str, cards: str) -> None:
        """A round with these cards, in which nothing is left but to settle it."""
        self.say(name, "call")
        self.bet_all(name)
        self.say(name, "no more bets", f"deal {cards}", "play on")

    def until_settled(self, name: str, cards: str) -> None:
        """A round with these cards up to its settlement, on what the link shows."""
        self.until_dealt(name, cards)
        self.settle(name)

    def settle(self, name: str) -> None:
        self.say(name, "settle")

    def end(self, name: str) -> None:
        """End the round, and open what it was bound to."""
        self.say(name, "end")

    def play_dealt(self, name: str, cards: str = NOTHING_WON) -> None:
        """A whole round with these cards."""
        self.until_settled(name, cards)
        self.end(name)
        self.owner.step()

    def undo(self, name: str) -> None:
        """What was settled is void, and settled anew."""
        self.rule(name, "void")
        self.do_procedures(name)
        self.settle(name)


RIDE = "mbs-let-it-ride-v3"
STRAIGHT_FLUSH_OF = {
    RIDE: 59817,
    MEGALINK: 59817,
    HOLDEM: 140783,
    THREE: 57820,
    MASSACHUSETTS: 76368,
}
ROYAL_FLUSH_OF = {HOLDEM: 74128, THREE: 47904, MASSACHUSETTS: 55270}
FOUR_OF_A_KIND_OF = {RIDE: 5631, MEGALINK: 5631, HOLDEM: 5631, THREE: 3924, MASSACHUSETTS: 2063}
"""At seat 1, but for the royal flush of Three Card Poker; seeds for two players in round 1."""
PAYTABLE = "PTMGLML03"


def ride() -> LinkSettings:
    """The Let It Ride that has a progressive of its own."""
    return replace(
        megalink(), games=(game(RIDE),), magic_rate=None, lucky_rate=None, most_units=None
    )


def settings_of_game(rulebook: str) -> LinkSettings:
    if rulebook == RIDE:
        return ride()
    if rulebook == MASSACHUSETTS:
        return replace(massachusetts(PAYTABLE, dollars=5), link=LINK)
    return megalink()


class GameFloor(LinkedFloor):
    """One table of any game with two players, on a link of its own."""

    def __init__(
        self,
        rulebook: str,
        settings: LinkSettings | None = None,
        *,
        house: Mapping[str, str] | None = None,
        store: Store | None = None,
    ) -> None:
        super().__init__(store or MemoryStore())
        staff = rulebook[:3]
        self.verifies, self.pays = Member(f"{staff}-1"), Member(f"{staff}-1", "cash")
        create_link(self.links, settings or settings_of_game(rulebook), Member(f"{staff}-2", "sec"))
        options = dict(setting_of(rulebook, "T1").options)
        if rulebook == MASSACHUSETTS:
            options["progressive_table"] = PAYTABLE
        self.open_linked("T1", 2, rulebook=rulebook, options=options, house=house or {})


def whole_books(store: Store) -> dict[str, Money]:
    """Every account that holds anything: they come to nothing, and links agree with meters."""
    names = [name.removeprefix("table/") for name in store.streams("table/")]
    ledgers = [ledger_of(map(event_of, store.read(f"table/{name}"))) for name in names]
    for stream in store.streams("link/"):
        link = stream.removeprefix("link/")
        inboxes = {n: [event_of(e) for e in store.read(f"inbox/{link}/{n}")] for n in names}
        log = map(recorded, store.read(stream))
        books = books_of_link([one for one in log if isinstance(one.event, LinkEvent)], inboxes)
        assert list(books.differences()) == []
        ledgers.append(books.ledger)
    whole: dict[str, Money] = {}
    for ledger in ledgers:
        for account, held in ledger.balances.items():
            whole[account] = whole.get(account, NOTHING) + held
    assert sum(held.cents for held in whole.values()) == 0
    return {account: held for account, held in whole.items() if held}
