"""A crowd at a table on a link that runs: whatever goes wrong at the table meets the meters."""

from __future__ import annotations

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import RuleBreach
from pitboss.house.callers import Member, Player, System
from pitboss.house.link_reports import link_report
from pitboss.house.link_service import Owner
from pitboss.house.links import Links, round_of, winning_cards
from pitboss.house.streams import link_stream
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.claims import PayClaim, RejectClaim, VerifyClaim
from pitboss.jackpot.link import LinkStatus
from pitboss.jackpot.operation import StartLink, StopLink
from pitboss.money import Money
from pitboss.records.entries import event_of
from pitboss.round.deal import DealCards, lay_out
from pitboss.round.wagers import PlaceWager
from pitboss.staff.register import Department
from pitboss.store.contract import Store
from pitboss.table.irregularities.laid_cards import on_table
from pitboss.table.operation import FindLink, LoseLink
from pitboss.table.people.seats import RegisterDevice
from pitboss.table.rules import Mode, Setting
from tests.house.chance import a_setting
from tests.house.crowd import Crowd
from tests.house.floor import GOOD
from tests.house.linked import LINK, SOFTWARE, create_link, settings_for, whole_books
from tests.house.watched import Watched
from tests.jackpot.pot import HOLDEM
from tests.properties.chance import likely

_HANDS = ("8h 9h 5h 6h 7h", "Th Jh Qh Kh Ah")
"""Community cards, as far as they count, and one hand: a straight flush, a royal flush."""


class LinkedWatched(Watched):
    """The table, watched, and read on where its link wrote to it."""

    def links(self, which: int = 0) -> Links:
        return self.programs[which].house.links

    def read_on(self) -> None:
        for entry in self.store.read(self.stream, after=self.version):
            self._follow(event_of(entry))
            self.version += 1

    def check_refusal(self, refusal: RuleBreach) -> None:
        if refusal.clause not in ("P18", "P34"):
            super().check_refusal(refusal)


