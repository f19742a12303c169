"""A rulebook as pages of tables, for the terminal and for the documents made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.cli.output import NONE, Page
from pitboss.hands.classes import name_in_words
from pitboss.money import For, Pays, Prize, Share
from pitboss.round.deal import plan
from pitboss.rulebook.model import (
    DealingMethod,
    OptionRule,
    OptionValue,
    Paytable,
    Row,
    Rulebook,
    WagerRule,
)
from pitboss.rulebook.paytables import tables_named

_OWN_HANDS = {
    "one": "one",
    "two_adjacent": "one, or two adjacent if the house allows it",
    "several": "several, one of them viewed",
}
_UNDEALT = {
    "nothing": "nothing",
    "community": "community cards, where no progressive wager stands",
    "all_when_folded": "all cards, once every hand has folded",
}


def rulebook_pages(book: Rulebook) -> Iterator[Page]:
    """Everything a rulebook says but its rules, table by table."""
    yield _identity(book)
    yield _wagers(book)
    yield _decisions(book)
    yield from (_dealing(book, method) for method in book.dealing.values())
    yield from (paytable_page(book, table) for table in book.paytables.values())
    yield _payments(book)
    yield _options(book)
    yield _settings(book)
    yield _layouts(book)
    yield _procedure(book)


def rules_page(book: Rulebook) -> Page:
    """Every rule with its id, its kind and what it says in short."""
    rows = [(rule.id, rule.kind, rule.summary) for rule in book.rules.values()]
    return Page(f"Rules ({len(rows)})", ("rule", "kind", "says"), rows)


def paytable_page(book: Rulebook, table: Paytable) -> Page:
    """One paytable: a row for each hand, and below it what else the table says."""
    has_envy, has_notes = bool(table.envy), any(row.notes for row in table.rows)
    columns = ["hand", "pays", *(["envy"] if has_envy else []), *(["reads"] if has_notes else [])]
    rows = []
    for row in table.rows:
        cells = [name_in_words(row.hand), pays_words(book, table, row)]
        if has_envy:
            cells.append(table.envy[row.hand].dollars if row.hand in table.envy else NONE)
        if has_notes:
            cells.append(_listed(row.notes))
        rows.append(tuple(cells))
    title = f"Paytable {table.id}: {table.title} (rule {table.clause})"
    return Page(title, tuple(columns), rows, tuple(_below(book, table)))


def _below(book: Rulebook, table: Paytable) -> Iterator[str]:
    if any(isinstance(row.pays, For) for row in table.rows):
        yield f"Original wager not returned ({'I-29' if _is_printed_with_to(book) else 'I-01'})."
    for level, seed in table.seeds.items():
        yield f"Level {level} starts from {seed.dollars if seed else 'what the house sets (I-06)'}."
    if table.unit is not None:
        yield f"Played at {table.unit.dollars} only."
    if table.confirm is not None:
        yield f"May be used only with option {table.confirm}."
    if table.approval is not None:
        yield f"Pays more than is printed under approval {table.approval} (I-44)."


def _is_printed_with_to(book: Rulebook) -> bool:
    """Massachusetts prints odds with "to" or "win"; "for" is for progressive tables (10(a))."""
    return book.family == "mgc"


def pays_words(book: Rulebook, table: Paytable, row: Row) -> str:
    """What a row pays, as the rulebook prints it."""
    if isinstance(row.pays, Prize) and _is_printed_with_to(book) and not table.seeds:
        return f"win {row.pays}"
    return printed(row.pays)


def printed(pays: Pays) -> str:
    """What is paid, and from where.

    >>> printed(Share(10, "jackpot")), printed(For(9))
    ('10% of jackpot', '9 for 1')
    """
    return f"{pays} of {pays.meter}" if isinstance(pays, Share) else str(pays)


def _identity(book: Rulebook) -> Page:
    layouts = [(layout.least, layout.most) for layout in book.layouts]
    positions = f"{min(low for low, _ in layouts)} to {max(high for _, high in layouts)}"
    cards = (
        f"{book.hand_cards} to each seat, {book.community_cards} community, "
        f"{book.dealer_cards} to the dealer"
    )
    rows = [
        ("id", book.id),
        ("authority", book.authority),
        ("edition", book.edition),
        ("effective", book.effective or NONE),
        ("currency", book.currency),
        ("source", book.source),
        ("game", book.game),
        ("family", book.family),
        ("cards", cards),
        ("positions", positions),
        ("hands per player", _OWN_HANDS[book.hands_per_player]),
        ("several players on one area", _yes(book.shared_areas)),
        ("a hand may stay unshown", _yes(book.may_decline)),
        ("may stay undealt", _UNDEALT[book.may_end_without]),
        ("settled at the maximum", _yes(book.capped)),
        ("drawn by the system", _listed(book.draws)),
        ("roles", _listed(book.roles)),
        ("rules", str(len(book.rules))),
        ("digest", book.digest),
    ]
    if book.code is not None:
        rows += [("played by", book.code.place), ("digest of that code", book.code.digest)]
    return Page(book.title, ("", ""), rows)


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or NONE


def _wagers(book: Rulebook) -> Page:
    rows = [
        (
            wager.id,
            wager.title,
            _stake(book, wager),
            " or ".join(wager.needs) or NONE,
            _listed(tables_named(book, wager)),
            wager.clause,
        )
        for wager in book.wagers.values()
    ]
    return Page("Wagers", ("wager", "title", "stake", "needs", "paytable", "rule"), rows)


def _stake(book: Rulebook, wager: WagerRule) -> str:
    parts = []
    if wager.follows is not None:
        parts += [
            f"{'equal to' if times == 1 else f'{times} times'} {wager.follows}, "
            f"by {choice} at decision {wager.decision}"
            for choice, times in wager.sizes.items()
        ]
    elif wager.stake is not None:
        parts.append(wager.stake.dollars)
    elif wager.units is not None:
        parts.append(str(wager.units))
    else:
        parts.append("within the table's limits")
    if wager.group is not None:
        others = [w.id for w in book.wagers.values() if w.group == wager.group and w is not wager]
        parts.append(f"equal to {' and '.join(others)}")
    if wager.required:
        parts.append("required")
    return ", ".join(parts)


def _decisions(book: Rulebook) -> Page:
    rows = [
        (
            decision.id,
            decision.title,
            _listed(decision.choices),
            _listed(decision.asked_of),
            decision.otherwise or NONE,
            decision.missing or NONE,
            decision.clause,
        )
        for decision in book.decisions.values()
    ]
    columns = ("decision", "question", "choices", "asked of", "other hands", "if none", "rule")
    return Page("Decisions", columns, rows)


def _dealing(book: Rulebook, method: DealingMethod) -> Page:
    seats = range(1, book.most_positions + 1)
    rows = [(str(number), step) for number, step in enumerate(plan(method, seats), start=1)]
    notes = []
    if method.security_cards:
        notes.append(f"{method.security_cards} security cards, which are not dealt.")
    if method.interpretations:
        notes.append(f"Reads {_listed(method.interpretations)}.")
    title = f"Dealing {method.id}: {method.title} (rule {method.clause})"
    return Page(title, ("step", "cards"), rows, tuple(notes))


def _payments(book: Rulebook) -> Page:
    rows = [(f"payment {name}", title) for name, title in book.payments.items()]
    rows += [
        (name.replace("_", " "), name_in_words(hand)) for name, hand in book.conditions.items()
    ]
    limit = book.payout_limit
    if limit is not None:
        rows.append(
            (
                f"payout limit (rule {limit.clause})",
                f"on {limit.group} wagers of one hand; not under {limit.floor.dollars} or "
                f"{limit.times_least_bet} times the least bet "
                f"({limit.times_least_bet_two_positions} with two positions)",
            )
        )
    return Page("Payments and conditions", ("", ""), rows)


def _options(book: Rulebook) -> Page:
    rows = [
        (
            option.id,
            option.meaning,
            _values(option),
            _default(option),
            _listed(option.interpretations),
        )
        for option in book.options.values()
    ]
    return Page("Options", ("option", "meaning", "values", "default", "reads"), rows)


def _values(option: OptionRule) -> str:
    return _listed(map(option_word, option.values)) if option.values else "an amount"


def _default(option: OptionRule) -> str:
    if option.needed_by is not None:
        return f"none: stated with {option.needed_by}"
    return option_word(option.default)


def option_word(value: OptionValue) -> str:
    """A value of an option as a record or a file writes it.

    >>> [option_word(value) for value in (True, "floor", "50.00", None)]
    ['true', 'floor', '50.00', 'none']
    """
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _settings(book: Rulebook) -> Page:
    rows = [
        (s.id, s.of, s.meaning, "must be set" if s.default is None else s.default,
         _listed(s.interpretations))
        for s in book.settings.values()
    ]  # fmt: skip
    return Page("Settings", ("setting", "of", "meaning", "default", "reads"), rows)


def _layouts(book: Rulebook) -> Page:
    rows = [(p.id, _range(p.least, p.most), p.clause) for p in book.layouts]
    return Page("Layouts", ("layout", "positions", "rule"), rows)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _procedure(book: Rulebook) -> Page:
    return Page("Procedure", ("step", "rule"), list(book.procedure.items()))
