"""A table that is watched: after every command, and at the end, its promises must hold."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from pitboss.cards import Card
from pitboss.errors import RuleBreach
from pitboss.games.library import built_in, settle
from pitboss.games.registry import game_of
from pitboss.records.entries import event_record, read_event
from pitboss.records.played_rounds import round_record
from pitboss.records.settlements import settlement_record
from pitboss.round.deal import CardsDealt, CardsFound, CardsTurned, DrawsRecorded
from pitboss.round.decisions import ChoiceMade, HandShown, HandViewed, RemoveHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option, options
from pitboss.round.result import EndRound, RoundSettled, SettlementUndone, SettleRound, VoidRound
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState, decide, evolve, replay
from pitboss.round.settlement import Level
from pitboss.round.view import RoundView, Viewer, view
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown, WagerPlaced, WagerTakenDown
from pitboss.rulebook.terms import terms_of
from tests.judge import judge
from tests.properties.chance import a_deck, an_opening, command_for, likely
from tests.properties.comparing import (
    compare,
    figures,
    line_of_event,
    lines_of,
    settled,
    unbalanced,
)

IRREGULAR = (VoidRound, RemoveHand)


class Watched:
    """One round under a rulebook, opened by chance."""

    def __init__(self, rulebook: str, rng: Random) -> None:
        self.rulebook = rulebook
        opening = an_opening(rng, rulebook)
        rules = built_in(rulebook)
        self.game = game_of(rules)
        self.terms = terms_of(rules, opening.options)
        self.deck = a_deck(rng)
        self.play = RoundState()
        self.log: list[RoundEvent] = []
        self.meters: dict[str, Level] = {}
        self.give(opening)

    # --- moves ------------------------------------------------------------------------------------

    @property
    def options(self) -> list[Option]:
        """Everything that may be done now."""
        return options(self.game, self.terms, self.play)

    @property
    def takes_wagers(self) -> bool:
        """Whether bets are open."""
        return self.play.is_open and not self.play.is_closed_to_bets and self.play.void is None

    def only(self, *kinds: type[RoundCommand]) -> list[Option]:
        """What may be done of these kinds."""
        return [may for may in self.options if may.command in kinds]

    def make_one_of(self, rng: Random, mays: list[Option]) -> None:
        """Use one of these permissions, if there are any."""
        if mays:
            self.give(command_for(rng, rng.choice(mays), self.terms, self.play, self.deck))

    def bet(self, rng: Random, seats: int) -> None:
        """Wagers at the first so many seats: mostly new ones, rarely money on top of others."""
        for _ in range(seats * 4):
            mays = [may for may in self.only(PlaceWager) if (may.seat or 0) <= seats]
            new = [may for may in mays if not self._stands(may)]
            self.make_one_of(rng, new or (mays[:1] if likely(rng, 15) else []))

    def _stands(self, may: Option) -> bool:
        at = self.play.seats.get(may.seat or 0)
        return at is not None and set(may.choices) <= set(at.wagers)

    def _leads(self, may: Option) -> bool:
        return not self.terms.rules.wagers[may.choices[0]].needs

    def go_on(self, rng: Random) -> None:
        """One regular step of a round whose bets are closed, or can be."""
        mays = [may for may in self.options if may.command not in (*IRREGULAR, TakeDown)]
        if self.takes_wagers:
            mays = [may for may in mays if may.command is CloseBets] or [
                may
                for may in mays
                if may.command is EndRound or (self._leads(may) and not self._stands(may))
            ]
        # Where nothing stands but wagers that make no hand, the round is called off.
        self.make_one_of(rng, mays or self.only(VoidRound))

    def finish(self, rng: Random) -> None:
        """Play on to the end, and look at all of it."""
        while not self.play.is_over:
            self.go_on(rng)
        self.check_end()

    def give(self, command: RoundCommand) -> None:
        """Give a command that must be taken, because it fits an option and is sensible."""
        before = self.play
        if isinstance(command, SettleRound):
            self.meters = dict(command.meters)
        for event in decide(self.game, self.terms, self.play, command):
            self.play = evolve(self.play, event)
            self.log.append(event)
            self._check_event(event)
        assert before != self.play, f"{command} did nothing"
        assert replay(self.log) == self.play
        self._check_views()

    def try_out(self, command: RoundCommand) -> None:
        """Whatever is not among the options is refused, and refused properly."""
        try:
            decide(self.game, self.terms, self.play, command)
        except RuleBreach as refusal:
            self._check_refusal(refusal)
        else:
            permitted = any(may.fits(command) for may in self.options)
            assert permitted, f"{command} is not among the options and was taken"

    # --- what must be true ------------------------------------------------------------------------

    def _check_refusal(self, refusal: RuleBreach) -> None:
        clause = refusal.clause
        assert clause in self.terms.rules.rules or clause.startswith("I-"), clause
        assert refusal.remedy.endswith("."), refusal.remedy

    def _check_event(self, event: RoundEvent) -> None:
        written = json.loads(json.dumps(event_record(event)))
        assert read_event(written) == event
        clause = getattr(event, "clause", None)
        assert clause is None or clause in self.terms.rules.rules

    def _check_views(self) -> None:
        everybody = {at.player for at in self.play.seats.values()} | {"ghost", "nobody"}
        for viewer in (*Viewer, *everybody):
            shown = view(self.terms, self.play, viewer)
            assert seen_in(shown) == may_see(self.log, self.rulebook, viewer), viewer
            drawn = (shown.magic_card, shown.lucky_seat)
            assert drawn == draws_to_see(self.log, viewer), viewer

    def check_end(self) -> None:
        """One line for each wager, books that close, and a record that settles alike."""
        lines = Counter((line.seat, line.wager) for line in self.play.settled if line.stake)
        assert lines == Counter((n, w) for n, at in self.play.seats.items() for w in at.wagers)
        payments = {line.wager for line in self.play.settled if not line.stake}
        assert payments <= set(self.terms.rules.payments)
        facts = self.play.facts(self.meters)
        played = settlement_record(self.terms.rules, settle(self.terms, facts))
        assert not unbalanced(played)
        assert Counter(map(line_of_event, self.play.settled)) == Counter(lines_of(played))
        if not self.play.seats:
            return
        record = json.loads(json.dumps(round_record(self.terms, self.play, self.meters)))
        again = settled(record)
        assert again["seats"] == played["seats"]
        assert not compare(figures(again), figures(judge.settle(record)))


Places = dict[str, tuple[Card, ...]]


def seen_in(shown: RoundView) -> Places:
    """The cards that a view shows, by place."""
    places = {f"seat {seat.seat}": seat.cards for seat in shown.seats}
    places |= {"community": shown.community, "dealer": shown.dealer, "burned": shown.burned}
    seen = {name: tuple(c for c in cards if c is not None) for name, cards in places.items()}
    return {name: cards for name, cards in seen.items() if cards}


def may_see(log: list[RoundEvent], rulebook: str, viewer: Viewer | str) -> Places:
    """What somebody may see, told from the log alone and by the rules' own words.

    Everybody sees what was turned. A player sees the own hand: in Massachusetts until bet 2 is
    decided; of several hands at Marina Bay Sands only the one that was looked at.
    """
    dealt: Places = {}
    turned: Places = {}
    owner: dict[int, str] = {}
    stakes: set[tuple[int, str, str]] = set()
    looked_at: set[int] = set()
    down: set[int] = set()
    for event in log:
        match event:
            case WagerPlaced(seat=seat, player=player, wager=wager):
                # Who stakes first on an empty seat sits there; others may back it later.
                if not any(taken == seat for taken, _, _ in stakes):
                    owner[seat] = player
                stakes.add((seat, wager, player))
            case WagerTakenDown(seat=seat, player=player, wager=wager):
                stakes.remove((seat, wager, player))
            case CardsDealt():
                for place, cards in {
                    **{f"seat {seat}": hand for seat, hand in event.hands.items()},
                    "community": event.community,
                    "dealer": event.dealer,
                    "burned": event.burned,
                }.items():
                    dealt[place] = dealt.get(place, ()) + cards
            case CardsFound():
                # Cards that lay wrong are noted as they lie; what is up there stays up.
                dealt = {
                    **{f"seat {seat}": hand for seat, hand in event.hands.items()},
                    "community": event.community,
                    "dealer": event.dealer,
                    "burned": event.burned,
                }
                turned = {place: dealt[place][: len(cards)] for place, cards in turned.items()}
            case CardsTurned(what=what, cards=cards):
                turned[what] = turned.get(what, ()) + cards
            case HandShown(seat=seat):
                turned[f"seat {seat}"] = dealt[f"seat {seat}"]
            case HandViewed(seat=seat):
                looked_at.add(seat)
            case ChoiceMade(seat=seat, decision="2"):
                down.add(seat)
    if viewer is Viewer.SURVEILLANCE:
        return {place: cards for place, cards in dealt.items() if cards}
    own = [seat for seat, player in owner.items() if player == viewer and f"seat {seat}" in dealt]
    if rulebook == "mgc-let-it-ride":
        own = [seat for seat in own if seat not in down]
    elif rulebook in ("mbs-megalink-holdem-v9", "mbs-megalink-three-card-v6") and len(own) > 1:
        own = [seat for seat in own if seat in looked_at]
    return turned | {f"seat {seat}": dealt[f"seat {seat}"] for seat in own}


def draws_to_see(log: list[RoundEvent], viewer: Viewer | str) -> tuple[Card | None, int | None]:
    """What the system drew is shown at settlement, and to surveillance at once (I-19).

    A settlement that was undone is none until the round is settled again.
    """
    settled = [e for e in log if isinstance(e, RoundSettled | SettlementUndone)]
    is_settled = bool(settled) and isinstance(settled[-1], RoundSettled)
    if viewer is not Viewer.SURVEILLANCE and not is_settled:
        return None, None
    for event in log:
        if isinstance(event, DrawsRecorded):
            return event.magic_card, event.lucky_seat
    return None, None
