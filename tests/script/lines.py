"""The lines of a script: what they stand for, what they expect, and what may be asked."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, ClassVar, Self, TypeVar

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.codec import name_of
from pitboss.envelope import PLAYER, SYSTEM, Envelope
from pitboss.errors import RoleBreach, RuleBreach
from pitboss.games.library import Library, built_in_ids
from pitboss.money import Money, total
from pitboss.records.played_rounds import round_record
from pitboss.round.deal import (
    BurnCard,
    DealCards,
    FromTop,
    LeaveDown,
    RecordDraws,
    TurnCards,
    steps_due,
)
from pitboss.round.decisions import Choose, DeclineToShow, RemoveHand, ShowHand, ViewHand
from pitboss.round.game import Game
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option, options
from pitboss.round.result import EndRound, SettleRound, VoidRound, WagerSettled
from pitboss.round.round import RoundState
from pitboss.round.settlement import Level
from pitboss.round.view import RoundView, Viewer, view
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms
from pitboss.table.script import command_of, player_of
from tests.properties.comparing import (
    Record,
    differences,
    line_of_event,
    lines_of,
    settled,
    unbalanced,
)

Limits = Mapping[str, tuple[str, str]]
SYSTEM_ITSELF = Envelope(actor=SYSTEM, role=SYSTEM)
_AMOUNT = r"-?\d+\.\d\d"
_OUTCOMES = "win|lose|stand_off|withdrawn|returned|void"


def player(name: str) -> Envelope:
    """A player, acting for themselves."""
    return Envelope(actor=name, role=PLAYER)


def staff(role: str, name: str = "ann", second: str = "", second_role: str = "") -> Envelope:
    """A member of staff in a role."""
    return Envelope(actor=name, role=role, second=second, second_role=second_role)


def pairs(text: str) -> list[tuple[str, str]]:
    """The words of a text, two by two."""
    words = text.split()
    return list(zip(words[::2], words[1::2], strict=True))


def places(text: str) -> dict[str, str]:
    """What stands where: `1: Ac Ad; dealer: 7c 3c`."""
    return {
        place.strip(): rest.strip()
        for place, _, rest in (part.partition(":") for part in text.split(";"))
        if place.strip()
    }


S = TypeVar("S", bound="Script")


def lines_in(text: str) -> Iterator[str]:
    """The lines of a script; `seat 1,2  fold` is one for each seat; `#` is for people."""
    for line in map(str.strip, text.splitlines()):
        if several := re.match(r"seat (\d+(?:,\d+)+)\b", line):
            yield from (f"seat {seat}{line[several.end() :]}" for seat in several[1].split(","))
        elif line and not line.startswith("#"):
            yield line


def _viewer(name: str) -> str | Viewer:
    """Who looks: the public, the dealer, surveillance, or a player by name."""
    return Viewer(name) if name in {one.value for one in Viewer} else name


def event_words(event: Any) -> str:
    """An event in words: its stored name, and its fields by name.

    >>> from pitboss.round.deal import CardsTurned
    >>> event_words(CardsTurned(what="community", cards=parse_cards("9c"), clause="3.11"))
    'cards-turned what=community cards=9c clause=3.11'
    """
    said = [name_of(type(event))]
    for field in fields(event):
        value = getattr(event, field.name)
        said.append(f"{field.name}={_words(value)}")
    return " ".join(said)


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ";".join(f"{name}:{_words(one)}" for name, one in value.items())
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


class Expectations(ABC):
    """What the lines of a script may say of a settlement."""

    @property
    @abstractmethod
    def settlement(self) -> Record:
        """The settlement as a record."""

    def expects(self, line: str) -> bool:
        """Whether a line says what is expected; if so, it has to be true."""
        for pattern, check in self.EXPECTED:
            if match := re.fullmatch(pattern, line):
                check(self, *match.groups())
                return True
        return False

    def lines(self, seat: int) -> list[Record]:
        """Every line of a seat, in the order of the settlement."""
        return [
            line for at in self.settlement["seats"] if at["seat"] == seat for line in at["lines"]
        ]

    def line(self, seat: int, wager: str, *, from_seat: int | None = None) -> Record:
        """The one line of that wager or payment."""
        fits = [
            line
            for line in self.lines(seat)
            if line["wager"] == wager and from_seat in (None, line.get("from_seat"))
        ]
        assert len(fits) == 1, f"seat {seat} has {len(fits)} lines of {wager}"
        return fits[0]

    def outcomes(self, seat: int) -> dict[str, str]:
        """What became of each wager of a seat."""
        return {line["wager"]: line["outcome"] for line in self.lines(seat)}

    def _expect_line(self, seat: str, wager: str, *said: str | None) -> None:
        other, stake, outcome, rest = said
        text, _, cited = (rest or "").partition("[")
        match = re.fullmatch(rf"({_AMOUNT})?(?: *back ({_AMOUNT}))?(?: *(\S.*?))? *", text.strip())
        assert match, f"what is expected cannot be read: {rest}"
        won, back, odds = match.groups()
        line = self.line(int(seat), wager, from_seat=int(other) if other else None)
        expected = (outcome, won or "0.00", back or "0.00")
        assert (line["outcome"], line["winnings"], line["returned"]) == expected, line
        assert stake is None or line["stake"] == stake, line
        assert odds is None or line.get("odds") == odds, line
        cites = [*line["rules"], *line["interpretations"]]
        wanted = " ".join(cited.strip("] ").split())
        if wanted.startswith("= "):
            assert " ".join(cites) == wanted[2:], line
        else:
            # Clauses with a space in their name stand between commas.
            assert set(re.split(r", *" if "," in wanted else " +", wanted)) - {""} <= set(cites), (
                line
            )

    def _expect_share(self, seat: str, wager: str, name: str, won: str, back: str) -> None:
        (part,) = (p for p in self.line(int(seat), wager)["shares"] if p["player"] == name)
        assert (part["winnings"], part["returned"]) == (won, back), part

    def _expect_wagers(self, seat: str, wagers: str) -> None:
        assert [line["wager"] for line in self.lines(int(seat))] == wagers.split()

    def _expect_sum(self, seat: str, which: str, amount: str) -> None:
        (at,) = (one for one in self.settlement["seats"] if one["seat"] == int(seat))
        assert at[which] == amount, f"seat {seat} {which} {at[which]}"

    def _expect_house(self, which: str, amount: str) -> None:
        assert self.settlement["house"][which] == amount

    def _expect_meter(self, name: str, before: str, awarded: str, after: str) -> None:
        meter = {"before": before, "awarded": awarded, "after": after}
        assert self.settlement["meters"][name] == meter

    EXPECTED: ClassVar[list[tuple[str, Callable[..., None]]]] = [
        (
            rf"seat (\d+) +(\S+)(?: of seat (\d+))?(?: +({_AMOUNT}))? +({_OUTCOMES})\b *(.*)",
            _expect_line,
        ),
        (r"seat (\d+) +(\S+) +(\w+) won (\S+) back (\S+)", _expect_share),
        (r"seat (\d+) +has +(.+)", _expect_wagers),
        (r"seat (\d+) +(net|staked|winnings|returned) +(\S+)", _expect_sum),
        (r"house +(won|paid|resets) +(\S+)", _expect_house),
        (r"(\w+) +(\S+) +awarded +(\S+) +after +(\S+)", _expect_meter),
    ]


class Script(Expectations):
    """A round that is played by lines of text, and may be asked about."""

    rulebook: Rulebook
    game: Game
    log: list[Any]
    """Every event."""
    meters: dict[str, Level]
    """The levels of the link, as they were last said."""

    def __init__(self) -> None:
        self.lying: dict[str, list[Card]] = {}
        """Cards that were said to lie somewhere and are not dealt yet."""

    # --- where it is played ------------------------------------------------------------------

    @property
    @abstractmethod
    def play(self) -> RoundState: ...

    @property
    @abstractmethod
    def terms(self) -> Terms: ...

    @abstractmethod
    def give(self, command: Any, *, by: Envelope | None = None) -> list[Any]:
        """Give a command, by the dealer or the player it concerns if `by` does not say who."""

    @abstractmethod
    def call(self) -> None:
        """ "Place your bets, please"."""

    # --- lines -------------------------------------------------------------------------------

    def say(self, *texts: str) -> Self:
        """Play some lines, written in one text or in several."""
        for line in lines_in("\n".join(texts)):
            self._say(line)
        return self

    def _say(self, line: str) -> None:
        if match := REFUSED.fullmatch(line):
            role, clause, message, rest = match.groups()
            refusal = self.refused(rest)
            assert role or clause or message, f"{line}\nsays not why it is refused"
            otherwise = f"{line}\nis refused otherwise: {refusal}"
            assert not role or isinstance(refusal, RoleBreach), otherwise
            assert clause in (None, refusal.clause), otherwise
            assert (message or "") in str(refusal), otherwise
            return
        if self.expects(line):
            return
        by, line = self._speaker(line)
        self._give_all(self.commands(line), by)

    def refused(self, command: Any, *, by: Envelope | None = None) -> RuleBreach:
        """The refusal of a command or of a line; nothing may have happened."""
        if isinstance(command, str):
            by, line = self._speaker(command)
            given: Iterable[Any] = self.commands(line)
        else:
            given = (command,)
        before = self.play
        with pytest.raises(RuleBreach) as refusal:
            self._give_all(given, by)
        assert self.play is before
        assert refusal.value.remedy, "a refusal says what to do instead"
        return refusal.value

    def _give_all(self, commands: Iterable[Any], by: Envelope | None) -> None:
        for command in commands:
            self.give(command, by=by)

    def _speaker(self, line: str) -> tuple[Envelope | None, str]:
        """Who gives a line: `p1: …`, `as Pit Manager: …`, `as top: …`, `as A, B: …`.

        `as dealer, other dealer: …` are two people, `as dealer, dealer: …` is one.
        """
        if match := re.fullmatch(r"as ([^:,]+)(?:, ([^:]+))?: +(.+)", line):
            role, second, line = match.groups()
            another = "other " if second and second.startswith("other ") else ""
            second = second and second.removeprefix(another)
            ladder = self.rulebook.roles
            ranks = {"dealer": ladder[0], "supervisor": ladder[1], "top": ladder[-1]}
            role, second = ranks.get(role, role), ranks.get(second, second)
            if role == SYSTEM:
                return SYSTEM_ITSELF, line
            other = f"the {another}{second}" if second else ""
            return staff(role, f"the {role}", other, second or ""), line
        name, rest = player_of(line)
        return (player(name) if name else None), rest

    def commands(self, line: str) -> Iterator[Any]:
        """The commands that a line stands for, each made when those before it are done."""
        for pattern, make in _LINES:
            if match := re.fullmatch(pattern, line):
                yield from make(self, *match.groups())
                return
        yield command_of(line)

    # --- what a line may stand for -----------------------------------------------------------

    def _seat(self, seat: str, name: str | None, rest: str) -> Iterator[Any]:
        number, words = int(seat), rest.split()
        at = self.play.seats.get(number)
        who = name or (at.player if at else f"p{number}")
        if words[0] == "without":
            yield from (TakeDown(number, who, wager) for wager in words[1:])
        elif len(words) == 1:
            yield Choose(number, words[0])
        else:
            for wager, stake in pairs(rest):
                for one in self._wagers(wager):
                    yield PlaceWager(number, who, one, Money.parse(stake))

    def _wagers(self, name: str) -> list[str]:
        """A wager, or those of a group: `base` is 1, 2 and $."""
        group = [w.id for w in self.rulebook.wagers.values() if w.group == name]
        return group if name not in self.rulebook.wagers and group else [name]

    def _deal(self, rest: str) -> Iterator[Any]:
        if rest and ":" not in rest:
            yield command_of(f"deal {rest}")
            return
        for place, cards in places(rest).items():
            self.lying[place] = list(parse_cards(cards))
        yield from self._close_first(rest)
        yield DealCards(tuple(self._due_cards()))

    def _close_first(self, rest: str) -> Iterator[Any]:
        """ "No more bets", if nobody said it and the cards are not named one by one."""
        is_named = rest and ":" not in rest
        if not (is_named or self.play.is_closed_to_bets) and self.play.seats:
            yield CloseBets()

    def _due_cards(self) -> Iterator[Card]:
        """The cards of the steps that are due, in the order a dealer dispenses them."""
        said = {card for cards in self.lying.values() for card in cards}
        free = (card for card in self.unused if card not in said)
        for step in steps_due(self.terms, self.play):
            for place in [at.seat for at in self.play.live] if step.to == "seats" else [step.to]:
                lies = self.lying.get(str(place), [])
                some = [lies.pop(0) if lies else next(free) for _ in range(step.cards)]
                yield from reversed(some) if isinstance(step, FromTop) else some

    def _play_on(self, rest: str) -> Iterator[Any]:
        answers = {int(seat): words.split() for seat, words in places(rest).items()}
        while not any(may.command is SettleRound for may in self.options):
            may = next(may for may in self.options if may.command not in _ASIDE)
            if may.command is Choose:
                left = answers.get(may.seat or 0)
                yield Choose(may.seat or 0, left.pop(0) if left else may.choices[0])
            elif may.command is DealCards:
                yield from self._deal("")
            elif may.command is ShowHand and answers.get(may.seat or 0) == ["decline"]:
                answers[may.seat or 0] = []
                yield DeclineToShow(may.seat or 0)
            else:
                yield _PLAIN[may.command](may.seat)
        assert not any(answers.values()), f"these were never asked for: {answers}"

    def _all(self, choice: str) -> Iterator[Any]:
        question = self.asked
        while self.asked == question and self.turn_of is not None:
            yield Choose(self.turn_of, choice)

    def _show_all(self) -> Iterator[Any]:
        while seats := [may.seat for may in self.options if may.command is ShowHand]:
            yield ShowHand(seats[0] or 0)

    def _draws(self, rest: str) -> Iterator[Any]:
        drawn = dict(pairs(rest))
        card, seat = drawn.get("magic_card"), drawn.get("lucky_seat")
        yield RecordDraws(
            magic_card=None if card is None else Card.parse(card),
            lucky_seat=None if seat is None else int(seat),
        )

    def _play_out(self, rest: str) -> Iterator[Any]:
        yield from self._play_on(rest)
        yield from self._settle("")

    def _meters(self, rest: str) -> Iterator[Any]:
        words = iter(rest.split())
        levels = zip(words, words, words, words, strict=True)
        said = {name: Level(Money.parse(a), Money.parse(b)) for name, a, _reset, b in levels}
        self.meters = said or self.meters
        yield from ()

    def _settle(self, rest: str) -> Iterator[Any]:
        yield from self._meters(rest)
        yield SettleRound(meters=dict(self.meters) if self.play.unit is not None else {})

    def _end(self) -> Iterator[Any]:
        yield EndRound()

    def _called(self) -> Iterator[Any]:
        self.call()
        yield from ()

    # --- what a line may say of the round ----------------------------------------------------

    def _expect_option(self, negated: str | None, what: str, clause: str | None) -> None:
        found = [str(may) for may in self.options if clause in (None, may.clause)]
        assert any(what in one for one in found) is not bool(negated), found

    def _expect_event(self, text: str) -> None:
        assert event_words(self.log[-1]) == " ".join(text.split())

    def _expect_once(self, kind: str, rest: str) -> None:
        found = [event_words(one) for one in self.log if name_of(type(one)) == kind]
        assert found == [" ".join(f"{kind} {rest}".split())]

    def _expect_never(self, kind: str) -> None:
        assert kind not in {name_of(type(event)) for event in self.log}

    def _expect_lying(self, said: str) -> None:
        lying = {place.removeprefix("seat "): cards for place, cards in self.places().items()}
        assert lying == places(said)

    def _expect_hands(self, viewers: str, seats: str) -> None:
        for viewer in viewers.split(","):
            dealt = [at.seat for at in self.sees(_viewer(viewer)).seats if at.cards]
            seen = [seat for seat in dealt if self.hand_seen(seat, by=_viewer(viewer))]
            assert seen == [int(seat) for seat in seats.split()], viewer

    def _expect_seen(self, viewers: str, place: str, cards: str) -> None:
        for viewer in viewers.split(","):
            seen = getattr(self.sees(_viewer(viewer)), place)
            assert " ".join("-" if card is None else str(card) for card in seen) == cards, viewer

    def _expect_draws(self, viewers: str, drawn: str) -> None:
        for viewer in viewers.split(","):
            seen = self.sees(_viewer(viewer))
            said = [str(one) for one in (seen.magic_card, seen.lucky_seat) if one is not None]
            assert (" ".join(said) or "-") == drawn, viewer

    def _expect_stakes(self, seat: str, said: str) -> None:
        at = self.play.seats.get(int(seat))
        standing = {} if at is None else {name: str(stake) for name, stake in at.wagers.items()}
        assert standing == ({} if said == "nothing" else dict(pairs(said)))

    def _expect_shares(self, seat: str, wager: str, said: str) -> None:
        parts = self.play.seats[int(seat)].shares[wager]
        assert [(part.player, str(part.stake)) for part in parts] == pairs(said)

    def _expect_order(self, seats: str) -> None:
        lines = [f"{line.seat}:{line.wager}" for line in self.play.settled]
        if ":" not in seats:
            lines = list(dict.fromkeys(line.partition(":")[0] for line in lines))
        assert lines == seats.split()

    EXPECTED: ClassVar[list[tuple[str, Callable[..., None]]]] = [
        (r"(not )?now +(.+?)(?: +\[(.+)\])?", _expect_option),
        (r"then +(.+)", _expect_event),
        (r"once +(\S+) ?(.*)", _expect_once),
        (r"never +(\S+)", _expect_never),
        (r"lie +(.+)", _expect_lying),
        (r"([\w,]+) sees? hands ?([\d ]*)", _expect_hands),
        (r"([\w,]+) sees? (community|dealer|burned) ?(.*)", _expect_seen),
        (r"([\w,]+) sees? draws +(.+)", _expect_draws),
        (r"seat (\d+) +stakes +(.+)", _expect_stakes),
        (r"seat (\d+) +shares +(\S+) +(.+)", _expect_shares),
        (r"settled +(.+)", _expect_order),
        *Expectations.EXPECTED,
    ]

    # --- what can be asked -------------------------------------------------------------------

    @property
    def options(self) -> list[Option]:
        """Everything that may be done in the round now."""
        return options(self.game, self.terms, self.play)

    def may(self, kind: type[RoundCommand]) -> bool:
        """Whether such a command may be given now."""
        return any(may.command is kind for may in self.options)

    @property
    def _question(self) -> Option | None:
        return next((may for may in self.options if may.command is Choose), None)

    @property
    def turn_of(self) -> int | None:
        """The seat whose answer is awaited."""
        return None if self._question is None else self._question.seat

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers it may give."""
        return () if self._question is None else self._question.choices

    @property
    def asked(self) -> str:
        """The clause of the question that is open."""
        return "" if self._question is None else self._question.clause

    @property
    def unused(self) -> tuple[Card, ...]:
        """The cards of the deck that lie nowhere yet."""
        play = self.play
        out = {card for at in play.seats.values() for card in at.cards}
        out.update(play.community, play.dealer, play.burned, play.set_aside)
        return tuple(card for card in DECK if card not in out)

    def places(self) -> dict[str, str]:
        """Which cards of the deck lie where, by their number in it: `c1` is the first."""
        lying = {f"seat {n}": at.cards for n, at in sorted(self.play.seats.items())}
        lying |= {
            "community": self.play.community,
            "dealer": self.play.dealer,
            "burned": self.play.burned,
        }
        return {
            place: " ".join(f"c{card + 1}" for card in cards)
            for place, cards in lying.items()
            if cards
        }

    def sees(self, viewer: str | Viewer) -> RoundView:
        """The round as a viewer sees it."""
        return view(self.terms, self.play, viewer)

    def hand_seen(self, seat: int, by: str | Viewer) -> bool:
        """Whether a viewer sees the cards of a seat: all of them or none."""
        (cards,) = (at.cards for at in self.sees(by).seats if at.seat == seat)
        (is_seen,) = {card is not None for card in cards}
        return is_seen

    def events(self, *kinds: type[Any]) -> list[Any]:
        """What happened of these kinds."""
        return [event for event in self.log if isinstance(event, kinds)]

    @property
    def paid(self) -> dict[tuple[int, str], WagerSettled]:
        """What became of each wager and payment, by seat and name."""
        return {(line.seat, line.wager): line for line in self.play.settled}

    def back(self, seat: int) -> Money:
        """What a seat is handed when it is settled."""
        return total(at.winnings + at.returned for at in self.play.settled if at.seat == seat)

    @property
    def record(self) -> Record:
        """The round as a round record."""
        record: Record = json.loads(json.dumps(round_record(self.terms, self.play, self.meters)))
        return record

    @property
    def settlement(self) -> Record:
        """The settlement of its record, which says what was paid."""
        assert self.play.is_settled, "the round is not settled"
        settlement = settled(self.record, Library([self.rulebook]))
        assert Counter(map(line_of_event, self.play.settled)) == Counter(lines_of(settlement))
        return settlement

    def check_record(self) -> None:
        """Assert that the record settles to the cents that were paid, here and by the judge.

        The judge goes by the printed texts and knows no variant of them.
        """
        assert not unbalanced(self.settlement)
        if self.rulebook.id in built_in_ids():
            assert not differences(self.record)


