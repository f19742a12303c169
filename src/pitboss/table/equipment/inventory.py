"""What lies at a table: its decks, approvals and notices; and what every topic asks of them.

A topic of equipment is one module with its commands, events, rules, prompts and roles. It has
`decide`, `evolve`, `prompts` and `ROLES`; `procedure` joins the topics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pitboss.codec import name_of
from pitboss.frozen import replace
from pitboss.table.rules import Mode, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """Who confirmed a step, and by what paper."""

    step: str
    person: str
    role: str
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """One deck, and how far it is prepared for the next deal."""

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

    def unshuffled(self) -> Deck:
        """The deck once it has to be shuffled before it is dealt from."""
        return replace(self, shuffled_by="", is_cut=False, loaded_in="")


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

    @property
    def next_deck(self) -> str:
        """The deck for the next deal: the one loaded, or of two the one that was not used last."""
        if self.loaded:
            return self.loaded
        names = [name for name in self.decks if name != self.last_used]
        return next(iter(names or self.decks), "")

    def with_deck(self, name: str, deck: Deck) -> Equipment:
        """The same with one deck changed or added."""
        return replace(self, decks={**self.decks, name: deck})

    def unshuffled(self) -> Equipment:
        """The same once every deck has to be shuffled."""
        return replace(self, decks={name: deck.unshuffled() for name, deck in self.decks.items()})


# --- what the rulebook and the house demand -------------------------------------------------------


def clause(rules: TableRules, name: str) -> str | None:
    """The clause that demands something of this table's dealing method, or None if none does."""
    clauses = rules.rulebook.equipment.clauses
    return clauses.get(f"{name}.{rules.setting.method}", clauses.get(name))


def is_physical(rules: TableRules) -> bool:
    """Whether cards lie on the table; a generator has neither decks nor shoes (I-102)."""
    return rules.setting.mode is Mode.LIVE


def decks_in_use(rules: TableRules) -> int:
    """How many decks the house plays with."""
    return int(rules.choice("decks") or 1)


def counts_itself(rules: TableRules) -> bool:
    """Whether the shuffler counts the deck at every shuffle, so that the dealer need not."""
    return rules.choice("counting_shuffler") == "true"


def named(rules: TableRules, table: Table, name: str) -> tuple[str, Deck]:
    """The deck of that name, or the only one there is."""
    decks = table.equipment.decks
    if not name and len(decks) == 1:
        name = next(iter(decks))
    if name not in decks:
        remedy = f"At the table: {', '.join(decks) or 'none; bring one'}."
        what = f"Deck {name!r}" if name else "A deck without its name"
        refuse(what, clause(rules, "open") or rules.rulebook.procedure["open"], remedy)
    return name, decks[name]


# --- how far the round has come -------------------------------------------------------------------


def is_dealt_from(table: Table) -> bool:
    """Whether cards of a round that is not over lie on the layout."""
    return table.play.is_open and table.play.steps_dealt > 0


def is_out(table: Table, name: str) -> bool:
    """Whether a deck's cards lie on the layout in a round that is not over."""
    return is_dealt_from(table) and table.equipment.last_used == name


def is_dealt(rules: TableRules, table: Table) -> bool:
    """Whether every card of the round lies on the layout."""
    play = table.play
    return play.is_open and play.steps_dealt == len(rules.rulebook.dealing[play.method].steps)


# --- prompts --------------------------------------------------------------------------------------


class Before(StrEnum):
    """What waits until a step is confirmed."""

    NOTHING = "nothing"
    """It is only put on record."""
    CALL = "call for bets"
    DEAL = "deal"
    PLAY = "go on after the deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One thing to be confirmed, by whom, and what waits for it."""

    step: str
    words: str
    command: type[Any]
    """What confirms it."""
    tell: str = ""
    """What is told with the command; in capitals what only the person who confirms it knows."""
    clause: str
    role: str
    """The least role that may confirm it."""
    deck: str = ""
    before: Before = Before.DEAL

    def __str__(self) -> str:
        line = f"{name_of(self.command)} {self.tell}".rstrip()
        return f"{self.words}: {line} ({self.clause}; {self.role})"
