"""A link with its tables and its people, said in a few words.

Amounts and rates are fixtures: no rulebook prints them (I-06).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from pitboss.cards import DECK, Card, parse_cards
from pitboss.envelope import AUTOMATIC, Envelope, Recorded
from pitboss.games.library import built_in
from pitboss.house.callers import Member, System, by_of
from pitboss.jackpot import inbox
from pitboss.jackpot.aggregate import LinkCommand, LinkEvent, decide, evolve
from pitboss.jackpot.awards import Claim, Sharing, award
from pitboss.jackpot.care import AdjustmentReason, AdjustMeter, FillMeter
from pitboss.jackpot.changes import ChangeTerms
from pitboss.jackpot.claims import (
    ClaimEntered,
    EnterClaim,
    Figures,
    PayClaim,
    RejectClaim,
    ReleasePrize,
    UndoClaim,
    VerifyClaim,
)
from pitboss.jackpot.contributions import Batch, FoldContributions, JoinTable, LeaveTable
from pitboss.jackpot.fixed_awards import (
    FixedAwardsReturned,
    FixedAwardsTaken,
    ReturnFixedAwards,
    TakeFixedAwards,
)
from pitboss.jackpot.inbox import InboxEvent
from pitboss.jackpot.inbox import decide as decide_inbox
from pitboss.jackpot.link import Link, Winner
from pitboss.jackpot.meters import Meter, Rate
from pitboss.jackpot.operation import ApproveProposal, CountFunds, OpenLink, StartLink, StopLink
from pitboss.jackpot.terms import ChangePolicy, LevelSettings, LinkedGame, LinkSettings, linked_game
from pitboss.money import Money
from pitboss.staff.register import Department, Register
from tests.staff.people import MBS, MGC, SmallRegister

MEGALINK = "mbs-megalink-let-it-ride-v2"
HOLDEM = "mbs-megalink-holdem-v9"
THREE = "mbs-megalink-three-card-v6"
MASSACHUSETTS = "mgc-let-it-ride"
SOFTWARE = "pitboss test"
ROYAL = tuple(parse_cards("Th Jh Qh Kh Ah"))
EVER = {"since": "2026-01-01T00:00:00Z", "until": "2027-01-01T00:00:00Z"}
STRAIGHT_FLUSH = tuple(parse_cards("5s 6s 7s 8s 9s"))
BASE_WAGER = {MEGALINK: "$", HOLDEM: "ante", THREE: "pair_plus", MASSACHUSETTS: "$"}


def money(text: str) -> Money:
    return Money.parse(text)


def at(minute: int) -> str:
    return (datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(minutes=minute)).isoformat()


def staff() -> Register:
    """One of each: accounting and administration alter, games and security put right."""
    house = SmallRegister()
    for person in ("dan", "sue", "max", "fay", "cal"):
        house.add(person)
    for person, role in zip(("dan", "sue", "max"), MBS, strict=False):
        house.appoint(person, role)
    for person, role in zip(("fay", "cal"), MGC[1:], strict=True):
        house.appoint(person, role, MGC)
    house.add("ann", Department.ACCOUNTING)
    house.add("sid", Department.SECURITY)
    house.add("eve", Department.SURVEILLANCE)
    house.add("cash", Department.CAGE)
    house.add("reg", Department.REGULATOR)
    return house.register


STAFF = staff()


def game(rulebook: str, paytable: str = "progressive", *, decks: int = 1) -> LinkedGame:
    return linked_game(built_in(rulebook), paytable, decks=decks)


def level(name: str = "jackpot", reset: str = "10000.00", **other: Any) -> LevelSettings:
    said: dict[str, Any] = {
        "initial": money(reset),
        "reset": money(reset),
        "contribution": Rate.parse("20%"),
        "reserve": Rate.parse("2.5%"),
        "is_unlimited": other.get("limit") is None,
        "most_contribution": money("100.00"),
    }
    return LevelSettings(name=name, **(said | other))


def megalink(*levels: LevelSettings, **other: Any) -> LinkSettings:
    """The three Megalink games on one meter."""
    said: dict[str, Any] = {
        "currency": "SGD",
        "unit": money("5.00"),
        "levels": levels or (level(),),
        "games": (game(MEGALINK), game(HOLDEM), game(THREE)),
        "most_units": 10,
        "magic_rate": Rate.parse("1/20"),
        "lucky_rate": Rate.parse("1/40"),
        "verification_role": "Pit Supervisor",
        "change": ChangePolicy.FROZEN,
        "sharing": Sharing(),
    }
    return LinkSettings(link="mega", **(said | other))


SEEDS = {
    "TABLE1": {"jackpot": "10000.00"},
    "PTMGL01": {"jackpot": "10000.00"},
    "PTMGL02": {"jackpot": "10000.00"},
    "PTMGL03": {"jackpot": "1000.00"},
    "PTMGLML01": {"major": "10000.00", "minor": "1000.00"},
    "PTMGLML02": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
    "PTMGLML03": {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
}


def massachusetts(paytable: str = "PTMGLML03", *, dollars: int = 1, **other: Any) -> LinkSettings:
    """Let It Ride by one of the printed tables; seeds are those for a $1 wager, and scaled."""
    levels = tuple(
        level(name, str(money(seed) * dollars), contribution=Rate.parse("5%"))
        for name, seed in SEEDS[paytable].items()
    )
    said: dict[str, Any] = {
        "currency": "USD",
        "unit": Money(100 * dollars),
        "levels": levels,
        "games": (game(MASSACHUSETTS, paytable),),
        "verification_role": "floorperson",
        "change": ChangePolicy.FROZEN,
        "sharing": Sharing(),
    }
    return LinkSettings(link="mgc", **(said | other))


def approval(settings: LinkSettings, software: str = SOFTWARE) -> ApproveProposal:
    return ApproveProposal(settings=settings, software=software)


def opening(settings: LinkSettings, software: str = SOFTWARE) -> OpenLink:
    return OpenLink(settings=settings, software=software)


def envelope(link: Link, by: str, second: str = "", *, now: str) -> Envelope:
    """Somebody of the staff, or the system, as the register has them."""
    ladder = () if link.terms is None else link.terms.ladder
    caller = System() if by == "system" else Member(by, second)
    return by_of(caller, lambda: STAFF, ladder, now=now)


class Pot:
    """A link that commands are given to one after the other, with the inboxes of its tables."""

    def __init__(self, settings: LinkSettings | None = None, *, is_started: bool = True) -> None:
        self.settings = settings or megalink()
        self.link = Link()
        self.log: list[Recorded[LinkEvent]] = []
        self.inboxes: dict[str, list[InboxEvent]] = {}
        self.inbox_logs: dict[str, list[Recorded[InboxEvent]]] = {}
        self.now = 0
        self.manager = "max" if self.settings.currency == "SGD" else "cal"
        self.floor = "sue" if self.settings.currency == "SGD" else "fay"
        self.give(approval(self.settings))
        self.give(opening(self.settings))
        if is_started:
            self.start()

    @property
    def at(self) -> str:
        self.now += 1
        return at(self.now // 4)

    def give(
        self,
        command: LinkCommand,
        by: str | None = None,
        second: str | None = None,
        at: str | None = None,
    ) -> list[LinkEvent]:
        """A command by those whose work it is, unless others are named."""
        usual = self._people(command)
        who = usual[0] if by is None else by
        beside = usual[1] if second is None else second
        sent = envelope(self.link, who, beside, now=at or self.at)
        events = decide(self.link, command, sent, self.waiting())
        for event in events:
            self.link = evolve(self.link, event, sent)
            self.log.append(Recorded(event, sent))
        return events

    def _people(self, command: LinkCommand) -> tuple[str, str]:
        match command:
            case StartLink() | AdjustMeter():
                return self.manager, "sid"
            case StopLink() | JoinTable() | LeaveTable() | ReturnFixedAwards():
                return self.floor, ""
            case VerifyClaim():
                return self.floor, ""
            case RejectClaim() | UndoClaim():
                return self.floor, "eve"
            case ReleasePrize():
                return "cash", ""
            case PayClaim():
                return self.floor, "cash"
            case FillMeter() | CountFunds():
                return "ann", "cash"
            case EnterClaim() | TakeFixedAwards() | FoldContributions():
                return "system", ""
        return "ann", "boss"

    def start(self) -> None:
        self.give(StartLink(software=SOFTWARE))

    def stop(self, reason: str = "Being looked after.") -> None:
        self.give(StopLink(reason=reason))

    # --- tables -----------------------------------------------------------------------------------

    def joining(self, table: str, played: str | None = None, **other: Any) -> JoinTable:
        found = next(one for one in self.settings.games if played is None or one.rulebook == played)
        assert self.link.terms is not None
        said: dict[str, Any] = {
            "rulebook": found.rulebook,
            "digest": found.digest,
            "paytable": found.paytable,
            "currency": found.currency,
            "unit": self.link.terms.unit,
            "decks": found.decks,
            "sharing": Sharing(),
            "is_practice": False,
            "inbox": len(self.inboxes.get(table, ())),
        }
        return JoinTable(table=table, **(said | other))

    def join(self, table: str, rulebook: str | None = None) -> Pot:
        self.give(self.joining(table, rulebook))
        self.inboxes.setdefault(table, [])
        return self

    def leave(self, table: str) -> None:
        entries = len(self.inboxes[table])
        self.give(LeaveTable(table=table, inbox=entries))

    def put(self, table: str, command: inbox.InboxCommand) -> list[InboxEvent]:
        events = decide_inbox(self.link, inbox.replay(self.inboxes[table]), command)
        self.inboxes[table] += events
        sent = AUTOMATIC._replace(time=self.at)
        self.inbox_logs.setdefault(table, []).extend(Recorded(event, sent) for event in events)
        return events

    def contributing(
        self, table: str, round_: int, stakes: Mapping[int, str], **other: Any
    ) -> inbox.Contribute:
        played = self.link.tables[table].game if table in self.link.tables else MEGALINK
        wagers = {
            seat: {"progressive": money(stake), BASE_WAGER[played]: money("25.00")}
            for seat, stake in stakes.items()
        }
        said: dict[str, Any] = {"game": played, "wagers": wagers, "is_practice": False}
        return inbox.Contribute(table=table, round=round_, **(said | other))

    def contribute(self, table: str, round_: int, stakes: Mapping[int, str]) -> list[InboxEvent]:
        return self.put(table, self.contributing(table, round_, stakes))

    def play(self, table: str, round_: int, stakes: Mapping[int, str]) -> None:
        """A round contributes, and what it gave is counted."""
        self.contribute(table, round_, stakes)
        self.fold()

    def reverse(self, table: str, round_: int, stakes: Mapping[int, str]) -> list[InboxEvent]:
        back = {seat: money(stake) for seat, stake in stakes.items()}
        return self.put(table, inbox.Reverse(table=table, round=round_, stakes=back, clause="5.7"))

    def batch(self, table: str, upto: int | None = None) -> Batch:
        after = self.link.reads.get(table, 0)
        entries = self.inboxes[table][after : len(self.inboxes[table]) if upto is None else upto]
        return Batch(table=table, after=after, upto=after + len(entries))

    def fold(self, *tables: str) -> list[LinkEvent]:
        batches = tuple(self.batch(table) for table in tables or self.inboxes)
        return self.fold_all(*batches)

    def fold_all(self, *batches: Batch) -> list[LinkEvent]:
        return self.give(FoldContributions(fence=self.link.fence, batches=batches))

    def waiting(self) -> dict[str, list[InboxEvent]]:
        """What each inbox holds after what the link has counted."""
        return {
            table: entries[self.link.reads.get(table, 0) :]
            for table, entries in self.inboxes.items()
        }

    # --- claims -----------------------------------------------------------------------------------

    def settled(self, table: str, round_: int, hands: Mapping[int, str]) -> EnterClaim:
        """A round as a settlement would claim it on what the link shows now."""
        terms = self.link.terms
        assert terms is not None
        played = terms.game(self.link.tables[table].game)
        assert played is not None
        winners, levels = [], {}
        for name in dict.fromkeys(played.shares[hand].level for hand in hands.values()):
            on_level = {s: hand for s, hand in hands.items() if played.shares[hand].level == name}
            claims = [
                Claim(seat, played.shares[hand].percent, hand == "royal_flush")
                for seat, hand in on_level.items()
            ]
            shows = self.link.meters[name].display
            paid = award(shows, terms.level(name).reset, claims, terms.sharing)
            levels[name] = Figures(
                before=shows, awarded=paid.awarded, resets=paid.resets, after=paid.after
            )
            winners += [
                Winner(
                    seat=seat,
                    player=f"player {seat}",
                    hand=hand,
                    level=name,
                    percent=played.shares[hand].percent,
                    amount=paid.by_seat[seat],
                )
                for seat, hand in on_level.items()
            ]
        return EnterClaim(
            table=table,
            round=round_,
            contribution=len(self.inboxes[table]),
            winners=tuple(winners),
            levels=levels,
        )

    def claim(self, table: str, round_: int, hands: Mapping[int, str]) -> ClaimEntered:
        entered = self.give(self.settled(table, round_, hands))[0]
        assert isinstance(entered, ClaimEntered)
        return entered

    def verifying(self, claim: int, **other: Any) -> VerifyClaim:
        entered = self.link.claims[claim]
        cards: dict[int, tuple[Card, ...]] = {
            winner.seat: HANDS[winner.hand] for winner in entered.winners
        }
        said: dict[str, Any] = {"cards": cards, "deck": DECK}
        return VerifyClaim(claim=claim, **(said | other))

    def verify(self, claim: int) -> list[LinkEvent]:
        return self.give(self.verifying(claim))

    def reject(self, claim: int) -> list[LinkEvent]:
        return self.give(RejectClaim(claim=claim, reason="misdeal"))

    def undo(self, claim: int) -> list[LinkEvent]:
        """Its round is void."""
        return self.give(UndoClaim(claim=claim, reason="void"))

    def pay(self, claim: int) -> list[LinkEvent]:
        return self.give(PayClaim(claim=claim))

    def verify_and_pay(self, claim: int) -> None:
        self.verify(claim)
        self.pay(claim)

    # --- fixed awards -----------------------------------------------------------------------------

    def fixing(
        self, table: str, round_: int, awards: Mapping[int, str], taken: str, **other: Any
    ) -> TakeFixedAwards:
        assert self.link.terms is not None
        said: dict[str, Any] = {
            "contribution": len(self.inboxes[table]),
            "level": self.link.terms.fixed_awards_from_meter or "jackpot",
        }
        return TakeFixedAwards(
            table=table,
            round=round_,
            awards={seat: money(award) for seat, award in awards.items()},
            taken=money(taken),
            **(said | other),
        )

    def fix(
        self, table: str, round_: int, awards: Mapping[int, str], taken: str
    ) -> FixedAwardsTaken:
        """Awards that are no percentage, and what of them the settlement has a level pay."""
        (event,) = self.give(self.fixing(table, round_, awards, taken))
        assert isinstance(event, FixedAwardsTaken)
        return event

    def unfix(self, table: str, round_: int) -> FixedAwardsReturned:
        (event,) = self.give(ReturnFixedAwards(table=table, round=round_))
        assert isinstance(event, FixedAwardsReturned)
        return event

    # --- care -------------------------------------------------------------------------------------

    def adjusting(self, after: str, level: str = "jackpot", **other: Any) -> AdjustMeter:
        said: dict[str, Any] = {
            "reason": AdjustmentReason.MALFUNCTION,
            "explanation": "The controller counted a round twice.",
            "document": "IR-17",
            "before": self.link.meters[level].display,
        }
        return AdjustMeter(level=level, after=money(after), **(said | other))

    def fill(self, amount: str, level: str = "jackpot") -> list[LinkEvent]:
        return self.give(FillMeter(level=level, amount=money(amount), explanation="promotion"))

    def approve(self, settings: LinkSettings, software: str = SOFTWARE) -> None:
        self.give(approval(settings, software))

    def changing(self, settings: LinkSettings, software: str = SOFTWARE) -> ChangeTerms:
        return ChangeTerms(settings=settings, software=software)

    def change(self, settings: LinkSettings) -> None:
        """Other terms, approved and taken over."""
        self.approve(settings)
        self.give(self.changing(settings))

    @property
    def meter(self) -> Meter:
        """Of the one level that most links here have."""
        return self.link.meters["jackpot"]

    def shows(self, level: str = "jackpot") -> str:
        return str(self.link.meters[level].display)


HANDS: dict[str, tuple[Card, ...]] = {
    "royal_flush": ROYAL,
    "straight_flush": STRAIGHT_FLUSH,
    "four_of_a_kind": tuple(parse_cards("7s 7h 7d 7c 2s")),
}
