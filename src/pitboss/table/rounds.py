"""The rounds of a table: calling for bets, the seeds behind the cards, the draws, the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.round.decisions import RemoveHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import VoidRound
from pitboss.round.round import decide as decide_round
from pitboss.round.start import OpenRound
from pitboss.round.wagers import PlaceWager
from pitboss.shuffling import context_of, opens
from pitboss.table import deck_contributions
from pitboss.table.deck_contributions import DeckContribution
from pitboss.table.rules import Mode, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table


@stored("call-for-bets", kw_only=True)
class CallForBets:
    """ "Place your bets, please": the next round begins.

    The commitments bind the system to seeds that are not shown yet (I-19, I-20, I-102).
    """

    gaming_day: str
    deck: str = ""
    """The commitment to the deck's seed; electronic tables only."""
    draws: str = ""
    """The commitment to the seed of the Magic Card and the Lucky Player, where there are any."""


@stored("open-seeds", kw_only=True)
class OpenSeeds:
    """After the round the seeds are shown, so that deck and draws can be rebuilt."""

    deck: str = ""
    draws: str = ""


Command = CallForBets | OpenSeeds | deck_contributions.Command


@stored("bets-called", kw_only=True)
class BetsCalled:
    """A round got its number, and the system is bound to its seeds."""

    number: int
    gaming_day: str
    deck: str
    draws: str
    clause: str


@stored("seeds-opened", kw_only=True)
class SeedsOpened:
    """The seeds of a round that is over, with all else that its deck and draws were made of."""

    number: int
    deck: str
    draws: str
    contributions: tuple[str, ...] = ()
    """What players added, in the order of their seats (I-115)."""
    clause: str


Event = BetsCalled | SeedsOpened | deck_contributions.Event


@stored("seeds-kept", kw_only=True)
class SeedsKept:
    """The seeds of a round that is still played.

    Rounds from before seeds were sealed have them so in the stream of a table's seeds.
    """

    number: int
    deck: str
    draws: str
    clause: str


@stored("seeds-sealed", kw_only=True)
class SeedsSealed:
    """The seeds of a round that is still played, sealed with the key of the house (I-115)."""

    number: int
    deck: str
    draws: str
    clause: str


SeedsEvent = SeedsKept | SeedsSealed


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSequence:
    """The number of the latest round, and what binds the system in it."""

    number: int = 0
    gaming_day: str = ""
    deck: str = ""
    draws: str = ""
    is_opened: bool = True
    """Whether the seeds of the latest round were shown."""
    contributions: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """What each player added to the deck of the latest round, after the seat they had."""

    @property
    def added(self) -> tuple[str, ...]:
        """What players added, in the order of their seats, as it goes into deck and draws."""
        made = sorted(self.contributions.values(), key=itemgetter(0))
        return tuple([value for _, value in made])


def evolve(rounds: RoundSequence, event: Event) -> RoundSequence:
    """The sequence after one more event."""
    match event:
        case BetsCalled():
            return RoundSequence(
                number=event.number,
                gaming_day=event.gaming_day,
                deck=event.deck,
                draws=event.draws,
                is_opened=not (event.deck or event.draws),
            )
        case DeckContribution():
            made = {**rounds.contributions, event.player: (event.seat, event.value)}
            return replace(rounds, contributions=made)
        case SeedsOpened():
            return RoundSequence(number=rounds.number, gaming_day=rounds.gaming_day)


# --- draws ------------------------------------------------------------------------------------


_AFTER_LOCK = "after_lock"


def magic_at_once(rules: TableRules) -> bool:
    """Whether the Magic Card is shown as soon as it is drawn (I-19)."""
    return rules.choice("magic_reveal") == _AFTER_LOCK


def lucky_population(rules: TableRules, table: Table) -> list[int]:
    """The areas among which the Lucky Player is drawn (I-20)."""
    live = table.play.live
    match rules.choice("lucky_population"):
        case "active_areas":
            return [at.seat for at in live]
        case "progressive_areas":
            return [at.seat for at in live if "progressive" in at.wagers]
        case _:
            return list(range(1, rules.setting.positions + 1))


def draws_are_made(rules: TableRules) -> bool:
    """Whether the system draws in this table's rounds: only progressive wagers win by it."""
    return bool(rules.rulebook.draws) and "progressive" in rules.setting.offered


def draws_are_due(rules: TableRules, table: Table) -> bool:
    """Whether the cards wait for the draws: a wager stands that may win by them (4.3, 4.4)."""
    play = table.play
    is_dealt_next = play.is_open and play.is_closed_to_bets and play.void is None
    if not is_dealt_next or play.has_draws or play.steps_dealt or not draws_are_made(rules):
        return False
    return any("progressive" in at.wagers for at in play.seats.values())


