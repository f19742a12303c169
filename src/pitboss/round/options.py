"""What each seat and the dealer may do now.

The list is a value: screens offer it, players are played from it, and `decide` refuses whatever
is not on it. No caller has to try a command to learn whether it is permitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from pitboss.errors import RuleBreach
from pitboss.frozen import Latest
from pitboss.round.deal import (
    BurnCard,
    DealCards,
    LeaveDown,
    RecordDraws,
    TurnCards,
    cards_needed,
    community_is_needed,
    dealer_plays,
    progressive_stands,
    steps_due,
)
from pitboss.round.decisions import (
    Choose,
    DeclineToShow,
    RemoveHand,
    ShowHand,
    ViewHand,
    choices_of,
    has_several,
    may_view,
    next_to_decide,
    next_to_show,
)
from pitboss.round.game import (
    Burn,
    Deal,
    Decide,
    Expose,
    Game,
    Settle,
    Show,
    Stage,
    TakeWagers,
    What,
    stages_of,
)
from pitboss.round.result import EndRound, SettleRound, VoidRound
from pitboss.round.start import OpenRound
from pitboss.round.wagers import (
    CloseBets,
    PlaceWager,
    TakeDown,
    lacking,
    makes_a_hand,
    may_place,
    needed_by,
    takes_wagers,
)
from pitboss.rulebook.model import DecisionRule
from pitboss.rulebook.terms import Terms

if TYPE_CHECKING:
    from pitboss.round.round import RoundState, Seat

Command = (
    OpenRound | PlaceWager | TakeDown | CloseBets | RecordDraws | DealCards | ViewHand | Choose
    | BurnCard | TurnCards | LeaveDown | ShowHand | DeclineToShow | RemoveHand | VoidRound
    | SettleRound | EndRound
)  # fmt: skip
"""What people ask for in a round. Imperatives: nothing has happened yet.

Everything from outside comes with the command: the cards that were dealt, what was drawn, the
meters. So a round can be played again from its record, card for card.
"""

_ON_A_WAGER = (PlaceWager, TakeDown)
_WORDS: dict[type[Command], str] = {
    OpenRound: 'announce "Place your bets, please"',
    PlaceWager: "place",
    TakeDown: "take down",
    CloseBets: 'announce "No more bets"',
    RecordDraws: "record the draws",
    DealCards: "deal",
    ViewHand: "view the hand",
    Choose: "choose",
    BurnCard: "burn a card",
    TurnCards: "turn the cards that are due",
    LeaveDown: "leave the cards face down",
    ShowHand: "show the hand",
    DeclineToShow: "decline to show the hand",
    RemoveHand: "remove the hand",
    VoidRound: "void the round",
    SettleRound: "settle the round",
    EndRound: "end the round",
}


class Option(NamedTuple):
    """One thing that may be done now: a kind of command, and by which clause."""

    command: type[Command]
    clause: str
    seat: int | None = None
    """The seat that may do it; the dealer where there is none."""
    choices: tuple[str, ...] = ()
    """The answers a seat may give, or the wagers it may place."""
    cards: int = 0
    """How many cards the command brings."""

    def fits(self, command: Command) -> bool:
        """Whether a command is this one."""
        if type(command) is not self.command:
            return False
        seat = getattr(command, "seat", None)
        if self.seat is not None and seat != self.seat:
            return False
        if isinstance(command, Choose):
            return command.choice in self.choices
        return not isinstance(command, _ON_A_WAGER) or command.wager in self.choices

    def refusal(self, problem: str, remedy: str, clause: str | None = None) -> RuleBreach:
        """The refusal of a command of this kind: by the option's clause unless another is given."""
        return RuleBreach(problem, clause=clause or self.clause, remedy=remedy, seat=self.seat)

    def refuse(self, problem: str, remedy: str, clause: str | None = None) -> NoReturn:
        """Refuse a command of this kind."""
        raise self.refusal(problem, remedy, clause)

    def __str__(self) -> str:
        who = "the dealer" if self.seat is None else f"seat {self.seat}"
        what = _WORDS[self.command]
        if self.command is Choose:
            what = " or ".join(self.choices)
        elif self.choices:
            what = f"{what} {', '.join(self.choices)}"
        elif self.cards:
            what = f"{what} {self.cards} {'card' if self.cards == 1 else 'cards'}"
        return f"{who} may {what}"


Hands = tuple["Seat", ...]
"""The seats whose hands are in the round: found once for each question."""


def options(game: Game, terms: Terms, play: RoundState) -> list[Option]:
    """Everything that may be done now, by anyone."""
    return list(_all_options(game, terms, play))


