"""What one part of a rulebook file says of another must be true.

Each check takes the rulebook as read, faulty or not, and gives the faults it finds; none stops at
the first. What could not be read is empty here, and was reported when it was read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from pitboss.errors import Fault
from pitboss.rulebook.model import (
    EQUIPMENT_CLAUSES,
    DealingMethod,
    DecisionRule,
    EquipmentRules,
    Rulebook,
    WagerRule,
)
from pitboss.rulebook.paytables import check_paytables, has_row, one_template, tables_named
from pitboss.rulebook.vocabulary import DRAWS, check_conditions, check_options, word

_CARDS_IN_A_DECK = 52
_INTERPRETATION = re.compile(r"I-[0-9]{2,3}")
_WORD = re.compile(r"[a-z0-9][a-z0-9_]*")
_CURRENCY = re.compile(r"[A-Z]{3}")


def cross_check(book: Rulebook) -> Iterator[Fault]:
    """Everything in a rulebook that does not hold together."""
    yield from _identity(book)
    yield from _parts(book)
    for wager in book.wagers.values():
        yield from _wager(book, wager)
        yield from _follow_up(book, wager)
        yield from _settled_by(book, wager)
    for decision in book.decisions.values():
        yield from _decision(book, decision)
    for method in book.dealing.values():
        yield from _deal(book, method)
    yield from check_paytables(book)
    yield from check_options(book)
    yield from check_conditions(book)
    yield from _draws(book)
    yield from _payout_limit(book)
    yield from _citations(book)
    for irregularity in book.irregularities.values():
        for key in ("reported_by", "ruled_by"):
            place = f"irregularities.{irregularity.id}.{key}"
            yield from known(place, getattr(irregularity, key), book.roles, "a role")
        for named in irregularity.methods:
            place = f"irregularities.{irregularity.id}.methods"
            yield from known(place, named, book.dealing, "a dealing method")
    for discretion in book.discretion.values():
        yield from known(f"discretion.{discretion.id}.role", discretion.role, book.roles, "a role")
    yield from _equipment(book)


def known(place: str, name: str, names: Collection[str], what: str) -> Iterator[Fault]:
    """A fault if a name is not among those of the file; an empty one was reported before.

    >>> [str(fault) for fault in known("wagers.play.follows", "anti", ["ante"], "a wager")]
    ["wagers.play.follows: 'anti' is not a wager of this file; name one of ante"]
    """
    if name and name not in names:
        remedy = f"name one of {', '.join(names)}" if names else "add it, or leave this out"
        yield Fault(place=place, problem=f"{name!r} is not {what} of this file", remedy=remedy)


def _twice(place: str, names: Sequence[str]) -> Iterator[Fault]:
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Fault(place=place, problem=f"{name!r} is listed twice", remedy="list it once")


def _identity(book: Rulebook) -> Iterator[Fault]:
    if book.currency and not _CURRENCY.fullmatch(book.currency):
        yield Fault(
            place="currency",
            problem=f"{book.currency!r} is not a currency",
            remedy='write three capital letters such as "SGD"',
        )
    if book.effective is not None and not _is_date(book.effective):
        yield Fault(
            place="effective",
            problem=f"{book.effective!r} is not a date",
            remedy='write "2019-08-02", with a time if the rulebook has one, or leave it out',
        )
    yield from _twice("table.roles", book.roles)
    if len(book.roles) == 1:
        yield Fault(
            place="table.roles",
            problem="has one rung, and a table needs a dealer and someone who supervises",
            remedy="name at least two roles, the lowest first",
        )


def _is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    # Without the dashes it would be a date as well, and not one that people read.
    return "-" in text


def _parts(book: Rulebook) -> Iterator[Fault]:
    """A rulebook without one of these cannot be played at all."""
    parts: dict[str, Collection[object]] = {
        "layouts": book.layouts,
        "wagers": book.wagers,
        "decisions": book.decisions,
        "dealing": book.dealing,
        "paytables": book.paytables,
        "table.roles": book.roles,
    }
    for name, part in parts.items():
        if not part:
            yield Fault(
                place=name,
                problem="has nothing in it",
                remedy="copy it from the rulebook nearest to yours",
            )


def _wager(book: Rulebook, wager: WagerRule) -> Iterator[Fault]:
    place = f"wagers.{wager.id}"
    for need in wager.needs:
        yield from known(f"{place}.needs", need, book.wagers, "a wager")
    yield from _twice(f"{place}.needs", wager.needs)
    if wager.id in wager.needs:
        yield Fault(place=f"{place}.needs", problem="needs itself", remedy="name another wager")
    if wager.group is not None and not wager.required:
        yield Fault(
            place=f"{place}.required",
            problem=f"is not true, and the wagers of group {wager.group!r} are placed together",
            remedy="write required = true, or leave the group out",
        )
    if wager.units is not None and wager.stake is not None:
        yield Fault(
            place=f"{place}.stake",
            problem="is fixed, and `units` says that it is counted in units",
            remedy="leave one of the two out",
        )
    if wager.stake is not None and not wager.stake:
        yield Fault(
            place=f"{place}.stake", problem="is nothing", remedy='write what it costs: "1.00"'
        )


def _follow_up(book: Rulebook, wager: WagerRule) -> Iterator[Fault]:
    """A follow-up is placed by one answer to one question; other wagers by none."""
    place = f"wagers.{wager.id}"
    for key, value in (("decision", wager.decision), ("choice", wager.sizes)):
        if wager.follows is None and value:
            yield Fault(
                place=f"{place}.{key}",
                problem="means nothing without `follows`",
                remedy="name the wager it follows, or leave this out",
            )
        if wager.follows is not None and not value:
            yield Fault(
                place=f"{place}.{key}",
                problem="is missing, and the wager follows another",
                remedy="name the decision and the choice by which it is placed",
            )
    if wager.follows is None:
        return
    yield from known(f"{place}.follows", wager.follows, book.wagers, "a wager")
    if wager.follows == wager.id:
        yield Fault(place=f"{place}.follows", problem="follows itself", remedy="name another wager")
    yield from known(f"{place}.decision", wager.decision or "", book.decisions, "a decision")
    decision = book.decisions.get(wager.decision or "")
    if decision is not None:
        what = f"a choice of decision {decision.id!r}"
        for choice in wager.sizes:
            yield from known(f"{place}.choice", choice, decision.choices, what)


def _settled_by(book: Rulebook, wager: WagerRule) -> Iterator[Fault]:
    place = f"wagers.{wager.id}.paytable"
    if not wager.paytable:
        yield Fault(
            place=place, problem="is missing", remedy="name the paytable that settles this wager"
        )
        return
    yield from one_template(book, place, wager.paytable)
    for name in tables_named(book, wager):
        yield from known(place, name, book.paytables, "a paytable")
        table = book.paytables.get(name)
        if table is not None and table.looks_at == "wager" and not has_row(table, wager.id):
            yield Fault(
                place=f"paytables.{name}.pays.{wager.id}",
                problem=f"is missing, and wager {wager.id!r} is settled by this table",
                remedy=f'add {wager.id} = "1 to 1", or what the rulebook prints',
            )


def _decision(book: Rulebook, decision: DecisionRule) -> Iterator[Fault]:
    place = f"decisions.{decision.id}"
    for wager in decision.asked_of:
        yield from known(f"{place}.asked_of", wager, book.wagers, "a wager")
    for key, names in (("choices", decision.choices), ("asked_of", decision.asked_of)):
        yield from _twice(f"{place}.{key}", names)
        if not names:
            yield Fault(place=f"{place}.{key}", problem="is empty", remedy="list at least one")
    if "withdraw" in decision.choices and decision.id not in book.wagers:
        yield Fault(
            place=f"{place}.choices",
            problem=f"withdraw takes back the wager {decision.id!r}, which is not in this file",
            remedy="give the decision the name of the wager that may be withdrawn",
        )
    if len(decision.choices) == 1:
        yield Fault(
            place=f"{place}.choices",
            problem="leaves nothing to decide",
            remedy="list at least two choices",
        )
    if "fold" in decision.choices and "fold" not in decision.ends:
        yield Fault(
            place=f"{place}.ends",
            problem="does not name fold, and a folded hand is asked nothing more",
            remedy='write ends = ["fold"]',
        )
    answers = [("choices", choice) for choice in decision.choices]
    for key, choice in (*answers, ("otherwise", decision.otherwise or "")):
        if choice and not _WORD.fullmatch(choice):
            yield Fault(
                place=f"{place}.{key}",
                problem=f"{choice!r} is not a word that can be typed",
                remedy='use small letters, digits and "_": bet, fold, raise_2',
            )
    for choice in decision.ends:
        yield from known(f"{place}.ends", choice, decision.choices, "a choice")
    yield from known(f"{place}.missing", decision.missing or "", decision.choices, "a choice")


def _deal(book: Rulebook, method: DealingMethod) -> Iterator[Fault]:
    place = f"dealing.{method.id}.steps"
    due = {"seats": book.hand_cards, "community": book.community_cards, "dealer": book.dealer_cards}
    for where, cards in due.items():
        dealt = sum(step.cards for step in method.steps if step.to == where)
        if method.steps and dealt != cards:
            yield Fault(
                place=place,
                problem=f"deals {dealt} cards to {where}, and [cards] says {cards}",
                remedy="make the two agree",
            )
    seats = max((layout.most for layout in book.layouts), default=0)
    needed = sum(step.cards * (seats if step.to == "seats" else 1) for step in method.steps)
    if needed > _CARDS_IN_A_DECK:
        yield Fault(
            place=place,
            problem=f"takes {needed} cards with {seats} positions",
            remedy=f"deal no more than {_CARDS_IN_A_DECK}",
        )
    for number, step in enumerate(method.steps, start=1):
        yield from known(f"{place}[{number}].after", step.after or "", book.decisions, "a decision")


def _draws(book: Rulebook) -> Iterator[Fault]:
    """What is drawn is paid by the table `features`, and named among the payments."""
    features = book.paytables.get("features")
    for draw in book.draws:
        yield from word("table.draws", draw, tuple(DRAWS))
        payment = DRAWS.get(draw, "")
        yield from known("table.draws", payment, book.payments, "one of the payments")
        if payment and (features is None or not has_row(features, payment)):
            yield Fault(
                place="paytables.features",
                problem=f"has no row {payment!r}, and [table] says it is drawn",
                remedy=f'add {payment} = "5 to 1" or what the rulebook prints, looks_at = "wager"',
            )
    yield from _twice("table.draws", book.draws)


def _payout_limit(book: Rulebook) -> Iterator[Fault]:
    limit = book.payout_limit
    if limit is not None:
        groups = {wager.group for wager in book.wagers.values() if wager.group}
        yield from known("payout_limit.group", limit.group, sorted(groups), "a group of wagers")
    elif "payout_limit" in book.options:
        yield Fault(
            place="payout_limit",
            problem="is missing, and there is an option to set it",
            remedy="add the table [payout_limit], or leave the option out",
        )


def _equipment(book: Rulebook) -> Iterator[Fault]:
    """Every name in it is one of this file."""
    rules = book.equipment
    for checklist in rules.checklists.values():
        for number, step in enumerate(checklist.steps, start=1):
            place = f"equipment.checklists.{checklist.id}.steps[{number}]"
            yield from known(f"{place}.role", step.role, book.roles, "a role")
            if step.other_than is not None:
                before = [one.id for one in checklist.steps[: number - 1]]
                yield from known(f"{place}.other_than", step.other_than, before, "a step before it")
    for key, wagers in (
        ("counted", rules.counted),
        ("modes", rules.modes),
        ("notices", rules.notices),
    ):
        for wager in wagers:
            yield from known(f"equipment.{key}", wager, book.wagers, "a wager")
    for key in rules.clauses:
        name, _, method = key.partition(".")
        yield from known(f"equipment.clauses.{key}", name, EQUIPMENT_CLAUSES, "a demand")
        yield from known(f"equipment.clauses.{key}", method, book.dealing, "a dealing method")
    if rules.counted or any(key.partition(".")[0] == "reconcile" for key in rules.clauses):
        yield from known("equipment.counted", "bonus_count", book.discretion, "a discretion")


def _citations(book: Rulebook) -> Iterator[Fault]:
    for reason, citation in book.citations.items():
        # A withdrawal is an event of its own, and an event has one clause of the rulebook.
        if not citation.rules and (not citation.interpretations or reason.endswith(".withdrawn")):
            yield Fault(
                place=f"citations.{reason}",
                problem="cites no rule",
                remedy="list the rule that says so, or the entry of the register",
            )
    for place, clause in _clauses(book):
        if clause and clause not in book.rules:
            yield Fault(
                place=place,
                problem=f"cites {clause!r}, which is not in [rules]",
                remedy="cite a rule of this file, or add the rule",
            )
    for place, entry in _register_entries(book):
        if not _INTERPRETATION.fullmatch(entry):
            yield Fault(
                place=place,
                problem=f"{entry!r} is not an entry of the register",
                remedy='write "I-64"',
            )


def _clauses(book: Rulebook) -> Iterator[tuple[str, str]]:
    for kind, parts in (
        ("wagers", book.wagers.values()),
        ("decisions", book.decisions.values()),
        ("dealing", book.dealing.values()),
        ("paytables", book.paytables.values()),
        ("layouts", book.layouts),
        ("discretion", book.discretion.values()),
    ):
        yield from ((f"{kind}.{part.id}.clause", part.clause) for part in parts)
    yield from ((f"procedure.{step}", clause) for step, clause in book.procedure.items())
    for irregularity in book.irregularities.values():
        yield f"irregularities.{irregularity.id}.clause", irregularity.clause
        yield f"irregularities.{irregularity.id}.effect", irregularity.effect
    yield from _equipment_clauses(book.equipment)
    if book.payout_limit is not None:
        yield "payout_limit.clause", book.payout_limit.clause
    for reason, citation in book.citations.items():
        yield from ((f"citations.{reason}", rule) for rule in citation.rules)


def _equipment_clauses(rules: EquipmentRules) -> Iterator[tuple[str, str]]:
    """Every clause that the equipment cites, and where."""
    for key, clause in rules.clauses.items():
        yield f"equipment.clauses.{key}", clause
    for wager, clause in rules.notices.items():
        yield f"equipment.notices.{wager}", clause
    for checklist in rules.checklists.values():
        place = f"equipment.checklists.{checklist.id}"
        yield f"{place}.clause", checklist.clause
        for number, step in enumerate(checklist.steps, start=1):
            yield f"{place}.steps[{number}].clause", step.clause


def _register_entries(book: Rulebook) -> Iterator[tuple[str, str]]:
    for kind, parts in (
        ("options", book.options.values()),
        ("settings", book.settings.values()),
        ("dealing", book.dealing.values()),
        ("irregularities", book.irregularities.values()),
    ):
        for part in parts:
            yield from ((f"{kind}.{part.id}.interpretations", i) for i in part.interpretations)
    for table in book.paytables.values():
        for row in table.rows:
            yield from ((f"paytables.{table.id}.notes.{row.hand}", note) for note in row.notes)
    for reason, citation in book.citations.items():
        yield from ((f"citations.{reason}", entry) for entry in citation.interpretations)