def check_drawn(rules: TableRules, table: Table) -> None:
    """After the first card a draw would be open to doubt, and without one wagers lose by it."""
    if draws_are_due(rules, table):
        refuse(
            "Cards before the draws",
            "I-19",
            "Have the system draw the Magic Card and the Lucky Player: it is due next.",
        )


# --- deciding ---------------------------------------------------------------------------------


def opening_of(rules: TableRules) -> OpenRound:
    """The terms of every round of this table."""
    setting = rules.setting
    return OpenRound(
        positions=setting.positions,
        method=setting.method,
        options=setting.options,
        limits=setting.limits,
        unit=setting.unit,
    )


_BY_RULING = (OpenRound, RemoveHand, VoidRound)
"""Commands of a round that may not be given at a table: they follow from another command."""


def decide(
    rules: TableRules, table: Table, by: Envelope, command: Command | RoundCommand
) -> Iterable[TableEvent]:
    """What happens when this is asked."""
    if isinstance(command, CallForBets):
        return _called(rules, table, command)
    if isinstance(command, OpenSeeds):
        return [_opened(rules, table, command)]
    if isinstance(command, deck_contributions.Command):
        return deck_contributions.decide(rules, table, by, command)
    if isinstance(command, _BY_RULING):
        refuse(
            f"{type(command).__name__} by itself",
            rules.rulebook.procedure["end"],
            "Report what went wrong; the rules then say what follows.",
        )
    _check_offered(rules, table, command)
    return decide_round(rules.game, rules.terms, table.play, command)


def _called(rules: TableRules, table: Table, command: CallForBets) -> Iterator[TableEvent]:
    clause = rules.rulebook.procedure["open"]
    sequence = table.rounds
    if table.play.is_open:
        refuse(
            f"Round {sequence.number} is not over",
            rules.rulebook.procedure["end"],
            "End it before bets are called for again.",
        )
    if not sequence.is_opened:
        refuse(
            f"The seeds of round {sequence.number} are not opened",
            "I-102",
            "Open them before the next round.",
        )
    needs_deck = rules.setting.mode is Mode.ELECTRONIC
    for name, needed in (("deck", needs_deck), ("draws", draws_are_made(rules))):
        if needed != bool(getattr(command, name)):
            refuse(
                f"A round {'without' if needed else 'with'} a commitment to its {name}",
                "I-102" if name == "deck" else "I-19",
                "Commit to a seed." if needed else "Leave it out: no seed is behind it.",
            )
    opened = decide_round(rules.game, rules.terms, table.play, opening_of(rules))
    yield BetsCalled(
        number=sequence.number + 1,
        gaming_day=command.gaming_day,
        deck=command.deck,
        draws=command.draws,
        clause=clause,
    )
    yield from opened


def _opened(rules: TableRules, table: Table, command: OpenSeeds) -> SeedsOpened:
    sequence = table.rounds
    if table.play.is_open or sequence.is_opened:
        refuse(
            f"The seeds of round {sequence.number}",
            "I-102",
            "They are opened once, when the round is over.",
        )
    context = context_of(rules.setting.table, sequence.number)
    for commitment, seed in ((sequence.deck, command.deck), (sequence.draws, command.draws)):
        if bool(commitment) != bool(seed) or (seed and not opens(commitment, seed, context)):
            refuse(
                f"A seed that round {sequence.number} was not bound to",
                "I-102",
                "Open the seed that the commitment was made of.",
            )
    return SeedsOpened(
        number=sequence.number,
        deck=command.deck,
        draws=command.draws,
        contributions=sequence.added,
        clause="I-102",
    )


def offered_now(rules: TableRules, table: Table) -> tuple[str, ...]:
    """The wagers on offer: the table knows them; what it opened with may have changed since."""
    return rules.setting.offered if table.setting is None else table.setting.offered


def _check_offered(rules: TableRules, table: Table, command: RoundCommand) -> None:
    offered = offered_now(rules, table)
    if isinstance(command, PlaceWager) and command.wager not in offered:
        rule = rules.rulebook.wagers.get(command.wager)
        if table.link_lost and command.wager in table.link_wagers:
            refuse(
                f"{command.wager!r} at table {rules.setting.table}, which cannot reach its link",
                "P18",
                f"{table.link_lost.rstrip('.')}. The game goes on without it.",
            )
        refuse(
            f"{command.wager!r} is not offered at table {rules.setting.table}",
            rules.rulebook.procedure["open"] if rule is None else rule.clause,
            f"Offered: {', '.join(offered)}.",
        )
