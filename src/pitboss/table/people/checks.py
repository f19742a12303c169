"""What people may not do: wager while barred, absent or unseated, or on more than they may."""

from __future__ import annotations

from typing import NoReturn

from pitboss.errors import RuleBreach
from pitboss.round.round import Seat
from pitboss.rulebook.model import IrregularityRule
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

BARRING = "confidentiality"
STOPPING = "controls_several"

_VALUES = {
    "absent_default": ("ride", "withdraw"),
    "allow_shared_areas": ("true", "false"),
    "failure_default": ("resume", "void"),
    "invalidated_wagers": ("return", "forfeit"),
    # More than one area for each player is in the register as a wish, and no rule says how such
    # hands would be played (I-62).
    "max_areas_per_player": ("1",),
    "under_min_scope": ("table_day", "casino_day"),
    "unequal_after_deal": ("equalise_down", "void_hand"),
}


def check_settings(rules: TableRules) -> None:
    """The operating settings concerning people say something that can be done."""
    for name, values in _VALUES.items():
        chosen = rules.setting.house.get(name)
        if chosen is not None and chosen not in values:
            _refuse(f"{name} {chosen!r}", _reads(rules, name), f"Choose {' or '.join(values)}.")
    timer = rules.choice("decision_timer")
    if timer not in ("", "off") and not (timer.isascii() and timer.isdigit() and int(timer)):
        remedy = "Give whole seconds, or off."
        _refuse(f"decision_timer {timer!r}", _reads(rules, "decision_timer"), remedy)


def check_wager(rules: TableRules, table: Table, *, player: str, seat: int, wager: str) -> None:
    """Whether somebody may put money on a wager of a seat."""
    play = table.play
    _check_standing(rules, table, player)
    if not play.is_open or play.is_closed_to_bets or not 1 <= seat <= play.positions:
        return
    _check_device(rules, table, seat, wager)
    at = play.seats.get(seat)
    if at is not None and at.player != player:
        _check_backer(rules, table, at, player)
        return
    _check_seated(rules, table, player, seat)
    _check_positions(rules, table, player, seat)


def check_admitted(rules: TableRules, table: Table, player: str) -> None:
    """Whoever is barred, or whose action was stopped, plays no more until they are readmitted."""
    if player not in table.people.not_admitted:
        return
    is_barred = player in table.people.barred
    state = (
        f"{player} is barred from further play" if is_barred else f"{player}'s action was stopped"
    )
    rule = kept_out_by(rules, table, player)
    _refuse(state, rule.clause, f"The {rule.ruled_by} may readmit them.")


def kept_out_by(rules: TableRules, table: Table, player: str) -> IrregularityRule:
    """The rule by which somebody is readmitted who was kept out."""
    return keeping_out(rules, BARRING if player in table.people.barred else STOPPING)


def keeping_out(rules: TableRules, kind: str) -> IrregularityRule:
    """The rule of that name, or the one for what no rule covers.

    Who was kept out stays so when another game is opened at the table, and not every rulebook has
    these rules.
    """
    listed = rules.rulebook.irregularities
    return listed.get(kind) or listed["uncovered"]


def _check_standing(rules: TableRules, table: Table, player: str) -> None:
    listed = rules.rulebook.irregularities
    check_admitted(rules, table, player)
    if player in table.people.absent:
        _refuse(
            f"{player} was found absent", listed["absent"].clause, "Say first that they are back."
        )


def _check_device(rules: TableRules, table: Table, seat: int, wager: str) -> None:
    """Chips laid on a progressive spot are no wager: it comes through the area's device."""
    clause = rules.rulebook.procedure.get("device")
    rule = rules.rulebook.wagers.get(wager)
    is_linked = rule is not None and rule.units is not None
    if clause and is_linked and seat not in table.people.devices:
        _refuse(f"No registered device at seat {seat}", clause, "Register it, or play without.")


def _check_backer(rules: TableRules, table: Table, at: Seat, player: str) -> None:
    """Several may fund one area where the house allows it; who is seated there decides (I-80)."""
    if not rules.rulebook.shared_areas:
        return
    if rules.choice("allow_shared_areas") == "false":
        clause = rules.rulebook.citations["shared"].rules[-1]
        _refuse(f"Seat {at.seat} is {at.player}'s", clause, "No area is shared here: take another.")
    if player in table.people.restricted and _positions_of(table, player, but=at.seat):
        _refuse_restricted(rules, player)


def _check_seated(rules: TableRules, table: Table, player: str, seat: int) -> None:
    seated = table.people.seats.get(seat)
    clause = rules.rulebook.procedure.get("seated", rules.rulebook.layouts[-1].clause)
    if seated not in (None, player):
        remedy = "Take a free position."
        if rules.rulebook.shared_areas:
            remedy = f"{seated} wagers first; then others may back it."
        _refuse(f"{seated} sits at seat {seat}", clause, remedy)
    if table.people.seat_of(player) is None:
        _refuse(f"{player} is not seated", clause, "Take a seat first.")


def _check_positions(rules: TableRules, table: Table, player: str, seat: int) -> None:
    """Several hands for one player: unless restricted, and where asked for after notice (I-79)."""
    if rules.rulebook.hands_per_player != "several":
        return
    people = table.people
    if player in people.restricted and _positions_of(table, player, but=seat):
        _refuse_restricted(rules, player)
    own = [n for n, at in table.play.seats.items() if at.player == player and n != seat]
    notice = rules.rulebook.discretion.get("notice")
    if own and notice is not None and player not in people.told_in_time:
        _refuse(
            f"{player} already holds seat {own[0]} and was not told that one hand may be viewed",
            notice.clause,
            "Give notice before bets are called; until then one position is played.",
        )


def _positions_of(table: Table, player: str, *, but: int) -> list[int]:
    """The positions on which somebody has money."""
    return [
        seat
        for seat, at in table.play.seats.items()
        if seat != but and (at.player == player or player in funders_of(at))
    ]


def funders_of(at: Seat) -> set[str]:
    """Everybody who has money on a seat's wagers beside the one seated there."""
    return {part.player for parts in at.shares.values() for part in parts}


def _refuse_restricted(rules: TableRules, player: str) -> NoReturn:
    rule = rules.rulebook.discretion["restrict"]
    _refuse(
        f"{player} is held to one position",
        rule.clause,
        f"Play one position; the {rule.role} may lift it.",
    )


def _reads(rules: TableRules, name: str) -> str:
    setting = rules.rulebook.settings.get(name)
    return setting.interpretations[0] if setting and setting.interpretations else ""


def _refuse(problem: str, clause: str, remedy: str) -> NoReturn:
    raise RuleBreach(problem, clause=clause, remedy=remedy)
