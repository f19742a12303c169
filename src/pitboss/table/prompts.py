"""What may or must be done at a table now, and by whom, in words: the dealer's prompts.

A keyboard and the pit's page show only what the public may see: their users may see no hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.money import NOTHING
from pitboss.round.deal import DealCards, RecordDraws
from pitboss.round.decisions import Choose, DeclineToShow, RemoveHand, ViewHand
from pitboss.round.game import Decide
from pitboss.round.options import Option, options, stage_of
from pitboss.round.result import VoidRound
from pitboss.round.round import Seat
from pitboss.round.start import OpenRound
from pitboss.round.view import Viewer
from pitboss.round.view import view as round_view
from pitboss.round.wagers import PlaceWager, makes_a_hand
from pitboss.table.chips.rack import count_due
from pitboss.table.equipment.inventory import clause, is_physical
from pitboss.table.equipment.procedure import due, stages_before
from pitboss.table.irregularities.catalogue import awaited, reported_by
from pitboss.table.irregularities.misdeals import PERMIT, WITHDRAWAL, may_be_permitted
from pitboss.table.layout import columns_shown, left_exposed
from pitboss.table.people.turns import asked_now, declined
from pitboss.table.rounds import draws_are_due, draws_are_made, magic_at_once, offered_now
from pitboss.table.rules import FLOOR, TableRules
from pitboss.table.table import Table

_BY_REPORT = (RemoveHand, VoidRound)
_BY_PLAYER = (Choose, ViewHand, DeclineToShow)
"""Decisions of a hand's player, which are not asked once their action was stopped (5.10.3)."""


def due_lines(
    rules: TableRules, table: Table, names: Mapping[str, str] | None = None
) -> Iterator[str]:
    """In words, most pressing first. `names`: wagers as they are to be called, by their ids."""
    if table.halt is not None:
        yield from _halted(rules, table)
        return
    count = count_due(rules, table)
    if count is not None:
        yield count
    prompts = due(rules, table)
    yield from map(str, prompts)
    yield from _to_see_to(rules, table)
    yield from _incomplete_wagers(rules, table)
    # The dealer who settles a wager by the number of hands must see what it pays in this round.
    placed = {wager for at in table.play.seats.values() for wager in at.wagers}
    yield from (str(shown) for shown in columns_shown(rules, table) if shown.wager in placed)
    best = left_exposed(rules, table)
    if best is not None:
        yield str(best)
    waiting = {prompt.before for prompt in prompts}
    yield from _together(
        [
            option
            for option in _on_offer(rules, table)
            if option.command not in _BY_REPORT
            and (count is None or option.command is not OpenRound)
            and waiting.isdisjoint(stages_before(table, option.command))
            and not (option.command is DealCards and draws_are_due(rules, table))
            and not (option.command in _BY_PLAYER and option.seat in table.people.stopped)
        ],
        names or {},
    )


def _halted(rules: TableRules, table: Table) -> Iterator[str]:
    """The irregularity that the table waits for, what is known of it, and who must say what."""
    halt = table.halt
    assert halt is not None, "the table waits"
    title = rules.rulebook.irregularities[halt.kind].title
    known = details_without(hidden_now(rules, table), halt.details)
    told = "; ".join(f"{key} {value}" for key, value in known.items())
    yield f"{title} ({halt.clause}). {told}".rstrip(". ") + "."
    yield from awaited(rules, table, halt)


# --- what the round permits -----------------------------------------------------------------------


def _on_offer(rules: TableRules, table: Table) -> Iterator[Option]:
    """What the round permits, without wagers and draws that the table does not offer now."""
    offered = offered_now(rules, table)
    for option in options(rules.game, rules.terms, table.play):
        if option.command is PlaceWager:
            wagers = tuple(wager for wager in option.choices if wager in offered)
            if wagers:
                yield option._replace(choices=wagers)
        elif option.command is not RecordDraws or draws_are_made(rules):
            yield option


def _together(permitted: list[Option], names: Mapping[str, str]) -> Iterator[str]:
    """What several seats may do alike is said once."""
    alike: dict[tuple[type, tuple[str, ...], str], list[Option]] = {}
    for option in permitted:
        alike.setdefault((option.command, option.choices, option.clause), []).append(option)
    for (_, _, cited), group in alike.items():
        seats = [str(option.seat) for option in group]
        first = group[0]
        if first.command is not Choose:
            titles = tuple(names.get(wager, wager) for wager in first.choices)
            first = first._replace(choices=titles)
        text = str(first)
        if len(group) > 1:
            text = text.replace(f"seat {seats[0]} ", f"seats {', '.join(seats)} ", 1)
        yield f"{text} ({cited})"


# --- what the dealer has to see to or to offer beside it ------------------------------------------


def _to_see_to(rules: TableRules, table: Table) -> Iterator[str]:
    """What is still to be done or offered, before anything else goes on."""
    yield from _new_shuffle(rules, table)
    yield from _debts(table)
    if not table.play.is_open or table.play.void is not None:
        return
    yield from _withdrawals(rules, table)
    yield from _placings(rules, table)
    yield from _declined_hands(rules, table)


def _new_shuffle(rules: TableRules, table: Table) -> Iterator[str]:
    """Where the rulebook has procedures of its own for that, they ask for it themselves."""
    if table.play.void is not None and is_physical(rules) and clause(rules, "shuffle") is None:
        yield "the round is void: begin again from the shuffle, with one whole deck (I-82)"


def _debts(table: Table) -> Iterator[str]:
    """Who no longer held what a result that was undone had paid them; cash is taken as a buy-in."""
    for player, held in sorted(table.chips.players.items()):
        if held < NOTHING:
            owed = NOTHING - held
            yield (
                f"{player} owes {owed.dollars} of a result that was undone: recover it, "
                f"buy-in {player} {owed} (I-82)"
            )


