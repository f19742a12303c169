"""Deciding: a command becomes events, or a refusal that says the rule and what would do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, assert_never

from pitboss.cards import Card
from pitboss.errors import RuleBreach
from pitboss.money import NOTHING, Money, total
from pitboss.round import commands as do
from pitboss.round import events as ev
from pitboss.round.dealing import cards_needed, lay_out
from pitboss.round.opening import open_round, progressive_table
from pitboss.round.permitted import (
    Option,
    has_company,
    makes_a_hand,
    needed_by,
    option_for,
    options,
    stage_of,
    steps_due,
    takes_wagers,
    unsettled_option,
)
from pitboss.round.playing import RoundState
from pitboss.round.round import Seat
from pitboss.round.settle import settle_round
from pitboss.round.settlement import Line, Outcome, Settlement
from pitboss.round.stages import Decide, Expose, Game, What
from pitboss.round.wagers import stake_remedy
from pitboss.rulebook.model import WagerRule
from pitboss.rulebook.terms import Terms


def decide(game: Game, terms: Terms, play: RoundState, command: do.Command) -> list[ev.Event]:
    """What happens when this command is given now, or `RuleBreach`."""
    fixed = not play.is_open or play.digest == terms.rules.digest
    assert fixed, "a round is played to its end under the rulebook it opened with"
    may = _permission(game, terms, play, command)
    return list(_Deciding(game, terms, play, may).events(command))


def _permission(game: Game, terms: Terms, play: RoundState, command: do.Command) -> Option:
    may = option_for(game, terms, play, command)
    if may is not None:
        return may
    permitted = options(game, terms, play)
    seat = getattr(command, "seat", None)
    own = [may for may in permitted if may.seat == seat is not None]
    if isinstance(command, do.PlaceWager | do.TakeDown) and takes_wagers(play, command.seat):
        # The kind of command is right for now, so what is wrong with it can be said in detail.
        clause = _clause(terms, play, command, own or permitted)
        nothing = Option(command=type(command), clause=clause, seat=seat)
        return next((may for may in own if may.command is type(command)), nothing)
    if isinstance(command, do.CloseBets) and takes_wagers(play, 1):
        raise RuleBreach(
            '"No more bets", and no hand would be dealt',
            clause=next(rule.clause for rule in terms.rules.wagers.values() if not rule.needs),
            remedy="; ".join(_lacking(terms, play)) or "Nobody has wagered yet: wait, or end it.",
        )
    regular = [may for may in permitted if may.command not in _IRREGULAR]
    now = "; ".join(str(may) for may in sorted(regular, key=lambda may: may not in own)[:6])
    raise RuleBreach(
        f"{_words(command)} is not possible now",
        clause=_clause(terms, play, command, permitted),
        remedy=f"Now: {now}.",
        seat=seat,
    )


def _lacking(terms: Terms, play: RoundState) -> Iterator[str]:
    """What each seat lacks to be dealt a hand, or has to put right."""
    required = [rule for rule in terms.rules.wagers.values() if rule.required]
    for at in play.live:
        missing = [rule.title for rule in required if rule.id not in at.wagers]
        if missing:
            yield f"Seat {at.seat} lacks {', '.join(missing)}."
        elif required:
            names = ", ".join(f"{rule.title} {at.wagers[rule.id].dollars}" for rule in required)
            yield f"Seat {at.seat} has unequal bets: {names}."
        else:
            leads = [r.title for r in terms.rules.wagers.values() if not (r.needs or r.follows)]
            yield f"Seat {at.seat} lacks {' or '.join(leads)}."


def _clause(terms: Terms, play: RoundState, command: do.Command, permitted: list[Option]) -> str:
    """The rule that stands in the way: what is due now, unless the command itself says more."""
    if isinstance(command, do.PlaceWager | do.TakeDown) and play.is_open:
        if not 1 <= command.seat <= play.positions:
            return terms.rules.layouts[-1].clause
        if play.is_closed_to_bets:
            return terms.rules.procedure["close"]
    return permitted[0].clause


_IRREGULAR = (do.VoidRound, do.RemoveHand, do.ViewHand)


def _words(command: do.Command) -> str:
    name = type(command).__name__
    text = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    match command:
        case do.Choose(seat, choice):
            return f"{choice!r} at seat {seat}"
        case do.PlaceWager(seat, _, wager) | do.TakeDown(seat, _, wager):
            return f"{text} {wager!r} at seat {seat}"
        case do.ShowHand(seat) | do.DeclineToShow(seat) | do.ViewHand(seat):
            return f"{text} of seat {seat}"
    return text


class _Deciding:
    """One permitted command, looked at in detail."""

    def __init__(self, game: Game, terms: Terms, play: RoundState, may: Option) -> None:
        self.game = game
        self.terms = terms
        self.rules = terms.rules
        self.play = play
        self.may = may

    def _refuse(self, problem: str, remedy: str, clause: str | None = None) -> NoReturn:
        raise RuleBreach(
            problem, clause=clause or self.may.clause, remedy=remedy, seat=self.may.seat
        )

    def events(self, command: do.Command) -> Iterator[ev.Event]:
        """What happens."""
        clause = self.may.clause
        # What is asked most often is looked for first.
        match command:
            case do.PlaceWager():
                yield self._placed(command)
            case do.Choose(seat, choice):
                yield from self._chosen(self.play.seats[seat], choice)
            case do.ShowHand(seat):
                yield ev.HandShown(seat=seat, clause=clause)
            case do.OpenRound():
                yield open_round(self.terms, command, clause)
            case do.TakeDown():
                yield self._taken_down(command)
            case do.CloseBets():
                yield from self._closed()
            case do.RecordDraws():
                yield self._drawn(command)
            case do.DealCards(cards):
                yield self._dealt(cards)
            case do.ViewHand(seat):
                yield ev.HandViewed(seat=seat, clause=clause)
            case do.BurnCard():
                yield ev.CardBurned(clause=clause)
            case do.TurnCards():
                yield self._turned()
            case do.LeaveDown():
                yield ev.CardsLeftDown(clause=clause)
            case do.DeclineToShow(seat):
                yield ev.HandDeclined(seat=seat, clause=clause)
            case do.RemoveHand(seat, rule):
                yield ev.HandRemoved(seat=seat, clause=self._rule(rule))
            case do.VoidRound(rule):
                yield from self._voided(self._rule(rule))
            case do.SettleRound():
                yield from self._settled(command)
            case do.EndRound():
                yield ev.RoundClosed(clause=clause)
            case _:
                assert_never(command)

    def _rule(self, rule: str) -> str:
        if rule not in self.rules.rules:
            self._refuse(f"{rule!r} is not a rule of {self.rules.id}", "Name the rule by its id.")
        return rule

    def _placed(self, command: do.PlaceWager) -> ev.WagerPlaced:
        rule = self.rules.wagers.get(command.wager)
        if rule is None or rule.follows is not None:
            self._not_on_offer(command.wager)
        if not command.player:
            self._refuse("A wager without a player", "Say whose it is.", rule.clause)
        at = self.play.seats.get(command.seat)
        self._check_person(command, rule, at)
        before = NOTHING if at is None else at.wagers.get(rule.id, NOTHING)
        self._check_stake(rule, command.stake, before + command.stake)
        option = unsettled_option(self.terms, rule)
        if option is not None:
            self._refuse(f"{rule.title} without a table", f"Choose {option} first.", rule.clause)
        if not has_company(self.terms, rule, () if at is None else at.wagers):
            names = " or ".join(self._group(need) for need in rule.needs)
            self._refuse(f"{rule.title} without {names}", f"Place {names} first.", rule.clause)
        if rule.id not in self.may.choices:
            self._not_on_offer(rule.id)
        return ev.WagerPlaced(
            seat=command.seat,
            player=command.player,
            wager=rule.id,
            stake=command.stake,
            clause=rule.clause,
        )

    def _not_on_offer(self, wager: str) -> NoReturn:
        words = f"Now: {self.may}." if self.may.choices else "Nothing more can be placed there."
        self._refuse(f"{wager!r} at seat {self.may.seat}", words)

    def _group(self, wager: str) -> str:
        """A wager's title, with those that are placed together with it."""
        rules = self.rules.wagers.values()
        group = self.rules.wagers[wager].group
        return ", ".join(w.title for w in rules if w.id == wager or (group and w.group == group))

    def _check_stake(self, rule: WagerRule, added: Money, stake: Money) -> None:
        """Whether so much may stand on a wager once this is added."""
        if added <= NOTHING:
            self._refuse(
                f"{rule.title} of {added.dollars}", "Stake more than nothing.", rule.clause
            )
        remedy = stake_remedy(rule, stake, self.play.unit)
        if remedy is None and rule.units is None:
            least, most = self.play.limits.get(rule.limit_key, (NOTHING, stake))
            if stake < least:
                remedy = f"the minimum is {least.dollars}"
            elif stake > most:
                remedy = f"the maximum is {most.dollars}"
        if remedy is not None:
            self._refuse(
                f"{rule.title} of {stake.dollars}", f"{remedy[0].upper()}{remedy[1:]}.", rule.clause
            )

    def _check_person(self, command: do.PlaceWager, rule: WagerRule, at: Seat | None) -> None:
        """Whose seat it is, and how many seats one person may hold."""
        if at is not None and at.player != command.player:
            if not self.rules.shared_areas:
                self._refuse(
                    f"Seat {command.seat} is {at.player}'s", "Take another seat.", rule.clause
                )
            if rule.units is not None or rule.id not in at.wagers:
                self._refuse(
                    f"{rule.title} at seat {command.seat} is for {at.player}, who is seated there",
                    "Back a wager that stands there.",
                    rule.clause,
                )
            return
        if at is not None and rule.id in at.wagers:
            self._refuse(
                f"{rule.title} already stands at seat {command.seat}",
                "Take it down first.",
                rule.clause,
            )
        held = [n for n, other in self.play.seats.items() if other.player == command.player]
        if command.seat in held or self.rules.hands_per_player == "several" or not held:
            return
        adjacent = len(held) == 1 and abs(held[0] - command.seat) == 1
        may_be_two = self.terms.on("allow_two_positions")
        if not (adjacent and may_be_two):
            seats = " and ".join(map(str, sorted(held)))
            self._refuse(
                f"{command.player} already holds seat {seats}",
                "Play two seats side by side at most." if may_be_two else "Play one seat.",
                self.rules.procedure.get("positions", "I-62"),
            )

    def _taken_down(self, command: do.TakeDown) -> ev.WagerTakenDown:
        at = self.play.seats.get(command.seat)
        wager = command.wager
        if at is None or wager not in at.wagers:
            self._refuse(f"No {wager!r} at seat {command.seat}", "There is nothing to take down.")
        funders = [part.player for part in at.shares.get(wager, ())] or [at.player]
        if command.player not in funders:
            self._refuse(
                f"{wager} at seat {at.seat} is not {command.player}'s",
                "Only who placed it may take it down.",
            )
        if command.player == at.player:
            self._check_left(at, wager, [player for player in funders if player != at.player])
        return ev.WagerTakenDown(
            seat=at.seat, player=command.player, wager=wager, clause=self.may.clause
        )

    def _check_left(self, at: Seat, wager: str, backers: list[str]) -> None:
        """A seated player's wager goes last: after its backers', and after what stands on it."""
        if backers:
            self._refuse(
                f"{wager} at seat {at.seat} is backed by {', '.join(backers)}",
                "They take theirs down first.",
            )
        needed = needed_by(self.terms, at, wager)
        if needed is not None:
            self._refuse(f"{needed} stands beside {wager}", f"Take down {needed} first.")

    def _closed(self) -> Iterator[ev.Event]:
        yield ev.BetsClosed(clause=self.may.clause)
        yield from self._stood_down()

    def _voided(self, rule: str) -> Iterator[ev.Event]:
        """Before bets close, what makes no hand is no wager of the round and just goes back."""
        if not self.play.is_closed_to_bets:
            yield from self._stood_down()
        yield ev.RoundVoided(clause=rule)

    def _stood_down(self) -> Iterator[ev.Event]:
        """A seat whose wagers do not make a hand is not dealt to (I-58)."""
        for number, at in sorted(self.play.seats.items()):
            stays = at.is_orphan and "orphan" in self.rules.procedure
            if not stays and not makes_a_hand(self.terms, at):
                yield ev.SeatStoodDown(
                    seat=number,
                    returned=total(at.wagers.values()),
                    clause=self.rules.procedure["short"],
                )

    def _drawn(self, command: do.RecordDraws) -> ev.DrawsRecorded:
        seat = command.lucky_seat
        if seat is not None and not 1 <= seat <= self.play.positions:
            self._refuse(f"Lucky seat {seat}", f"The layout has seats 1 to {self.play.positions}.")
        return ev.DrawsRecorded(
            magic_card=command.magic_card, lucky_seat=seat, clause=self.may.clause
        )

    def _dealt(self, cards: tuple[Card, ...]) -> ev.CardsDealt:
        steps = steps_due(self.terms, self.play)
        seats = [at.seat for at in self.play.live]
        needed = cards_needed(steps, len(seats))
        if len(cards) != needed:
            self._refuse(f"{len(cards)} cards", f"This deal takes {needed}.")
        on_table = {card for at in self.play.seats.values() for card in at.cards}
        on_table.update(self.play.community, self.play.dealer, self.play.burned)
        twice = [card for i, card in enumerate(cards) if card in cards[:i] or card in on_table]
        if twice:
            self._refuse(f"{twice[0]} is dealt twice", "One deck has each card once.")
        hands: dict[int, tuple[Card, ...]] = dict.fromkeys(seats, ())
        shared: dict[str, tuple[Card, ...]] = {"community": (), "dealer": (), "burn": ()}
        for packet in lay_out(steps, seats, cards):
            if isinstance(packet.place, int):
                hands[packet.place] += packet.cards
            else:
                shared[packet.place] += packet.cards
        return ev.CardsDealt(
            hands=hands if any(hands.values()) else {},
            community=shared["community"],
            dealer=shared["dealer"],
            burned=shared["burn"],
            steps=len(steps),
            clause=self.may.clause,
        )

    def _chosen(self, at: Seat, choice: str) -> Iterator[ev.Event]:
        stage = stage_of(self.game, self.terms, self.play)
        assert isinstance(stage, Decide), "a choice is permitted only when a question is open"
        yield ev.ChoiceMade(
            seat=at.seat, decision=stage.decision, choice=choice, clause=self.may.clause
        )
        if choice == "withdraw":
            clause = self.terms.cite[f"{stage.decision}.withdrawn"].rules[0]
            yield ev.WagerWithdrawn(seat=at.seat, wager=stage.decision, clause=clause)
        for rule in self.rules.wagers.values():
            if rule.decision == stage.decision and rule.choice == choice and rule.follows:
                for player, stake in self._parts(at, rule.follows):
                    yield ev.WagerPlaced(
                        seat=at.seat,
                        player=player,
                        wager=rule.id,
                        stake=stake * rule.times,
                        clause=rule.clause,
                    )

    def _parts(self, at: Seat, wager: str) -> list[tuple[str, Money]]:
        """Who funds a follow-up: those who funded what it follows, in the same parts (I-80)."""
        parts = at.shares.get(wager)
        return [(p.player, p.stake) for p in parts] if parts else [(at.player, at.wagers[wager])]

    def _turned(self) -> ev.CardsTurned:
        stage = stage_of(self.game, self.terms, self.play)
        assert isinstance(stage, Expose), "cards are turned only when some are due"
        up = self.play.community_up
        cards = self.play.dealer
        if stage.what is What.COMMUNITY:
            cards = self.play.community[up : up + stage.cards]
        return ev.CardsTurned(what=stage.what.value, cards=cards, clause=self.may.clause)

    def _settled(self, command: do.SettleRound) -> Iterator[ev.Event]:
        self._check_meters(command)
        play = self.play.facts(command.meters)
        settlement = settle_round(self.game.settle, self.terms, play)
        for seat, line in self._in_order(settlement):
            yield ev.WagerSettled(
                seat=seat,
                wager=line.wager,
                stake=line.stake,
                outcome=line.outcome.value,
                pays=None if line.pays is None else str(line.pays),
                winnings=line.winnings,
                returned=line.returned,
                from_seat=line.from_seat,
                shares=tuple((p.player, p.stake, p.winnings, p.returned) for p in line.shares),
                rules=line.citation.rules,
                interpretations=line.citation.interpretations,
            )
        for name, meter in settlement.meters.items():
            yield ev.MeterPaid(
                meter=name,
                before=meter.before,
                awarded=meter.awarded,
                after=meter.after,
                reset=command.meters[name].reset,
            )
        yield ev.RoundSettled(clause=self.may.clause)

    def _in_order(self, settlement: Settlement) -> list[tuple[int, Line]]:
        """As the dealer goes: seat by seat, at each what is collected before what is paid.

        Wagers that go by the whole table's hands wait until every seat is done.
        """
        lines = [(at.seat, line) for at in settlement.seats for line in at.lines]
        return sorted(
            lines,
            key=lambda entry: (
                self._goes_by_table(entry[1]),
                entry[0] if self.terms.from_left else -entry[0],
                entry[1].outcome is Outcome.WIN,
            ),
        )

    def _goes_by_table(self, line: Line) -> bool:
        rule = self.rules.wagers.get(line.wager)
        return rule is not None and "{players}" in (rule.paytable or "")

    def _concerns_meters(self) -> bool:
        wagers = (wager for at in self.play.seats.values() for wager in at.wagers)
        return self.play.void is None and any(
            self.rules.wagers[wager].units is not None for wager in wagers
        )

    def _check_meters(self, command: do.SettleRound) -> None:
        table = progressive_table(self.terms)
        levels = set() if table is None or self.play.unit is None else set(table.seeds)
        if not command.meters and not self._concerns_meters():
            # A table that has lost its link plays on without it.
            return
        if set(command.meters) != levels:
            self._refuse(
                f"Meters {', '.join(sorted(command.meters)) or 'none'}",
                f"Give the meters {', '.join(sorted(levels)) or 'none'} as they stand.",
            )
        for name, level in command.meters.items():
            if min(level.amount, level.reset) < NOTHING:
                self._refuse(f"{name} below nothing", "Read the meter again.")