# --- the language ----------------------------------------------------------------------------

_ASIDE = (VoidRound, RemoveHand, LeaveDown, ViewHand, DeclineToShow, RecordDraws)
_PLAIN: dict[Any, Callable[[int | None], Any]] = {
    ShowHand: lambda seat: ShowHand(seat or 0),
    BurnCard: lambda seat: BurnCard(),
    TurnCards: lambda seat: TurnCards(),
    CloseBets: lambda seat: CloseBets(),
}

REFUSED = re.compile(r'refused(?: +(role))?(?: +([^:"]+?))?(?: +"([^"]*)")?: *(.*)')


def _bare(command: Any) -> Callable[..., Iterator[Any]]:
    return lambda script: iter([command])


def _seats(kind: Callable[[int], Any]) -> Callable[..., Iterator[Any]]:
    return lambda script, seats: (kind(int(seat)) for seat in seats.split())


_LINES: list[tuple[str, Callable[..., Iterator[Any]]]] = [
    (r"call", Script._called),
    (r"seat (\d+)(?: ([\w-]+):)? +(.+)", lambda script, *said: script._seat(*said)),
    (r"no more bets", _bare(CloseBets())),
    (r"draws ?(.*)", Script._draws),
    (r"deal ?(.*)", lambda script, rest: script._deal(rest)),
    (r"all +(\w+)", Script._all),
    (r"leave down", _bare(LeaveDown())),
    (r"view +([\d ]+)", _seats(ViewHand)),
    (r"show all", Script._show_all),
    (r"show +([\d ]+)", _seats(ShowHand)),
    (r"decline +([\d ]+)", _seats(DeclineToShow)),
    (r"remove +(\d+) +(.+)", lambda script, seat, rule: iter([RemoveHand(int(seat), rule)])),
    (r"void +(.+)", lambda script, rule: iter([VoidRound(rule)])),
    (r"play on ?(.*)", Script._play_on),
    (r"play out ?(.*)", Script._play_out),
    (r"meters +(.*)", Script._meters),
    (r"settle ?(.*)", lambda script, rest: script._settle(rest)),
    (r"end", lambda script: script._end()),
]
