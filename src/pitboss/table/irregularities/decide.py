"""Deciding what an irregularity does: whether it may be reported now, and what then follows."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.round.result import RoundVoided
from pitboss.rulebook.model import IrregularityRule
from pitboss.table.equipment.decks import DeckUsed
from pitboss.table.equipment.inventory import clause, decks_in_use, is_out
from pitboss.table.irregularities import commands as do
from pitboss.table.irregularities import power
from pitboss.table.irregularities.cards import check_deal
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.catalogue import CATALOGUE
from pitboss.table.irregularities.players import ABSENT
from pitboss.table.irregularities.words import ROUND, awaited
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Command, Event, Table

_WORDS = {
    "any_time": "while the table is open",
    "before_deal": "before a card of the deck is dealt",
    "bets_closed": 'between "No more bets" and the end of the round',
    "dealt": "between the deal and the end of the round",
    "open": "while the round is open",
    "next_round": 'between "No more bets" and the next call for bets',
}


def decide(rules: TableRules, table: Table, by: Envelope, command: do.Command) -> Iterator[Event]:
    """What happens when this is reported or ruled."""
    match command:
        case do.Report():
            rule = _listed(rules, command.kind)
            entry = CATALOGUE[rule.id]
            case = Case(rules=rules, table=table, by=by, rule=rule, details=command.details)
            _check_possible(case, entry)
            if ROUND.name in command.details:
                yield _noted(case, entry)
                return
            if not _finds_absent(table, command):
                _check_window(table, rule)
            _check_standing(case, entry)
            _check_fields(case, entry.fields)
            yield from _with_turn(case, entry, entry.report(case))
        case do.Rule():
            yield from _ruled(rules, table, by, command)
        case do.Answer(player=player, answer=answer):
            yield power.answered(rules, table, player, answer)


def check(rules: TableRules, table: Table, by: Envelope, command: Command) -> None:
    """While the table waits for something, refuse everything else."""
    halt = table.halt
    is_awaited = halt is None or type(command).__name__ in halt.awaits
    if halt is not None and not is_awaited and not _finds_absent(table, command):
        raise RuleBreach(
            f"The table waits: {rules.rulebook.irregularities[halt.kind].title}",
            clause=halt.clause,
            remedy=f"First: {next(awaited(rules, table, halt))}.",
        )
    check_deal(rules, table, command)


def _finds_absent(table: Table, command: Command) -> bool:
    """Whether somebody is found to be gone who is asked: nobody else answers for them."""
    if not isinstance(command, do.Report) or command.kind != ABSENT:
        return False
    return power.is_asking(table) and ROUND.name not in command.details


def may_report(rules: TableRules, table: Table) -> list[tuple[IrregularityRule, Entry]]:
    """The irregularities that may be reported now."""
    listed = [(rule, CATALOGUE[rule.id]) for rule in rules.rulebook.irregularities.values()]
    return [
        (rule, entry)
        for rule, entry in listed
        if _is_in_time(table, rule.until)
        and _is_possible(rules, rule, entry)
        and _can_matter(table, rule, entry)
    ]


def _listed(rules: TableRules, kind: str) -> IrregularityRule:
    rule = rules.rulebook.irregularities.get(kind)
    if rule is None or kind not in CATALOGUE:
        known = ", ".join(name for name in rules.rulebook.irregularities if name in CATALOGUE)
        raise RuleBreach(
            f"{kind!r} is not an irregularity of {rules.rulebook.id}",
            clause=rules.rulebook.procedure["end"],
            remedy=f"Known: {known}.",
        )
    return rule


def _is_possible(rules: TableRules, rule: IrregularityRule, entry: Entry) -> bool:
    """Whether it can happen at a table like this one, whatever the time."""
    is_live = rules.setting.mode is Mode.LIVE
    lies = is_live or not (entry.is_physical or entry.needs_chips)
    return lies and (not rule.methods or rules.setting.method in rule.methods)


def _check_possible(case: Case, entry: Entry) -> None:
    if _is_possible(case.rules, case.rule, entry):
        return
    setting = case.rules.setting
    if entry.is_physical and setting.mode is not Mode.LIVE:
        case.refuse(
            f"{case.rule.title} at table {setting.table}, where a generator deals",
            "Only cards that lie on a table can be dealt or handled wrongly.",
        )
    if entry.needs_chips and setting.mode is not Mode.LIVE:
        case.refuse(
            f"{case.rule.title} at table {setting.table}, where the system takes the wagers",
            "A wager stands as the system took it: play the round on that.",
        )
    case.refuse(
        f"{case.rule.title} where cards are dealt by {setting.method}",
        f"It happens with {', '.join(case.rule.methods)}.",
    )


def _check_window(table: Table, rule: IrregularityRule) -> None:
    if not _is_in_time(table, rule.until):
        raise RuleBreach(
            f"{rule.title} cannot be invoked now",
            clause=rule.clause,
            remedy=f"It can be {_WORDS[rule.until]}; results that stand are not reopened. "
            f"With {ROUND.name}, the number of one that is over, it is only written down.",
        )


def _noted(case: Case, entry: Entry) -> Event:
    """Too late for anything to follow: results stand, and the incident is on record (I-83)."""
    text, rounds = case.details[ROUND.name].strip(), case.table.rounds
    if not text.isdecimal() or not 1 <= int(text) <= rounds.number:
        case.refuse(f"Round {text!r}", f"Rounds so far: {rounds.number or 'none'}.")
    is_latest = int(text) == rounds.number
    follows = _is_in_time(case.table, case.rule.until) and _can_matter(case.table, case.rule, entry)
    if is_latest and (case.table.play.is_open or follows):
        case.refuse(
            f"{case.rule.title} in round {text}, which is not out of reach",
            f"Report it without {ROUND.name}, {_WORDS[case.rule.until]}.",
        )
    _check_fields(case, (*entry.fields, ROUND))
    return case.reported()


def _can_matter(table: Table, rule: IrregularityRule, entry: Entry) -> bool:
    """What cards or chips do cannot matter to a round that is void."""
    lies = entry.is_physical or entry.needs_chips
    return table.play.void is None or not lies or rule.until == "before_deal"


def _check_standing(case: Case, entry: Entry) -> None:
    play = case.table.play
    if play.void is not None and not _can_matter(case.table, case.rule, entry):
        back = "Settle it and end it: everything goes back."
        noted = f"Everything went back: with {ROUND.name} it is only written down."
        raise RuleBreach(
            f"{case.rule.title}, and the round is void already",
            clause=play.void,
            remedy=back if play.is_open else noted,
        )


def _is_in_time(table: Table, until: str) -> bool:
    play = table.play
    match until:
        case "any_time":
            return True
        case "before_deal":
            # Of two decks one is shuffled while the other is in play.
            decks = table.equipment.decks
            is_beside = any(not is_out(table, name) for name in decks)
            return not play.is_open or not play.steps_dealt or is_beside
        case "bets_closed":
            return play.is_open and play.is_closed_to_bets
        case "dealt":
            return play.is_open and play.steps_dealt > 0
        case "open":
            return play.is_open
        case _:
            # Of a round that was called for no card is dealt yet, and with the call the round
            # before it is out of reach (I-83).
            return play.is_closed_to_bets


def _check_fields(case: Case, fields: tuple[Field, ...]) -> None:
    names = [field.name for field in fields]
    unknown = [name for name in case.details if name not in names]
    if unknown:
        case.refuse(f"{unknown[0]!r} says nothing here", f"Tell {', '.join(names) or 'nothing'}.")
    for field in fields:
        if not field.is_optional and not case.details.get(field.name, "").strip():
            case.refuse(f"{case.rule.title} without {field.name}", f"Tell {field.meaning}.")


def _ruled(rules: TableRules, table: Table, by: Envelope, command: do.Rule) -> Iterator[Event]:
    halt = table.halt
    if halt is None:
        raise RuleBreach(
            "A ruling on nothing",
            clause=rules.rulebook.procedure["end"],
            remedy="Report what went wrong first.",
        )
    rule, entry = rules.rulebook.irregularities[halt.kind], CATALOGUE[halt.kind]
    case = Case(
        rules=rules, table=table, by=by, rule=rule, details=command.details,
        ruling=command.ruling, reason=command.reason,
    )  # fmt: skip
    if entry.rule is None or command.ruling not in entry.rulings:
        case.refuse(f"Ruling {command.ruling!r}", f"Choose one of {', '.join(entry.rulings)}.")
    if not command.reason.strip():
        case.refuse("A ruling without a reason", "Write why.")
    _check_fields(case, entry.ruling_fields)
    yield case.ruled()
    yield from _with_turn(case, entry, entry.rule(case))


def _with_turn(case: Case, entry: Entry, happened: Iterator[Event]) -> Iterator[Event]:
    """What happened; and of two decks, the one that was dealt from has had its turn (2(b)(4)).

    What goes wrong with cards goes wrong in the deal, also where nobody has entered them yet.
    """
    rules, table = case.rules, case.table
    demanded, deck = clause(rules, "void_turn"), table.equipment.loaded
    is_out_unentered = table.play.is_closed_to_bets and not table.play.steps_dealt
    for event in happened:
        yield event
        is_void = isinstance(event, RoundVoided) and entry.is_physical
        if is_void and demanded and deck and is_out_unentered and decks_in_use(rules) > 1:
            yield DeckUsed(deck=deck, clause=demanded)
