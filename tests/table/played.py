"""Rounds played to their end, for tests that look at what became of the money."""

from __future__ import annotations

from pitboss.envelope import Envelope
from pitboss.money import Money
from pitboss.round.deal import BurnCard, LeaveDown
from pitboss.round.decisions import Choose, RemoveHand, ShowHand, ViewHand
from pitboss.round.options import options
from pitboss.round.result import SettleRound, VoidRound
from tests.table.conductor import LiveTable, staff


def money(text: str) -> Money:
    """An amount, below nothing with a minus."""
    return Money(0) - Money.parse(text[1:]) if text.startswith("-") else Money.parse(text)


def floor(table: LiveTable) -> Envelope:
    """Somebody above the dealer, with the dealer beside."""
    return staff(table.ladder[1], "fay", second="dan", second_role=table.ladder[0])


def held(table: LiveTable, name: str) -> str:
    """What somebody holds at the table."""
    return str(table.table.chips.held(name))


def play_out(table: LiveTable, cards: str, choices: str = "") -> None:
    """Close bets, deal these cards, answer with these choices in turn, and settle."""
    table.close()
    table.deal(cards)
    play_on(table, choices)


def play_on(table: LiveTable, choices: str = "") -> None:
    """Go on from where the round stands, answering with these choices in turn, and settle."""
    answers = choices.split()
    while not table.table.play.is_settled:
        play = table.table.play
        may = next(
            may
            for may in options(table.rules.game, table.rules.terms, play)
            if may.command not in (VoidRound, RemoveHand, LeaveDown, ViewHand)
        )
        if may.command is Choose:
            table.choose(may.seat or 0, answers.pop(0))
        elif may.command is SettleRound:
            table.settle()
        elif may.command is ShowHand:
            table.show(may.seat or 0)
        elif may.command is BurnCard:
            table.give(BurnCard())
        else:
            table.turn()
    assert not answers, answers
