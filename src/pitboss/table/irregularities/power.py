"""Power failure: whether an outcome was established, and what each player then chooses.

Where nothing has been decided yet, each player takes everything back or plays on, and the round is
concluded for those who stay. Where any wager has been decided, play goes on. Rulebooks that say
nothing of it leave it to the top role (I-93).
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import RuleBreach
from pitboss.hands.tables import strength_of_three
from pitboss.round.decisions import HandRemoved
from pitboss.round.round import RoundState
from pitboss.round.wagers import WagerReturned
from pitboss.table.irregularities import commands as do
from pitboss.table.irregularities import events as ev
from pitboss.table.irregularities.case import Case, Entry
from pitboss.table.irregularities.effects import voided
from pitboss.table.irregularities.stakes import parts_of
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Event, Table

KIND = "power_failure"
ANTE = "ante"
WITHDRAW = "withdraw"
STAY = "stay"


def interruption(rules: TableRules, table: Table) -> do.Report | None:
    """What to report when the table comes back in the middle of a round, if anything.

    Before bets close every player may take wagers down anyway, and a settled round has its end.
    """
    play = table.play
    is_running = play.is_open and play.is_closed_to_bets and not play.is_settled
    if not table.is_open or not is_running or play.void is not None or table.halt is not None:
        return None
    return do.Report(kind=KIND) if KIND in rules.rulebook.irregularities else None


def is_established(rules: TableRules, play: RoundState) -> bool:
    """Whether any wager is decided by what is public or cannot be taken back (I-92)."""
    if play.is_settled or play.shown:
        return True
    if any(at.is_folded for at in play.live):
        return True
    return is_dealer_out(rules, play)


def is_dealer_out(rules: TableRules, play: RoundState) -> bool:
    """Whether the dealer was turned and does not qualify: that decides every ante in play."""
    test = rules.terms.options.get("dealer_qualifies")
    if test is None or not play.is_dealer_up or not any(ANTE in at.wagers for at in play.live):
        return False
    return not rules.terms.qualifies(str(test))(play.dealer, strength_of_three(play.dealer))


def _report(case: Case) -> Iterator[Event]:
    rules, play = case.rules.rulebook, case.table.play
    goes_on = rules.procedure.get("power_established")
    if goes_on is None:
        # What an electronic table deals is all in its record; whether cards that people dealt still
        # lie as they did, somebody must see (I-93).
        is_whole = play.is_settled or case.rules.setting.mode is Mode.ELECTRONIC
        proposed = "resume" if is_whole else case.rules.choice("failure_default")
        yield case.reported("Rule", details={"proposed": proposed})
    elif play.void is not None or is_established(case.rules, play):
        yield ev.IrregularityReported(
            kind=KIND, details={"outcome": "established"}, awaits=(), clause=goes_on
        )
    else:
        players = ", ".join(_players(play))
        yield case.reported("Answer", details={"outcome": "none", "players": players})


def _ruled(case: Case) -> Iterator[Event]:
    if case.ruling == "void":
        yield from voided(case)


def answered(rules: TableRules, table: Table, player: str, answer: str) -> ev.PlayerAnswered:
    """A player takes everything back or stays."""
    halt = table.halt
    if halt is None or not is_asking(table):
        raise RuleBreach(
            f"{player} answers, and nobody asked",
            clause=rules.rulebook.procedure["end"],
            remedy="Report what went wrong first.",
        )
    clause = rules.rulebook.irregularities[halt.kind].effect
    waits = unanswered(table)
    if player not in waits:
        raise RuleBreach(
            f"{player} has nothing to answer", clause=clause, remedy=f"Ask {', '.join(waits)}."
        )
    if answer not in (WITHDRAW, STAY):
        remedy = f"All wagers or none: {WITHDRAW} or {STAY}."
        raise RuleBreach(f"Answer {answer!r}", clause=clause, remedy=remedy)
    return ev.PlayerAnswered(kind=halt.kind, player=player, answer=answer, clause=clause)


def is_asking(table: Table) -> bool:
    """Whether the table waits for players to say whether they stay."""
    return table.halt is not None and "Answer" in table.halt.awaits


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
            # Who is seated decides for the area, and without them nobody would (I-80).
            yield HandRemoved(seat=at.seat, clause=clause)
            continue
        for wager in at.wagers:
            for part in parts_of(at, wager):
                if part.player in leaving:
                    yield WagerReturned(
                        seat=at.seat,
                        player=part.player,
                        wager=wager,
                        stake=part.stake,
                        clause=clause,
                    )
    yield ev.EveryoneAnswered(kind=halt.kind, clause=clause)


def _players(play: RoundState) -> list[str]:
    """Everybody with money on a hand that is in the round."""
    parts = (part for at in play.live for wager in at.wagers for part in parts_of(at, wager))
    return list(dict.fromkeys(part.player for part in parts))


ENTRIES = {
    KIND: Entry(report=_report, rule=_ruled, rulings=("resume", "void")),
}
