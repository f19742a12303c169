"""A floor with a link and tables on it; cards come from seeds that are known to deal what is said.

Amounts and rates are fixtures: no rulebook prints them (I-06).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pitboss.games.library import built_in
from pitboss.house.callers import Member, Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.house import House
from pitboss.house.link_desk import sharing_of
from pitboss.house.link_service import Owner
from pitboss.house.links import PATIENCE_SECONDS, Links
from pitboss.house.streams import link_stream, table_stream
from pitboss.jackpot.operation import ApproveProposal, OpenLink, StartLink
from pitboss.jackpot.terms import LinkSettings
from pitboss.money import Money
from pitboss.round.decisions import Choose
from pitboss.round.options import options
from pitboss.round.result import SettleRound
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.rulebook.terms import terms_of
from pitboss.staff.register import Department
from pitboss.store.contract import Store
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.people.seats import RegisterDevice, TakeSeat
from pitboss.table.rules import Setting
from tests.house.floor import GOOD, HandClock, house_on
from tests.house.playing import BUY_IN, Floor, setting_of
from tests.jackpot.pot import MASSACHUSETTS, MEGALINK, game, massachusetts, megalink

LINK = "mega"
UNIT = Money.parse("5.00")
SOFTWARE = "pitboss test"
SEATS = 7
ALTERS = Member("acc", "boss")
RUNS = Member("mbs-2", "sec")
PAYS = Member("mbs-1", "cash")
VERIFIES = Member("mbs-1")
REJECTS = Member("mbs-1", "sec")

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


def create_link(links: Links, settings: LinkSettings, runs: Member) -> None:
    """Approve, open and start a link."""
    stream = link_stream(settings.link)
    for kind in (ApproveProposal, OpenLink):
        links.engine.give(stream, kind(settings=settings, software=SOFTWARE), ALTERS)
    links.engine.give(stream, StartLink(software=SOFTWARE), runs)


class LinkedFloor(Floor):
    """Tables of Megalink Let It Ride on one link, in one process of several."""

    patience = PATIENCE_SECONDS
    """How long its tables wait for their contributions to be counted."""

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

    def open_linked(
        self,
        name: str,
        players: int = SEATS,
        *,
        rulebook: str = MEGALINK,
        is_practice: bool = False,
    ) -> None:
        """A table that shares the link, with players who have bought in."""
        plain = setting_of(rulebook, name)
        setting = replace(
            plain,
            link=LINK,
            unit=UNIT,
            offered=(*plain.offered, "progressive"),
            is_practice=is_practice,
        )
        self.house.tables.open(setting, Member("mbs-2"))
        for seat in range(1, players + 1):
            self.house.give(table_stream(name), TakeSeat(f"p{seat}", seat), Player(f"p{seat}"))
            self.house.give(table_stream(name), BuyIn(f"p{seat}", BUY_IN), System())
            self.house.give(table_stream(name), RegisterDevice(seat), Member("mbs-2"))

    def bet_all(self, name: str) -> None:
        """The base wagers, and a progressive wager of one unit by everybody."""
        self.bet(name)
        for seat, player in sorted(self.house.tables.table(name).people.seats.items()):
            wager = PlaceWager(seat, player, "progressive", UNIT)
            self.house.give(table_stream(name), wager, Player(player))

    def bet_rest(self, name: str) -> None:
        """Whatever of all that is still missing: whoever began to bet was interrupted."""
        rules = self.house.tables.rules(name)
        wanted = [w.id for w in rules.rulebook.wagers.values() if w.required]
        for seat, player in sorted(self.house.tables.table(name).people.seats.items()):
            for wager in (*wanted, "progressive"):
                at = self.house.tables.table(name).play.seats.get(seat)
                if at is None or wager not in at.wagers:
                    stake = UNIT if wager == "progressive" else Money(1000)
                    placed = PlaceWager(seat, player, wager, stake)
                    self.house.give(table_stream(name), placed, Player(player))

    def call(self, name: str, seed: int | None = None) -> None:
        """ "Place your bets, please", from a seed that is known, and everybody bets."""
        if seed is not None:
            self.wanted = [seed_of(seed)]
        self.dealing.call_for_bets(name)
        self.bet_all(name)

    def close(self, name: str) -> None:
        self.house.give(table_stream(name), CloseBets(), System())

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
        rules, table = self.house.tables.rules(name), self.house.tables.table(name)
        may = next(
            one for one in options(rules.game, rules.terms, table.play) if one.command is Choose
        )
        assert may.seat is not None
        player = table.play.seats[may.seat].player
        self.house.give(table_stream(name), Choose(may.seat, may.choices[0]), Player(player))

    def display(self) -> str:
        """What the jackpot shows."""
        return str(self.links.link(LINK).meters["jackpot"].display)


class OtherProcess(LinkedFloor):
    """The same floor as another process sees it: the same store, and nothing else in common."""

    def __init__(self, store: Store, clock: HandClock, seed: int = 2) -> None:
        self.store = store
        self.clock = clock
        self.dice = Random(seed)
        self.house = self._house()
        self.staff_desk = self.house.staff
        self._connect()
