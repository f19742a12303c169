"""The progressive wager and the payments that come with it: awards, envy, Magic Card, Lucky Player.

Percentage awards of one table round are worked out together before any is paid, because winners
share and a royal comes last. Odds rows, dollar rows, envy and features are no part of that: they
are the house's, unless a link has a level pay them from what is left (I-05).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pitboss.jackpot.awards import Awards, Claim, Sharing, award
from pitboss.money import NOTHING, For, Money, Prize, Share, To
from pitboss.round.settlement import Line, MeterSettled, Outcome, Showdown, payment
from pitboss.rulebook.model import Citation
from pitboss.rulebook.terms import PayRow

if TYPE_CHECKING:
    from pitboss.round.round import Seat

PROGRESSIVE = "progressive"
ROYAL = "royal_flush"
ENVY, MAGIC_CARD, LUCKY_PLAYER = "envy", "magic_card", "lucky_player"
PAYMENTS = (ENVY, MAGIC_CARD, LUCKY_PLAYER)
"""What a progressive wager may be paid beside its own row."""


class Prizes(NamedTuple):
    """What the progressive wagers of a round come to, seat by seat, and the meters after it."""

    lines: dict[int, Line]
    payments: dict[int, list[Line]]
    meters: dict[str, MeterSettled]


class Trigger(NamedTuple):
    """A premium hand for which other persons are paid."""

    at: Seat
    hand: str


def settle_progressive(showdown: Showdown) -> Prizes:
    """Settle every progressive wager of the round and all that hangs on one."""
    betting = [at for at in showdown.live if PROGRESSIVE in at.wagers]
    rows = {at.seat: _row(showdown, at) for at in betting}
    awards = _awards(showdown, betting, rows)
    triggers = _triggers(showdown) if betting else []
    payments = {at.seat: list(_payments(showdown, at, triggers)) for at in betting}
    lines = {
        at.seat: _line(showdown, at, rows, awards, has_feature=_has_feature(payments[at.seat]))
        for at in betting
    }
    return Prizes(lines, payments, _meters(showdown, awards))


def _row(showdown: Showdown, at: Seat) -> PayRow | None:
    """The row a hand is paid by; a hand that is not shown has no winning combination (I-70)."""
    if not at.exposed:
        return None
    return showdown.terms.table(PROGRESSIVE).row(showdown.five(at))


def _awards(
    showdown: Showdown, betting: list[Seat], rows: dict[int, PayRow | None]
) -> dict[str, Awards]:
    claims: dict[str, list[Claim]] = {}
    for at in betting:
        row = rows[at.seat]
        if row is not None and isinstance(row.pays, Share):
            claim = Claim(at.seat, row.pays.percent, row.hand == ROYAL)
            claims.setdefault(row.pays.meter, []).append(claim)
    if not claims:
        return {}
    link, options = showdown.play.link, showdown.terms.options
    assert link is not None, "a progressive wager stands only with a link"
    sharing = Sharing(
        rounding=showdown.terms.rounding,
        seed_based=options.get("sf_multi") == "seed_based",
        one_by_one=options.get("multi_winner") == "settlement_order",
    )
    return {
        name: award(link.meters[name].amount, link.meters[name].reset, on_level, sharing)
        for name, on_level in claims.items()
    }


def _line(
    showdown: Showdown,
    at: Seat,
    rows: dict[int, PayRow | None],
    awards: dict[str, Awards],
    *,
    has_feature: bool,
) -> Line:
    terms, row = showdown.terms, rows[at.seat]
    if row is None:
        return _without_hand(showdown, at, has_feature=has_feature)
    pays, stake = row.pays, at.wagers[PROGRESSIVE]
    winnings, why = NOTHING, terms.why("progressive.win", row)
    # One "to 1" item returns the stake, and returns it once, whatever else is won (I-22).
    returns = has_feature and terms.on("progressive_to1_returns_stake")
    if has_feature:
        why += showdown.cite["progressive.feature"]
    if isinstance(pays, Share):
        level = awards[pays.meter]
        winnings = level.by_seat[at.seat]
        why += _why_shared(showdown, pays, rows)
        returns = returns or terms.on("fixed_or_percent_returns_stake")
    elif isinstance(pays, To):
        winnings = pays.winnings(stake)
        returns = terms.on("progressive_to1_returns_stake")
    elif isinstance(pays, For):
        winnings = pays.winnings(stake)
    else:
        winnings = pays.amount
        returns = returns or terms.on("fixed_or_percent_returns_stake")
    kept = NOTHING if returns else stake
    return showdown.line(at, PROGRESSIVE, Outcome.WIN, why, pays=pays, winnings=winnings, kept=kept)


def _without_hand(showdown: Showdown, at: Seat, *, has_feature: bool) -> Line:
    if has_feature:
        back = showdown.terms.on("progressive_to1_returns_stake")
        kept = NOTHING if back else at.wagers[PROGRESSIVE]
        cite = showdown.cite["progressive.feature"]
        return showdown.line(at, PROGRESSIVE, Outcome.WIN, cite, kept=kept)
    reason = "progressive.lose" if at.exposed else "progressive.declined"
    return showdown.lose(at, PROGRESSIVE, reason)


def _why_shared(showdown: Showdown, pays: Share, rows: dict[int, PayRow | None]) -> Citation:
    """Winners of the same share pool it; a royal comes after the lower ones."""
    shares = [row.pays for row in rows.values() if row is not None and isinstance(row.pays, Share)]
    on_level = [share for share in shares if share.meter == pays.meter]
    why = Citation((), ())
    if on_level.count(pays) > 1:
        why += showdown.cite["progressive.pooled"]
    if len(set(on_level)) > 1:
        why += showdown.cite["progressive.royal_last"]
    return why


def _has_feature(payments: list[Line]) -> bool:
    return any(line.wager != ENVY for line in payments)


def _payments(showdown: Showdown, at: Seat, triggers: list[Trigger]) -> Iterator[Line]:
    rules, play = showdown.terms.rules, showdown.play
    if "magic_card" in rules.draws and play.magic_card is not None:
        if play.magic_card in at.cards:
            yield _feature(showdown, at, MAGIC_CARD, "magic_card.own")
        elif play.magic_card in play.community:
            yield _feature(showdown, at, MAGIC_CARD, "magic_card.community")
    if "lucky_seat" in rules.draws and play.lucky_seat == at.seat:
        yield _feature(showdown, at, LUCKY_PLAYER, "lucky_player.win")
    if triggers:
        yield from _envy(showdown, at, triggers)


def _feature(showdown: Showdown, at: Seat, name: str, reason: str) -> Line:
    row = showdown.terms.table("features").named(name)
    assert isinstance(row.pays, To), "features are paid at odds to one"
    winnings = row.pays.winnings(at.wagers[PROGRESSIVE])
    return payment(name, row.pays, winnings, showdown.terms.why(reason, row))


def _triggers(showdown: Showdown) -> list[Trigger]:
    """The hands that pay envy to others, with or without a progressive wager (I-17)."""
    terms = showdown.terms
    table = terms.table(PROGRESSIVE)
    envy = table.paytable.envy
    if not envy:
        return []
    hands = showdown.live
    if terms.on("envy_trigger_needs_progressive"):
        hands = tuple(at for at in hands if PROGRESSIVE in at.wagers)
    rows = ((at, table.row(showdown.five(at))) for at in hands)
    return [Trigger(at, row.hand) for at, row in rows if row is not None and row.hand in envy]


def _envy(showdown: Showdown, at: Seat, triggers: list[Trigger]) -> Iterator[Line]:
    """One payment for each premium hand of another person (I-15, I-16)."""
    envy = showdown.terms.table(PROGRESSIVE).paytable.envy
    others = [trigger for trigger in triggers if trigger.at.player != at.player]
    if others and not showdown.terms.on("envy_multiple"):
        others = [max(others, key=lambda trigger: trigger.hand == ROYAL)]
    for trigger in others:
        printed = envy[trigger.hand]
        amount = _envy_amount(showdown, printed)
        why = showdown.cite["envy.win"]
        yield payment(ENVY, Prize(printed), amount, why, from_seat=trigger.at.seat)


def _envy_amount(showdown: Showdown, amount: Money) -> Money:
    link = showdown.play.link
    if link is None or not showdown.terms.on("envy_scales_with_unit"):
        return amount
    return To(link.unit.cents, 100).winnings(amount)


def _meters(showdown: Showdown, awards: dict[str, Awards]) -> dict[str, MeterSettled]:
    link = showdown.play.link
    if link is None:
        return {}
    return {
        name: MeterSettled(
            level.amount, awards[name].awarded, awards[name].after, awards[name].resets
        )
        if name in awards
        else MeterSettled(level.amount, NOTHING, level.amount, NOTHING)
        for name, level in link.meters.items()
    }
