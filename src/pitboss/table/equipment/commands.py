"""What is asked concerning cards, shufflers, shoes and other devices.

Where a command names no deck and there is only one, that one is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.codec import stored


@stored("bring-deck")
@dataclass(frozen=True, slots=True)
class BringDeck:
    """A deck comes to the table, to be readied by one of the rulebook's checklists."""

    deck: str
    backs: str
    """The colour of its backs."""
    checklist: str = ""


@stored("retire-deck")
@dataclass(frozen=True, slots=True)
class RetireDeck:
    """A deck leaves the table for good."""

    deck: str
    reason: str


@stored("confirm-step")
@dataclass(frozen=True, slots=True)
class ConfirmStep:
    """Somebody confirms a step of a checklist."""

    step: str
    deck: str = ""
    reference: str = ""


@stored("spread-cards")
@dataclass(frozen=True, slots=True)
class SpreadCards:
    """Nobody plays: the cards are spread out on the table."""


@stored("complete-shuffle")
@dataclass(frozen=True, slots=True)
class CompleteShuffle:
    """A device has shuffled a deck to the end."""

    device: str
    deck: str = ""
    cards: int | None = None
    """How many cards it counted, where it counts."""


@stored("report-deck-count")
@dataclass(frozen=True, slots=True)
class ReportDeckCount:
    """A counting shuffler says how many cards a deck has."""

    cards: int
    deck: str = ""


@stored("cut-deck")
@dataclass(frozen=True, slots=True)
class CutDeck:
    """The dealer cuts a deck."""

    deck: str = ""
    size: int | None = None
    """How many cards were taken from the top, if anybody knows."""


@stored("require-recut")
@dataclass(frozen=True, slots=True)
class RequireRecut:
    """Somebody with the right to has a deck cut again."""

    reason: str
    deck: str = ""


@stored("load-device")
@dataclass(frozen=True, slots=True)
class LoadDevice:
    """A deck goes into the shoe or machine it is dealt from."""

    device: str
    deck: str = ""


@stored("confirm-mode")
@dataclass(frozen=True, slots=True)
class ConfirmMode:
    """The shuffler is in the mode that a wager needs."""

    wager: str
    device: str


@stored("count-bonus-chips")
@dataclass(frozen=True, slots=True)
class CountBonusChips:
    """The dealer has collected the chips from the wagering devices, and there are so many."""

    chips: int


@stored("rule-on-bonus-chips")
@dataclass(frozen=True, slots=True)
class RuleOnBonusChips:
    """Somebody with the right to lets the chips be counted again, some wagers perhaps without."""

    reason: str
    returned: tuple[int, ...] = ()
    """The seats whose wager is none, for no chip was there."""


@stored("discard-stub")
@dataclass(frozen=True, slots=True)
class DiscardStub:
    """The stub goes to the discard rack, and no card of it is seen."""


@stored("count-stub")
@dataclass(frozen=True, slots=True)
class CountStub:
    """The stub was counted face down."""

    cards: int
    misdealt: bool | None = None
    """Once the count is wrong: whether somebody has more or fewer cards than they should."""
    held: Mapping[str, str] = field(default_factory=dict)
    """How many cards lie where it is the wrong number: a seat, or `community`."""


@stored("record-approval")
@dataclass(frozen=True, slots=True)
class RecordApproval:
    """The authority approved something, such as a device by its id."""

    subject: str
    reference: str


@stored("record-notice")
@dataclass(frozen=True, slots=True)
class RecordNotice:
    """Notice was given that a wager will be withdrawn, or that the payout limit goes down."""

    wager: str
    """The wager, or `payout_limit`."""
    day: str
    """When, as `2026-11-01`."""
    reference: str


Command = (
    BringDeck | RetireDeck | ConfirmStep | SpreadCards | CompleteShuffle | ReportDeckCount
    | CutDeck | RequireRecut | LoadDevice | ConfirmMode | CountBonusChips | RuleOnBonusChips
    | DiscardStub | CountStub | RecordApproval | RecordNotice
)  # fmt: skip
