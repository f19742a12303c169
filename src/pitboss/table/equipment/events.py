"""What happened concerning cards, shufflers, shoes and other devices."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored


@stored("deck-brought")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckBrought:
    """A deck came to the table."""

    deck: str
    backs: str
    checklist: str
    clause: str


@stored("deck-retired")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRetired:
    """A deck left the table for good."""

    deck: str
    reason: str
    clause: str


@stored("step-confirmed")
@dataclass(frozen=True, slots=True, kw_only=True)
class StepConfirmed:
    """A step of a deck's checklist was confirmed."""

    checklist: str
    step: str
    deck: str
    person: str
    role: str
    reference: str
    clause: str


@stored("cards-spread")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSpread:
    """Nobody plays: the decks lie spread out, and must be readied by this checklist again."""

    checklist: str
    clause: str


@stored("shuffle-completed")
@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleCompleted:
    """A device shuffled a deck to the end."""

    deck: str
    device: str
    cards: int | None
    clause: str


@stored("shuffle-discarded")
@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleDiscarded:
    """The cards count as unshuffled from now on: a new shuffle must be completed."""

    clause: str
    deck: str = ""
    """Which deck, where there are two; otherwise whatever is at the table."""


@stored("deck-counted")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCounted:
    """Somebody or a device counted the cards of a deck; the deck by its name, if it has one."""

    deck: str
    cards: int
    clause: str


@stored("deck-cut")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCut:
    """A deck was cut."""

    deck: str
    size: int | None
    clause: str


@stored("recut-required")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecutRequired:
    """A cut counts for nothing, and the deck is cut again."""

    deck: str
    reason: str
    clause: str


@stored("device-loaded")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLoaded:
    """A deck is in the shoe or machine it will be dealt from."""

    deck: str
    device: str
    clause: str


@stored("mode-confirmed")
@dataclass(frozen=True, slots=True, kw_only=True)
class ModeConfirmed:
    """The shuffler is in the mode that a wager needs."""

    wager: str
    mode: str
    device: str
    clause: str


@stored("bonus-reconciled")
@dataclass(frozen=True, slots=True, kw_only=True)
class BonusReconciled:
    """There are as many chips as the devices accepted wagers."""

    chips: int
    clause: str


@stored("bonus-mismatched")
@dataclass(frozen=True, slots=True, kw_only=True)
class BonusMismatched:
    """There are more or fewer chips than wagers: nothing is dealt, and a supervisor is called."""

    chips: int
    accepted: int
    clause: str


@stored("bonus-ruled")
@dataclass(frozen=True, slots=True, kw_only=True)
class BonusRuled:
    """The chips are counted again."""

    reason: str
    returned: tuple[int, ...]
    clause: str


@stored("stub-discarded")
@dataclass(frozen=True, slots=True, kw_only=True)
class StubDiscarded:
    """The stub went to the discard rack unexposed."""

    clause: str


@stored("stub-counted")
@dataclass(frozen=True, slots=True, kw_only=True)
class StubCounted:
    """The stub was counted face down."""

    deck: str
    cards: int
    expected: int
    is_right: bool
    clause: str


@stored("approval-recorded")
@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRecorded:
    """Something was approved; the entry says who recorded it and when."""

    subject: str
    reference: str
    clause: str


@stored("notice-recorded")
@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeRecorded:
    """Notice was given of a wager that goes, or a limit that goes down; the entry says by whom."""

    wager: str
    """The wager, or `payout_limit`."""
    day: str
    reference: str
    clause: str


@stored("notice-used")
@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeUsed:
    """A wager went upon its notice: to withdraw it once more needs another."""

    wager: str
    clause: str


@stored("deck-used")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckUsed:
    """A deck was dealt from in a round that went void before its cards were entered."""

    deck: str
    clause: str


Event = (
    DeckBrought | DeckRetired | StepConfirmed | CardsSpread | ShuffleCompleted | ShuffleDiscarded
    | DeckCounted | DeckCut | RecutRequired | DeviceLoaded | ModeConfirmed | BonusReconciled
    | BonusMismatched | BonusRuled | StubDiscarded | StubCounted | ApprovalRecorded
    | NoticeRecorded | NoticeUsed | DeckUsed
)  # fmt: skip
