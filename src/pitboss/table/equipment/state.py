"""How the cards and devices of a table stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from pitboss.frozen import replace
from pitboss.round import events as round_ev
from pitboss.round.playing import RoundState
from pitboss.table.equipment import events as ev


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """Who confirmed a step, and by what paper."""

    step: str
    person: str
    role: str
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """One deck, and how far it is readied for the next deal."""

    backs: str
    checklist: str
    confirmed: tuple[Confirmed, ...] = ()
    shuffled_by: str = ""
    """The device; empty while it is not shuffled."""
    is_cut: bool = False
    loaded_in: str = ""
    """The shoe or machine; empty while it is in none."""
    rounds: int = 0
    """Rounds dealt at the table since its stub was counted, or since it came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment:
    """Cards and devices."""

    decks: Mapping[str, Deck] = field(default_factory=dict)
    retired: tuple[str, ...] = ()
    last_used: str = ""
    """The deck that was dealt from last; with two decks the other one is next."""
    approvals: Mapping[str, str] = field(default_factory=dict)
    notices: Mapping[str, str] = field(default_factory=dict)
    """The day on which notice was given, by the wager that will be withdrawn or `payout_limit`."""
    modes: frozenset[str] = frozenset()
    """The wagers for which the shuffler is in its mode."""
    is_reconciled: bool = False
    chips: int | None = None
    """The dealer's count of bonus chips, while it does not match."""
    stub: str = ""
    """What became of this round's stub: nothing yet, `discarded` or `counted`."""

    @property
    def loaded(self) -> str:
        """The deck that the next cards come from; empty if none is loaded."""
        return next((name for name, deck in self.decks.items() if deck.loaded_in), "")


def evolve(equipment: Equipment, event: ev.Event) -> Equipment:
    """The equipment after one more event."""
    match event:
        case ev.DeckBrought():
            return _brought(equipment, event)
        case ev.DeckRetired(deck=name):
            decks = {other: deck for other, deck in equipment.decks.items() if other != name}
            return replace(equipment, decks=decks, retired=(*equipment.retired, name))
        case ev.StepConfirmed():
            return _confirmed(equipment, event)
        case ev.CardsSpread(checklist=checklist):
            decks = {
                name: Deck(backs=deck.backs, checklist=checklist, rounds=deck.rounds)
                for name, deck in equipment.decks.items()
            }
            return replace(equipment, decks=decks)
        case ev.ShuffleCompleted(deck=name, device=device):
            return _with(
                equipment, replace(_unready(equipment.decks[name]), shuffled_by=device), name
            )
        case ev.ShuffleDiscarded(deck=name):
            if not name:
                return _discarded(equipment)
            return _with(equipment, _unready(equipment.decks[name]), name)
        case ev.DeckCut(deck=name):
            return _with(equipment, replace(equipment.decks[name], is_cut=True), name)
        case ev.RecutRequired(deck=name):
            deck = replace(equipment.decks[name], is_cut=False, loaded_in="")
            return _with(equipment, deck, name)
        case ev.DeviceLoaded(deck=name, device=device):
            return _with(equipment, replace(equipment.decks[name], loaded_in=device), name)
        case ev.ModeConfirmed(wager=wager):
            return replace(equipment, modes=equipment.modes | {wager})
        case ev.BonusReconciled():
            return replace(equipment, is_reconciled=True)
        case ev.BonusMismatched(chips=chips):
            return replace(equipment, chips=chips)
        case ev.BonusRuled():
            return replace(equipment, chips=None)
        case ev.StubDiscarded():
            return replace(equipment, stub="discarded")
        case ev.StubCounted(deck=name, is_right=is_right):
            equipment = replace(equipment, stub="counted")
            if not is_right or name not in equipment.decks:
                return equipment
            return _with(equipment, replace(equipment.decks[name], rounds=0), name)
        case ev.ApprovalRecorded(subject=subject, reference=reference):
            approvals = {**equipment.approvals, subject: reference}
            return replace(equipment, approvals=approvals)
        case ev.NoticeRecorded(wager=wager, day=day):
            return replace(equipment, notices={**equipment.notices, wager: day})
        case ev.NoticeUsed(wager=wager):
            notices = {what: day for what, day in equipment.notices.items() if what != wager}
            return replace(equipment, notices=notices)
        case ev.DeckUsed(deck=name):
            return replace(equipment, last_used=name)
        case ev.DeckCounted():
            # A wrong number retires the deck by an event of its own.
            return equipment
        case _:
            assert_never(event)


def after_round(equipment: Equipment, play: RoundState, event: round_ev.Event) -> Equipment:
    """The equipment after something happened in the round; `play` is the round before it."""
    match event:
        case round_ev.RoundOpened():
            return replace(equipment, is_reconciled=False, chips=None, stub="")
        case round_ev.CardsDealt() if not play.steps_dealt:
            return _dealt(equipment)
        case round_ev.RoundVoided():
            return _discarded(equipment)
        case round_ev.RoundClosed() if play.steps_dealt:
            name = equipment.last_used
            deck = equipment.decks.get(name)
            return equipment if deck is None else _with(equipment, _unready(deck), name)
        case _:
            return equipment


def has_left(before: Equipment, after: Equipment) -> bool:
    """Whether the deck that was to be dealt from is out of its shoe or machine again."""
    return bool(before.loaded) and before.loaded != after.loaded


def reopened(equipment: Equipment, *, done: str = "") -> Equipment:
    """What is still known of cards and devices when the table opens again.

    What is `done` was done upon its notice: the next time needs another.
    """
    return Equipment(
        retired=equipment.retired,
        approvals=equipment.approvals,
        notices={what: day for what, day in equipment.notices.items() if what != done},
    )


def _with(equipment: Equipment, deck: Deck, name: str) -> Equipment:
    return replace(equipment, decks={**equipment.decks, name: deck})


def _unready(deck: Deck) -> Deck:
    """A deck that must be shuffled before it is dealt from."""
    return replace(deck, shuffled_by="", is_cut=False, loaded_in="")


def _discarded(equipment: Equipment) -> Equipment:
    decks = {name: _unready(deck) for name, deck in equipment.decks.items()}
    return replace(equipment, decks=decks)


def _brought(equipment: Equipment, event: ev.DeckBrought) -> Equipment:
    """A deck that replaces the one used last takes its turn, too: the other one is next."""
    last = equipment.last_used
    takes_turn = bool(last) and last not in equipment.decks
    equipment = replace(equipment, last_used=event.deck if takes_turn else last)
    return _with(equipment, Deck(backs=event.backs, checklist=event.checklist), event.deck)


def _confirmed(equipment: Equipment, event: ev.StepConfirmed) -> Equipment:
    deck = equipment.decks.get(event.deck)
    if deck is None:
        return equipment
    step = Confirmed(
        step=event.step, person=event.person, role=event.role, reference=event.reference
    )
    return _with(equipment, replace(deck, confirmed=(*deck.confirmed, step)), event.deck)


def _dealt(equipment: Equipment) -> Equipment:
    """Every deck's rounds go on: five rounds of play are five, whichever deck was in them."""
    decks = {name: replace(deck, rounds=deck.rounds + 1) for name, deck in equipment.decks.items()}
    return replace(equipment, decks=decks, last_used=equipment.loaded or equipment.last_used)