def _all_options(game: Game, terms: Terms, play: RoundState) -> tuple[Option, ...]:
    known = _LATEST_OPTIONS.of((game, terms, play))
    if known is not None:
        return known
    found = tuple(_options(game, terms, play, range(1, play.positions + 1)))
    return _LATEST_OPTIONS.keep((game, terms, play), found)


_LATEST_OPTIONS = Latest[tuple[Option, ...]]()
_LATEST_STAGE = Latest[Stage]()


def option_for(game: Game, terms: Terms, play: RoundState, command: Command) -> Option | None:
    """The first option that a command fits, or None.

    The same as looking through `options`, without working out every wager of every seat; the
    option to place a wager names only the wager that is asked for.
    """
    if play.is_closed_to_bets:
        permitted: Iterable[Option] = _all_options(game, terms, play)
    elif isinstance(command, PlaceWager):
        return _placing(terms, play, command)
    elif isinstance(command, TakeDown) and 1 <= command.seat <= play.positions:
        permitted = _options(game, terms, play, (command.seat,))
    else:
        permitted = _options(game, terms, play, ())
    for option in permitted:
        if option.fits(command):
            return option
    return None


def _placing(terms: Terms, play: RoundState, command: PlaceWager) -> Option | None:
    rule = terms.rules.wagers.get(command.wager)
    if rule is None or not takes_wagers(play, command.seat):
        return None
    if not may_place(terms, play, play.seat(command.seat), rule):
        return None
    return Option(PlaceWager, rule.clause, command.seat, (rule.id,))


def _options(game: Game, terms: Terms, play: RoundState, seats: Iterable[int]) -> Iterator[Option]:
    """What may be done now; of wagers, those at these seats."""
    procedure = terms.rules.procedure
    if not play.is_open:
        yield _plain(OpenRound, procedure["open"])
    elif play.is_settled:
        yield _plain(EndRound, procedure["end"])
    elif play.void is not None:
        yield Option(command=SettleRound, clause=play.void)
    else:
        # While wagers are taken no hand is dealt.
        live = play.live if play.is_closed_to_bets else ()
        yield from _in_stage(terms, play, live, _stage(game, terms, play, live), seats)
        yield from _at_any_time(terms, play, live)


def stage_of(game: Game, terms: Terms, play: RoundState) -> Stage:
    """The first stage that is not complete."""
    known = _LATEST_STAGE.of((game, terms, play))
    return known or _stage(game, terms, play, play.live)


def _stage(game: Game, terms: Terms, play: RoundState, live: Hands) -> Stage:
    for stage in stages_of(game, terms.rules):
        if not _is_complete(terms, play, live, stage):
            return _LATEST_STAGE.keep((game, terms, play), stage)
    raise AssertionError("a round whose stages are all complete is settled")


def _is_complete(terms: Terms, play: RoundState, live: Hands, stage: Stage) -> bool:
    match stage:
        case TakeWagers():
            return play.is_closed_to_bets
        case Deal():
            return not steps_due(terms, play, live)
        case Decide(decision):
            return next_to_decide(terms, live, decision) is None
        case Burn():
            return play.has_burned or not play.burned
        case Expose(What.COMMUNITY, through=through):
            return (
                play.community_up >= through
                or play.is_left_down
                or not community_is_needed(terms, live, through)
            )
        case Expose(through=through):
            return play.dealer_up >= through or not dealer_plays(terms, live)
        case Show():
            return next_to_show(terms, play, live) is None
        case Settle():
            return play.is_settled


def _in_stage(
    terms: Terms, play: RoundState, live: Hands, stage: Stage, seats: Iterable[int]
) -> Iterator[Option]:
    rules = terms.rules
    procedure = rules.procedure
    match stage:
        case TakeWagers():
            yield from _wagers(terms, play, seats)
            if any(makes_a_hand(terms, at) for at in play.seats.values()):
                yield Option(command=CloseBets, clause=procedure["close"])
            elif play.is_unwagered:
                # There is nothing to deal for, and nothing to give back.
                yield _plain(EndRound, procedure["end"])
        case Deal():
            steps = steps_due(terms, play, live)
            method = rules.dealing[play.method]
            if rules.draws and not play.has_draws and not play.steps_dealt:
                yield Option(command=RecordDraws, clause=rules.paytables["features"].clause)
            cards = cards_needed(steps, len(live))
            yield Option(command=DealCards, clause=method.clause, cards=cards)
        case Decide(decision):
            yield _decision(terms, live, rules.decisions[decision])
        case Burn():
            yield _plain(BurnCard, procedure["burn"])
        case Expose(step=step, what=what):
            yield _plain(TurnCards, procedure[step])
            unneeded = rules.may_end_without == "community" and not progressive_stands(live)
            if what is What.COMMUNITY and unneeded:
                yield _plain(LeaveDown, procedure[step])
        case Show():
            at = next_to_show(terms, play, live)
            assert at is not None, "the stage is complete once every hand is turned"
            yield _plain(ShowHand, procedure["show"], at.seat)
            if rules.may_decline:
                yield _plain(DeclineToShow, procedure["decline"], at.seat)
        case Settle():
            yield _plain(SettleRound, procedure["settle"])


