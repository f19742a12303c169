"""The independent recount: meters worked out again from raw rounds, with fractions (R4).

Nothing of `meters`, `contributions`, `claims` or `fixed_awards` is used, and no part that an event
carries is believed: contributions come from the stakes in the inboxes and the rates in force,
awards from the winners' hands, what fixed awards take from the terms and what the percentages left.
The result is compared with the meters, and every difference is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from pitboss.envelope import Recorded
from pitboss.jackpot.aggregate import LinkEvent
from pitboss.jackpot.awards import WHOLE, Claim, award
from pitboss.jackpot.care import MeterAdjusted, MeterFilled, TransferReceived, TransferSent
from pitboss.jackpot.changes import TermsChanged
from pitboss.jackpot.claims import ClaimEntered, ClaimRejected, ClaimVerified, PaidClaimUndone
from pitboss.jackpot.contributions import ContributionsFolded
from pitboss.jackpot.fixed_awards import FixedAwardsReturned, FixedAwardsTaken
from pitboss.jackpot.inbox import ContributionAlarmed, InboxEvent, RoundContributed
from pitboss.jackpot.link import Link, Winner
from pitboss.jackpot.meters import Bucket
from pitboss.jackpot.operation import LinkOpened
from pitboss.jackpot.terms import ROYAL, LevelTerms, LinkTerms, OverflowTo
from pitboss.money import Money

ZERO = Fraction(0)


class Variance(NamedTuple):
    """Where the recount and the meters disagree, in cents."""

    level: str
    what: str
    recounted: Fraction
    metered: Fraction


@dataclass(slots=True)
class Counted:
    """One level in cents, recounted."""

    terms: LevelTerms
    accrued: Fraction = ZERO
    reserve: Fraction = ZERO
    overflow: Fraction = ZERO
    held: Fraction = ZERO
    contributions: Fraction = ZERO
    fills: Fraction = ZERO
    wins: Fraction = ZERO
    wagers: int = 0
    hits: int = 0

    @property
    def excess(self) -> Fraction:
        """What accrued above the limit."""
        return (
            ZERO if self.terms.limit is None else max(ZERO, self.accrued - self.terms.limit.cents)
        )

    def without_excess(self) -> Counted:
        """The same level, once what is above its limit is set aside."""
        excess = self.excess
        self.overflow += excess
        self.accrued -= excess
        return self

    @property
    def display(self) -> int:
        """Whole cents that are shown."""
        return int(max(ZERO, self.accrued - self.excess))


class _Back(NamedTuple):
    """What a claim did to a level, to be undone if it is rejected."""

    accrued: Fraction
    reserve: Fraction
    overflow: Fraction
    held: Fraction
    fills: Fraction


@dataclass(slots=True)
class Recount:
    """A link counted anew, event by event."""

    inboxes: Mapping[str, Sequence[InboxEvent]]
    levels: dict[str, Counted] = field(default_factory=dict)
    editions: list[LinkTerms] = field(default_factory=list)
    claims: dict[int, dict[str, _Back]] = field(default_factory=dict)
    verified: set[int] = field(default_factory=set)
    winners: dict[int, tuple[Winner, ...]] = field(default_factory=dict)
    rounds: dict[int, tuple[str, int]] = field(default_factory=dict)
    left: dict[tuple[str, int], dict[str, Money]] = field(default_factory=dict)
    """What the claim of a round left on its levels, while that claim is open."""
    fixed: dict[tuple[str, int], tuple[str, _Back, int]] = field(default_factory=dict)
    """Of each round the level that paid fixed awards, what that did to it, and how much it was."""

    def take(self, event: LinkEvent) -> None:
        """Count one more event."""
        match event:
            case LinkOpened(terms=terms):
                self.editions.append(terms)
                for level in terms.levels:
                    start = Fraction(level.initial.cents)
                    self.levels[level.name] = Counted(terms=level, accrued=start)
            case ContributionsFolded(reads=reads):
                for read in reads:
                    for entry in self.inboxes[read.table][read.after : read.upto]:
                        self._contribute(entry)
            case ClaimEntered():
                self.winners[event.claim] = event.winners
                self.rounds[event.claim] = event.table, event.round
                self.claims[event.claim] = {
                    name: self._claim(name, event)
                    for name in dict.fromkeys(w.level for w in event.winners)
                }
            case ClaimVerified(claim=claim):
                self.left.pop(self.rounds[claim], None)
                self._verify(claim, 1)
            case ClaimRejected(claim=claim) | PaidClaimUndone(claim=claim):
                self.left.pop(self.rounds[claim], None)
                if claim in self.verified:
                    self._verify(claim, -1)
                for name, back in self.claims.pop(claim).items():
                    _undo(self.levels[name], back)
            case FixedAwardsTaken():
                self._take_fixed(event)
            case FixedAwardsReturned(table=table, round=number):
                paid, back, cents = self.fixed.pop((table, number))
                _undo(self.levels[paid], back)
                self.levels[paid].wins -= cents
            case MeterAdjusted(level=name, before=before, after=after):
                counted = self.levels[name].without_excess()
                counted.accrued = max(ZERO, counted.accrued) + after.cents - before.cents
            case MeterFilled(level=name, amount=amount):
                self.levels[name].accrued += amount.cents
                self.levels[name].fills += amount.cents
            case TermsChanged(terms=terms):
                self.editions.append(terms)
                for level in terms.levels:
                    self.levels[level.name].without_excess().terms = level
            case TransferSent():
                self._send(event)
            case TransferReceived(level=name, moves=moves, per_cent=per_cent):
                got = Fraction(moves[name][Bucket.RECEIVED], per_cent)
                self.levels[name].accrued += got
            case _:
                # Nothing else moves money.
                return

    def _contribute(self, entry: InboxEvent) -> None:
        if isinstance(entry, ContributionAlarmed):
            return
        terms = self.editions[entry.edition - 1]
        cents = sum(stake.cents for stake in entry.stakes.values())
        wagers = len(entry.stakes) if isinstance(entry, RoundContributed) else -entry.wagers
        if not isinstance(entry, RoundContributed):
            cents = -cents
        for level in terms.levels:
            counted = self.levels[level.name]
            counted.accrued += cents * level.contribution.share
            counted.reserve += cents * level.reserve.share
            counted.contributions += cents * (level.contribution.share + level.reserve.share)
            counted.wagers += wagers

    def _claim(self, name: str, event: ClaimEntered) -> _Back:
        level, sharing = self.levels[name], self.editions[-1].sharing
        claims = [
            Claim(w.seat, w.percent, w.hand == ROYAL) for w in event.winners if w.level == name
        ]
        paid = award(Money(level.display), level.terms.reset, claims, sharing)
        self.left.setdefault((event.table, event.round), {})[name] = paid.after
        before = (level.accrued, level.reserve, level.overflow)
        level.without_excess()
        if any(claim.percent == WHOLE for claim in claims):
            if level.terms.overflow is OverflowTo.NEXT_RESET:
                level.accrued, level.overflow = level.accrued + level.overflow, ZERO
            elif level.terms.overflow is OverflowTo.RESERVE:
                level.reserve, level.overflow = level.reserve + level.overflow, ZERO
        drawn = min(int(max(ZERO, level.reserve)), paid.resets.cents)
        level.reserve -= drawn
        level.fills += paid.resets.cents - drawn
        level.accrued += paid.resets.cents - paid.awarded.cents
        level.held += paid.awarded.cents
        return _Back(
            level.accrued - before[0],
            level.reserve - before[1],
            level.overflow - before[2],
            Fraction(paid.awarded.cents),
            Fraction(paid.resets.cents - drawn),
        )

    def _verify(self, claim: int, times: int) -> None:
        """What is held for a claim is won; `times` -1 takes that back."""
        self.verified ^= {claim}
        for name, back in self.claims[claim].items():
            self.levels[name].held -= back.held * times
            self.levels[name].wins += back.held * times
        for winner in self.winners[claim]:
            self.levels[winner.level].hits += times

    def _take_fixed(self, event: FixedAwardsTaken) -> None:
        """The level that the terms name pays what stands above its reset (I-05)."""
        name, of_round = self.editions[-1].fixed_awards_from_meter, (event.table, event.round)
        assert name is not None, "without the option the house pays"
        level, due = self.levels[name], sum(award.cents for award in event.awards.values())
        left = self.left.get(of_round, {}).get(name, Money(level.display))
        cents = min(due, max(0, left.cents - level.terms.reset.cents))
        before = (level.accrued, level.overflow)
        level.without_excess()
        level.accrued -= cents
        level.wins += cents
        back = _Back(level.accrued - before[0], ZERO, level.overflow - before[1], ZERO, ZERO)
        self.fixed[of_round] = name, back, cents

    def _send(self, event: TransferSent) -> None:
        level, sent = self.levels[event.level], Fraction(event.parts, event.per_cent)
        match event.holding:
            case Bucket.RESERVE:
                level.reserve -= sent
            case Bucket.OVERFLOW:
                level.without_excess().overflow -= sent
            case _:
                level.accrued -= sent


def _undo(level: Counted, back: _Back) -> None:
    level.held -= back.held
    level.fills -= back.fills
    level.accrued -= back.accrued
    level.reserve -= back.reserve
    level.overflow -= back.overflow
    # For what was transferred meanwhile the level itself stands.
    level.accrued += min(ZERO, level.overflow)
    level.overflow = max(ZERO, level.overflow)


def recounted(
    log: Iterable[Recorded[LinkEvent]], inboxes: Mapping[str, Sequence[InboxEvent]]
) -> Recount:
    """A link counted anew from its log and the raw entries of its tables."""
    recount = Recount(inboxes)
    for event, _ in log:
        recount.take(event)
    return recount


def variances(link: Link, recount: Recount) -> list[Variance]:
    """Every difference between the meters of a link and the recount."""
    return list(_variances(link, recount))


def _variances(link: Link, recount: Recount) -> Iterator[Variance]:
    for name, meter in link.meters.items():
        counted = recount.levels[name]
        pairs = {
            "display": (Fraction(counted.display), Fraction(meter.display.cents)),
            "wagers": (Fraction(counted.wagers), Fraction(meter.wagers)),
            "hits": (Fraction(counted.hits), Fraction(meter.hits)),
        }
        for account in (
            Bucket.ACCRUED, Bucket.RESERVE, Bucket.OVERFLOW, Bucket.HELD,
            Bucket.CONTRIBUTIONS, Bucket.FILLS, Bucket.WINS,
        ):  # fmt: skip
            pairs[account] = (getattr(counted, account), Fraction(meter[account], meter.per_cent))
        for what, (mine, theirs) in pairs.items():
            if mine != theirs:
                yield Variance(name, what, mine, theirs)