class LinkedCrowd(Crowd):
    """Everybody at a table on a link, and those who look after its claims."""

    watched: LinkedWatched

    def _setting(self, rulebook: str, mode: Mode) -> Setting:
        while True:
            setting = a_setting(self.rng, rulebook, "T1", mode, link=LINK)
            if setting.options.get("progressive_table") != "PTMGLML02":
                return setting

    def _watch(self, setting: Setting, stores: list[Store]) -> LinkedWatched:
        watched = LinkedWatched(setting, stores, self.rng.randbytes)
        staffing = watched.programs[0].house.staff
        for person, department in (("acc", Department.ACCOUNTING), ("cash", Department.CAGE)):
            staffing.add(person, name=person, department=department, secret=GOOD, by="boss")
        links, settings = watched.links(), settings_for(setting)
        create_link(links, settings, self._manager)
        self.owner = Owner(links, LINK)
        return watched

    @property
    def _manager(self) -> Member:
        return Member(f"{self.house}-2", "sec")

    def staff(self, rung: int | None = None) -> Member:
        """Often with security beside: a prize goes back only so."""
        member = super().staff(rung)
        return Member(member.person, "sec") if likely(self.rng, 50) else member

    def _arrive(self) -> None:
        super()._arrive()
        if "device" in self.watched.rulebook.procedure:
            for seat in range(1, self.watched.rules.setting.positions + 1):
                self.watched.give(RegisterDevice(seat), self._manager)

    def bet(self, wagers: int) -> None:
        """Most of those who sit bet what makes a hand, and on the link."""
        super().bet(wagers)
        unit = self.watched.rules.setting.unit
        assert unit is not None
        rules = self.watched.rules.rulebook.wagers.values()
        base = [rule.id for rule in rules if rule.required or rule.id == "ante"]
        for seat, player in sorted(self.watched.table.people.seats.items()):
            for wager in (*base, "progressive") if likely(self.rng, 80) else ():
                at = self.watched.table.play.seats.get(seat)
                there = {} if at is None else at.wagers
                stakes = [stake for name, stake in there.items() if name in base] or [Money(1000)]
                stake = unit if wager == "progressive" else stakes[0]
                if wager not in there:
                    placed = PlaceWager(seat, player, wager, stake)
                    self.watched.give(placed, Player(player))

    def _deal(self) -> DealCards | None:
        if self.watched.table.found.next_card is None and likely(self.rng, 60):
            self.deck = self._winning() or self.deck
        return super()._deal()

    def _winning(self) -> tuple[Card, ...]:
        """A deck from which somebody wins a share of a level; none once cards lie there."""
        play, rules = self.watched.table.play, self.watched.rules.rulebook
        seats = [at.seat for at in play.live]
        if not seats or play.set_aside or next(iter(on_table(play)), None) is not None:
            return ()
        where: dict[object, list[Card]] = {}
        for packet in lay_out(rules.dealing[play.method].steps, seats, DECK):
            where.setdefault(packet.place, []).extend(packet.cards)
        shared = where.get("community", [])
        shared = shared[:3] if rules.id == HOLDEM else shared[-2:]
        wanted = parse_cards(self.rng.choice(_HANDS))
        places = [*shared, *where.get(self.rng.choice(seats), [])]
        if len(places) != len(wanted):
            return ()
        lies = dict(zip(places, wanted, strict=True))
        rest = [card for card in DECK if card not in wanted]
        self.rng.shuffle(rest)
        return tuple(lies.get(card) or rest.pop() for card in DECK)

    def _close_bets(self) -> None:
        """A table that lost its link, or found it, says so before."""
        program = self.watched.programs[0]
        program.house.tables.refresh(self.watched.name)
        command = program.reaching(self.watched.name)
        if isinstance(command, LoseLink | FindLink):
            assert self.watched.give(command, System())
        super()._close_bets()

    def something(self) -> None:
        if likely(self.rng, 30):
            self.at_the_link()
        else:
            super().something()

    def at_the_link(self) -> None:
        """Contributions are counted, claims decided, or the link stops for a while."""
        rng, watched = self.rng, self.watched
        links = watched.links(rng.randrange(2))
        claims = links.link(LINK).claims
        watched.clock.pass_by(seconds=1)
        try:
            if links.link(LINK).status is not LinkStatus.RUNNING:
                self._give(links, StartLink(software=SOFTWARE), self._manager)
            elif likely(rng, 5):
                self._give(links, StopLink(reason="the display is dark"), self._manager)
            elif likely(rng, 50) or not claims:
                self.owner.step()
            else:
                self._decide(links, rng.choice(sorted(claims)))
        except RuleBreach as refusal:
            watched.check_refusal(refusal)
        watched.read_on()

    def _decide(self, links: Links, claim: int) -> None:
        one, floor = links.link(LINK).claims[claim], f"{self.house}-1"
        kind = self.rng.choice([VerifyClaim, RejectClaim, PayClaim])
        if kind is VerifyClaim:
            cards = winning_cards(round_of(self.watched.store, one), one)
            verify = VerifyClaim(claim=claim, cards=cards, deck=tuple(DECK))
            self._give(links, verify, Member(floor))
        elif kind is RejectClaim:
            reject = RejectClaim(claim=claim, reason="a marked card")
            self._give(links, reject, Member(floor, "sec"))
        else:
            self._give(links, PayClaim(claim=claim), Member(floor, "cash"))

    def _give(self, links: Links, command: LinkCommand, caller: Member) -> None:
        links.engine.give(link_stream(LINK), command, caller)

    def check_all(self) -> None:
        """The audit finds nothing, the recount no difference, and the books balance."""
        while self.owner.step():
            pass
        self.watched.check_all()
        assert link_report(self.watched.links(), LINK)["recount"] == []
        whole_books(self.watched.store)
