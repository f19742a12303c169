"""From a TOML file to a `Rulebook`, or to a list of everything that is wrong with the file."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pitboss.errors import Fault, MoneyError, RulebookError
from pitboss.money import Money, Prize
from pitboss.reader import Faults, Reader
from pitboss.rulebook.checks import cross_check
from pitboss.rulebook.model import (
    CHECKLIST_TIMES,
    IRREGULARITY_WINDOWS,
    Checklist,
    ChecklistStep,
    Citation,
    DealingMethod,
    DecisionRule,
    Discretion,
    EquipmentRules,
    IrregularityRule,
    Layout,
    OptionRule,
    OptionValue,
    PayoutLimit,
    Paytable,
    Row,
    Rule,
    Rulebook,
    SettingRule,
    Step,
    Units,
    WagerRule,
)
from pitboss.rulebook.vocabulary import AMOUNTS

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MOST_TIMES = 9
_KINDS = (
    "general", "definition", "equipment", "layout", "wager", "deal", "decision", "comparison",
    "ranking", "settlement", "paytable", "jackpot", "irregularity", "role",
)  # fmt: skip


def rulebook_of(data: dict[str, Any], *, source: str) -> Rulebook:
    """The rulebook that a file says, all of it in this data, or raise with every fault in it."""
    rulebook, faults = examine_data(data)
    if faults:
        raise RulebookError(source, faults)
    return rulebook


def file_data(path: Path) -> dict[str, Any]:
    """What one rulebook file says, as TOML has it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        # What TOML reads and no text can hold shows here, where the file is known.
        _canonical(data)
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
        # The whole name: of a mistyped folder the last part alone says nothing.
        raise _unreadable(str(path), problem, "name a rulebook file") from error
    except UnicodeDecodeError as error:
        raise _unreadable(path.name, "is not text in UTF-8", "save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(path.name, f"is not TOML: {error}", "mend the line named") from error
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits, or lists thousands deep: TOML, and no rulebook.
        raise _unreadable(path.name, f"is out of bounds: {error}", "write less") from error
    return data


def examine_data(data: dict[str, Any]) -> tuple[Rulebook, list[Fault]]:
    """A rulebook as far as it could be read, and everything that is wrong with it.

    A caller that knows more than the file, such as which games there are, adds to the faults and
    reports them all together. Only with no fault is the rulebook fit for use.
    """
    faults = Faults()
    rulebook = _rulebook(Reader(data, faults), _digest(data))
    return rulebook, [*faults.found, *cross_check(rulebook)]


def _unreadable(source: str, problem: str, remedy: str) -> RulebookError:
    return RulebookError(source, [Fault(place="file", problem=problem, remedy=remedy)])


def _digest(data: dict[str, Any]) -> str:
    """One hash of everything the file says, whatever its spacing, comments and order."""
    return hashlib.sha256(_canonical(data).encode()).hexdigest()


def _canonical(data: dict[str, Any]) -> str:
    # A date of TOML is no text and will be refused, but must first be got past here.
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def _rulebook(top: Reader, digest: str) -> Rulebook:
    cards = top.table("cards")
    table = top.table("table")
    rulebook = Rulebook(
        id=_identifier(top),
        title=top.text("title"),
        authority=top.text("authority"),
        edition=top.text("edition"),
        effective=top.text_or_none("effective"),
        currency=top.text("currency"),
        source=top.text("source"),
        game=top.text("game"),
        family=top.text("family"),
        digest=digest,
        hand_cards=cards.whole("hand", least=1, most=5),
        community_cards=cards.whole("community", least=0, most=5),
        dealer_cards=cards.whole("dealer", least=0, most=7),
        hands_per_player=table.among("hands_per_player", ("one", "two_adjacent", "several")),
        shared_areas=table.flag("shared_areas"),
        may_decline=table.flag("may_decline"),
        may_end_without=table.among("may_end_without", ("nothing", "community", "all_when_folded")),
        capped=table.flag("capped"),
        draws=table.texts("draws"),
        roles=table.texts("roles", optional=False),
        procedure=_texts(top.table("procedure")),
        layouts=tuple(top.each("layouts", _layout).values()),
        wagers=MappingProxyType(top.each("wagers", _wager)),
        decisions=MappingProxyType(top.each("decisions", _decision)),
        dealing=MappingProxyType(top.each("dealing", _dealing)),
        paytables=MappingProxyType(top.each("paytables", _paytable)),
        payments=_texts(top.table("payments", optional=True)),
        conditions=_texts(top.table("conditions", optional=True)),
        options=MappingProxyType(top.each("options", _option)),
        settings=MappingProxyType(top.each("settings", _setting, optional=True)),
        citations=_citations(top.table("citations")),
        payout_limit=_payout_limit(top),
        irregularities=MappingProxyType(top.each("irregularities", _irregularity, optional=True)),
        discretion=MappingProxyType(top.each("discretion", _discretion, optional=True)),
        equipment=_equipment(top.table("equipment", optional=True)),
        rules=_rules(top.table("rules")),
    )
    for part in (cards, table, top):
        part.finish()
    return rulebook


def _identifier(top: Reader) -> str:
    value = top.text("id")
    if value and not _ID.fullmatch(value):
        top.fault("id", f"{value!r} is not an id", 'use small letters, digits and "-"')
    return value


def _texts(reader: Reader) -> MappingProxyType[str, str]:
    return MappingProxyType({key: reader.text(key) for key in reader.keys()})


def _layout(name: str, at: Reader) -> Layout:
    layout = Layout(
        id=name,
        clause=at.text("clause"),
        least=at.whole("least", least=1, most=7),
        most=at.whole("most", least=1, most=7),
    )
    if layout.least > layout.most:
        at.fault("most", "is under `least`", "write the larger number here")
    return layout


def _units(at: Reader) -> Units | None:
    value = at.raw("units")
    if value is None:
        return None
    match value:
        case "any":
            return Units(least=1, most=None)
        # True is a one to Python, and not what the file should say.
        case [int(least), int(most)] if 1 <= least <= most and type(least) is type(most) is int:
            return Units(least=least, most=most)
    at.fault("units", f"{value!r} is not a number of units", 'write [1, 5], [1, 1] or "any"')
    return None


def _wager(name: str, at: Reader) -> WagerRule:
    return WagerRule(
        id=name,
        title=at.text("title"),
        clause=at.text("clause"),
        group=at.text_or_none("group"),
        needs=at.texts("needs"),
        required=at.flag("required"),
        stake=at.money("stake"),
        units=_units(at),
        follows=at.text_or_none("follows"),
        decision=at.text_or_none("decision"),
        sizes=_sizes(at),
        paytable=at.text_or_none("paytable"),
    )


def _sizes(at: Reader) -> Mapping[str, int]:
    """One choice and one multiple, or a table of choices: `times = {small = 1, large = 3}`."""
    choice = at.text_or_none("choice")
    if not isinstance(at.raw("times"), dict):
        times = at.whole("times", least=1, most=_MOST_TIMES, default=1)
        return MappingProxyType({} if choice is None else {choice: times})
    if choice is not None:
        at.fault("choice", "stands beside a table of `times`", "name the choice there alone")
    sizes = at.table("times")
    return MappingProxyType(
        {name: sizes.whole(name, least=1, most=_MOST_TIMES) for name in sizes.keys()}
    )


def _decision(name: str, at: Reader) -> DecisionRule:
    return DecisionRule(
        id=name,
        title=at.text("title"),
        clause=at.text("clause"),
        choices=at.texts("choices", optional=False),
        asked_of=at.texts("asked_of", optional=False),
        otherwise=at.text_or_none("otherwise"),
        missing=at.text_or_none("missing"),
        ends=at.texts("ends"),
    )


def _dealing(name: str, at: Reader) -> DealingMethod:
    return DealingMethod(
        id=name,
        title=at.text("title"),
        clause=at.text("clause"),
        steps=at.listed("steps", _step, 'write [{to = "seats", cards = 3}, …]'),
        security_cards=at.whole("security_cards", least=0, most=2, default=0),
        interpretations=at.texts("interpretations"),
    )


def _step(at: Reader) -> Step:
    return Step(
        to=at.among("to", ("seats", "community", "dealer", "burn")),
        cards=at.whole("cards", least=1, most=5),
        after=at.text_or_none("after"),
    )


def _paytable(name: str, at: Reader) -> Paytable:
    pays, notes, seeds = (
        at.table("pays"),
        at.table("notes", optional=True),
        at.table("seeds", optional=True),
    )
    rows = tuple(
        Row(hand=hand, pays=pays.pays(hand), notes=notes.texts(hand)) for hand in pays.keys()
    )
    if not rows:
        at.fault("pays", "no rows", 'write hand = "7 to 1", highest hand first')
    envy = at.table("envy", optional=True)
    table = Paytable(
        id=name,
        title=at.text("title"),
        clause=at.text("clause"),
        looks_at=at.among("looks_at", ("five", "three", "hole", "wager")),
        rows=rows,
        envy=MappingProxyType({hand: _amount(envy, hand) for hand in envy.keys()}),
        seeds=MappingProxyType({level: _seed(seeds, level) for level in seeds.keys()}),
        unit=at.money("unit"),
        confirm=at.text_or_none("confirm"),
        approval=at.text_or_none("approval"),
    )
    notes.finish()
    return table


def _amount(at: Reader, key: str) -> Money:
    pays = at.pays(key)
    if isinstance(pays, Prize):
        return pays.amount
    at.fault(key, "is not an amount", 'write an amount like "$1,000.00"')
    return Money(0)


def _seed(at: Reader, level: str) -> Money | None:
    if at.raw(level) == "not printed":
        return None
    return _amount(at, level)


def _option(name: str, at: Reader) -> OptionRule:
    needed_by = at.text_or_none("needed_by")
    values = () if name in AMOUNTS else _option_values(at)
    return OptionRule(
        id=name,
        meaning=at.text("meaning"),
        default=_amount_or_none(at) if name in AMOUNTS else _default(at, values, needed_by),
        values=values,
        interpretations=at.texts("interpretations"),
        needed_by=needed_by,
    )


def _option_values(at: Reader) -> tuple[OptionValue, ...]:
    values = at.raw("values")
    if not isinstance(values, list) or not values:
        at.fault("values", f"{values!r} is not a choice", "write a list of values")
        return ()
    if not all(isinstance(value, str | bool) for value in values):
        at.fault("values", f"{values!r} has other things than texts", "write texts, true or false")
        return ()
    return tuple(values)


def _default(at: Reader, values: tuple[OptionValue, ...], needed_by: str | None) -> OptionValue:
    default = at.raw("default")
    if default is None:
        if needed_by is None:
            at.fault("default", "is missing", "write one of the values, or say `needed_by`")
        return None
    # 1 equals true to Python, and is not what the file should say.
    if not isinstance(default, str | bool) or (values and default not in values):
        at.fault("default", f"{default!r} is not one of the values", "write one of them")
        return None
    return default


def _amount_or_none(at: Reader) -> str | None:
    values, default = at.raw("values"), at.raw("default")
    if values != "money":
        at.fault("values", f"{values!r} is not for an amount", 'write values = "money"')
    if default is None or default == "none":
        return None
    try:
        return str(Money.parse(default))
    except MoneyError as error:
        at.fault("default", str(error), 'write "none" or an amount like "25.00"')
        return None


def _setting(name: str, at: Reader) -> SettingRule:
    return SettingRule(
        id=name,
        of=at.among("of", ("table", "link")),
        meaning=at.text("meaning"),
        default=at.text_or_none("default"),
        interpretations=at.texts("interpretations"),
    )


def _irregularity(name: str, at: Reader) -> IrregularityRule:
    clause, reported_by = at.text("clause"), at.text("reported_by")
    return IrregularityRule(
        id=name,
        title=at.text("title"),
        clause=clause,
        effect=at.text_or_none("effect") or clause,
        until=at.among("until", IRREGULARITY_WINDOWS),
        reported_by=reported_by,
        ruled_by=at.text_or_none("ruled_by") or reported_by,
        methods=at.texts("methods"),
        interpretations=at.texts("interpretations"),
    )


def _discretion(name: str, at: Reader) -> Discretion:
    return Discretion(id=name, clause=at.text("clause"), role=at.text("role"))


def _equipment(at: Reader) -> EquipmentRules:
    rules = EquipmentRules(
        most_decks=at.whole("most_decks", least=1, most=2, default=1),
        clauses=_texts(at.table("clauses", optional=True)),
        checklists=MappingProxyType(at.each("checklists", _checklist, optional=True)),
        counted=at.texts("counted"),
        modes=_texts(at.table("modes", optional=True)),
        notices=_texts(at.table("notices", optional=True)),
        notices_serve_once=at.flag("notices_serve_once"),
    )
    at.finish()
    return rules


def _checklist(name: str, at: Reader) -> Checklist:
    return Checklist(
        id=name,
        title=at.text("title"),
        clause=at.text("clause"),
        when=at.among("when", CHECKLIST_TIMES),
        is_condition=at.flag("is_condition"),
        steps=at.listed("steps", _checklist_step, 'write [{id = "washed", words = "…", …}, …]'),
    )


def _checklist_step(at: Reader) -> ChecklistStep:
    return ChecklistStep(
        id=at.text("id"),
        words=at.text("words"),
        clause=at.text("clause"),
        role=at.text("role"),
        needs_reference=at.flag("needs_reference"),
        other_than=at.text_or_none("other_than"),
    )


def _citations(at: Reader) -> MappingProxyType[str, Citation]:
    return MappingProxyType(
        {key: Citation.of(list(at.texts(key, optional=False))) for key in at.keys()}
    )


def _payout_limit(top: Reader) -> PayoutLimit | None:
    at = top.table("payout_limit", optional=True)
    if not at.keys():
        return None
    floor = at.money("floor")
    if floor is None and "floor" not in at.keys():
        at.fault("floor", "is missing", 'write an amount like "50000.00"')
    limit = PayoutLimit(
        clause=at.text("clause"),
        group=at.text("group"),
        floor=floor or Money(0),
        times_least_bet=at.whole("times_least_bet", least=0, most=10**6),
        times_least_bet_two_positions=at.whole(
            "times_least_bet_two_positions", least=0, most=10**6
        ),
    )
    at.finish()
    return limit


def _rules(at: Reader) -> MappingProxyType[str, Rule]:
    rules = {}
    for name in at.keys():
        match at.raw(name):
            case [str(kind), str(summary)] if kind in _KINDS and summary:
                rules[name] = Rule(id=name, kind=kind, summary=summary)
            case other:
                at.fault(name, f"{other!r} is not a rule", 'write ["settlement", "what it says"]')
    if not rules:
        at.fault("<id>", "no rules", 'write id = ["kind", "summary"] for every rule')
    return MappingProxyType(rules)