@cache
def _plain(command: type[Any], clause: str, seat: int | None = None) -> Option:
    """An option that is the same in every round: made once."""
    return Option(command=command, clause=clause, seat=seat)


def _wagers(terms: Terms, play: RoundState, seats: Iterable[int]) -> Iterator[Option]:
    for seat in seats:
        at = play.seat(seat)
        free = tuple(w.id for w in terms.rules.wagers.values() if may_place(terms, play, at, w))
        if free:
            clause = terms.rules.wagers[free[0]].clause
            yield Option(command=PlaceWager, clause=clause, seat=seat, choices=free)
        taken = tuple(
            wager
            for wager in at.wagers
            if wager in at.shares or needed_by(terms, at, wager) is None
        )
        if taken:
            clause = terms.rules.procedure["close"]
            yield Option(command=TakeDown, clause=clause, seat=seat, choices=taken)


def _decision(terms: Terms, live: Hands, rule: DecisionRule) -> Option:
    at = next_to_decide(terms, live, rule.id)
    assert at is not None, "the stage is complete once every seat has answered"
    return Option(command=Choose, clause=rule.clause, seat=at.seat, choices=choices_of(rule, at))


def _at_any_time(terms: Terms, play: RoundState, live: Hands) -> Iterator[Option]:
    """Looking at a hand, and what an irregularity may bring about."""
    rules = terms.rules
    views = rules.hands_per_player == "several" and has_several(play)
    for at in live if play.steps_dealt else ():
        if views and may_view(play, at):
            yield _plain(ViewHand, rules.procedure["view"], at.seat)
        yield _plain(RemoveHand, rules.procedure["end"], at.seat)
    yield _plain(VoidRound, rules.procedure["end"])


# --- refusals ---------------------------------------------------------------------------------


def permission(game: Game, terms: Terms, play: RoundState, command: Command) -> Option:
    """The option that a command fits, or `RuleBreach`.

    A command about a wager that fits none gets the nearest option: deciding says what is wrong.
    """
    option = option_for(game, terms, play, command)
    if option is not None:
        return option
    permitted = options(game, terms, play)
    seat = getattr(command, "seat", None)
    own = [option for option in permitted if option.seat == seat is not None]
    if isinstance(command, PlaceWager | TakeDown) and takes_wagers(play, command.seat):
        clause = _clause(terms, play, command, own or permitted)
        nothing = Option(command=type(command), clause=clause, seat=seat)
        return next((option for option in own if option.command is type(command)), nothing)
    if isinstance(command, CloseBets) and takes_wagers(play, 1):
        raise RuleBreach(
            '"No more bets", and no hand would be dealt',
            clause=next(rule.clause for rule in terms.rules.wagers.values() if not rule.needs),
            remedy="; ".join(lacking(terms, play)) or "No wager is placed yet: wait, or end it.",
        )
    regular = [option for option in permitted if option.command not in _IRREGULAR]
    first = sorted(regular, key=lambda option: option not in own)[:6]
    raise RuleBreach(
        f"{_words(command)} is not possible now",
        clause=_clause(terms, play, command, permitted),
        remedy=f"Now: {'; '.join(map(str, first))}.",
        seat=seat,
    )


_IRREGULAR = (VoidRound, RemoveHand, ViewHand)


def _clause(terms: Terms, play: RoundState, command: Command, permitted: list[Option]) -> str:
    """The rule that stands in the way: what is due now, unless the command itself says more."""
    if isinstance(command, PlaceWager | TakeDown) and play.is_open:
        if not 1 <= command.seat <= play.positions:
            return terms.rules.layouts[-1].clause
        if play.is_closed_to_bets:
            return terms.rules.procedure["close"]
    return permitted[0].clause


def _words(command: Command) -> str:
    name = type(command).__name__
    text = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    match command:
        case Choose(seat, choice):
            return f"{choice!r} at seat {seat}"
        case PlaceWager(seat, _, wager) | TakeDown(seat, _, wager):
            return f"{text} {wager!r} at seat {seat}"
        case ShowHand(seat) | DeclineToShow(seat) | ViewHand(seat):
            return f"{text} of seat {seat}"
    return text
