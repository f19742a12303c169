"""A floor with a link by lines of text: rounds at its tables, claims, processes and what is held.

`tests/README.md` has all lines. After a case the audit finds nothing, and the reports of the link
and the books of the house leave nothing over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from pitboss.errors import RuleBreach
from pitboss.house.callers import Caller, Member, Player
from pitboss.house.link_reports import link_report
from pitboss.house.streams import link_stream
from pitboss.jackpot.care import FillMeter, SendTransfer
from pitboss.jackpot.changes import ChangeTerms
from pitboss.jackpot.contributions import LeaveTable, OwnerTook
from pitboss.jackpot.link import Link, LinkStatus
from pitboss.jackpot.meters import Bucket, Meter
from pitboss.jackpot.operation import ApproveProposal, CountFunds, RetireLink, StartLink, StopLink
from pitboss.jackpot.view import link_view
from pitboss.ledger.books import table_result
from pitboss.money import NOTHING, Money, total
from pitboss.records.entries import event_of
from pitboss.round.result import WagerSettled
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import CashOut
from pitboss.table.chips.holdings import Chips
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.operation import CloseTable, LoseLink
from pitboss.table.people.seats import LeaveSeat
from pitboss.table.player_options import player_options
from pitboss.table.prompts import due_lines
from pitboss.table.rules import Mode
from pitboss.table.script import command_of
from pitboss.table.view import view
from tests.house.floor import setting_of
from tests.house.linked import (
    ALTERS,
    DEALER,
    FOUR_OF_A_KIND_OF,
    HANDS,
    LINK,
    REJECTS,
    ROYAL_FLUSH,
    ROYAL_FLUSH_OF,
    RUNS,
    SHIFT,
    SOFTWARE,
    STRAIGHT_FLUSH,
    STRAIGHT_FLUSH_OF,
    DealtFloor,
    GameFloor,
    LinkedFloor,
    OtherProcess,
    create_link,
    settings_of_game,
    whole_books,
)
from tests.jackpot.pot import money
from tests.jackpot.script import BOOKS, settings_of, with_terms
from tests.rules.conftest import cases
from tests.script.base import LineScript
from tests.script.lines import pairs

SEEDS = {"straight flush": STRAIGHT_FLUSH, "royal flush": ROYAL_FLUSH}


def cases_of(name: str) -> list[Any]:
    """The cases of a text file of this folder, as parameters of a test."""
    text = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8")
    return [
        pytest.param(case.script, id=case.name, marks=[pytest.mark.rule(*one) for one in shown])
        for case in cases(text)
        for shown in [[(BOOKS[b], r) for b, _, r in (c.partition(" ") for c in case.clauses) if r]]
    ]


SEEDS_OF = {
    "straight flush": STRAIGHT_FLUSH_OF,
    "royal flush": ROYAL_FLUSH_OF,
    "four of a kind": FOUR_OF_A_KIND_OF,
}
AT_TABLES = ("player:", "rack", "elsewhere", "layout")
FIXED = ("progressive", "envy", "magic_card", "lucky_player")


class Twin(OtherProcess, DealtFloor):
    """The same floor as another process sees it."""


class FloorScript(LineScript):
    """Tables on one link; `elsewhere: …` is said to another process on the same store."""

    def __init__(self, text: str = "", store: Store | None = None) -> None:
        self.store = store or MemoryStore()
        self.settings = settings_of("megalink")
        self.floors: list[LinkedFloor] = []
        self.at = 0
        """Which process is spoken to."""
        self.by: Caller | None = None
        """Who does it, where it is not who usually does."""
        self.kept: Mapping[str, Meter] = {}
        self.say(text)

    @property
    def floor(self) -> LinkedFloor:
        """The floor as the process sees it that is spoken to."""
        return self.floors[self.at]

    def stands(self) -> object:
        return {s: h for s, h in self.store.heads().items() if s not in ("access", "staff")}

    def check(self) -> None:
        """Nothing is found by the audit, and nothing is left over in reports and books."""
        self.floor.check()
        if not self.store.head(f"link/{LINK}").version:
            return
        report = link_report(self.floor.links, LINK)
        assert report["recount"] == []
        for part in ("reconciliation", "liability"):
            assert {row["difference"] for row in report[part]} == {"0.00"}
        assert not whole_books(self.store).get("prizes:mega:jackpot")

    # --- the floor ----------------------------------------------------------------------------

    def _link(self, text: str) -> None:
        self.settings = settings_of(text)

    def _dealt(self, tables: str) -> None:
        """Tables with a dealer, and two players at each."""
        if not self.floors:
            self.floors.append(DealtFloor(self.store, settings=self.settings))
        for table in tables.split():
            cast(DealtFloor, self.floor).open_dealt(table)

    def _electronic(self, table: str, players: str | None, funds: str | None) -> None:
        """A table where the system deals, and its players have bought in."""
        if not self.floors:
            self.floors.append(LinkedFloor(self.store))
            create_link(self.floor.links, self.settings, None if funds else RUNS)
        if funds:
            self._count_funds(funds)
            self.floor.give_link(StartLink(software=SOFTWARE), RUNS)
        self.floor.open_linked(table, int(players or 7))

    def game(self, book: str, more: str | None, **other: Any) -> None:
        """One electronic table of a game with two players, on a link of its own."""
        said = dict(pairs(more or ""))
        settings = with_terms(settings_of_game(BOOKS[book]), said)
        if "initial" in said:
            settings = replace(
                settings, levels=(replace(settings.levels[0], initial=money(said["initial"])),)
            )
        self.floors.append(GameFloor(BOOKS[book], settings, store=self.store, **other))

    def _open(self, book: str, table: str, players: str) -> None:
        """An electronic table of a game that is on no link."""
        if not self.floors:
            self.floors.append(LinkedFloor(self.store))
        self.floor.open(BOOKS[book], table, int(players))

    def _live(self, book: str, tables: str, scope: str | None, practice: str | None) -> None:
        """Tables of a game with a dealer that are on no link."""
        if not self.floors:
            self.floors.append(LinkedFloor(self.store))
        for table in tables.split():
            plain = setting_of(BOOKS[book], table, Mode.LIVE)
            house = {"under_min_scope": scope or "casino_day"}
            setting = replace(plain, house=house, is_practice=bool(practice))
            self.floor.house.tables.open(setting, SHIFT)

    def _ante(self, table: str, player: str) -> None:
        """A round with one wager, and no more bets."""
        self.floor.say(table, "call", f"seat 1 {player}:  ante 10.00", "no more bets")

    def _short(self, table: str, wager: str) -> None:
        details = {"seat": "1", "wager": wager, "found": "3.00"}
        report = ReportIrregularity(kind="under_minimum", details=details)
        self.floor.give(table, report, DEALER)

    def _was_told(self, table: str, time: str, earlier: str | None) -> None:
        """Which time it is, and where it was the first."""
        last = self.store.last(f"table/{table}", "irregularity-reported")
        assert last is not None
        said = event_of(last).details
        assert (said.get("time", "nothing"), said.get("earlier")) == (time, earlier)

    def _line(self, table: str, line: str) -> None:
        """Whatever may be said at a table, by who usually says it."""
        if self.by is None:
            self.floor.say(table, line)
        elif line == "call":
            self.floor.dealing.call_for_bets(table, self.by)
        else:
            self.floor.give(table, command_of(line), self.by)

    def _is_as_elsewhere(self, table: str) -> None:
        here, there = (floor.table(table) for floor in self.floors)
        assert here == there

    def _appointed(self, person: str, is_over: str | None, role: str) -> None:
        desk = self.floor.staff_desk
        if is_over:
            desk.end(person, role, by="boss")
        else:
            desk.appoint(person, role, by="boss", is_acting=True)

    def _elsewhere(self, line: str) -> None:
        if len(self.floors) == 1:
            kind = Twin if isinstance(self.floor, DealtFloor) else OtherProcess
            self.floors.append(kind(self.store, self.floor.clock))
        self.at = 1
        try:
            self.say(line)
        finally:
            self.at = 0

    def _by(self, people: str, line: str) -> None:
        person, _, second = people.partition(" ")
        self.by = Player(second) if person == "player" else Member(person, second)
        try:
            self.do(line)
        finally:
            self.by = None

    def _damaged(self, state: str) -> None:
        """Whether nobody can read the link for a while."""

        def broken(name: str) -> object:
            raise RuleBreach("The link is damaged", clause="P20", remedy="Restore it.")

        if state == "mended":
            vars(self.floor.links).pop("current")
        else:
            self.floor.links.current = broken  # type: ignore[method-assign,assignment]

    def _stopped(self, why: str | None) -> None:
        link = self.floor.links.link(LINK)
        assert link.status is LinkStatus.STOPPED
        assert why in (None, link.fault)

    def _count_funds(self, funds: str) -> None:
        count = CountFunds(funds=money(funds), document="statement 9")
        self.floor.give_link(count, Member("acc", "cash"))

    def _leaves_link(self, table: str) -> None:
        inbox = self.store.head(f"inbox/{LINK}/{table}").version
        self.floor.give_link(LeaveTable(table=table, inbox=inbox), Member("mbs-1"))

    def _open_link(self, name: str, more: str | None) -> None:
        settings = with_terms(settings_of("megalink"), dict(pairs(more or "")))
        create_link(self.floor.links, replace(settings, link=name), None)

    def _send(self, holding: str, link: str, to: str, *more: str | None) -> None:
        level, amount = more
        send = SendTransfer(
            level="jackpot", holding=Bucket(holding), to_link=to, to_level=level or "jackpot",
            amount=None if amount is None else money(amount),
        )  # fmt: skip
        self.floor.house.give(link_stream(link), send, self.by or ALTERS)

    def _give_other(self, what: str, link: str) -> None:
        command = StartLink(software=SOFTWARE) if what == "start" else StopLink(reason="It ends.")
        self.floor.house.give(link_stream(link), command, RUNS)

    def _changed(self, text: str) -> None:
        for kind in (ApproveProposal, ChangeTerms):
            command = kind(settings=settings_of(text), software=SOFTWARE)
            self.floor.give_link(command, ALTERS)

    def _count(self, number: str | None) -> None:
        counted = self.floor.owner.step()
        assert number is None or counted == int(number)

    # --- rounds -------------------------------------------------------------------------------

    def _bets(self, table: str, hand: str | None) -> None:
        """Bets are called for and made; the hand that is said will be dealt."""
        number = self.floor.table(table).rounds.number + 1
        if hand is None:
            self.floor.call(table)
        elif hand.startswith("seed "):
            self.floor.call(table, int(hand[5:]))
        elif isinstance(self.floor, GameFloor):
            self.floor.call(table, SEEDS_OF[hand][self.floor.rules(table).rulebook.id])
        else:
            self.floor.call(table, SEEDS[hand][table, number][0])

    def _is_dealt(self, table: str, hand: str | None) -> None:
        """A round in which nothing is left but to settle it."""
        if isinstance(self.floor, DealtFloor):
            self.floor.until_dealt(table, HANDS[hand or "nothing"])
        else:
            self._bets(table, hand)
            self.floor.close(table)
            self.floor.until_settling(table)

    def _settles(self, table: str, hand: str | None) -> None:
        if hand is not None:
            self._is_dealt(table, hand)
        self.floor.say(table, "settle")

    def _plays(self, table: str, hand: str | None) -> None:
        """A whole round, which the link then counts."""
        self._is_dealt(table, hand)
        self.floor.say(table, "settle")
        self._finishes(table)

    def _finishes(self, table: str) -> None:
        """Whatever is left of a round, which the link then counts."""
        self._finish(table)
        self.floor.owner.step()

    def _finish(self, table: str) -> None:
        if isinstance(self.floor, DealtFloor):
            self.floor.say(table, "end")
        else:
            self.floor.finish(table)

    def _rules(self, table: str, ruling: str, seat: str | None) -> None:
        details = {"seat": seat} if seat else {}
        self.floor.rule(table, ruling, by=self.by or self._top(table), **details)
        if isinstance(self.floor, DealtFloor):
            self.floor.do_procedures(table)

    def _ruling(self, table: str, ruling: str) -> None:
        """Of what was reported before."""
        make = MakeRuling(ruling=ruling, reason="smoke")
        self.floor.give(table, make, self.by or self._top(table))

    def _top(self, table: str) -> Member:
        """Whoever rules what no rule covers, with security beside."""
        rules = self.floor.rules(table).rulebook
        return Member(f"{rules.id[:3]}-{len(rules.roles) - 1}", "sec")

    def _reports(self, table: str, kind: str, details: str) -> None:
        report = ReportIrregularity(kind=kind, details=dict(pairs(details)))
        self.floor.give(table, report, self.by or REJECTS)

    # --- what was paid ------------------------------------------------------------------------

    def lines(self, table: str) -> dict[tuple[int, str], WagerSettled]:
        """What became of each wager and payment of the last round, by seat and name."""
        number = str(self.floor.table(table).rounds.number)
        events = map(event_of, self.store.read(f"table/{table}", tag=number))
        return {(e.seat, e.wager): e for e in events if isinstance(e, WagerSettled)}

    def _paid(self, table: str, seat: str, wager: str, *said: str | None) -> None:
        line = self.lines(table)[int(seat), wager]
        won, of, outcome = said
        assert won == "any" or str(line.winnings) == won
        assert of is None or line.from_seat == int(of)
        assert outcome in (None, line.outcome)

    def _beside(self, table: str, seat: str) -> None:
        lines = self.lines(table).items()
        others = [line for (at, wager), line in lines if at == int(seat) and wager != "progressive"]
        assert total(line.winnings for line in others) > NOTHING

    def _envy(self, table: str, text: str) -> None:
        envy = {
            at: line.winnings for (at, wager), line in self.lines(table).items() if wager == "envy"
        }
        found = " ".join(f"{at}: {won}" for at, won in envy.items())
        seats = " ".join(map(str, envy))
        assert text in (found or "nobody", seats)

    def fixed(self, table: str) -> Money:
        """All that the last round won beside percentages."""
        return total(
            line.winnings
            for (_, wager), line in self.lines(table).items()
            if wager in FIXED and not (line.pays or "").endswith("%")
        )

    def _come_off(self, table: str, level: str, before: str) -> None:
        assert self.from_link(table) == self.fixed(table)
        assert self.shown(level) == money(before) - self.fixed(table)

    # --- people and tables --------------------------------------------------------------------

    def chips(self, table: str) -> Chips:
        """The chips of a table, whoever wrote last."""
        return self.floor.house.tables.refresh(table).chips

    def _cashes_out(self, player: str, amount: str, table: str) -> None:
        held = self.chips(table).held(player) if amount == "all" else money(amount)
        self.floor.give(table, CashOut(player, held), Player(player))

    def _may(self, player: str, what: str, amount: str, table: str, only: str | None) -> None:
        self.floor.house.tables.refresh(table)
        offers = player_options(self.floor.rules(table), self.floor.table(table), player)
        assert [str(one.most) for one in offers if one.do == what] == [amount]
        assert not only or len(offers) == 1

    def _opens_again(self, table: str) -> None:
        setting = self.floor.table(table).setting
        assert setting is not None
        self.floor.house.tables.open(setting, Member("mbs-2"))

    def _closes(self, table: str) -> None:
        self.floor.give(table, CloseTable(), Member("mbs-2"))

    def _told(self, table: str, negated: str | None, words: str) -> None:
        told = "; ".join(due_lines(self.floor.rules(table), self.floor.table(table)))
        assert (words in told) is not bool(negated), told

    def _lost(self, table: str, why: str | None) -> None:
        lost = self.floor.table(table).link_lost
        assert why in lost if why else lost == "", lost

    # --- what is held and written -------------------------------------------------------------

    def _pay(self, claim: str, amounts: str | None, table: str | None) -> None:
        before = dict(self.chips(table).players) if table else {}
        self.floor.pay(int(claim))
        if table:
            after = self.chips(table).players
            assert [str(after[name] - held) for name, held in before.items()] == str(
                amounts
            ).split()

    def _reject(self, claim: str) -> None:
        """What players hold at their tables stays as it was."""
        tables = self.floor.house.tables.names()
        before = [self.chips(table).players for table in tables]
        self.floor.reject(int(claim))
        assert [self.chips(table).players for table in tables] == before

    def _waits(self, table: str, player: str, amount: str) -> None:
        assert str(self.chips(table).waiting(player)) == amount
        now = self.floor.table(table)
        if player in now.people.seats.values():
            assert str(view(self.floor.rules(table), now, player).you.held) == amount

    def _owes(self, table: str, level: str | None, amount: str | None) -> None:
        chips = self.chips(table)
        fixed = {level: money(amount)} if level and amount else {}
        assert (chips.links, chips.fixed) == ({}, fixed) if not fixed else chips.fixed == fixed

    def _claim(self, number: str, table: str, how: str, what: str, *winner: str) -> None:
        claim = self.link.claims[int(number)]
        (one,) = claim.winners
        assert claim.table == table
        assert what == (one.level if how == "takes" else str(claim.levels[one.level].before))
        assert (str(one.seat), one.hand, str(one.amount)) == winner

    def _last(self, stream: str, name: str, *by: str | None) -> None:
        *_, last = self.store.read(stream)
        assert last.name == name
        self._last_of(name, stream, *by)

    def _last_of(self, name: str, stream: str, *by: str | None) -> None:
        last = self.store.last(stream, name)
        assert last is not None
        for found, said in zip((last.actor, last.second, last.role), by, strict=True):
            assert said in (None, found)

    def _meters(self, negated: str | None) -> None:
        assert (self.link.meters == self.kept) is not bool(negated)

    def _show_as_before(self) -> None:
        now = self.link.meters
        assert {n: m.display for n, m in now.items()} == {
            n: m.display for n, m in self.kept.items()
        }

    def _keep(self) -> None:
        self.kept = self.link.meters

    @property
    def link(self) -> Link:
        """The link as it stands."""
        return self.floor.links.link(LINK)

    def shown(self, level: str | None = None, link: str = LINK) -> Money:
        """What a level shows."""
        return self.floor.links.link(link).meters[level or "jackpot"].display

    def slips(self) -> str:
        """Each slip with its claim, and whether it is void."""
        rows = link_report(self.floor.links, LINK)["slips"]
        return "; ".join(
            f"{row['slip']} of claim {row['claim']} {'void' if row['void'] else 'good'}"
            for row in rows
        )

    def states(self) -> str:
        """What became of each claim."""
        return " / ".join(
            str(row["state"]) for row in link_report(self.floor.links, LINK)["claims"]
        )

    def books(self, *accounts: str) -> str:
        """What these accounts hold, or all that are not of tables."""
        books = whole_books(self.store)
        if accounts:
            return " ".join(str(books.get(name, "nothing")) for name in accounts)
        return "  ".join(
            f"{name} {held}"
            for name, held in sorted(books.items())
            if not name.startswith(AT_TABLES)
        )

    def wrote_with(self, event: str) -> str:
        """What the link wrote with the last command of T1 that caused such an event."""
        last = self.store.last("table/T1", event)
        assert last is not None
        entries = self.store.read(f"link/{LINK}")
        return " ".join(entry.name for entry in entries if entry.command == last.command)

    def refused_last(self) -> str:
        """Who was refused something last, and what."""
        refused = self.store.last("access", "request-refused")
        assert refused is not None
        return f"{refused.actor} asked for {event_of(refused).asked}"

    def owners(self) -> str:
        """The numbers of those who owned the link, one after the other."""
        entries = map(event_of, self.store.read(f"link/{LINK}"))
        return " ".join(str(one.fence) for one in entries if isinstance(one, OwnerTook))

    def _fill(self, amount: str, level: str) -> None:
        fill = FillMeter(level=level, amount=money(amount), explanation="promotion")
        self.floor.give_link(fill, Member("acc", "cash"))

    def from_link(self, table: str) -> Money:
        """What levels have paid for a table in this shift."""
        return table_result(self.chips(table)).linked

    LINES: ClassVar[list[tuple[str, Callable[..., Any]]]] = [
        (r"link (mega.+)", _link),
        (r"game (\w+)(?: (.+))?", game),
        (r"open (\w+) (\w+) (\d)", _open),
        (r"live (\w+) ([\w ]+?)(?: by (\w+))?( for practice)?", _live),
        (r"dealt (.+)", _dealt),
        (r"electronic (\w+)(?: (\d))?(?: unstarted with funds (\S+))?", _electronic),
        (r"elsewhere: (.+)", _elsewhere),
        (r"by ([^:]+): (.+)", _by),
        (r"link is (damaged|mended)", _damaged),
        (r"link is stopped(?:: (.+))?", _stopped),
        (r"count funds (\S+)", _count_funds),
        (r"(\w+) leaves the link", _leaves_link),
        (r"open link (\w+)(?: (.+))?", _open_link),
        (r"send (\w+) of (\w+) to (\w+)(?: level (\w+))?(?: amount (\S+))?", _send),
        (r"(start|stop) (next)", _give_other),
        (r"retire the link", lambda at: at.floor.give_link(RetireLink(), ALTERS)),
        (r"change the link to (.+)", _changed),
        (r"stop the link: (.+)", lambda at, why: at.floor.give_link(StopLink(reason=why), RUNS)),
        (
            r"start the link(?: with (.+))?",
            lambda at, what: at.floor.give_link(StartLink(software=what or SOFTWARE), RUNS),
        ),
        (r"give up the link", lambda at: at.floor.owner.give_back()),
        (
            r"run with (.+)",
            lambda at, what: setattr(at.floor.links, "software", lambda: what),
        ),
        (r"count(?: (\d+))?", _count),
        (r"(-?\d+) seconds pass", lambda at, some: at.floor.clock.pass_by(seconds=int(some))),
        # Rounds.
        (r"(\w+): (.+)", _line),
        (r"(\w+) bets(?: (.+))?", _bets),
        (r"(\w+) base bets", lambda at, table: at.floor.bet(table)),
        (r"(\w+) is dealt on", lambda at, table: at.floor.until_settling(table)),
        (r"(\w+) is dealt(?: (.+))?", _is_dealt),
        (r"(\w+) settles(?: (.+))?", _settles),
        (r"(\w+) plays alone", lambda at, table: at.floor.play(table)),
        (r"(\w+) plays(?: (.+))?", _plays),
        (r"(\w+) finishes", _finishes),
        (r"finish (\w+)", _finish),
        (r"(\w+) goes on", lambda at, table: at.floor.dealing.step(table)),
        (r"(\w+) is ruled (\w+)(?: seat (\d))?", _rules),
        (r"(\w+) rules (\w+)", _ruling),
        (r"(\w+) reports (\w+) (.+)", _reports),
        (r"(\w+) paid envy to (.+)", _envy),
        (r"(\w+) paid seat (\d) something beside", _beside),
        (r"(\w+) paid (\d) (\w+) (\S+)(?: of seat (\d))?(?: (\w+))?", _paid),
        (r"(\w+) fixed awards come off (\w+) (\S+)", _come_off),
        (r"(\w+) takes an ante of (\w+)", _ante),
        (r"(\w+) finds the (\w+) short", _short),
        (r"(\w+) was told (\w+)(?: (.+))?", _was_told),
        # People and tables.
        (r"(\w+) cashes out (\S+) at (\w+)", _cashes_out),
        (r"(\w+) leaves (\w+)", lambda at, p, t: at.floor.give(t, LeaveSeat(p), Player(p))),
        (r"(\w+) may (\w+) (\S+) at (\w+?)(and nothing else)?", _may),
        (r"(\w+) closes", _closes),
        (r"(\w+) is closed by (\S+)", lambda at, t, p: at.floor.dealing.close(t, Member(p))),
        (r"(\w+) is as elsewhere", _is_as_elsewhere),
        (r"(\S+) acts( no more)? as (.+)", _appointed),
        (r"(\w+) leaves the house", lambda at, p: at.floor.staff_desk.leave(p, by="boss")),
        (r"(\w+) opens again", _opens_again),
        (r"(\w+) is read again", lambda at, table: at.floor.house.tables.refresh(table)),
        (r'(\w+) is (not )?told "(.+)"', _told),
        (r"(\w+) has (?:lost its link: (.+)|its link)", _lost),
        (r"(\w+) may (?:not wager: (.+)|wager)", lambda at, table, why: at._fault(table, why)),
        (
            r"(\w+) says that (\w+) lost its link",
            lambda at, p, t: at.floor.give(t, LoseLink("it is slow"), Player(p)),
        ),
        # Claims.
        (r"verify (\d+)", lambda at, claim: at.floor.verify(int(claim))),
        (r"reject (\d+)", _reject),
        (r"pay (\d+)(?: which hands over (.+) at (\w+))?", _pay),
        (r"claim (\d+) of (\w+) (on|takes) (\S+): (\d) (\w+) (\S+)", _claim),
        # What is held and written.
        (r"fill (\S+) of (\w+)", _fill),
        (r"(\w+) waits (\S+) (\S+)", _waits),
        (r"(\w+) owes links(?: (\w+) (\S+))?", _owes),
        (r"keep the meters in mind", _keep),
        (r"the meters are (not )?as before", _meters),
        (r"the meters show what they did", _show_as_before),
        (r"together (.+) / (.+)", lambda at, a, b: at.floor.written_together(a, b)),
        (r"last (\S+) of (\S+) is by (\S+)(?: with (\S+))?(?: as (.+))?", _last_of),
        (r"last of (\S+) is (\S+)(?: by (\S+))?(?: with (\S+))?(?: as (.+))?", _last),
    ]
    FOUND: ClassVar[list[tuple[str, Callable[..., Any]]]] = [
        (r"(?:(\w+) )?shows (?P<is>\S+)", lambda at, level: at.shown(level)),
        (r"(\w+) link shows (?P<is>\S+)", lambda at, link: at.shown(link=link)),
        (r"(hits|wagers) (?P<is>\d+)", lambda at, name: getattr(at.link.meters["jackpot"], name)),
        (r"hits shown (?P<is>\d+)", lambda at: len(at.link.hits)),
        (
            r"pending (?P<is>.+)",
            lambda at: " ".join(f"{p.table} {p.amount}" for p in link_view(at.link).pending),
        ),
        (r"slips (?P<is>.+)", lambda at: at.slips()),
        (r"claims are (?P<is>.+)", lambda at: at.states()),
        (r"books hold (\S+) (?P<is>\S+)", lambda at, account: at.books(account)),
        (r"books of links hold (?P<is>.+)", lambda at: at.books()),
        (r"(\w+) had (?P<is>\S+) from the link", lambda at, table: at.from_link(table)),
        (
            r"(\w+) keeps(?: (?P<is>.+))?",
            lambda at, t: "  ".join(f"{p.round} {p.player} {p.amount}" for p in at.chips(t).prizes),
        ),
        (
            r"(\w+) players all hold (?P<is>\S+)",
            lambda at, table: " ".join({str(held) for held in at.chips(table).players.values()}),
        ),
        (r"(\w+) is in round (?P<is>\d+)", lambda at, t: at.floor.table(t).rounds.number),
        (r"(\w+) is due (?P<is>nothing)", lambda at, t: at.floor.dealing.due(t) or ""),
        (r"(\w+) proposes (?P<is>\w+)", lambda at, t: at.floor.table(t).halt.details["proposed"]),
        (r"access says (?P<is>.+)", lambda at: at.refused_last()),
        (r"link wrote with (\S+): *(?P<is>.*)", lambda at, event: at.wrote_with(event)),
        (
            r"(\S+) has (?P<is>\d+) (\S+)",
            lambda at, stream, name: [e.name for e in at.store.read(stream)].count(name),
        ),
        (r"owners (?P<is>.+)", lambda at: at.owners()),
        (r"the owner is (?P<is>here|elsewhere)", lambda at: at.owner_is()),
    ]

    def owner_is(self) -> str:
        """Which process counts for the link."""
        return "here" if self.floor.owner.is_owner else "elsewhere"

    def _fault(self, table: str, why: str | None) -> None:
        fault = self.floor.links.fault(LINK, table)
        assert why in fault if why else fault == ""
