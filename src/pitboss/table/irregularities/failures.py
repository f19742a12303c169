"""Failures of devices and of the power: shufflers and dealing machines that jam, power failure.

In a power failure, where nothing has been decided yet, each player takes everything back or plays
on, and the round is concluded for those who stay. Where any wager has been decided, play goes on.
Rulebooks that say nothing of it leave it to the top role (I-93).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pitboss.round.decisions import HandRemoved
from pitboss.round.remedies import parts_back
from pitboss.round.round import RoundState
from pitboss.table.equipment.inventory import is_out
from pitboss.table.equipment.shuffles import ShuffleDiscarded
from pitboss.table.irregularities.case import Case, Field, Irregularity, voided
from pitboss.table.irregularities.laid_cards import is_dealing
from pitboss.table.irregularities.reports import (
    ANSWERS,
    RULING,
    EveryoneAnswered,
    IrregularityReported,
    PlayerAnswered,
    ReportIrregularity,
)
from pitboss.table.rules import Mode, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event, Table

POWER_FAILURE = "power_failure"
WITHDRAW = "withdraw"
STAY = "stay"


# --- shufflers and dealing machines ---------------------------------------------------------------


def _shuffler(case: Case) -> Iterator[Event]:
    """A shuffle that was not completed counts for nothing: the cards are shuffled again."""
    deck = _in_device(case)
    yield case.reported()
    yield ShuffleDiscarded(deck=deck, clause=case.rule.effect)


def _in_device(case: Case) -> str:
    """The deck that the shuffler failed over; empty where there is one, or it is not known.

    A deck that is dealt from, or waits in the shoe, is not in the shuffler (2(b)(3)).
    """
    decks = case.table.equipment.decks
    beside = [name for name in decks if not is_out(case.table, name)]
    told = case.details.get("deck", "").strip()
    if told and told not in beside:
        case.refuse(f"Deck {told!r} in the shuffler", f"There may be: {', '.join(beside)}.")
    if told or len(decks) < 2:
        return told
    unloaded = [name for name in beside if not decks[name].loaded_in]
    return unloaded[0] if len(unloaded) == 1 else ""


def _machine(case: Case) -> Iterator[Event]:
    """A machine that does not deal all the cards voids the round."""
    if not is_dealing(case):
        case.refuse("The machine has dealt every card", "Play the round to its end.")
    yield case.reported()
    yield from voided(case)


# --- power failure --------------------------------------------------------------------------------


def interruption(rules: TableRules, table: Table) -> ReportIrregularity | None:
    """What to report when the table comes back in the middle of a round, if anything.

    Before bets close every player may take wagers down anyway, and a settled round has its end.
    """
    play = table.play
    is_running = play.is_open and play.is_closed_to_bets and not play.is_settled
    if not table.is_open or not is_running or play.void is not None or table.halt is not None:
        return None
    is_listed = POWER_FAILURE in rules.rulebook.irregularities
    return ReportIrregularity(kind=POWER_FAILURE) if is_listed else None


def is_established(rules: TableRules, play: RoundState) -> bool:
    """Whether any wager is decided by what is public or cannot be taken back (I-92)."""
    if play.is_settled or play.shown:
        return True
    if any(at.is_folded for at in play.live):
        return True
    return is_dealer_out(rules, play)


def is_dealer_out(rules: TableRules, play: RoundState) -> bool:
    """Whether the dealer was turned and does not qualify: that decides every hand that plays."""
    if not play.is_dealer_up:
        return False
    if all(rules.rulebook.decided_on.isdisjoint(at.wagers) for at in play.live):
        return False
    return rules.terms.dealer_qualifies(play.dealer, play.community) is False


def _power(case: Case) -> Iterator[Event]:
    play = case.table.play
    goes_on = case.rules.rulebook.procedure.get("power_established")
    if goes_on is None:
        # What an electronic table deals is all in its record; whether cards that people dealt still
        # lie as they did, a person must see (I-93).
        is_whole = play.is_settled or case.rules.setting.mode is Mode.ELECTRONIC
        proposed = "resume" if is_whole else (case.rules.choice("failure_default") or "void")
        yield case.reported(RULING, details={"proposed": proposed})
    elif play.void is not None or is_established(case.rules, play):
        yield IrregularityReported(
            kind=POWER_FAILURE, details={"outcome": "established"}, awaits=(), clause=goes_on
        )
    else:
        players = ", ".join(_players(play))
        yield case.reported(ANSWERS, details={"outcome": "none", "players": players})


def _power_ruled(case: Case) -> Iterator[Event]:
    if case.ruling == "void":
        yield from voided(case)


def answered(rules: TableRules, table: Table, player: str, answer: str) -> PlayerAnswered:
    """A player takes everything back or stays."""
    halt = table.halt
    if halt is None or not is_asking(table):
        refuse(
            f"{player} answers, and nothing was asked",
            rules.rulebook.procedure["end"],
            "Report what went wrong first.",
        )
    clause = rules.rulebook.irregularities[halt.kind].effect
    waits = unanswered(table)
    if player not in waits:
        refuse(f"{player} has nothing to answer", clause, f"Ask {', '.join(waits)}.")
    if answer not in (WITHDRAW, STAY):
        remedy = f"All wagers or none: {WITHDRAW} or {STAY}."
        refuse(f"Answer {answer!r}", clause, remedy)
    return PlayerAnswered(kind=halt.kind, player=player, answer=answer, clause=clause)


def is_asking(table: Table) -> bool:
    """Whether the table waits for players to say whether they stay."""
    return table.halt is not None and table.halt.awaits_answers


def unanswered(table: Table) -> list[str]:
    """The players who have not said yet whether they stay."""
    halt = table.halt
    assert halt is not None, "players answer while the table waits"
    return [name for name in _players(table.play) if name not in halt.answers]


def concluded(rules: TableRules, table: Table) -> Iterator[Event]:
    """Once all have answered, wagers go back to those who withdraw and play goes on."""
    halt, play = table.halt, table.play
    if halt is None or not is_asking(table) or unanswered(table):
        return
    clause = rules.rulebook.irregularities[halt.kind].effect
    leaving = [player for player, answer in halt.answers.items() if answer == WITHDRAW]
    for at in play.live:
        if at.player in leaving:
            # Only the seated player decides for the area, also for those who back it (I-80).
            yield HandRemoved(seat=at.seat, clause=clause)
        else:
            yield from parts_back(at, at.wagers, clause, players=leaving)
    yield EveryoneAnswered(kind=halt.kind, clause=clause)


def _players(play: RoundState) -> list[str]:
    """All players with money on a hand that is in the round."""
    parts = (part for at in play.live for wager in at.wagers for part in at.parts(wager))
    return list(dict.fromkeys(part.player for part in parts))


_FAULT = Field("fault", "what the device did")

ENTRIES: Mapping[str, Irregularity] = {
    "shuffler_fault": Irregularity(
        report=_shuffler,
        fields=(
            _FAULT,
            Field(
                "deck", "of two decks the one in the device; the one that is not in the shoe", True
            ),
        ),
        is_physical=True,
    ),
    "machine_fault": Irregularity(report=_machine, fields=(_FAULT,), is_physical=True),
    POWER_FAILURE: Irregularity(report=_power, rule=_power_ruled, rulings=("resume", "void")),
}
