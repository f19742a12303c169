"""Changing the terms of a link: at once where it is stopped, or once what changes was won (P13).

New terms are taken over whole, as they were approved, and never piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import lcm

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.jackpot.checks import checked_terms
from pitboss.jackpot.link import Link, LinkStatus, Waiting, finer, with_moves
from pitboss.jackpot.meters import Bucket, Moves
from pitboss.jackpot.operation import check_id, rates_of
from pitboss.jackpot.proposals import approved_digest, proposal_of
from pitboss.jackpot.terms import ChangePolicy, LinkSettings, LinkTerms

CHANGES = "P13"


@stored("change-terms", kw_only=True)
class ChangeTerms:
    """The link is to run by other settings, for which a proposal was approved."""

    settings: LinkSettings
    software: str


@stored("change-held", kw_only=True)
class ChangeHeld:
    """New terms wait until every level they change was won (P13)."""

    terms: LinkTerms
    digest: str
    levels: tuple[str, ...]
    clause: str


@stored("terms-changed", kw_only=True)
class TermsChanged:
    """The link runs by new terms; meters are kept in so many parts of a cent from now on."""

    terms: LinkTerms
    digest: str
    edition: int
    per_cent: int
    moves: Mapping[str, Mapping[Bucket, int]]
    """What stood above an old limit is set aside, so that no display changes."""
    has_waited: bool
    """Whether they waited for a win: the persons who asked for them then answer for them."""
    clause: str


def change(link: Link, command: ChangeTerms) -> Iterator[ChangeHeld | TermsChanged]:
    """New terms: at once where the link is stopped, or once every level they change was won."""
    terms = checked_terms(command.settings)
    check_id(link, terms)
    _check_same_link(link, terms)
    digest = approved_digest(link.proposals, proposal_of(terms, command.software))
    levels = changed_levels(link.open_terms, terms)
    if link.open_terms.change is ChangePolicy.WAITS and levels:
        yield ChangeHeld(terms=terms, digest=digest, levels=levels, clause=CHANGES)
        return
    if link.status is LinkStatus.RUNNING:
        raise RuleBreach(
            f"Link {link.id} runs, and its terms are frozen",
            clause=CHANGES,
            remedy="Stop the link first.",
        )
    for level in _below_display(link, terms):
        raise RuleBreach(
            f"A limit below the {link.meters[level].display.dollars} that {level} shows",
            clause="P10",
            remedy="Set the limit at or above what is shown.",
        )
    yield _changed(link, terms, digest)


def after_win(link: Link) -> Iterator[TermsChanged]:
    """Terms that waited, once every level they change was won and no limit would be too low."""
    held = link.waiting
    if held is None or held.levels or any(_below_display(link, held.terms)):
        return
    yield _changed(link, held.terms, held.digest, has_waited=True)


def changed_levels(old: LinkTerms, new: LinkTerms) -> tuple[str, ...]:
    """The levels whose players would be concerned; a new unit or way to share concerns all."""
    concerns_all = (old.unit, old.sharing) != (new.unit, new.sharing)
    # Whether a level pays fixed awards too decides how fast it grows (I-05).
    paying = {old.fixed_awards_from_meter} ^ {new.fixed_awards_from_meter}
    return tuple(
        level.name
        for level in new.levels
        if concerns_all or level != old.level(level.name) or level.name in paying
    )


def _changed(
    link: Link, terms: LinkTerms, digest: str, *, has_waited: bool = False
) -> TermsChanged:
    per_cent = lcm(link.per_cent, terms.per_cent)
    times = per_cent // link.per_cent
    moves: Moves = {
        name: {
            Bucket.ACCRUED: -meter.excess * times,
            Bucket.OVERFLOW: meter.excess * times,
        }
        for name, meter in link.meters.items()
        if meter.excess
    }
    return TermsChanged(
        terms=terms,
        digest=digest,
        edition=link.edition + 1,
        per_cent=per_cent,
        moves=moves,
        has_waited=has_waited,
        clause=CHANGES,
    )


def _below_display(link: Link, terms: LinkTerms) -> Iterator[str]:
    for level in terms.levels:
        if level.limit is not None and level.limit < link.meters[level.name].display:
            yield level.name


def _check_same_link(link: Link, terms: LinkTerms) -> None:
    old = link.open_terms
    if terms.currency != old.currency or {one.name for one in terms.levels} != set(link.meters):
        raise RuleBreach(
            "The currency and the levels of a link do not change",
            clause=CHANGES,
            remedy="Open another link, transfer the money and retire this one.",
        )
    if terms.is_practice != old.is_practice:
        raise RuleBreach(
            "Play money does not become money, nor money play money",
            clause="S15",
            remedy="Open another link.",
        )
    for table, joined in link.tables.items():
        if terms.game(joined.game) != old.game(joined.game) or (
            terms.sharing != joined.sharing or terms.unit != old.unit
        ):
            raise RuleBreach(
                f"Table {table} plays {joined.game} by the terms there are",
                clause="I-13",
                remedy="Have it leave the link first, and join again.",
            )


def waiting(link: Link, event: ChangeHeld) -> Link:
    """The link with terms that wait for a win."""
    held = Waiting(
        terms=event.terms, digest=event.digest, levels=event.levels, after_claim=link.entered
    )
    return replace(link, waiting=held)


def with_terms(link: Link, event: TermsChanged) -> Link:
    """The link by its new terms."""
    link = with_moves(finer(link, event.per_cent), event.moves)
    meters = {
        level.name: replace(link.meters[level.name], limit=level.limit)
        for level in event.terms.levels
    }
    return replace(
        link,
        terms=event.terms,
        digest=event.digest,
        edition=event.edition,
        rates={**link.rates, event.edition: rates_of(event.terms, event.per_cent)},
        meters=meters,
        waiting=None,
    )
