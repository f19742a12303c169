"""A link by lines of text: what is asked of it, by whom, and what it then holds.

    join t1 holdem
    t1 round 1: wagers 1 5.00  2 10.00
    count
    t1 round 1: claims 1 royal_flush
    refused "is not verified": pay 1
    claim 1: 1 10003.00

`tests/README.md` has all lines. After a case the recount, the reconciliation, the replay of the
log and the books agree with the meters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from pitboss.cards import DECK, Card, parse_cards
from pitboss.jackpot import reports
from pitboss.jackpot.aggregate import LinkCommand, replay
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.care import (
    AdjustmentReason,
    FillMeter,
    ReceiveTransfer,
    SendTransfer,
    TransferSent,
)
from pitboss.jackpot.claims import ClaimEntered, EnterClaim, PrizePaid, Recovery, ReleasePrize
from pitboss.jackpot.meters import Bucket, Rate
from pitboss.jackpot.operation import CountFunds, RetireLink, StartLink
from pitboss.jackpot.recount import recounted, variances
from pitboss.jackpot.terms import ChangePolicy, LinkSettings, OverflowTo
from pitboss.jackpot.view import LinkView, link_view
from pitboss.ledger.books import trial_balance
from pitboss.ledger.link_books import LinkBooks, books_of_link
from pitboss.money import NOTHING, Money
from tests.jackpot.pot import (
    EVER,
    HOLDEM,
    MASSACHUSETTS,
    MEGALINK,
    THREE,
    Pot,
    level,
    massachusetts,
    megalink,
    money,
)
from tests.script.base import LineScript
from tests.script.lines import pairs

BOOKS = {
    "lir": "mbs-let-it-ride-v3",
    "ride": MEGALINK,
    "holdem": HOLDEM,
    "three": THREE,
    "mgc": MASSACHUSETTS,
}
"""Rulebooks as lines name them."""
_LEVEL: dict[str, Callable[[str], Any]] = {
    "initial": money,
    "reset": str,
    "contribution": Rate.parse,
    "reserve": Rate.parse,
    "limit": money,
    "overflow": lambda text: OverflowTo[text.upper()],
    "most_contribution": money,
}
_LINK: dict[str, Callable[[str], Any]] = {
    "link": str,
    "unit": money,
    "most_units": int,
    "change": lambda text: ChangePolicy[text.upper()],
    "lock_from": money,
    "magic_rate": Rate.parse,
    "lucky_rate": Rate.parse,
    "cover_days": int,
    "is_practice": lambda text: text == "yes",
    "fixed_awards_from_meter": str,
    "confirmed": lambda text: frozenset({text}),
}


def settings_of(text: str) -> LinkSettings:
    """What a link is set to: `megalink contribution 1/3`, `massachusetts PTMGL03 dollars 5`."""
    house, *words = text.split()
    paytable = [words.pop(0)] if house == "massachusetts" and len(words) % 2 else []
    said = dict(pairs(" ".join(words)))
    dollars = int(said.pop("dollars", 1))
    if house == "massachusetts":
        return with_terms(massachusetts(*paytable, dollars=dollars), said)
    one = level(**{name: read(said[name]) for name, read in _LEVEL.items() if name in said})
    return with_terms(megalink(one), said)


def with_terms(settings: LinkSettings, said: Mapping[str, str]) -> LinkSettings:
    """The same link with other terms of its own."""
    return replace(settings, **{n: read(said[n]) for n, read in _LINK.items() if n in said})


def cents(text: str) -> Money:
    """An amount, which may be below nothing."""
    return NOTHING - money(text[1:]) if text.startswith("-") else money(text)


def exact(text: str) -> Fraction:
    """Cents with a part of one: `1000100 2/3`."""
    return Fraction(sum(map(Fraction, text.split())))


class LinkScript(LineScript):
    """A link and its tables, to which lines are said one after the other."""

    def __init__(self, text: str = "") -> None:
        first = re.search(r"^\s*link (.+)$", text, re.MULTILINE)
        self.pot = Pot(
            settings_of(first[1]) if first else None,
            is_started=not re.search(r"^\s*not started$", text, re.MULTILINE),
        )
        self.begun = re.findall(r"^\s*((?:link|join|play) .+)$", text, re.MULTILINE)
        self.settled: EnterClaim | None = None
        self.say(text)

    def stands(self) -> object:
        """The link and how much each inbox holds; of a table that is unknown that is nothing."""
        inboxes = {table: len(entries) for table, entries in self.pot.inboxes.items() if entries}
        return self.pot.link, inboxes

    def books(self) -> LinkBooks:
        """The books, balanced and equal to the meters to the last part."""
        books = books_of_link(self.pot.log, self.pot.inboxes)
        trial_balance(books.ledger)
        assert list(books.differences()) == []
        return books

    def check(self) -> None:
        """Recount, reconciliation, replay and books agree with the meters."""
        pot = self.pot
        assert variances(pot.link, recounted(pot.log, pot.inboxes)) == []
        assert all(one.difference == 0 for one in reports.reconcile(pot.log, **EVER))
        assert replay(pot.log) == pot.link
        self.books()

    # --- what is asked ------------------------------------------------------------------------

    def _by(self, by: str, second: str | None, rest: str) -> None:
        """Others than those whose work it is."""
        give = self.pot.give

        def asked(command: LinkCommand, *_: Any, **__: Any) -> Any:
            return give(command, by, second or "")

        self.pot.give = asked  # type: ignore[method-assign]
        try:
            self.do(rest)
        finally:
            self.pot.give = give  # type: ignore[method-assign]

    def _join(self, tables: str) -> None:
        for table, book in pairs(tables):
            self.pot.join(table, BOOKS[book])

    def _joining(self, table: str, other: str) -> None:
        read: dict[str, Callable[[str], Any]] = {
            "unit": money,
            "decks": int,
            "is_practice": bool,
            "rulebook": BOOKS.__getitem__,
            "sharing": lambda text: Sharing(one_by_one=text == "one_by_one"),
        }
        said = {name: read.get(name, str)(value) for name, value in pairs(other)}
        self.pot.give(self.pot.joining(table, **said))

    def _play(self, book: str, tables: str) -> None:
        """Tables that each put five dollars on the link in their first round."""
        for table in tables.split():
            self.pot.join(table, BOOKS[book])
            self.pot.contribute(table, 1, {1: "5.00"})
        self.pot.fold()

    def _plays(self, table: str, number: str, stakes: str) -> None:
        self.pot.play(table, int(number), seats(stakes))

    def _wagers(self, table: str, number: str, stakes: str, other: str | None) -> None:
        said: dict[str, Any] = {
            name: BOOKS[value] if name == "game" else True for name, value in pairs(other or "")
        }
        self.pot.inboxes.setdefault(table, [])
        self.pot.put(table, self.pot.contributing(table, int(number), seats(stakes), **said))

    def _alone(self, table: str, number: str, wagers: str) -> None:
        """One wager at each of these seats, and none beside it."""
        placed = {3 + n: {wager: money("5.00")} for n, wager in enumerate(wagers.split())}
        self.pot.put(table, self.pot.contributing(table, int(number), {}, wagers=placed))

    def _returns(self, table: str, number: str, stakes: str) -> None:
        self.pot.reverse(table, int(number), seats(stakes))

    def _claims(self, table: str, number: str, hands: str) -> None:
        self.pot.claim(table, int(number), seats(hands))

    def _settles(self, table: str, number: str, hands: str) -> None:
        self.settled = self.pot.settled(table, int(number), seats(hands))

    def _enters(self) -> None:
        assert self.settled is not None
        self.pot.give(self.settled)

    def _takes(self, table: str, number: str, taken: str, level_: str | None, awards: str) -> None:
        said = {} if level_ is None else {"level": level_}
        self.pot.give(self.pot.fixing(table, int(number), seats(awards), taken, **said))

    def _verify(self, claim: str, deck: str | None, cards: str | None) -> None:
        said: dict[str, Any] = {}
        if cards is not None:
            hands = (part.split(":") for part in cards.split(";") if ":" in part)
            said["cards"] = {int(n): tuple(map(Card.parse, hand.split())) for n, hand in hands}
        if deck is not None:
            gone, *more = parse_cards(deck)
            said["deck"] = (*(card for card in DECK if card != gone), *more)
        self.pot.give(self.pot.verifying(int(claim), **said))

    def _each(self, what: str, claims: str) -> None:
        for claim in map(int, claims.split()):
            getattr(self.pot, what)(claim)

    def _adjust(self, after: str, seed: str | None, other: str | None) -> None:
        said: dict[str, Any] = {"reason": AdjustmentReason.SEED_RECOVERY} if seed else {}
        for name, value in pairs(other or ""):
            said[name] = money(value) if name == "before" else value.replace("nothing", " ")
        self.pot.give(replace(self.pot.adjusting(after), **said))

    def _fill(self, amount: str, name: str | None, no_reason: str | None) -> None:
        reason = "" if no_reason else "promotion"
        self.pot.give(FillMeter(level=name or "jackpot", amount=money(amount), explanation=reason))

    def _send(self, holding: str, amount: str | None, to: str | None) -> None:
        amount_ = None if amount is None else money(amount)
        self.pot.give(
            SendTransfer(
                level="jackpot",
                holding=Bucket(holding),
                to_link=to or "next",
                to_level="jackpot",
                amount=amount_,
            )
        )

    def sent(self) -> list[ReceiveTransfer]:
        """What went to another link, as that link is told of it."""
        return [
            ReceiveTransfer(from_link=self.pot.settings.link, sent=event)
            for event, _ in self.pot.log
            if isinstance(event, TransferSent)
        ]

    # --- what is expected ---------------------------------------------------------------------

    def _holds(self, name: str, amount: str) -> None:
        meter = self.pot.meter
        found = getattr(meter, name) if name in ("overflow", "short") else meter[Bucket(name)]
        assert Fraction(found, meter.per_cent) == exact(amount), Fraction(found, meter.per_cent)

    def _claimed(self, claim: str, amounts: str) -> None:
        (entered,) = self._entered(claim)
        found = {winner.seat: str(winner.amount) for winner in entered.winners}
        assert found == seats(amounts)

    def _reset_paid(self, claim: str, name: str, reserve: str, house: str) -> None:
        (entered,) = self._entered(claim)
        figures = entered.levels[name]
        assert (str(figures.from_reserve), str(figures.from_house)) == (reserve, house)

    def _entered(self, claim: str) -> list[ClaimEntered]:
        found = (event for event, _ in self.pot.log if isinstance(event, ClaimEntered))
        return [event for event in found if event.claim == int(claim)]

    def slips(self) -> str:
        """Every slip with its claim, its hand and its amount."""
        paid = [event for event, _ in self.pot.log if isinstance(event, PrizePaid)]
        return "; ".join(f"{e.slip} of claim {e.claim} {e.hand} {e.amount}" for e in paid)

    @property
    def shown(self) -> LinkView:
        """The link as displays have it."""
        return link_view(self.pot.link)

    def _as_if(self, text: str) -> None:
        """To the last part the level is as if only this had been, after what began the case."""
        twin = LinkScript("\n".join([*self.begun, text]))
        assert [twin.pot.meter[one] for one in Bucket] == [self.pot.meter[one] for one in Bucket]

    def _last(self, table: str | None, text: str) -> None:
        name, *said = text.split("  ")
        event, sent = (self.pot.inbox_logs[table] if table else self.pot.log)[-1]
        found = {"actor": sent.actor, "second": sent.second}
        found |= {field.name: getattr(event, field.name) for field in fields(event)}
        assert type(event).__name__ == name
        for one in said:
            key, _, value = one.partition("=")
            assert _words(found[key]) == value, event

    def _books(self, accounts: str) -> None:
        found = {name: str(held) for name, held in self.books().ledger.balances.items() if held}
        assert found == dict(pairs(accounts))

    def _carried(self, part: str) -> None:
        carried = self.books().carried.get("jackpot", 0)
        assert Fraction(carried, self.pot.link.per_cent) == Fraction(part)

    def _exceptions(self, text: str) -> None:
        rows = reports.exceptions(self.pot.log, self.pot.inbox_logs)
        found = [f"{row['what']} by {row['by']}: {row['detail']}" for row in rows]
        wanted = [part for part in text.split(" / ") if part]
        assert len(found) == len(wanted), found
        for one in wanted:
            assert any(one in row for row in found), found


def _words(value: Any) -> str:
    """A value of an event; cards in a row, and recoveries by slip and player."""
    if value == DECK:
        return "whole"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_words(one)}" for key, one in value.items())
    if isinstance(value, tuple):
        return " ".join(map(_words, value))
    return f"{value.slip} {value.player}" if isinstance(value, Recovery) else str(value)


def seats(text: str) -> dict[int, str]:
    """What stands at which seat: `1 5.00  2 10.00`."""
    return {int(seat): said for seat, said in pairs(text)}


_ROUND = r"(\w+) round (\d+): "
LinkScript.LINES = [
    (r"link .+|not started", lambda script: None),
    (r"as (\w*)(?:, (\w*))?: (.+)", LinkScript._by),
    (r"join (.+)", LinkScript._join),
    (r"(\w+) joins with (.+)", LinkScript._joining),
    (r"(\w+) leaves", lambda script, table: script.pot.leave(table)),
    (r"play (\w+) at (.+)", LinkScript._play),
    (_ROUND + r"plays (.+)", LinkScript._plays),
    (_ROUND + r"wagers alone: (.+)", LinkScript._alone),
    (_ROUND + r"wagers ([^;]+?)(?:; (.+))?", LinkScript._wagers),
    (_ROUND + r"returns (.+)", LinkScript._returns),
    (_ROUND + r"claims (.+)", LinkScript._claims),
    (_ROUND + r"settles (.+)", LinkScript._settles),
    (r"enter it", LinkScript._enters),
    (_ROUND + r"takes (\S+)(?: from (\w+))? for (.+)", LinkScript._takes),
    (
        _ROUND + r"gives back what it took",
        lambda script, table, number: script.pot.unfix(table, int(number)),
    ),
    (r"count", lambda script: script.pot.fold()),
    (r"verify (\d+)(?: without ([^;]+?))?(?: with(.*))?", LinkScript._verify),
    (r"(verify_and_pay|verify|reject|undo|pay) ([\d ]+)", LinkScript._each),
    (
        r"release (\d+)",
        lambda script, n: script.pot.give(ReleasePrize(claim=int(n), document="W-2G 5512")),
    ),
    (r"adjust to (\S+)( as seed)?(?:  (.+))?", LinkScript._adjust),
    (r"fill (\S+)(?: of (\w+))?( for nothing)?", LinkScript._fill),
    (r"start", lambda script: script.pot.start()),
    (r"start with (.+)", lambda script, what: script.pot.give(StartLink(software=what))),
    (r"stop(?: (.+))?", lambda script, why: script.pot.stop(*([why] if why else []))),
    (r"approve (.+)", lambda script, text: script.pot.approve(settings_of(text))),
    (
        r"change to (.+)",
        lambda script, text: script.pot.give(script.pot.changing(settings_of(text))),
    ),
    (r"send (\w+)(?: (\d\S+))?(?: to (\w+))?", LinkScript._send),
    (r"retire", lambda script: script.pot.give(RetireLink())),
    (
        r"count funds (\S+)( by no document)?",
        lambda script, funds, none: script.pot.give(
            CountFunds(
                funds=Money(round(100 * float(funds))), document=" " if none else "statement 9"
            )
        ),
    ),
    (r"holds (\w+) (.+)", LinkScript._holds),
    (r"claim (\d+): (.+)", LinkScript._claimed),
    (r"claim (\d+) resets (\w+): reserve (\S+) house (\S+)", LinkScript._reset_paid),
    (r"as if only:(.*)", LinkScript._as_if),
    (r"last(?: of (\w+):)? (.+)", LinkScript._last),
    (r"books (.+)", LinkScript._books),
    (r"carried (\S+)", LinkScript._carried),
    (r"exceptions(?: (.+))?", lambda script, text: script._exceptions(text or "")),
]
LinkScript.FOUND = [
    (r"(?:(\w+) )?shows (?P<is>\S+)", lambda at, level: at.pot.shows(level or "jackpot")),
    (r"slips (?P<is>.+)", lambda at: at.slips()),
    (r"void slips is (?P<is>.*)", lambda at: " ".join(map(str, sorted(at.pot.link.void_slips)))),
    (r"(hits|wagers) is (?P<is>\d+)", lambda at, name: getattr(at.pot.meter, name)),
    (r"shown hits is (?P<is>\d+)", lambda at: len(at.pot.link.hits)),
    (r"(edition|status) is (?P<is>\w+)", lambda at, name: getattr(at.pot.link, name)),
    (r"parts is (?P<is>\d+)", lambda at: at.pot.link.per_cent),
    (r"resets to (?P<is>\S+)", lambda at: at.pot.link.terms.level("jackpot").reset),
    (
        r"waits is *(?P<is>.*)",
        lambda at: " ".join(at.pot.link.waiting.levels) if at.pot.link.waiting else "",
    ),
    (r"fault is *(?P<is>.*)", lambda at: at.shown.fault),
    (r"running is (?P<is>\w+)", lambda at: "yes" if at.shown.is_running else "no"),
    (
        r"pending is *(?P<is>.*)",
        lambda at: " ".join(f"{p.claim} {p.table} {p.amount}" for p in at.shown.pending),
    ),
    (r"read of (\w+) is (?P<is>\d+)", lambda at, table: at.pot.link.reads.get(table)),
    (r"inbox of (\w+) has (?P<is>\d+)", lambda at, table: len(at.pot.inboxes[table])),
]