def _withdrawals(rules: TableRules, table: Table) -> Iterator[str]:
    """A permission is offered to all alike and ends with the next card; so is the chance of one."""
    if PERMIT not in rules.rulebook.irregularities:
        return
    rule, until = rules.rulebook.irregularities[PERMIT], "until the next card is exposed"
    seats = may_be_permitted(rules, table)
    asked = [seat for seat in table.found.may_withdraw if seat in seats]
    if asked:
        words = ", ".join(map(str, asked))
        who = f"seats {words} each say" if len(asked) > 1 else f"seat {words} says"
        yield (
            f"{who} whether they take back all wagers or none, {until}: "
            f"report {WITHDRAWAL} seat=SEAT ({rule.clause})"
        )
    elif seats and not table.found.may_withdraw:
        yield (
            f"the {reported_by(rules, PERMIT)} or a higher role may permit the other hands to "
            f"withdraw, {until}: report {PERMIT} reason=REASON ({rule.clause})"
        )


def _placings(rules: TableRules, table: Table) -> Iterator[str]:
    """How the player who is asked must lay down cards and wager, where cards are laid down."""
    asked = asked_now(rules, table) if is_physical(rules) else None
    if asked is None:
        return
    stage = stage_of(rules.game, rules.terms, table.play)
    assert isinstance(stage, Decide), "a seat is asked"
    for rule in rules.rulebook.wagers.values():
        is_placed = rule.decision == stage.decision and rule.follows in asked.at.wagers
        if stage.placing and is_placed:
            yield f"{rule.title} at seat {asked.at.seat}: see that {stage.placing} ({rule.clause})"


def _declined_hands(rules: TableRules, table: Table) -> Iterator[str]:
    for seat in declined(table.play):
        yield (
            f"the {rules.rulebook.roles[FLOOR]} or a higher role may view the hand that seat "
            f"{seat} declined to show: view-declined-hand {seat} REASON "
            f"({rules.rulebook.procedure['decline']})"
        )


# --- wagers that make no hand, said while they can still be put right (5.12.1, I-58) --------------


def _incomplete_wagers(rules: TableRules, table: Table) -> Iterator[str]:
    """For every seat that would be dealt nothing if bets were closed now: what is to be done."""
    play = table.play
    if not play.is_open or play.is_closed_to_bets or play.void is not None:
        return
    for seat, at in sorted(play.seats.items()):
        if at.wagers and not makes_a_hand(rules.terms, at):
            yield f"seat {seat}: {_incomplete(rules, at)}"


def _incomplete(rules: TableRules, at: Seat) -> str:
    rulebook = rules.rulebook
    required = [rule for rule in rulebook.wagers.values() if rule.required and rule.group]
    orphan = rulebook.procedure.get("orphan")
    if orphan is not None and set(at.wagers) == {"progressive"}:
        wager = rulebook.wagers["progressive"]
        needs = " or ".join(rulebook.wagers[need].title for need in wager.needs)
        otherwise = f"otherwise it is no wager and goes back ({orphan})"
        return f"{wager.title} without {needs}: add it, or take the wager down; {otherwise}"
    missing = [rule.title for rule in required if rule.id not in at.wagers]
    wrong = f"{', '.join(missing)} missing" if missing else "the bets are not equal"
    cited = required[0].clause if required else rulebook.procedure["close"]
    return f"{wrong}: put it right, or all of it goes back undealt ({cited})"


# --- what is not public now, and texts that do not reveal it --------------------------------------

_CARD = r"\b[2-9TJQKA][cdhs]\b"
_CARDS = re.compile(rf"{_CARD}(?: +{_CARD})*")
_ASKED = "doubted"
"""A card that is to be looked at again must be named (I-101)."""


class Hidden(NamedTuple):
    """The names of cards that are down, and whether the draws are secret still."""

    cards: frozenset[str] = frozenset()
    magic_card: bool = False
    lucky_seat: bool = False


NOTHING_HIDDEN = Hidden()


def hidden_now(rules: TableRules, table: Table) -> Hidden:
    """What is not public yet; of a round that is over nothing is hidden (I-19, G18)."""
    play = table.play
    if not play.is_open:
        return NOTHING_HIDDEN
    seen = round_view(rules.terms, play, Viewer.PUBLIC, magic_at_once=magic_at_once(rules))
    hands = (seat.cards for seat in seen.seats)
    up = {card for cards in (*hands, seen.community, seen.dealer) for card in cards}
    up.update(table.found.exposed)
    return Hidden(
        cards=frozenset(str(card) for card in DECK if card not in up),
        magic_card=not play.is_settled and not magic_at_once(rules),
        lucky_seat=not play.is_settled,
    )


def without(hidden: Hidden, text: str) -> str:
    """A text in which hidden cards are only counted.

    >>> without(Hidden(frozenset({"Kd", "Qd"})), "1: Kd Qd; community: 2c Kd")
    '1: 2 cards; community: 2c 1 card'
    """
    return _CARDS.sub(lambda found: _counted(hidden, found[0].split()), text)


def details_without(hidden: Hidden, details: Mapping[str, str]) -> dict[str, str]:
    """What was told of an irregularity, without hidden cards."""
    return {
        name: told if name == _ASKED else without(hidden, told) for name, told in details.items()
    }


def _counted(hidden: Hidden, names: list[str]) -> str:
    up = [name for name in names if name not in hidden.cards]
    down = len(names) - len(up)
    if down:
        up.append("1 card" if down == 1 else f"{down} cards")
    return " ".join(up)
