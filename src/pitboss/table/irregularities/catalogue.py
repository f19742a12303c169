"""Every irregularity by its id in the rulebooks: whether it may be reported, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pitboss.envelope import Envelope
from pitboss.round.remedies import removed, reopened
from pitboss.round.result import RoundVoided
from pitboss.rulebook.model import IrregularityRule
from pitboss.table.equipment.decks import DeckUsed
from pitboss.table.equipment.inventory import clause, decks_in_use, is_out
from pitboss.table.irregularities import (
    exposed_cards,
    failures,
    misdeals,
    players,
    wagers,
    wrong_cards,
)
from pitboss.table.irregularities.case import (
    Case,
    Field,
    Irregularity,
    left_to_ruling,
    read_hand,
    read_standing_wager,
    voided,
)
from pitboss.table.irregularities.laid_cards import DUPLICATE
from pitboss.table.irregularities.misdeals import PERMIT
from pitboss.table.irregularities.players import ABSENT
from pitboss.table.irregularities.reports import (
    AWAITED,
    Answer,
    Command,
    Halt,
    MakeRuling,
    ReportIrregularity,
)
from pitboss.table.irregularities.wrong_cards import KEYING_ERROR
from pitboss.table.rules import Mode, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Command as TableCommand
    from pitboss.table.table import Event, Table


class Window(NamedTuple):
    """When an irregularity may be invoked: in words, and whether that is now."""

    words: str
    is_now: Callable[[Table], bool]


def _is_before_deal(table: Table) -> bool:
    # Of two decks one is shuffled while the other is in play.
    is_beside = any(not is_out(table, name) for name in table.equipment.decks)
    return not table.play.is_open or not table.play.steps_dealt or is_beside


WINDOWS: Mapping[str, Window] = {
    "any_time": Window("while the table is open", lambda table: True),
    "before_deal": Window("before a card of the deck is dealt", _is_before_deal),
    "bets_closed": Window(
        'between "No more bets" and the end of the round',
        lambda table: table.play.is_open and table.play.is_closed_to_bets,
    ),
    "dealt": Window(
        "between the deal and the end of the round",
        lambda table: table.play.is_open and table.play.steps_dealt > 0,
    ),
    "open": Window("while the round is open", lambda table: table.play.is_open),
    # Of a round that was called for no card is dealt yet, and with the call the round before it
    # is out of reach (I-83).
    "next_round": Window(
        'between "No more bets" and the next call for bets',
        lambda table: table.play.is_closed_to_bets,
    ),
}
"""By the name that a rulebook gives it, `until`."""

ROUND = Field(
    "round", "the number of a round that is over: results stand, it is written down", True
)


# --- what no rule covers: the top role decides, in writing, from a short list of effects (I-94) ---


def _uncovered_ruled(case: Case) -> Iterator[Event]:
    play = case.table.play
    if case.ruling == "continue":
        return
    if not play.is_open:
        case.refuse("No round is open", "Results that stand are not reopened: rule continue.")
    if case.ruling == "void":
        yield from voided(case)
        return
    at = read_hand(case)
    if case.ruling == "remove_hand":
        yield from removed(play, [at.seat], case.rule.effect)
    else:
        rule = read_standing_wager(case, at)
        if rule.follows is not None:
            leads = case.rules.rulebook.wagers[rule.follows].title
            case.refuse(f"{rule.title} without {leads}", f"Return {leads}; both go together.")
        yield from reopened(play, case.rule.effect)
        yield from wagers.given_back(case, at, rule)


_UNCOVERED = Irregularity(
    report=left_to_ruling,
    fields=(Field("what", "what happened"),),
    rule=_uncovered_ruled,
    rulings=("continue", "void", "remove_hand", "return_wager"),
    ruling_fields=(
        Field("seat", "the seat it concerns", is_optional=True),
        Field("wager", "the wager it concerns", is_optional=True),
    ),
)

CATALOGUE: Mapping[str, Irregularity] = {
    **exposed_cards.ENTRIES,
    **misdeals.ENTRIES,
    **wrong_cards.ENTRIES,
    **failures.ENTRIES,
    **wagers.ENTRIES,
    **players.ENTRIES,
    "uncovered": _UNCOVERED,
}


# --- reports and rulings --------------------------------------------------------------------------


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[Event]:
    """What happens when this is reported or ruled."""
    match command:
        case ReportIrregularity():
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
        case MakeRuling():
            yield from _ruled(rules, table, by, command)
        case Answer(player=player, answer=answer):
            yield failures.answered(rules, table, player, answer)


def _ruled(rules: TableRules, table: Table, by: Envelope, command: MakeRuling) -> Iterator[Event]:
    halt = table.halt
    if halt is None:
        refuse(
            "A ruling on nothing", rules.rulebook.procedure["end"], "Report what went wrong first."
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


def _with_turn(case: Case, entry: Irregularity, happened: Iterator[Event]) -> Iterator[Event]:
    """What happened; and of two decks, the one that was dealt from has had its turn (2(b)(4)).

    What goes wrong with cards goes wrong in the deal, also where they are not entered yet.
    """
    rules, table = case.rules, case.table
    demanded, deck = clause(rules, "void_turn"), table.equipment.loaded
    is_out_unentered = table.play.is_closed_to_bets and not table.play.steps_dealt
    for event in happened:
        yield event
        is_void = isinstance(event, RoundVoided) and entry.is_physical
        if is_void and demanded and deck and is_out_unentered and decks_in_use(rules) > 1:
            yield DeckUsed(deck=deck, clause=demanded)


def _check_fields(case: Case, fields: tuple[Field, ...]) -> None:
    names = [field.name for field in fields]
    unknown = [name for name in case.details if name not in names]
    if unknown:
        case.refuse(f"{unknown[0]!r} says nothing here", f"Tell {', '.join(names) or 'nothing'}.")
    for field in fields:
        if not field.is_optional and not case.details.get(field.name, "").strip():
            case.refuse(f"{case.rule.title} without {field.name}", f"Tell {field.meaning}.")


# --- whether it can happen, and whether it is in time ---------------------------------------------


def may_report(rules: TableRules, table: Table) -> list[tuple[IrregularityRule, Irregularity]]:
    """The irregularities that may be reported now."""
    rulebook = rules.rulebook.irregularities.values()
    listed = [(rule, CATALOGUE[rule.id]) for rule in rulebook if rule.id in CATALOGUE]
    return [
        (rule, entry)
        for rule, entry in listed
        if WINDOWS[rule.until].is_now(table)
        and _is_possible(rules, rule, entry)
        and _can_matter(table, rule, entry)
    ]


def _listed(rules: TableRules, kind: str) -> IrregularityRule:
    rule = rules.rulebook.irregularities.get(kind)
    if rule is None or kind not in CATALOGUE:
        known = ", ".join(name for name in rules.rulebook.irregularities if name in CATALOGUE)
        refuse(
            f"{kind!r} is not an irregularity of {rules.rulebook.id}",
            rules.rulebook.procedure["end"],
            f"Known: {known}.",
        )
    return rule


def _is_possible(rules: TableRules, rule: IrregularityRule, entry: Irregularity) -> bool:
    """Whether it can happen at a table like this one, whatever the time."""
    is_live = rules.setting.mode is Mode.LIVE
    lies = is_live or not (entry.is_physical or entry.needs_chips)
    return lies and (not rule.methods or rules.setting.method in rule.methods)


def _check_possible(case: Case, entry: Irregularity) -> None:
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
    if not WINDOWS[rule.until].is_now(table):
        refuse(
            f"{rule.title} cannot be invoked now",
            rule.clause,
            f"It can be {WINDOWS[rule.until].words}; results that stand are not reopened. "
            f"With {ROUND.name}, the number of one that is over, it is only written down.",
        )


def _noted(case: Case, entry: Irregularity) -> Event:
    """Too late for anything to follow: results stand, and the incident is on record (I-83)."""
    text, rounds = case.details[ROUND.name].strip(), case.table.rounds
    if not text.isdecimal() or not 1 <= int(text) <= rounds.number:
        case.refuse(f"Round {text!r}", f"Rounds so far: {rounds.number or 'none'}.")
    is_latest = int(text) == rounds.number
    follows = WINDOWS[case.rule.until].is_now(case.table) and _can_matter(
        case.table, case.rule, entry
    )
    if is_latest and (case.table.play.is_open or follows):
        case.refuse(
            f"{case.rule.title} in round {text}, which is not out of reach",
            f"Report it without {ROUND.name}, {WINDOWS[case.rule.until].words}.",
        )
    _check_fields(case, (*entry.fields, ROUND))
    return case.reported()


def _can_matter(table: Table, rule: IrregularityRule, entry: Irregularity) -> bool:
    """What cards or chips do cannot matter to a round that is void."""
    lies = entry.is_physical or entry.needs_chips
    return table.play.void is None or not lies or rule.until == "before_deal"


def _check_standing(case: Case, entry: Irregularity) -> None:
    play = case.table.play
    if play.void is not None and not _can_matter(case.table, case.rule, entry):
        back = "Settle it and end it: everything goes back."
        noted = f"Everything went back: with {ROUND.name} it is only written down."
        refuse(
            f"{case.rule.title}, and the round is void already",
            play.void,
            back if play.is_open else noted,
        )


# --- what is refused of other commands ------------------------------------------------------------


def check_awaited(rules: TableRules, table: Table, halt: Halt, command: TableCommand) -> None:
    """While the table waits for something, refuse everything else."""
    is_awaited = AWAITED.get(type(command)) in halt.awaits
    if not is_awaited and not _finds_absent(table, command):
        refuse(
            f"The table waits: {rules.rulebook.irregularities[halt.kind].title}",
            halt.clause,
            f"First: {next(awaited(rules, table, halt))}.",
        )


def _finds_absent(table: Table, command: TableCommand) -> bool:
    """Whether a player who is asked is found to be gone: no other person answers for them."""
    if not isinstance(command, ReportIrregularity) or command.kind != ABSENT:
        return False
    return failures.is_asking(table) and ROUND.name not in command.details


# --- in words, for the people at the table --------------------------------------------------------


def reported_by(rules: TableRules, kind: str) -> str:
    """The least role that may report this: who may permit a withdrawal, the house says (I-88)."""
    ladder, rule = rules.rulebook.roles, rules.rulebook.irregularities[kind]
    if kind != PERMIT:
        return rule.reported_by
    return max(rule.reported_by, rules.permit_role, key=ladder.index)


def reportable(
    rules: TableRules, listed: Iterable[tuple[IrregularityRule, Irregularity]]
) -> Iterator[str]:
    """What may be reported, by whom, and what is to be told with it."""
    for rule, entry in listed:
        yield f"{rule.id}: {rule.title} ({rule.clause}; {reported_by(rules, rule.id)})"
        yield from (f"  {_described(field)}" for field in entry.fields)
    yield f"any irregularity with {ROUND.name}: {ROUND.meaning}"


def awaited(rules: TableRules, table: Table, halt: Halt) -> Iterator[str]:
    """Who must say what before the table goes on."""
    rule, entry = rules.rulebook.irregularities[halt.kind], CATALOGUE[halt.kind]
    if halt.awaits_ruling:
        yield f"the {rule.ruled_by} or a higher role rules {' or '.join(entry.rulings)}, and why"
        yield from (f"with the ruling: {_described(field)}" for field in entry.ruling_fields)
    if halt.kind == DUPLICATE:
        least = rules.correction_role
        yield f"{KEYING_ERROR} is confirmed by another person, {least} or higher"
    if halt.awaits_answers:
        players = ", ".join(failures.unanswered(table))
        yield f"each answers {failures.WITHDRAW} (all wagers) or {failures.STAY}: {players}"
        if ABSENT in rules.rulebook.irregularities:
            role = reported_by(rules, ABSENT)
            gone = f"report {ABSENT} player=NAME"
            yield f"for a player who is gone the {role} or a higher role says so: {gone}"


def _described(field: Field) -> str:
    return f"{field.name}{', if known' if field.is_optional else ''}: {field.meaning}"
