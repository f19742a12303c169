"""Whether a link may run by these terms: which games may share it, and whether the figures hold.

Every problem is found at once, each with its rule and what to do instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.errors import Fault, RuleBreach
from pitboss.jackpot.proposals import RAREST, expected_when_won, level_chances
from pitboss.jackpot.terms import (
    LevelTerms,
    LinkedGame,
    LinkSettings,
    LinkTerms,
    complete,
    missing,
)
from pitboss.money import Money

DOLLAR = 100
SAME_TABLE = "mgc"
"""The family whose linked games have paytable, unit and decks in common (12(g))."""


def checked_terms(settings: LinkSettings) -> LinkTerms:
    """The terms of settings that are complete and hold together, or `RuleBreach`."""
    left_open = missing(settings)
    if left_open:
        raise RuleBreach(
            f"Link {settings.link} is not set up: {', '.join(left_open)} "
            f"{'is' if len(left_open) == 1 else 'are'} missing",
            clause="I-06",
            remedy="Set all of them; no rulebook prints them and nothing is assumed.",
        )
    terms = complete(settings)
    problems = list(problems_of(terms))
    if problems:
        raise _refusal(settings.link, problems)
    return terms


def _refusal(link: str, problems: list[Fault]) -> RuleBreach:
    """Each on a line with its own rule and remedy."""
    if len(problems) == 1:
        (one,) = problems
        remedy = f"{one.remedy[0].upper()}{one.remedy[1:]}."
        return RuleBreach(f"{one.place}: {one.problem}", clause=one.rule or "", remedy=remedy)
    return RuleBreach(
        "\n".join((*map(str, problems), f"Link {link} may not run so")),
        clause=", ".join(dict.fromkeys(problem.rule or "" for problem in problems)),
        remedy="Put right what each line says.",
    )


def problems_of(terms: LinkTerms) -> Iterator[Fault]:
    """Everything that keeps a link from running by these terms."""
    yield from _who_shares(terms)
    yield from _unit(terms)
    for level in terms.levels:
        yield from _figures(terms, level)
        yield from _seed(terms, level)
    yield from _whole(terms)
    yield from _fixed_awards(terms)


# --- who may share ------------------------------------------------------------------------------


def _who_shares(terms: LinkTerms) -> Iterator[Fault]:
    first = terms.games[0]
    names = [game.rulebook for game in terms.games]
    if len(set(names)) < len(names):
        yield _problem("games", "one stands there twice", "I-13", "name each game once")
    for game in terms.games:
        yield from _of_one_house(terms, first, game)
        if {level.name for level in terms.levels} != set(game.seeds):
            yield _problem(
                game.rulebook,
                f"{game.paytable} is paid from {', '.join(game.seeds)}, and the link has "
                f"{', '.join(level.name for level in terms.levels)}",
                game.clause,
                "give the link the levels of the paytable",
            )
        if terms.verification_role not in game.ladder:
            yield _problem(
                game.rulebook,
                f"{terms.verification_role!r} is no role there",
                "I-14",
                f"take one of {', '.join(game.ladder)}",
            )
        if game.confirm is not None and game.confirm not in terms.confirmed:
            yield _problem(
                game.paytable,
                "its seeds are lost in the document and were not confirmed",
                "I-26",
                "have a person with authority confirm them, and write "
                f'confirmed = ["{game.confirm}"]',
            )


def _of_one_house(terms: LinkTerms, first: LinkedGame, game: LinkedGame) -> Iterator[Fault]:
    if game.currency != terms.currency:
        yield _problem(
            game.rulebook,
            f"played in {game.currency}, and the link is in {terms.currency}",
            "I-13",
            "link games of one currency",
        )
    if game.family != first.family or game.ladder != first.ladder:
        yield _problem(
            game.rulebook,
            f"of family {game.family}, and {first.rulebook} is of {first.family}",
            "I-13",
            "never link rulebooks of two families",
        )
    elif game.family == SAME_TABLE:
        yield from _same_table(terms, first, game)
    elif game.shares != first.shares:
        yield _problem(
            game.rulebook,
            f"its percentage rows are not those of {first.rulebook}",
            "I-13",
            "link games that pay the same percentages for the same hands",
        )


def _same_table(terms: LinkTerms, first: LinkedGame, game: LinkedGame) -> Iterator[Fault]:
    mine, theirs = _printed(game), _printed(first)
    if mine != theirs:
        yield _problem(
            game.rulebook,
            f"its paytable {game.paytable} is not {first.paytable} of {first.rulebook}",
            "12(g)",
            "linked games have the same paytable",
        )
    if game.decks != first.decks:
        yield _problem(
            game.rulebook,
            f"{game.decks} decks, and {first.rulebook} has {first.decks}",
            "12(g)",
            "linked games have the same number of decks",
        )
    if len(terms.games) > 1 and not game.clause.startswith("12(e)"):
        yield _problem(
            game.rulebook,
            f"{game.paytable} is no Multi Game Link paytable",
            "12(e)",
            "use one of PTMGL01 to PTMGL03 and PTMGLML01 to PTMGLML03",
        )


def _printed(game: LinkedGame) -> tuple[object, ...]:
    return game.paytable, game.hands, dict(game.shares), dict(game.others)


# --- the figures --------------------------------------------------------------------------------


def _unit(terms: LinkTerms) -> Iterator[Fault]:
    if terms.unit.cents <= 0:
        yield _problem("unit", f"{terms.unit.dollars}", "I-06", "set a unit above nothing")
    if terms.most_units is not None and terms.most_units < 1:
        yield _problem("most_units", "less than one", "I-06", "allow at least one unit")
    if terms.cover_days is not None and terms.cover_days < 1:
        yield _problem("cover_days", "less than one", "P30", "count at least every so many days")
    for game in terms.games:
        if game.unit is not None and game.unit != terms.unit:
            yield _problem(
                game.paytable,
                f"is played at {game.unit.dollars} only, and the unit is {terms.unit.dollars}",
                "12(b)",
                "set that unit, or take a Multi Game Link paytable",
            )


def _figures(terms: LinkTerms, level: LevelTerms) -> Iterator[Fault]:
    place = level.name
    if level.initial.cents < 0 or level.reset.cents < 0:
        yield _problem(place, "starts below nothing", "I-06", "set amounts of nothing or more")
    per_unit = (level.contribution.share + level.reserve.share) * terms.unit.cents
    if level.most_contribution.cents < per_unit:
        yield _problem(
            place,
            f"the bound {level.most_contribution.dollars} is less than what one unit adds",
            "P26",
            "set the bound to what the largest wager adds, or above",
        )
    if level.limit is None:
        return
    if level.limit < level.initial or level.limit < level.reset:
        yield _problem(
            place,
            f"the limit {level.limit.dollars} is below what it starts from",
            "P10",
            "set the limit at or above it",
        )
    for game in terms.games:
        expected = expected_when_won(level, terms.unit, game)
        if expected is not None and expected >= level.limit.cents:
            yield _problem(
                place,
                f"it is expected to stand at {Money(int(expected)).dollars} when won, at or above "
                f"the limit {level.limit.dollars}",
                "P33",
                "raise the limit or lower the contribution rate",
            )


def _seed(terms: LinkTerms, level: LevelTerms) -> Iterator[Fault]:
    for game in terms.games:
        seed = game.seeds.get(level.name)
        if seed is None or game.is_seed_open:
            continue
        due = Fraction(seed.cents * terms.unit.cents, DOLLAR)
        for what, amount in (("initial", level.initial), ("reset", level.reset)):
            if amount.cents != due:
                yield _problem(
                    f"{level.name}.{what}",
                    f"{amount.dollars}, and {game.paytable} prints a seed of {seed.dollars} for a "
                    f"$1 wager: at {terms.unit.dollars} that is {Money(int(due)).dollars}",
                    "I-28",
                    "let the seed go up or down with the unit",
                )


def _whole(terms: LinkTerms) -> Iterator[Fault]:
    taken = sum((one.contribution.share + one.reserve.share for one in terms.levels), Fraction(0))
    if taken > 1:
        yield _problem(
            "rates",
            f"all levels together take {taken} of a wager",
            "I-06",
            "take no more than the whole of it",
        )
    for game in terms.games:
        for level in game.seeds:
            whole, _ = level_chances(game, level)
            if 0 < whole < Fraction(1, RAREST):
                yield _problem(
                    game.rulebook,
                    f"all of {level} is won once in {1 / whole}",
                    "P23",
                    f"no prize may be rarer than once in {RAREST:,}",
                )


def _fixed_awards(terms: LinkTerms) -> Iterator[Fault]:
    named, levels = terms.fixed_awards_from_meter, [level.name for level in terms.levels]
    if named is not None and named not in levels:
        yield _problem(
            "fixed_awards_from_meter",
            f"{named!r} is no level of the link",
            "I-05",
            f"name one of {', '.join(levels)}, or leave it out: then the house pays",
        )


def _problem(place: str, what: str, rule: str, remedy: str) -> Fault:
    return Fault(place=place, problem=what, rule=rule, remedy=remedy)
