"""A table full of people who do by chance whatever may be done at one, and some of what may not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from pitboss.cards import Card
from pitboss.games.library import built_in
from pitboss.house.callers import Caller, Member, Player, System
from pitboss.money import Money
from pitboss.round.deal import DealCards, RecordDraws, TurnCards
from pitboss.round.decisions import Choose, DeclineToShow, RemoveHand, ViewHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option, options
from pitboss.round.result import EndRound, VoidRound
from pitboss.round.round import Seat
from pitboss.round.start import OpenRound
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown
from pitboss.store.contract import Store
from pitboss.table.chips.corrections import Correct
from pitboss.table.chips.exchange import BuyIn, CashOut, ColourUp
from pitboss.table.chips.rack import (
    CollectDrop,
    CountClosing,
    CountDrop,
    CountOpening,
    SendCredit,
    TakeFill,
)
from pitboss.table.equipment.bonus_chips import CountBonusChips, RuleOnBonusChips
from pitboss.table.equipment.decks import RetireDeck, SpreadCards
from pitboss.table.equipment.devices import RecordNotice
from pitboss.table.equipment.shuffles import CutDeck, ReportDeckCount, RequireRecut
from pitboss.table.equipment.stub import CountStub
from pitboss.table.irregularities.catalogue import CATALOGUE, may_report
from pitboss.table.irregularities.laid_cards import on_table
from pitboss.table.irregularities.reports import Answer, MakeRuling, ReportIrregularity
from pitboss.table.operation import CloseTable, StartOffering, StopOffering
from pitboss.table.people.admission import GiveNotice, LiftRestriction, Readmit, Restrict
from pitboss.table.people.seats import (
    LeaveSeat,
    RegisterDevice,
    RetireDevice,
    ReturnToTable,
    TakeSeat,
)
from pitboss.table.people.turns import PlaceOnBehalf, PromptForDecision, ViewDeclinedHand
from pitboss.table.player_options import Offer
from pitboss.table.player_options import player_options as may_of
from pitboss.table.rules import Mode, Setting
from pitboss.table.table import Command
from tests.house.chance import ReportDetails, a_setting
from tests.house.watched import Watched
from tests.properties.chance import a_deck, a_stake, command_for, likely
from tests.table.procedures import ordinary

PEOPLE = ("p1", "p2", "p3", "p4", "p5")
PATIENCE = 400
"""More steps than any round takes, whatever happens in it."""

_IRREGULAR = (RemoveHand, VoidRound, OpenRound)


class Crowd:
    """Everybody at one table, on one or two openings of a store."""

    def __init__(self, rulebook: str, mode: Mode, stores: list[Store], rng: Random) -> None:
        self.rng = rng
        self.rungs = len(built_in(rulebook).roles)
        self.house = rulebook[:3]
        self.slips = 0
        self.busy: int | None = None
        self.deck: tuple[Card, ...] = a_deck(rng)
        setting = self._setting(rulebook, mode)
        self.watched = self._watch(setting, stores)
        assert self.watched.open(setting, self.staff(self.rungs - 1))
        self._arrive()

    def _setting(self, rulebook: str, mode: Mode) -> Setting:
        return a_setting(self.rng, rulebook, "T1", mode, link=None)

    def _watch(self, setting: Setting, stores: list[Store]) -> Watched:
        return Watched(setting, stores, self.rng.randbytes)

    # --- who --------------------------------------------------------------------------------------

    def staff(self, rung: int | None = None) -> Member:
        """Somebody of the house, with somebody else beside."""
        rung = self.rng.randrange(self.rungs) if rung is None else rung
        second = (rung + self.rng.randint(1, self.rungs - 1)) % self.rungs
        beside = f"{self.house}-{second}" if likely(self.rng, 80) else ""
        return Member(f"{self.house}-{rung}", beside)

    def dual(self) -> Member:
        """Somebody of the house, mostly with security beside."""
        beside = self.staff()
        return Member(beside.person, "sec") if likely(self.rng, 70) else beside

    def dealer(self) -> Caller:
        """Whoever deals: the system, or a person."""
        return System() if self.is_electronic else Member(f"{self.house}-0")

    def anybody(self) -> Caller:
        strangers: list[Caller] = [System(), Player("ghost"), Member("nobody"), Member("ann")]
        own: list[Caller] = [Player(name) for name in PEOPLE]
        return self.rng.choice([*strangers, *own, self.staff(), self.staff()])

    @property
    def is_electronic(self) -> bool:
        return self.watched.rules.setting.mode is Mode.ELECTRONIC

    def give(self, command: Command, caller: Caller) -> bool:
        """By whoever should; now and then somebody else tries first, or it is sent twice."""
        which = self.which()
        if likely(self.rng, 4) and self.watched.give(command, self.anybody(), which):
            return True
        return self.watched.give(command, caller, which, twice=likely(self.rng, 5))

    def which(self) -> int:
        """The program that is asked: often the same one for a whole round."""
        return self.rng.randrange(2) if self.busy is None else self.busy

    # --- people and money -------------------------------------------------------------------------

    def _arrive(self) -> None:
        for player in self.rng.sample(PEOPLE, 3):
            self._sit(player)

    def _sit(self, player: str) -> None:
        seats = range(1, self.watched.rules.setting.positions + 1)
        free = [seat for seat in seats if seat not in self.watched.table.people.seats]
        if free and self.give(TakeSeat(player, self.rng.choice(free)), Player(player)):
            self.give(BuyIn(player, Money(1_000_000)), self.cashier(player))

    def cashier(self, player: str) -> Caller:
        return Player(player) if self.is_electronic else self.staff(0)

    def come_and_go(self) -> None:
        """Something concerning people, by chance."""
        rng, table = self.rng, self.watched.table
        held_back = [*table.people.not_admitted, *table.people.restricted, *table.people.absent]
        player = rng.choice([*PEOPLE, *table.people.seats.values(), *held_back * 3])
        seat = rng.randint(1, self.watched.rules.setting.positions)
        commands: list[tuple[Command, Caller]] = [
            (LeaveSeat(player), Player(player)),
            (ReturnToTable(player), Player(player)),
            (GiveNotice(player), self.dealer()),
            (Restrict(player, "shared information"), self.staff()),
            (LiftRestriction(player, "agreed"), self.staff()),
            (Readmit(player, "apologised"), self.staff()),
            (RegisterDevice(seat), self.staff()),
            (RetireDevice(seat), self.staff()),
            (PromptForDecision(seat), self.dealer()),
            *(
                (ViewDeclinedHand(at.seat, "to be sure"), self.staff())
                for at in table.play.seats.values()
                if not at.exposed
            ),
        ]
        if likely(rng, 40):
            self._sit(player)
        self.give(*rng.choice(commands))

    def money_moves(self) -> None:
        """Something concerning chips, by chance."""
        rng, chips = self.rng, self.watched.table.chips
        player, amount = rng.choice(PEOPLE), Money(rng.choice([100, 12_345, 500_000]))
        self.slips += 1
        box = rng.choice([*chips.boxes, f"B{self.slips}"])
        counted = max(chips.boxes[box].expected if box in chips.boxes else Money(0), Money(0))
        rack = {1: max(chips.rack.cents + rng.choice([0, 0, 7]), 1)}
        commands: list[tuple[Command, Caller]] = [
            (BuyIn(player, amount), self.cashier(player)),
            (CashOut(player, amount), self.cashier(player)),
            (ColourUp(player, {500: 5}, {2500: 1}), self.staff()),
            (TakeFill(f"F{self.slips}", {2500: 400}), self.dual()),
            (SendCredit(f"C{self.slips}", {500: 3}), self.dual()),
            (CollectDrop(box), self.dual()),
            (CountDrop(box, counted), self.dual()),
            (CountOpening(rack), self.staff()),
            (CountClosing(rack), self.staff()),
        ]
        moved = chips.shift.movements
        if moved:
            number, instead = rng.choice(moved).number, rng.choice([None, None, Money(7_700)])
            correction = Correct(number, "typed wrongly", instead)
            commands += [(correction, self.dual()), (correction, self.staff())]
        self.give(*rng.choice(commands))

    def equipment_moves(self) -> None:
        """Something concerning cards and devices that nobody had to do."""
        rng, table = self.rng, self.watched.table
        deck = rng.choice([*table.equipment.decks, ""])
        seats = tuple(rng.sample(range(1, 8), rng.randint(0, 2)))
        wager = rng.choice([*self.watched.rules.rulebook.wagers])
        commands: list[Command] = [
            SpreadCards(),
            RequireRecut("seen by the floor", deck),
            ReportDeckCount(rng.choice([52, 52, 51]), deck),
            RetireDeck(deck, "worn"),
            CountBonusChips(rng.randint(0, 3)),
            CountBonusChips(0),
            RuleOnBonusChips("counted again", seats),
            CountStub(rng.choice([40, 37, 52])),
            CountStub(rng.randint(25, 46), True, {"1": "4"}),
            CutDeck(deck, rng.choice([3, 20, None])),
            RecordNotice(wager, "2025-12-01", "letter 7"),
            StopOffering(wager, "the floor says so"),
            StartOffering(wager, "the floor says so"),
        ]
        self.give(rng.choice(commands), self.staff())

    def close_and_open(self) -> None:
        """The table closes between two rounds, and opens again as it was."""
        self.finish()
        watched, top = self.watched, self.rungs - 1
        chips = watched.table.chips
        two = Member(f"{self.house}-{top}", f"{self.house}-0")
        if chips.counted == "opening":
            assert watched.give(CountClosing({1: max(chips.rack.cents, 1)}), two)
        elif watched.rules.choice("table_counts") == "required" and not self.is_electronic:
            return
        assert watched.give(CloseTable(), two)
        dual = Member(two.person, "sec")
        assert watched.give(CollectDrop(f"closing {watched.version}"), dual)
        setting = watched.rules.setting
        assert watched.open(setting, two)
        self._arrive()

    # --- wagers -----------------------------------------------------------------------------------

    def bet(self, wagers: int) -> None:
        """So many wagers: mostly of people at their own seats, some on others' and on several."""
        for _ in range(wagers):
            permitted = [may for may in self.options() if may.command is PlaceWager]
            if not permitted or self.watched.table.halt is not None:
                return
            self._place(permitted)

    def _place(self, permitted: list[Option]) -> None:
        rng, table = self.rng, self.watched.table
        own = [may for may in permitted if may.seat in table.people.seats]
        may = rng.choice(own if own and likely(rng, 75) else permitted)
        assert may.seat is not None
        at = table.play.seats.get(may.seat) or Seat(seat=may.seat, player="")
        seated = list(table.people.seats.values())
        player = at.player or table.people.seats.get(may.seat) or rng.choice(seated or PEOPLE)
        new = [wager for wager in may.choices if wager not in at.wagers]
        wager = rng.choice(new or may.choices)
        if not new or likely(rng, 4):
            player = rng.choice(PEOPLE)
        stake = a_stake(rng, self.watched.rules.rulebook.wagers[wager], at, table.play)
        if likely(rng, 5):
            on_behalf = PlaceOnBehalf(may.seat, player, wager, stake)
            self.give(on_behalf, self.staff())
        elif likely(rng, 5) and stake.cents > 1:
            match_play = PlaceWager(may.seat, player, wager, stake, "match_play", Money(1))
            self.give(match_play, Player(player))
        else:
            self.give(PlaceWager(may.seat, player, wager, stake), Player(player))

    def take_down(self) -> None:
        permitted = [may for may in self.options() if may.command is TakeDown]
        if permitted:
            command = self._command(self.rng.choice(permitted))
            assert isinstance(command, TakeDown)
            self.give(command, Player(command.player))

    def options(self) -> list[Option]:
        rules = self.watched.rules
        return options(rules.game, rules.terms, self.watched.table.play)

    def _command(self, may: Option) -> RoundCommand:
        terms, play = self.watched.rules.terms, self.watched.table.play
        return command_for(self.rng, may, terms, play, self.deck)

    # --- what goes wrong --------------------------------------------------------------------------

    def report(self) -> None:
        """An irregularity that may be reported now, or any other, tried until one is taken."""
        rules, table = self.watched.rules, self.watched.table
        listed = may_report(rules, table)
        if not listed or likely(self.rng, 5):
            listed = [(rule, CATALOGUE[rule.id]) for rule in rules.rulebook.irregularities.values()]
        invited = self._invited()
        listed += [one for one in listed if one[0].id in invited] * 6
        for _ in range(6):
            rule, entry = self.rng.choice(listed)
            details = self._said().details(rule.id, entry.fields)
            report = ReportIrregularity(kind=rule.id, details=details)
            if self.give(report, self.staff(self.rng.choice([0, None]))):
                return

    def _invited(self) -> set[str]:
        """What can be reported only now, and would hardly ever be met by mere chance."""
        found, play = self.watched.table.found, self.watched.table.play
        owners = [at.player for at in play.live if at.cards]
        return {
            *(["permit_withdrawal"] if found.misdealt else []),
            *(["withdrawal"] if found.may_withdraw else []),
            *(["several_in_error", "controls_several"] if len(set(owners)) < len(owners) else []),
        }

    def _said(self) -> ReportDetails:
        return ReportDetails(self.watched.rules, self.watched.table, self.rng, self.deck)

    def _resolve(self) -> None:
        """Somebody rules on what the table waits for, or a player answers."""
        halt = self.watched.table.halt
        assert halt is not None
        if halt.awaits_answers:
            asked = [name for name in halt.details["players"].split(", ") if name]
            player = self.rng.choice(asked)
            answer = Answer(
                player=player, answer=self.rng.choice(["stay", "stay", "withdraw", "go"])
            )
            self.give(answer, Player(player) if likely(self.rng, 50) else self.staff(0))
            return
        entry = CATALOGUE[halt.kind]
        ruling = MakeRuling(
            ruling=self.rng.choice(entry.rulings),
            reason="seen on camera 4",
            details=self._said().details(halt.kind, entry.ruling_fields),
        )
        self.give(ruling, self.staff(None if likely(self.rng, 20) else self.rungs - 1))

    def junk(self, command: RoundCommand) -> None:
        """What nobody should ask for; cards and draws that are bound to a seed stay with it."""
        is_bound = isinstance(command, DealCards | RecordDraws)
        if not is_bound or not self.watched.table.rounds.deck + self.watched.table.rounds.draws:
            self.watched.give(command, self.anybody(), self.which())

    # --- going on ---------------------------------------------------------------------------------

    def go_on(self) -> None:
        """One step towards the end of the round, or into the next one."""
        watched, table = self.watched, self.watched.table
        if table.halt is not None:
            self._resolve()
            return
        prompted = next(ordinary(watched.rules, table), None)
        if prompted is not None:
            prompt, command = prompted
            if likely(self.rng, 6):
                self.equipment_moves()
                return
            rung = watched.rules.rulebook.roles.index(prompt.role)
            assert watched.give(command, Member(f"{self.house}-{rung}")), (prompt, command)
            return
        if not table.play.is_open:
            self._between_rounds()
        elif not table.play.is_closed_to_bets and table.play.void is None:
            self._close_bets()
        else:
            self._step()

    def _between_rounds(self) -> None:
        watched = self.watched
        if not watched.table.rounds.is_opened:
            assert self._due() is not None
            return
        chips = watched.table.chips
        is_due = watched.rules.choice("table_counts") == "required" or chips.counted == "closing"
        if is_due and chips.counted != "opening" and not self.is_electronic:
            two = Member(f"{self.house}-2", f"{self.house}-0")
            assert watched.give(CountOpening({1: max(chips.rack.cents, 1)}), two)
        for player in watched.table.people.seats.values():
            if likely(self.rng, 30) and "notice" in watched.rules.rulebook.discretion:
                assert watched.give(GiveNotice(player), self.staff(self.rungs - 1))
        self.deck = a_deck(self.rng)
        assert watched.call_for_bets(self.dealer(), self.which())

    def _close_bets(self) -> None:
        if self.watched.give(CloseBets(), self.dealer()):
            return
        # Nobody has a hand: somebody bets, and if nobody may the round is ended or called off.
        rules, play = self.watched.rules, self.watched.table.play
        self._sit(self.rng.choice(PEOPLE))
        wanted = [w.id for w in rules.rulebook.wagers.values() if w.required or w.id == "ante"]
        for seat, player in sorted(self.watched.table.people.seats.items()):
            for wager in wanted:
                at = play.seats.get(seat) or Seat(seat=seat, player=player)
                stakes = [s for w, s in at.wagers.items() if w in ("1", "2", "$")] or [Money(1000)]
                self.watched.give(PlaceWager(seat, player, wager, stakes[0]), Player(player))
        if self.watched.give(CloseBets(), self.dealer()):
            return
        if self.watched.table.play.is_unwagered:
            assert self.watched.give(EndRound(), self.dealer())
        else:
            self._call_off()

    def _call_off(self) -> None:
        top = Member(f"{self.house}-{self.rungs - 1}")
        report = ReportIrregularity(kind="uncovered", details={"what": "nobody may bet"})
        assert self.watched.give(report, top)
        assert self.watched.give(MakeRuling(ruling="void", reason="nobody may bet"), top)

    def _step(self) -> None:
        """What is due, by whoever's turn it is; now and then something else that is permitted."""
        permitted = [may for may in self.options() if may.command not in _IRREGULAR]
        asked = [may for may in permitted if may.command is Choose]
        other = [may for may in permitted if may.command in (ViewHand, DeclineToShow)]
        if other and likely(self.rng, 25):
            may = self.rng.choice(other)
            player = self.watched.table.play.seats[may.seat or 0].player
            self.give(self._command(may), Player(player))
        elif asked:
            self._choose(self.rng.choice(asked))
        elif any(may.command is TurnCards for may in permitted) and likely(self.rng, 30):
            self.give(TurnCards(), self.dealer())
        else:
            assert self._due() is not None, [str(may) for may in permitted]

    def _choose(self, may: Option) -> None:
        assert may.seat is not None
        player = self.watched.table.play.seats[may.seat].player
        caller = self.rng.choice([Player(player), self.dealer()])
        choices = self.rng.sample(may.choices, len(may.choices))
        assert any(self.give(Choose(may.seat, choice), caller) for choice in choices)

    def _due(self) -> Command | None:
        """Do what the system would do, or at a live table have the dealer do it."""
        which = self.which()
        program = self.watched.programs[which]
        program.house.tables.refresh(self.watched.name)
        command = program.due(self.watched.name) or self._deal()
        if command is not None:
            assert self.watched.give(command, self.dealer(), which), command
        return command

    def _deal(self) -> DealCards | None:
        """Cards from the deck on the table, the one drawn in error in its place."""
        due = [may for may in self.options() if may.command is DealCards]
        if not due:
            return None
        play, found = self.watched.table.play, self.watched.table.found
        taken = {*on_table(play), *play.set_aside, found.next_card}
        cards = [card for card in self.deck if card not in taken]
        if found.next_card is not None:
            cards.insert(found.next_after, found.next_card)
        return DealCards(tuple(cards[: due[0].cards]))

    def finish(self) -> None:
        """Whatever happened, the round can be played to its end, and then the next one."""
        for _ in range(PATIENCE):
            table = self.watched.table
            if table.halt is None and not table.play.is_open and table.rounds.is_opened:
                return
            self.go_on()
        raise AssertionError("the round does not come to its end")

    def play_round(self, trouble: int) -> None:
        """A whole round, with so many things in a hundred going otherwise than they should."""
        self.busy = self.rng.choice([None, 0, 1])
        self.finish()
        while not self.watched.table.play.is_open:
            self.go_on()
        self.bet(self.rng.randint(4, 16))
        for _ in range(PATIENCE):
            table = self.watched.table
            if table.halt is None and not table.play.is_open and table.rounds.is_opened:
                break
            if likely(self.rng, trouble):
                self.something()
            self.go_on()
        else:
            raise AssertionError("the round does not come to its end")
        if likely(self.rng, trouble):
            self.something()

    def something(self) -> None:
        """Anything that may come between two steps of a round."""
        moves: list[Callable[[], None]] = [
            self.report, self.report, self.report, self.report,
            self.come_and_go, self.money_moves, self.equipment_moves, self.take_down,
            self.asked_of_players,
        ]  # fmt: skip
        self.rng.choice(moves)()

    def asked_of_players(self) -> None:
        """A player does something that the own screen offers, and it is taken."""
        watched = self.watched
        player = self.rng.choice(PEOPLE)
        offered = may_of(watched.rules, watched.table, player)
        known = [(entry, make) for entry in offered if (make := _FROM_SCREEN.get(entry.do))]
        if known:
            entry, make = self.rng.choice(known)
            if entry.most is not None and entry.least is not None and entry.least > entry.most:
                return
            assert watched.give(make(player, entry), Player(player)), entry


_FROM_SCREEN: Mapping[str, Callable[[str, Offer], Command]] = {
    "answer": lambda who, said: Answer(player=who, answer=str(said.choice)),
    "place": lambda who, said: PlaceWager(_seat(said), who, str(said.wager), _least(said)),
    "take_down": lambda who, said: TakeDown(_seat(said), who, str(said.wager)),
    "choose": lambda who, said: Choose(_seat(said), str(said.choice)),
    "view_hand": lambda who, said: ViewHand(_seat(said)),
    "decline": lambda who, said: DeclineToShow(_seat(said)),
    "return": lambda who, said: ReturnToTable(who),
    "take_seat": lambda who, said: TakeSeat(who, _seat(said)),
    "leave_seat": lambda who, said: LeaveSeat(who),
    "cash_out": lambda who, said: CashOut(who, _least(said)),
}


def _seat(said: Offer) -> int:
    assert said.seat is not None, said
    return said.seat


def _least(said: Offer) -> Money:
    assert said.least is not None, said
    return said.least
