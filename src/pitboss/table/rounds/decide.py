"""Deciding what concerns the rounds of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.round.decisions import RemoveHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import VoidRound
from pitboss.round.round import decide as decide_round
from pitboss.round.start import OpenRound
from pitboss.round.wagers import PlaceWager
from pitboss.shuffling import context_of, opens
from pitboss.table.opening.decide import opening_of
from pitboss.table.rounds import commands as do
from pitboss.table.rounds import events as ev
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Event, Table

_BY_RULING = (OpenRound, RemoveHand, VoidRound)
"""What a round knows and nobody may ask of it directly: it follows from another command."""


def decide(
    rules: TableRules, table: Table, by: Envelope, command: do.Command | RoundCommand
) -> Iterable[Event]:
    """What happens when this is asked."""
    if isinstance(command, do.CallForBets):
        return _called(rules, table, command)
    if isinstance(command, do.OpenSeeds):
        return [_opened(rules, table, command)]
    if isinstance(command, _BY_RULING):
        raise RuleBreach(
            f"{type(command).__name__} by itself",
            clause=rules.rulebook.procedure["end"],
            remedy="Report what went wrong; the rules then say what follows.",
        )
    _check_offered(rules, table, command)
    return decide_round(rules.game, rules.terms, table.play, command)


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
        raise RuleBreach(
            "Cards before the draws",
            clause="I-19",
            remedy="Have the system draw the Magic Card and the Lucky Player: it is due next.",
        )


def _called(rules: TableRules, table: Table, command: do.CallForBets) -> Iterator[Event]:
    clause = rules.rulebook.procedure["open"]
    sequence = table.rounds
    if table.play.is_open:
        raise RuleBreach(
            f"Round {sequence.number} is not over",
            clause=rules.rulebook.procedure["end"],
            remedy="End it before bets are called for again.",
        )
    if not sequence.is_opened:
        raise RuleBreach(
            f"The seeds of round {sequence.number} are not opened",
            clause="I-102",
            remedy="Open them before the next round.",
        )
    needs_deck = rules.setting.mode is Mode.ELECTRONIC
    for name, needed in (("deck", needs_deck), ("draws", draws_are_made(rules))):
        if needed != bool(getattr(command, name)):
            raise RuleBreach(
                f"A round {'without' if needed else 'with'} a commitment to its {name}",
                clause="I-102" if name == "deck" else "I-19",
                remedy="Commit to a seed." if needed else "Leave it out: no seed is behind it.",
            )
    opened = decide_round(rules.game, rules.terms, table.play, opening_of(rules))
    yield ev.BetsCalled(
        number=sequence.number + 1,
        gaming_day=command.gaming_day,
        deck=command.deck,
        draws=command.draws,
        clause=clause,
    )
    yield from opened


def _opened(rules: TableRules, table: Table, command: do.OpenSeeds) -> ev.SeedsOpened:
    sequence = table.rounds
    if table.play.is_open or sequence.is_opened:
        raise RuleBreach(
            f"The seeds of round {sequence.number}",
            clause="I-102",
            remedy="They are opened once, when the round is over.",
        )
    context = context_of(rules.setting.table, sequence.number)
    for commitment, seed in ((sequence.deck, command.deck), (sequence.draws, command.draws)):
        if bool(commitment) != bool(seed) or (seed and not opens(commitment, seed, context)):
            raise RuleBreach(
                f"A seed that round {sequence.number} was not bound to",
                clause="I-102",
                remedy="Open the seed that the commitment was made of.",
            )
    return ev.SeedsOpened(
        number=sequence.number, deck=command.deck, draws=command.draws, clause="I-102"
    )


def _check_offered(rules: TableRules, table: Table, command: RoundCommand) -> None:
    # The table itself knows what is offered now; what it opened with may have changed since.
    offered = rules.setting.offered if table.setting is None else table.setting.offered
    if isinstance(command, PlaceWager) and command.wager not in offered:
        rule = rules.rulebook.wagers.get(command.wager)
        if table.link_lost and command.wager in table.link_wagers:
            raise RuleBreach(
                f"{command.wager!r} at table {rules.setting.table}, which cannot reach its link",
                clause="P18",
                remedy=f"{table.link_lost.rstrip('.')}. The game goes on without it.",
            )
        raise RuleBreach(
            f"{command.wager!r} is not offered at table {rules.setting.table}",
            clause=rules.rulebook.procedure["open"] if rule is None else rule.clause,
            remedy=f"Offered: {', '.join(offered)}.",
        )
