"""A table as one viewer may see it: everything that leaves for a screen is built here.

A card that the viewer may not see is None and is never sent, so no screen can leak it. Seeds,
balances of others and what others may do are not in it at all. What is seen of cards is decided
by `table.view`, for rounds being played and rounds long over alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitboss.money import Money
from pitboss.round.game import Burn, Deal, Decide, Expose, Settle, Show, TakeWagers
from pitboss.round.options import Option, stage_of
from pitboss.round.round import RoundState, Seat
from pitboss.round.view import (
    RoundView,
    SeatView,
    Seen,
    Viewer,
    hand_in_words,
    hand_so_far,
    name_in_words,
)
from pitboss.round.view import view as round_view
from pitboss.rulebook.terms import Terms
from pitboss.table.chips.funds import spare
from pitboss.table.people.asking import asked_now
from pitboss.table.people.checks import kept_out_by
from pitboss.table.rounds.draws import magic_at_once
from pitboss.table.rules import TableRules
from pitboss.table.seen.lines import lines, net, staked
from pitboss.table.seen.may import Stake, may
from pitboss.table.shared_bonus import Column, columns_shown, left_exposed
from pitboss.table.table import Table

_PLAYERS_DECIDE = "Each player with a wager in play says whether to stay."
_STAGES = {
    TakeWagers: "betting",
    Deal: "dealing",
    Decide: "deciding",
    Burn: "turning",
    Expose: "turning",
    Show: "showing",
    Settle: "settling",
}


def view(
    rules: TableRules,
    table: Table,
    viewer: Viewer | str,
    *,
    version: int = 0,
    now: str = "",
    deadline: str | None = None,
    purse: Money | None = None,
    last: Iterable[Stake] = (),
    round_options: list[Option] | None = None,
) -> dict[str, Any]:
    """The table as a viewer may see it; a player is named.

    What the table itself does not know comes in beside it: the time, the clock that runs, the
    viewer's own purse and what they staked last. Whoever makes the views of many at once works
    out once what may be done in the round.
    """
    play, player = table.play, viewer if isinstance(viewer, str) else None
    seen = round_view(rules.terms, play, viewer, magic_at_once=magic_at_once(rules))
    asked = None if table.halt is not None else asked_now(rules, table)
    is_asked = None if asked is None else asked.at.seat
    return {
        "table": rules.setting.table,
        "version": version,
        "round": table.rounds.number,
        "gaming_day": table.rounds.gaming_day or table.gaming_day,
        "stage": stage(rules, table),
        "decision": None if asked is None else asked.decision.id,
        "asked": is_asked,
        "deadline": deadline,
        "now": now,
        "halt": _halt(rules, table),
        "link_lost": table.link_lost,
        "seats": _positions(rules, table, seen, player, is_asked),
        **_cards(rules.terms, seen),
        "columns": [_column(rules, column) for column in columns_shown(rules, table)],
        "left_exposed": _left_exposed(rules, table),
        "burned": len(seen.burned),
        "lines": lines(rules.rulebook, play.seats, play.settled, player),
        "commitment": table.rounds.deck,
        "you": _you(
            rules,
            table,
            player,
            asked=is_asked,
            purse=purse,
            last=last,
            round_options=round_options,
        ),
    }


def stage(rules: TableRules, table: Table) -> str:
    """Where the table stands, in a word."""
    play = table.play
    if not table.is_open:
        return "closed"
    if table.halt is not None:
        return "halted"
    if not play.is_open:
        return "waiting"
    if play.is_settled:
        return "settled"
    if play.void is not None:
        return "void"
    return _STAGES[type(stage_of(rules.game, rules.terms, play))]


def past_round(terms: Terms, play: RoundState, viewer: Viewer | str) -> dict[str, Any]:
    """A round that is over, as the viewer may recall it: no more than was shown to them."""
    player = viewer if isinstance(viewer, str) else None
    seen = round_view(terms, play, viewer)
    result = net(play.seats, play.settled, player)
    return {
        "title": terms.rules.title,
        "seats": [
            _seat(
                terms,
                play,
                seat.seat,
                sits=None,
                seen=seat,
                community=seen.community,
                player=player,
            )
            for seat in seen.seats
        ],
        **_cards(terms, seen),
        "void": play.void,
        "lines": lines(terms.rules, play.seats, play.settled, player),
        "your_net": None if result is None else str(result),
    }


# --- cards and seats --------------------------------------------------------------------------


def _names(cards: Seen) -> list[str | None]:
    return [None if card is None else str(card) for card in cards]


def _cards(terms: Terms, seen: RoundView) -> dict[str, Any]:
    return {
        "community": _names(seen.community),
        "dealer": _names(seen.dealer),
        "dealer_words": hand_in_words(terms.rules, seen.dealer, seen.community),
        "magic_card": None if seen.magic_card is None else str(seen.magic_card),
        "lucky_seat": seen.lucky_seat,
    }


def _positions(
    rules: TableRules, table: Table, seen: RoundView, player: str | None, asked: int | None
) -> list[dict[str, Any]]:
    people, in_round = table.people, {seat.seat: seat for seat in seen.seats}
    seats = []
    for number in range(1, rules.setting.positions + 1):
        sits = people.seats.get(number)
        seat = _seat(
            rules.terms,
            table.play,
            number,
            sits=sits,
            seen=in_round.get(number),
            community=seen.community,
            player=player,
        )
        seat["is_absent"] = sits is not None and sits in people.absent
        seat["is_asked"] = number == asked
        seats.append(seat)
    return seats


def _seat(
    terms: Terms,
    play: RoundState,
    number: int,
    *,
    sits: str | None,
    seen: SeatView | None,
    community: Seen,
    player: str | None,
) -> dict[str, Any]:
    at = play.seats.get(number) or Seat(seat=number, player="")
    cards: Seen = () if seen is None else seen.cards
    holder = None if seen is None else seen.player
    return {
        "seat": number,
        "player": sits,
        "is_you": player is not None and player in (sits, holder),
        "is_absent": False,
        "holder": holder,
        "cards": _names(cards),
        "words": "" if None in cards or not cards else hand_so_far(terms.rules, cards, community),
        "wagers": [
            {
                "wager": wager,
                "stake": str(stake),
                "parts": [
                    {"player": part.player, "stake": str(part.stake)}
                    for part in at.shares.get(wager, ())
                ],
            }
            for wager, stake in at.wagers.items()
        ],
        "decisions": dict(at.decisions),
        "is_asked": False,
        "is_folded": at.is_folded,
        "is_removed": at.removed,
        "is_shown": number in play.shown and at.exposed,
    }


def _halt(rules: TableRules, table: Table) -> dict[str, Any] | None:
    halt = table.halt
    if halt is None:
        return None
    # Details may name cards or people; what everybody may know is what happened and who decides.
    rule = rules.rulebook.irregularities[halt.kind]
    decides = f"The {rule.ruled_by} decides." if "Rule" in halt.awaits else _PLAYERS_DECIDE
    return {
        "kind": halt.kind,
        "title": rule.title,
        "clause": halt.clause,
        "awaits": list(halt.awaits),
        "text": f"{rule.title} ({halt.clause}). {decides}",
    }


def _kept_out(rules: TableRules, table: Table, player: str) -> dict[str, Any] | None:
    """Why somebody plays no more here, and who ends it."""
    if player not in table.people.not_admitted:
        return None
    rule = kept_out_by(rules, table, player)
    return {
        "is_barred": player in table.people.barred,
        "clause": rule.clause,
        "readmits": rule.ruled_by,
    }


def _column(rules: TableRules, column: Column) -> dict[str, Any]:
    """Odds that the number of hands has fixed, for everybody to see (11(e))."""
    return {
        "wager": column.wager,
        "title": rules.rulebook.wagers[column.wager].title,
        "hands": column.hands,
        "clause": column.table.clause,
        "rows": [
            {"hand": name_in_words(row.hand), "pays": str(row.pays)} for row in column.table.rows
        ],
    }


def _left_exposed(rules: TableRules, table: Table) -> dict[str, Any] | None:
    """The best hand met so far: every hand it is chosen from was turned over for all to see."""
    best = left_exposed(rules, table)
    if best is None:
        return None
    return {
        "wager": best.wager,
        "title": rules.rulebook.wagers[best.wager].title,
        "seat": best.seat,
        "hand": best.hand,
        "replaces": best.replaces,
        "clause": best.clause,
    }


# --- the viewer -------------------------------------------------------------------------------


def _you(
    rules: TableRules,
    table: Table,
    player: str | None,
    *,
    asked: int | None,
    purse: Money | None,
    last: Iterable[Stake],
    round_options: list[Option] | None,
) -> dict[str, Any]:
    if player is None:
        return {
            "player": None, "seat": None, "balance": None, "spare": None, "held": None,
            "staked": None, "net": None, "is_your_turn": False, "kept_out": None, "may": [],
        }  # fmt: skip
    play = table.play
    result = net(play.seats, play.settled, player) if play.is_settled else None
    return {
        "player": player,
        "seat": table.people.seat_of(player),
        "balance": str(table.chips.held(player)),
        "spare": str(spare(rules, table, player)),
        "held": str(table.chips.waiting(player)),
        "staked": str(staked(play.seats, player)),
        "net": None if result is None else str(result),
        "is_your_turn": asked is not None and play.seats[asked].player == player,
        "kept_out": _kept_out(rules, table, player),
        "may": may(rules, table, player, purse=purse, last=last, round_options=round_options),
    }
