"""The judge is judged first: by worked examples typed in by hand from the rulebooks.

A judge that is wrong would make a right product look wrong, or worse, agree with its mistakes. So
each example here was worked out on paper from a clause, and is named for it: the number of the
rulebook, the clause, and what must be true. After the examples come sweeps over generated
rounds: the books balance, every generated round is accepted, every broken one is refused.

An example is told as a dealer would: the table line by line, then the seats, each with its cards,
wagers (in Let It Ride 10.00 on each bet unless an amount is named) and decisions (ride, ride
unless named), then what must come of it. `with` settles the same round under another option.
"""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from tests.judge import judge
from tests.judge.judge import (
    R000,
    R001,
    R002,
    R003,
    R004,
    RULEBOOKS,
    Refused,
    best_of_seven,
    five_card_value,
    settle,
    three_card_value,
)
from tests.judge.malformed import kinds, malformed_rounds
from tests.judge.rounds import Record, random_round, stacked_round, to_int

SEED = 20261115
BOOKS = {"000": R000, "001": R001, "002": R002, "003": R003, "004": R004}
RIDES = ("000", "001", "004")
LOSING = "lose 0.00 0.00"


# ---------------------------------------------------------------------------------------------
# Writing a round down
# ---------------------------------------------------------------------------------------------


def pairs(words: str) -> dict[str, Any]:
    """`a=1 b=true` as a mapping."""
    split = (word.split("=") for word in words.split())
    return {name: {"true": True, "false": False}.get(value, value) for name, value in split}


def statements(text: str) -> list[str]:
    """The title of an example, then what it says, one thing after the other."""
    title, *lines = text.splitlines()
    said = [title]
    for line in lines:
        first, *more = line.split("; ")
        said += [first, *(f"= {one}" if first.startswith("= ") else one for one in more)]
    return said


def record_of(text: str, options: str = "") -> Record:
    """The record of an example, under further options."""
    title, *lines = statements(text)
    book = title[:3]
    record: Record = {
        "format": "pitboss-round/1",
        "rulebook": BOOKS[book],
        "table": {"positions": 7},
        "cards": {},
        "seats": [],
    }
    chosen = pairs(options)
    for line in lines:
        word, _, rest = line.partition(" ")
        if word in ("board", "dealer"):
            record["cards"]["community" if word == "board" else word] = rest.split()
        elif word == "meter":
            amount, _, more = rest.partition(" ")
            given = {"unit": "1.00" if book == "004" else "5.00", "reset": "10000.00"}
            given |= pairs(more)
            meter = {"amount": amount, "reset": given["reset"]}
            record["link"] = {"unit": given["unit"], "meters": {"jackpot": meter}}
        elif word == "levels":
            levels = ((name, *value.split("/")) for name, value in pairs(rest).items())
            meters = {name: {"amount": amount, "reset": reset} for name, amount, reset in levels}
            record["link"] = {"unit": "1.00", "meters": meters}
        elif word == "draws":
            record["draws"] = pairs(rest)
            if "lucky_seat" in record["draws"]:
                record["draws"]["lucky_seat"] = int(record["draws"]["lucky_seat"])
        elif word == "void":
            record["void"] = rest
        elif word == "limits":
            record["table"]["limits"] = {n: v.split("-") for n, v in pairs(rest).items()}
        elif word == "option":
            chosen = pairs(rest) | chosen
        elif word.endswith(":"):
            record["seats"].append(seat_of(book, int(word[:-1]), rest))
    if chosen:
        record["options"] = chosen
    return record


def seat_of(book: str, number: int, text: str) -> Record:
    """A seat: cards, wagers, decisions and what is special, with bars between them."""
    cards, wagers, words, special = (part.strip() for part in f"{text} | | | ".split("|")[:4])
    seat: Record = {
        "seat": number,
        "player": f"p{number}",
        "cards": cards.split(),
        "wagers": pairs(" ".join(word for word in wagers.split() if "=" in word)),
    }
    if book in RIDES:
        bet = next((word for word in wagers.split() if "=" not in word), "10.00")
        seat["wagers"] = {"1": bet, "2": bet, "$": bet} | seat["wagers"]
        words = words or "ride ride"
    if words not in ("", "-"):
        asked = {"002": ("flop", "turn", "river"), "003": ("play",)}.get(book, ("1", "2"))
        seat["decisions"] = dict(zip(asked, words.split(), strict=False))
    what, _, rest = special.partition(" ")
    if what == "hidden":
        seat["exposed"] = False
    elif what in ("removed", "player"):
        seat[what] = rest
    elif what == "shares":
        wager, _, people = rest.partition(" ")
        shares = [{"player": name, "stake": stake} for name, stake in pairs(people).items()]
        seat["shares"] = {wager: shares}
    return seat


class Settled:
    """A settlement, asked in words: `1 envy<4` is what seat 1 gets for the hand of seat 4."""

    def __init__(self, text: str, options: str = "") -> None:
        self.out = settle(record_of(text, options))

    def seat(self, number: str) -> dict[str, Any]:
        (found,) = [seat for seat in self.out["seats"] if seat["seat"] == int(number)]
        return dict(found)

    def line(self, number: str, wager: str) -> dict[str, Any]:
        name, _, from_seat = wager.partition("<")
        (found,) = [
            line
            for line in self.seat(number)["lines"]
            if line["wager"] == name and str(line.get("from_seat", "")) == from_seat
        ]
        return dict(found)

    def paid(self, number: str, wager: str) -> str:
        """Outcome, winnings and returned."""
        line = self.line(number, wager)
        return f"{line['outcome']} {line['winnings']} {line['returned']}"

    def told(self, question: str) -> str:
        """What the settlement says, in the words of an expectation that asks the same."""
        who, what, *rest = question.split()
        if who == "meter":
            meter = self.out["meters"][what]
            return f"meter {what} {meter['awarded']} {meter['after']}"
        if who == "house":
            return "house " + self._totals(self.out["house"], [what, *rest])
        seat = self.seat(who)
        if what == "total":
            return f"{who} total {self._totals(seat, rest)}"
        if what in ("wagers", "outcomes"):
            return " ".join([who, what, *(line[what[:-1]] for line in seat["lines"])])
        if what == "without":
            there = rest[0] in [line["wager"] for line in seat["lines"]]
            return f"{who} {'with' if there else 'without'} {rest[0]}"
        if what in ("odds", "stake"):
            return f"{who} {what} {rest[0]} {self.line(who, rest[0]).get(what, 'none')}"
        if what == "shares":
            shares = self.line(who, rest[0])["shares"]
            keys = ("player", "stake", "winnings", "returned")
            each = (" ".join(share[key] for key in keys) for share in shares)
            return f"{who} shares {rest[0]} {', '.join(each)}"
        return f"{who} {what} {self.paid(who, what)}"

    @staticmethod
    def _totals(of: dict[str, Any], asked: list[str]) -> str:
        names = [word.partition("=")[0] for word in asked]
        return " ".join(f"{name}={of[name]}" for name in names)


def examples() -> list[Any]:
    texts = EXAMPLES.strip().split("\n\n")
    return [pytest.param(text, id=text.partition("\n")[0]) for text in texts]


def hand(cards: str) -> int:
    """The class of five cards, or of three."""
    value = three_card_value if len(cards.split()) == 3 else five_card_value
    return value(cards.split())[0]


EXAMPLES = """
000 3.10 a withdrawn bet goes back and the others win five to one
board 6h 5s
1: 9c 8d 7c | | withdraw ride
= 1 1 withdrawn 0.00 10.00; 1 2 win 50.00 10.00; 1 $ win 50.00 10.00; 1 odds 1 none; 1 odds $ 5 to 1

000 3.14 only the dollar bet is left
board 6h 5s
1: Ac Ah 8d | 25.00 | withdraw withdraw
= 1 $ win 25.00 25.00; 1 total staked=75.00 returned=75.00 net=25.00

000 3.18 two small pairs win
board 2d 9s
1: 3s 3h 2c
= 1 total winnings=60.00 returned=30.00

000 3.20 a full house pays a hundred to one and the stake
board As Ah; meter 200000.00
1: Kc Kh Kd | progressive=5.00
= 1 progressive win 500.00 5.00; 1 odds progressive 100 to 1

000 3.21.9 nines lose
board 6h 5s
1: 9c 9h 8d
= 1 $ lose 0.00 0.00

000 4.1.1 a straight flush pays two hundred on each bet
board 8c 7c
1: Jc Tc 9c
= 1 total winnings=6000.00 returned=30.00

000 4.1.1 a royal pays a thousand to one
board Jd Td
1: Ad Kd Qd | | withdraw withdraw
= 1 $ win 10000.00 10.00

000 4.2 percentages do not grow with credits
board 8c 7c; meter 200000.00
1: Jc Tc 9c | progressive=10.00
= 1 progressive win 20000.00 0.00; meter jackpot 20000.00 180000.00

000 4.2 a flush on three credits; the stake stays when the option says so
board 5h 2h; meter 200000.00
1: Jh 8h 6h | progressive=15.00
= 1 progressive win 750.00 15.00
with progressive_to1_returns_stake=false
= 1 progressive win 750.00 0.00

000 4.2 straight and trips pay nothing
board 6h 5s; meter 1000.00
1: 9c 8d 7c | progressive=5.00
2: 6c 6d Kh | progressive=5.00
= 1 progressive lose 0.00 0.00; 2 progressive lose 0.00 0.00

000 4.2.1 no wager, no jackpot
board Jd Td; meter 50000.00
1: Ad Kd Qd
= 1 1 win 10000.00 10.00; meter jackpot 0.00 50000.00

000 4.3 the Magic Card pays on a losing hand and the stake goes back
board Ks 4d; meter 1000.00; draws magic_card=7h
1: 7h 2c 9d | progressive=5.00
= 1 progressive win 0.00 5.00; 1 odds progressive none; 1 magic_card win 25.00 0.00
= 1 stake magic_card 0.00

000 4.3.1 a community Magic Card pays every progressive wager
board Ks 4d; meter 1000.00; draws magic_card=Ks
1: 7h 2c 9d | progressive=5.00
2: 3h 5c 9s | progressive=5.00
3: 4h 6c Jd
4: 2h 8c Qd | progressive=5.00
= 1 magic_card win 25.00 0.00; 2 magic_card win 25.00 0.00; 3 wagers 1 2 $
= 4 magic_card win 25.00 0.00

000 4.4 the Lucky Player is paid on a progressive wager
board Ks 4d; meter 1000.00; draws lucky_seat=5
5: 7h 2c 9d | progressive=10.00
= 5 lucky_player win 50.00 0.00; 5 progressive win 0.00 10.00

000 4.4 the Lucky Player needs a progressive wager
board Ks 4d; draws lucky_seat=5
5: 7h 2c 9d
= 5 wagers 1 2 $

000 4.5 flush, Magic Card and Lucky Player return the stake once
board 5h 2h; meter 1000.00; draws magic_card=8h lucky_seat=2
2: Jh 8h 6h | progressive=5.00
= 2 progressive win 250.00 5.00; 2 magic_card win 25.00 0.00; 2 lucky_player win 25.00 0.00
= 2 wagers 1 2 $ progressive magic_card lucky_player

000 4.5 a feature beside a percentage gives the stake back
board 8c 7c; meter 1000.00; draws lucky_seat=1
1: Jc Tc 9c | progressive=5.00
= 1 progressive win 100.00 5.00

000 5.1.1 void returns everything
board 8c 7c; meter 1000.00; void 5.1; draws lucky_seat=1
1: Jc Tc 9c | progressive=5.00 | withdraw ride
= 1 outcomes void void void void; 1 total staked=35.00 returned=35.00; meter jackpot 0.00 1000.00

001 3.13 tens pay even money
board 5d 2s
1: Ts Th 9c | 20.00 | withdraw ride
= 1 2 win 20.00 20.00; 1 odds 2 1 to 1

001 3.14 a flush with bet 2 withdrawn
board 5h 2h
1: Jh 8h 6h | 20.00 | ride withdraw
= 1 1 win 160.00 20.00; 1 $ win 160.00 20.00; 1 2 withdrawn 0.00 20.00

001 3.18 nines with high cards lose
board Kh Qc
1: 9d 9c As
= 1 1 lose 0.00 0.00

001 3.20 envy from a hand without a progressive wager
board 8c 7c; meter 50000.00
1: 2h 3d 6s | progressive=5.00
2: 2d 4d 6h | progressive=5.00
3: 2s 4s 6d
4: Jc Tc 9c
= 1 envy<4 win 300.00 0.00; 2 envy<4 win 300.00 0.00; 1 odds envy<4 $300.00; 3 without envy
= 4 without envy; 1 progressive lose 0.00 0.00; meter jackpot 0.00 50000.00

001 3.20 royal and straight flush both pay envy, or the higher only
board Th Jh; meter 60000.00
1: Qh Kh Ah | progressive=5.00
2: 7h 8h 9h | progressive=5.00
3: 2s 4s 6d | progressive=5.00
= 3 envy<1 win 1000.00 0.00; 3 envy<2 win 300.00 0.00; 1 envy<2 win 300.00 0.00
= 2 envy<1 win 1000.00 0.00; 2 progressive win 6000.00 0.00; 1 progressive win 54000.00 0.00
= meter jackpot 60000.00 10000.00
with envy_multiple=false
= 3 wagers 1 2 $ progressive envy; 3 envy<1 win 1000.00 0.00

001 3.20 a trigger without a progressive wager counts unless the option asks for one
board 8c 7c; meter 50000.00
1: 2h 3d 6s | progressive=5.00
4: Jc Tc 9c
= 1 envy<4 win 300.00 0.00
with envy_trigger_needs_progressive=true
= 1 without envy

001 3.20 a trigger with a progressive wager counts where the option asks for one
board 8c 7c; meter 50000.00; option envy_trigger_needs_progressive=true
1: 2h 3d 6s | progressive=5.00
4: Jc Tc 9c | progressive=5.00
= 1 envy<4 win 300.00 0.00

001 4.1.1 a royal on three bets
board Js Ts
1: As Ks Qs | 5.00
= 1 total winnings=15000.00 returned=15.00

001 4.2 ten percent without the stake, unless the option returns it
board 8c 7c; meter 50000.00
1: Jc Tc 9c | progressive=5.00
2: 2d 4d 6h | progressive=5.00
= 1 progressive win 5000.00 0.00; 1 odds progressive 10%; 2 envy<1 win 300.00 0.00
with fixed_or_percent_returns_stake=true
= 1 progressive win 5000.00 5.00

001 4.2 trips pay nine to one and the stake
board 2c Jh; meter 100.00
1: 2s 2h 9d | progressive=5.00
= 1 progressive win 45.00 5.00

001 4.2 two straight flushes share nineteen percent, less the odd cent
board 6h 7h; meter 60000.01
1: 3h 4h 5h | progressive=5.00
2: 8h 9h Th | progressive=5.00
= 1 progressive win 5700.00 0.00; 2 progressive win 5700.00 0.00

001 4.2 two straight flushes in order of settlement, or from the seed: 6,000 and 1,000 together
board 6h 7h; meter 60000.00
1: 3h 4h 5h | progressive=5.00
2: 8h 9h Th | progressive=5.00
with multi_winner=settlement_order
= 2 progressive win 6000.00 0.00; 1 progressive win 5400.00 0.00
with sf_multi=seed_based
= 1 progressive win 3500.00 0.00; 2 progressive win 3500.00 0.00

002 3.5.3.1 units multiply the odds rows
board 6h 5h 2h Ks 9d; dealer Kh Kd; meter 100000.00
1: Jh 8h | ante=10.00 progressive=15.00 | fold
= 1 progressive win 600.00 0.00; 1 odds progressive 40 for 1

002 3.5.3.1 units do not multiply a percentage
board 6h 7h 8h Ks 9d; dealer Kh Kd; meter 100000.00
1: 5h 4h | ante=10.00 progressive=15.00 | bet
= 1 progressive win 10000.00 0.00

002 3.9.1 a fold loses ante and bonus and keeps the progressive
board 6h 7h 8h; dealer; meter 100000.00
1: 4h 5h | ante=10.00 bonus=5.00 progressive=5.00 | fold
= 1 ante lose 0.00 0.00; 1 bonus lose 0.00 0.00; 1 progressive win 10000.00 0.00
= 1 wagers ante bonus progressive

002 3.9.2 a flush wins ante, flop and river
board 6h 5h 2h Ks 9d; dealer Kd 3c
1: Jh 8h | ante=10.00 | bet check bet
= 1 total winnings=40.00; 1 wagers ante flop river; 1 stake flop 20.00

002 3.10.1 a hand not shown loses everything
board Ah Ac 7h 4c 2s; dealer Kd 3c; meter 1000.00
2: As Ad | ante=10.00 bonus=5.00 progressive=5.00 | bet bet bet | hidden
= 2 outcomes lose lose lose lose lose lose; 2 total net=-60.00

002 3.10.2 trips win and the ante stands off
board 8h Kc 7h 4c 2s; dealer Kd 3c
1: 8c 8d | ante=10.00 | bet bet bet
= 1 total winnings=40.00; 1 ante stand_off 0.00 10.00

002 3.10.3 the bonus survives a losing hand by default
board 2c 2d 9s 5d 7c; dealer 9d 9c
1: Ah Kh | ante=10.00 bonus=5.00 | bet
= 1 ante lose 0.00 0.00; 1 flop lose 0.00 0.00; 1 bonus win 125.00 5.00
with bonus_survives_losing_hand=false
= 1 total net=-35.00

002 3.10.4 a tie returns ante and flop, and pays the bonus under either reading
board Ts Jd Qc Kh As; dealer 2c 3d
1: 8c 8d | ante=10.00 bonus=5.00 | bet
= 1 ante stand_off 0.00 10.00; 1 flop stand_off 0.00 20.00; 1 bonus win 15.00 5.00
with bonus_survives_losing_hand=false
= 1 bonus win 15.00 5.00

002 4.1.1 a straight wins the ante
board 7c 6h 5s 2d Kc; dealer Kd 3c
1: 9c 8d | ante=10.00 | bet bet bet
= 1 total winnings=50.00 returned=50.00

002 3.13 the progressive comes on top
board 6h 5h 2h Ks 9d; dealer Kd 3c; meter 1000.00
1: Jh 8h | ante=10.00 progressive=5.00 | bet
= 1 ante win 10.00 10.00; 1 flop win 20.00 20.00; 1 progressive win 200.00 0.00

002 3.15.1 two straight flushes share equally
board 6h 7h 8h; dealer; meter 100000.00
1: 4h 5h | ante=10.00 progressive=5.00 | fold
2: 9h Th | ante=10.00 progressive=25.00 | fold
= 1 progressive win 9500.00 0.00; 2 progressive win 9500.00 0.00; meter jackpot 19000.00 81000.00

002 3.15.2 a royal is paid after the straight flush
board Th Jh Qh; dealer; meter 100000.00
1: Kh Ah | ante=10.00 progressive=5.00 | fold
2: 8h 9h | ante=10.00 progressive=5.00 | fold
= 2 progressive win 10000.00 0.00; 1 progressive win 90000.00 0.00; meter jackpot 100000.00 10000.00
= house resets=10000.00

002 4.1.1 aces against aces
board 2c 2d 9s 5d 7c; dealer Ad Ac
1: As Ah | ante=10.00 bonus=5.00 | bet
= 1 bonus win 5000.00 5.00

002 4.1.1 aces against ace and king
board 2c 2d 9s 5d 7c; dealer Ad Kc
1: As Ah | ante=10.00 bonus=5.00 | bet
= 1 bonus win 150.00 5.00

002 4.2 quads pay four hundred for one
board 7h 7c 2s 9d Ts; dealer Kd 3c; meter 1000.00
1: 7s 7d | ante=10.00 progressive=5.00 | bet
= 1 progressive win 2000.00 0.00

002 4.2 turn and river do not count
board 7h 3s 2s 7c Ts; dealer Kd 3c; meter 1000.00
1: 7s 7d | ante=10.00 progressive=5.00 | bet
= 1 progressive lose 0.00 0.00; 1 ante win 10.00 10.00

002 5.7 a removed hand gets everything back
board 6h 5h 2h Ks 9d; dealer Kd 3c; meter 1000.00
1: Jh 8h | ante=10.00 | bet
2: As Ad Ac | ante=10.00 bonus=5.00 progressive=5.00 | | removed 5.7
= 2 outcomes returned returned returned; 2 total net=0.00

002 5.11 missing turn and river are checks
board 6h 5h 2h Ks 9d; dealer Kd 3c
1: Jh 8h | ante=10.00 | bet
= 1 wagers ante flop

002 5.12.2 a progressive alone is returned
board 6h 5h 2h Ks 9d; dealer Kd 3c; meter 1000.00
1: | progressive=5.00
2: Jh 8h | ante=10.00 progressive=5.00 | bet
= 1 progressive returned 0.00 5.00

002 5.12.2 a progressive alone does not call for a flop
board; dealer; meter 1000.00
1: | progressive=5.00
2: Jh 8h | ante=10.00 | fold
= 1 progressive returned 0.00 5.00

002 5.12.2 a progressive beside an ante calls for a flop
board; dealer; meter 1000.00
1: | progressive=5.00
2: Jh 8h | ante=10.00 progressive=5.00 | fold
= refused

002 5.13 under the minimum is settled as it stands
board 6h 5h 2h Ks 9d; dealer Kd 3c; limits ante=25.00-500.00
1: Jh 8h | ante=10.00 | bet
= 1 total winnings=30.00

002 5.14 over the maximum is capped when it loses
board 6h 5h 2h Ks 9d; dealer Kd Kc; limits ante=10.00-500.00
1: 3h 8d | ante=700.00 | bet
= 1 ante lose 0.00 200.00; 1 flop lose 0.00 400.00; 1 stake flop 1400.00

002 5.14 over the maximum is capped when it wins
board 6h 5h 2h Ks 9d; dealer Kd Kc; limits ante=10.00-500.00
1: Jh 8h | ante=700.00 | bet
= 1 ante win 500.00 700.00; 1 flop win 1000.00 1400.00

002 3.4 a shared ante is divided by what was put in; the odd cent is the seated player's
board 6h 5h 2h Ks 9d; dealer Kd 3c; limits ante=1.00-9.99
1: Jh 8h | ante=10.00 | bet | shares ante p7=3.33 p1=6.67
= 1 shares ante p7 3.33 3.32 3.33, p1 6.67 6.67 6.67

003 3.9.1 a fold loses the ante and keeps the progressive
board 5h 2h; dealer Qs 9d 4c; meter 1000.00
1: Jh 8h 6h | ante=10.00 progressive=5.00 | fold
= 1 ante lose 0.00 0.00; 1 progressive win 100.00 0.00; 1 odds progressive $100.00

003 3.9.1.1 pair plus lives after a fold
board; dealer Qs 9d 3c
1: 4s 4d 9c | ante=10.00 pair_plus=10.00 | fold
= 1 ante lose 0.00 0.00; 1 pair_plus win 10.00 10.00

003 3.9.3 pair plus alone
board; dealer Qs 9d 3c
1: 8d 7c 6h | pair_plus=5.00
= 1 wagers pair_plus; 1 pair_plus win 25.00 5.00

003 3.10.2 declining against a dealer who qualifies
board 5h 2h; dealer Qs 9d 4c; meter 1000.00
1: Ts Th Tc | ante=10.00 pair_plus=10.00 progressive=5.00 | play | hidden
= 1 total net=-35.00

003 3.10.2 declining against a dealer who does not qualify
board 5h 2h; dealer Js 9d 4c; meter 1000.00
1: Ts Th Tc | ante=10.00 pair_plus=10.00 progressive=5.00 | play | hidden
= 1 ante win 10.00 10.00; 1 play returned 0.00 10.00; 1 pair_plus lose 0.00 0.00
= 1 progressive lose 0.00 0.00; 1 without ante_bonus
with decline_when_dealer_not_qualified=lose_all
= 1 total net=-35.00

003 3.11 low trips qualify unless read by the letter
board; dealer 8s 8d 8c
1: Ah Qd 7s | ante=10.00 | play
= 1 ante lose 0.00 0.00
with dealer_qualifies=contains_queen_or_higher
= 1 ante win 10.00 10.00; 1 play returned 0.00 10.00

003 3.11.2 any hand wins the ante when the dealer does not qualify
board; dealer Js 9d 4c
1: 7h 5d 2s | ante=10.00 | play
= 1 ante win 10.00 10.00; 1 play returned 0.00 10.00; 1 odds play none

003 3.11.3 the ante bonus without qualification
board; dealer Js 9d 4c
1: 8h 7h 6h | ante=10.00 | play
= 1 ante_bonus win 50.00 0.00; 1 wagers ante play ante_bonus

003 3.12.2 ace high loses to kings
board; dealer Kd Ks 3c
1: Ah Qd 7s | ante=10.00 | play
= 1 ante lose 0.00 0.00; 1 play lose 0.00 0.00

003 3.12.3 equal hands stand off
board; dealer Qs 9d 4c
1: Qd 9h 4s | ante=10.00 | play
= 1 ante stand_off 0.00 10.00; 1 play stand_off 0.00 10.00

003 3.12.4 the ante bonus on a losing hand
board; dealer Ks Kh Kc
1: Ts Th Tc | ante=10.00 | play
= 1 ante lose 0.00 0.00; 1 play lose 0.00 0.00; 1 ante_bonus win 40.00 0.00

003 3.12.5 pair plus on a losing hand
board; dealer Qs Jd Th
1: Ac Ah 8d | ante=10.00 pair_plus=10.00 | play
= 1 ante lose 0.00 0.00; 1 pair_plus win 10.00 10.00

003 3.18.1 two straight flushes leave the odd cent
board 6h 7h; dealer Qs 9d 4c; meter 60000.01
1: 3h 4h 5h | ante=10.00 progressive=5.00 | play
2: 8h 9h Th | ante=10.00 progressive=5.00 | play
= 1 progressive win 5700.00 0.00; 2 progressive win 5700.00 0.00; meter jackpot 11400.00 48600.01

003 3.18.2 a royal is paid last
board Th Jh; dealer Qs 9d 4c; meter 60000.00
1: Qh Kh Ah | ante=10.00 progressive=5.00 | play
2: 7h 8h 9h | ante=10.00 progressive=5.00 | play
= 2 progressive win 6000.00 0.00; 1 progressive win 54000.00 0.00

003 4.2 the ante bonus is on the ante only
board; dealer Kd Ks 3c
1: 8h 7h 6h | ante=25.00 | play
= 1 ante_bonus win 125.00 0.00

003 1.1.2 the ante bonus is theirs who put in the ante
board; dealer Kd Ks 3c
1: 8h 7h 6h | ante=10.00 | play | shares ante p7=3.33 p1=6.67
= 1 shares ante_bonus p7 0.00 16.65 0.00, p1 0.00 33.35 0.00

003 4.4 a royal takes the meter
board Jd Td; dealer Qs 9d 4c; meter 77777.77
1: Ad Kd Qd | ante=10.00 progressive=5.00 | fold
= 1 progressive win 77777.77 0.00; 1 odds progressive 100%; meter jackpot 77777.77 10000.00

003 5.12.2 a progressive alone is returned
board Jd Td; dealer Qs 9d 4c; meter 1000.00
1: | progressive=5.00
2: Ad Kd Qd | ante=10.00 | play
= 1 progressive returned 0.00 5.00

003 5.14 pair plus over the maximum
board; dealer Ks Jd 3c; limits pair_plus=5.00-100.00
1: Ts Th Tc | pair_plus=150.00
= 1 pair_plus win 3000.00 150.00

003 5.14 the ante bonus is on the capped ante
board; dealer Kd Ks Kc; limits ante=5.00-100.00
1: 8h 7h 6h | ante=150.00 | play
= 1 ante_bonus win 500.00 0.00; 1 play win 100.00 150.00

004 6A(c) a flush on the bonus
board 4d 2d
1: Kd 9d 7d | bonus=1.00
= 1 bonus win 50.00 0.00; 1 odds bonus $50.00

004 6A(d) the bonus lives when bets are withdrawn
board 6h 5s
1: 9c 8d 7c | bonus=1.00 | withdraw withdraw
= 1 bonus win 25.00 0.00

004 6B(d) the three card bonus wins while the bets lose
board Kc 7h; option three_card_bonus_table=A
1: 2s 2h 9d | 5.00 three_card_bonus=5.00
= 1 $ lose 0.00 0.00; 1 three_card_bonus win 5.00 5.00

004 9(g)2 tens win and nines lose
board 5h 2c
1: 9s 9d Kc
2: Ts Td Kd
= 1 1 lose 0.00 0.00; 2 1 win 10.00 10.00

004 10(b) a flush on three bets
board 4d 2d
1: Kd 9d 7d | 5.00
= 1 total winnings=120.00

004 10(c) the limit is spread over the bets
board Js Ts; limits base=25.00-500.00; option payout_limit=75000.00
1: As Ks Qs | 100.00 bonus=1.00
= 1 1 win 25000.00 100.00; 1 2 win 25000.00 100.00; 1 $ win 25000.00 100.00; 1 odds 1 1000 to 1
= 1 bonus win 25000.00 0.00

004 10(c) the odd cents of the limit go to the first bets
board Js Ts; option payout_limit=50000.00
1: As Ks Qs | 100.00 bonus=1.00
= 1 1 win 16666.67 100.00; 1 2 win 16666.67 100.00; 1 $ win 16666.66 100.00

004 10(c) the limit is spread over the bets that are left
board Js Ts; option payout_limit=50000.01
1: As Ks Qs | 100.00 | withdraw ride
= 1 1 withdrawn 0.00 100.00; 1 2 win 25000.01 100.00; 1 $ win 25000.00 100.00

004 10(c) a limit under the floor is refused
board Js Ts; limits base=25.00-500.00; option payout_limit=60000.00
1: As Ks Qs
= refused

004 11(b) Cover All loses under trips
board Qd 9c
1: Kd Ks Qh | cover_all=5.00
2: 2h 4c 6d
= 1 cover_all lose 0.00 0.00

004 12(c) a flush is paid by the house
board 4d 2d; meter 12000.00
1: Kd 9d 7d | progressive=1.00
= 1 progressive win 40.00 0.00; meter jackpot 0.00 12000.00; house paid=280.00

004 12(d) a royal brings envy to the others only
board Js Ts; meter 12000.00
1: 2h 4c 6d | progressive=1.00
2: As Ks Qs | progressive=1.00
3: 2d 5c 6h | progressive=1.00
= 1 envy<2 win 1000.00 0.00; 3 envy<2 win 1000.00 0.00; 2 without envy

004 12(d) a person on two seats is one player
board Js Ts; meter 12000.00; option allow_two_positions=true
1: 2h 4c 6d | progressive=1.00 | | player p2
2: As Ks Qs | progressive=1.00
3: 2d 5c 6h | progressive=1.00 | | player p4
4: 3d 5d 7h | progressive=1.00
= 1 without envy; 2 without envy; 3 envy<2 win 1000.00 0.00; 4 envy<2 win 1000.00 0.00

004 12(d) Table 1 rounds down and keeps the rest
board 6s 5s; meter 12345.67
1: 9s 8s 7s | progressive=1.00
= 1 progressive win 1234.56 0.00; meter jackpot 1234.56 11111.11
with award_rounding=half_up
= 1 progressive win 1234.57 0.00
with award_rounding=ceil
= 1 progressive win 1234.57 0.00
with award_rounding=floor
= 1 progressive win 1234.56 0.00

004 12(e) PTMGL01 pays quads three hundred for one
board 8c 3d; meter 9.00 unit=5.00; option progressive_table=PTMGL01
1: 8s 8h 8d | progressive=5.00
= 1 progressive win 1500.00 0.00; 1 odds progressive 300 for 1

004 12(e) PTMGL03 gives a royal everything, and 250 envy
board Jh Th; meter 4200.00 reset=1000.00; option progressive_table=PTMGL03
1: Ah Kh Qh | progressive=1.00
2: 2d 5c 6h | progressive=1.00
= 1 progressive win 4200.00 0.00; meter jackpot 4200.00 1000.00; 2 envy<1 win 250.00 0.00

004 12(e) PTMGL03 has a royal and a straight flush share
board Jh Th; meter 4200.01 reset=1000.00; option progressive_table=PTMGL03
1: Ah Kh Qh | progressive=1.00
2: 7h 8h 9h | progressive=1.00
= 1 progressive win 2600.00 0.00; 2 progressive win 2600.00 0.00; meter jackpot 5200.00 1000.01
= house resets=2000.00
with multi_winner=settlement_order
= 2 progressive win 4200.01 0.00; 1 progressive win 1000.00 0.00

004 12(e) PTMGLML01 gives a straight flush the minor
board 6s 5s; levels major=15000.00/10000.00 minor=1800.00/1000.00
option progressive_table=PTMGLML01
1: 9s 8s 7s | progressive=1.00
= 1 progressive win 1800.00 0.00; meter minor 1800.00 1000.00; meter major 0.00 15000.00

004 12(e) the seeds of PTMGLML02 need confirming
board Qc 9d; levels mega=15000.00/10000.00 major=1800.00/1000.00 minor=300.00/250.00
option progressive_table=PTMGLML02
1: 4s 4h 4d | progressive=1.00
= refused
with ptmglml02_seeds_confirmed=true
= 1 progressive win 10.00 0.00

004 12(e) PTMGLML03 gives quads the minor
board 8c 3d; levels mega=15000.00/10000.00 major=1800.00/1000.00 minor=310.00/250.00
option progressive_table=PTMGLML03
1: 8s 8h 8d | progressive=1.00
= 1 progressive win 310.00 0.00; meter minor 310.00 250.00

004 12(e) PTMGLML03 has two quads share the minor and its seed
board 7s 8s; levels mega=15000.00/10000.00 major=1800.00/1000.00 minor=310.00/250.00
option progressive_table=PTMGLML03
1: 7h 7d 7c | progressive=1.00
2: 8h 8d 8c | progressive=1.00
= 1 progressive win 280.00 0.00; 2 progressive win 280.00 0.00; meter minor 560.00 250.00

004 12(e) envy grows with the unit only by option
board 6s 5s; meter 20000.00 unit=5.00; option progressive_table=PTMGL01
1: 2h 4c 6d | progressive=5.00
2: 9s 8s 7s | progressive=5.00
= 1 envy<2 win 300.00 0.00
with envy_scales_with_unit=true
= 1 envy<2 win 1500.00 0.00

004 13(c) void returns every stake
board; meter 20000.00; void 13(c)
1: 9s 8s | bonus=1.00 progressive=1.00 | -
= 1 total returned=32.00 net=0.00

004 section 1: lines stand in the order of the contract
board 6s 5s; meter 20000.00; option three_card_bonus_table=A
1: 9s 8s 7s | progressive=1.00 bonus=1.00 three_card_bonus=5.00 cover_all=5.00
= 1 wagers 1 2 $ progressive bonus three_card_bonus cover_all
"""


@pytest.mark.parametrize("text", examples())
def test_the_judge_settles_the_example(text: str) -> None:
    options, asked = "", 0
    for line in statements(text):
        if line.startswith("with "):
            options = line.removeprefix("with ")
        elif line == "= refused":
            asked += 1
            with pytest.raises(Refused):
                settle(record_of(text, options))
        elif line.startswith("= "):
            asked += 1
            expected = line.removeprefix("= ")
            assert Settled(text, options).told(expected) == expected
    assert asked


# ---------------------------------------------------------------------------------------------
# Which hand is higher
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "examples",
    [  # 000 3.21 and 003 3.14, the highest first
        "Ad Kd Qd Jd Td, Jc Tc 9c 8c 7c, Ac Ah Ad As Jh, Kc Kh Kd As Ah, Jh 8h 6h 5h 2h, "
        "9c 8d 7c 6h 5s, Ts Th Tc 6h 3d, Qs Qh 6c 6h 3d, Ac Ah 8d 6h 5s, Qc Th 6d 5s 2h",
        "8h 7h 6h, Ts Th Tc, 8d 7c 6h, Th 4h 2h, Ac Ah 8d, Qc Th 6d",
    ],
)
def test_the_classes_stand_in_order(examples: str) -> None:
    hands = examples.split(", ")
    assert [hand(cards) for cards in hands] == list(range(len(hands) - 1, -1, -1))


@pytest.mark.parametrize(
    ("clause", "cards", "expected"),
    [
        ("000 3.21.2", "5h 4h 3h 2h Ah", judge.SF),
        ("000 3.21.6", "Ah 2c 3d 4s 5h", judge.STRAIGHT),
        ("000 3.21.6", "Qs Kd Ac 2h 3s", judge.NOTHING),
        ("001 3.21.2", "Ac 2c 3c 4c 5c", judge.SF),
        ("001 3.21.2", "As Ks Qs Js Ts", judge.ROYAL),
        ("003 3.14.3", "As 2d 3c", judge.STRAIGHT3),
        ("003 3.14.3", "Qs Kd Ac", judge.STRAIGHT3),
        ("003 3.14.3", "Ks Ad 2c", judge.NOTHING3),
    ],
)
def test_an_ace_is_high_or_low_and_never_between(clause: str, cards: str, expected: int) -> None:
    assert hand(cards) == expected, clause


@pytest.mark.parametrize(
    ("clause", "player", "dealer", "board", "expected"),
    [
        ("002 3.3.1.2 seven high beats the wheel", "Ac 2d", "6s 7d", "3h 4s 5c Kd 9h", -1),
        ("002 3.3.1.3 suits do not rank", "As Kd", "Ah Kc", "Qs 9d 7c 4h 2s", 0),
        ("002 3.10 ace kicker on two pairs", "Qd Jc", "Ah 3d", "Ks Kd 7h 7c 2s", -1),
        ("002 3.12 flush on the third card", "Qh 3h", "Jh Th", "Ah Kh 9h 4d 2c", 1),
        ("002 3.12.1 fifth card on the board", "Ah 3s", "Ac 4c", "Qs Jd 9c 5h 2d", 0),
        ("002 3.12.2 two pairs by kicker", "Ad 2c", "Qh Jc", "Ks Kd 8h 8c 3s", 1),
        ("002 3.12.3 pair by kicker", "Tc Kd", "Th Qd", "Ts 9d 7c 4h 2s", 1),
        ("002 3.12.4 six high beats the wheel", "6c 9d", "Ah Ks", "2c 3d 4h 5s Jd", 1),
        ("002 3.12.5 full houses, same trips", "Ks Kd", "Qs Qd", "9s 9d 9h 4c 2d", 1),
        ("002 3.12.6 equal straights", "Jc Qd", "Js Qh", "8s 9d Th 3c 4d", 0),
        ("003 3.3.1.2 four high beats ace low", "Ac 2d 3h", "4s 3d 2c", "", -1),
        ("003 3.10 straight beats flush", "Ts 9d 8c", "Ah Kh 5h", "", 1),
        ("003 3.12 the ten decides", "Qh Td 2c", "Qs 9d 4c", "", 1),
        ("003 3.15.2 pairs by kicker", "8s 8d Kc", "8h 8c Qd", "", 1),
        ("003 3.15.2 the same kicker", "8s 8d Kc", "8h 8c Kd", "", 0),
        ("003 3.15.3 suited ace low is lowest", "Ah 2h 3h", "4c 3c 2c", "", -1),
    ],
)
def test_which_hand_is_higher(
    clause: str, player: str, dealer: str, board: str, expected: int
) -> None:
    value = best_of_seven if board else three_card_value
    mine, theirs = (value(f"{own} {board}".split()) for own in (player, dealer))
    assert (mine > theirs) - (mine < theirs) == expected, clause


def test_002_3_11_8_best_two_of_three_pairs() -> None:
    value = best_of_seven(["Qs", "6c", "Qh", "6h", "3d", "3s", "Kc"])
    assert value == (judge.TWO_PAIRS, (12, 12, 6, 6, 13))


# ---------------------------------------------------------------------------------------------
# Paytables, row by row
# ---------------------------------------------------------------------------------------------

ROWS = {
    "royal": ("Ah Kh Qh", "Jh Th"),
    "straight flush": ("9s 8s 7s", "6s 5s"),
    "four": ("8s 8h 8d", "8c 3d"),
    "full house": ("5s 5h 5d", "2c 2d"),
    "flush": ("Kd 9d 7d", "4d 2d"),
    "straight": ("9c 8d 7c", "6h 5s"),
    "three": ("4s 4h 4d", "Qc 9d"),
    "two pairs": ("6s 6h 3d", "3c Kd"),
    "pair": ("Js Jh 8d", "5c 2d"),
}


def ride(book: str, row: str, wagers: str, rest: str = "") -> Settled:
    """One seat of Let It Ride that makes this hand."""
    cards, board = ROWS[row]
    return Settled(f"{book}\nboard {board}\n{rest}\n1: {cards} | {wagers}")


@pytest.mark.parametrize("book", RIDES)
def test_base_odds_of_the_three_let_it_ride_rulebooks(book: str) -> None:
    for row, odds in zip(ROWS, (1000, 200, 50, 11, 8, 5, 3, 2, 1), strict=True):
        assert ride(book, row, "1.00").paid("1", "$") == f"win {odds}.00 1.00"


@pytest.mark.parametrize(
    ("book", "odds"),
    [
        ("000", {"four": 500, "full house": 100, "flush": 50}),
        ("001", {"four": 300, "full house": 50, "flush": 40, "straight": 30, "three": 9}),
    ],
)
def test_4_2_the_ladder_of_the_progressive(book: str, odds: dict[str, int]) -> None:
    for row, figure in odds.items():
        s = ride(book, row, "progressive=5.00", "meter 100.00")
        assert s.paid("1", "progressive") == f"win {5 * figure}.00 5.00"
        assert s.line("1", "progressive")["odds"] == f"{figure} to 1"


@pytest.mark.parametrize(
    ("cards", "board", "odds"),
    [
        ("8s 8h", "8d 8c 3d 2h Kc", 400),
        ("5s 5h", "5d 2c 2d 9h Kc", 80),
        ("Kd 9d", "7d 4d 2d Ah Kc", 40),
        ("9c 8d", "7c 6h 5s Ah Kc", 20),
    ],
)
def test_002_4_2_the_ladder(cards: str, board: str, odds: int) -> None:
    seat = f"1: {cards} | ante=10.00 progressive=5.00 | bet"
    s = Settled(f"002\nboard {board}\ndealer Qs Jc\nmeter 100.00\n{seat}")
    assert s.paid("1", "progressive") == f"win {5 * odds}.00 0.00"


@pytest.mark.parametrize(
    ("hands", "odds"),
    [
        ("As Ks", 25),
        ("As Qs, Js As", 20),
        ("Kd As", 15),
        ("Kd Ks, Jd Js", 10),
        ("Qd As, As Jd", 5),
        ("Ts Td, 2s 2h", 3),
        ("As Ts, Ks Qs", 0),
    ],
)
def test_002_4_1_1_bonus_rows(hands: str, odds: int) -> None:
    for cards in hands.split(", "):
        assert judge.hole_card_bonus(cards.split(), ["3c", "4c"]) == odds


@pytest.mark.parametrize(
    ("cards", "winnings"),
    [
        ("8h 7h 6h", "400.00"),
        ("Ts Th Tc", "300.00"),
        ("8d 7c 6h", "50.00"),
        ("Th 4h 2h", "40.00"),
        ("Ac Ah 8d", "10.00"),
    ],
)
def test_003_4_3_pair_plus_rows(cards: str, winnings: str) -> None:
    s = Settled(f"003\nboard\ndealer Ks Jd 3c\n1: {cards} | pair_plus=10.00")
    assert s.paid("1", "pair_plus") == f"win {winnings} 10.00"


@pytest.mark.parametrize(
    ("cards", "board", "expected"),
    [
        ("7s 7d 7h", "7c 2s", "win 2000.00 0.00"),
        ("Kc Kh Kd", "As Ah", "win 200.00 0.00"),
        ("Jh 8h 6h", "5h 2h", "win 100.00 0.00"),
        ("9s 8d 7h", "6c 5s", LOSING),
        ("8h 7h 6h", "2c Kd", LOSING),
    ],
)
def test_003_4_4_fixed_awards(cards: str, board: str, expected: str) -> None:
    seat = f"1: {cards} | ante=10.00 progressive=5.00 | play"
    s = Settled(f"003\nboard {board}\ndealer Qs 9d 4c\nmeter 1000.00\n{seat}")
    assert s.paid("1", "progressive") == expected


@pytest.mark.parametrize(
    ("row", "winnings"),
    zip(ROWS, ("25000.00", "2500.00", "400.00", "200.00", "50.00", "25.00", "5.00"), strict=False),
)
def test_004_10_d_bonus_rows(row: str, winnings: str) -> None:
    assert ride("004", row, "bonus=1.00").paid("1", "bonus") == f"win {winnings} 0.00"
    kept = ride("004", row, "bonus=1.00", "option fixed_or_percent_returns_stake=true")
    assert kept.paid("1", "bonus") == f"win {winnings} 1.00"


@pytest.mark.parametrize(
    ("letter", "odds"),
    [
        ("A", (40, 40, 30, 6, 4, 1)),
        ("B", (40, 40, 30, 5, 4, 1)),
        ("C", (40, 40, 30, 6, 3, 1)),
        ("D", (50, 40, 30, 6, 4, 1)),
        ("E", (50, 40, 30, 5, 4, 1)),
        ("F", (50, 40, 30, 6, 3, 1)),
    ],
)
def test_004_10_e_every_row_of_every_table(letter: str, odds: tuple[int, ...]) -> None:
    hands = (
        "As Ks Qs, Ah Kh Qh", "Js Qs Ks, Ac 2c 3c", "6s 6h 6d", "5s 4d 3c, Ah 2d 3c",
        "Kd 8d 2d, 9s 5s 2s", "2s 2h 9d",
    )  # fmt: skip
    for row, figure in zip(hands, odds, strict=True):
        for cards in row.split(", "):
            s = _three_card_bonus(letter, cards)
            assert s.paid("1", "three_card_bonus") == f"win {10 * figure}.00 10.00"
            assert s.line("1", "three_card_bonus")["odds"] == f"{figure} to 1"
    assert _three_card_bonus(letter, "Ks Ad 2c").paid("1", "three_card_bonus") == LOSING


def _three_card_bonus(letter: str, cards: str) -> Settled:
    seat = f"1: {cards} | three_card_bonus=10.00"
    return Settled(f"004\nboard 8c 7h\noption three_card_bonus_table={letter}\n{seat}")


THREE_LEVELS = "mega=15000.00/10000.00 major=1800.00/1000.00 minor=300.00/250.00"
TABLES_004: dict[str, tuple[str, str, str, dict[str, str]]] = {
    # meters, what a royal and a straight flush trigger, and the rows that are levels
    "TABLE1": ("jackpot=12000.00/10000.00", "1000.00", "300.00", {}),
    "PTMGL01": ("jackpot=12000.00/10000.00", "1000.00", "300.00", {}),
    "PTMGL02": ("jackpot=12000.00/10000.00", "5000.00", "1500.00", {}),
    "PTMGL03": ("jackpot=1200.00/1000.00", "250.00", "250.00", {}),
    "PTMGLML01": ("major=15000.00/10000.00 minor=1800.00/1000.00", "1000.00", "300.00", {}),
    "PTMGLML02": (THREE_LEVELS, "1000.00", "300.00", {"four": "300.00", "three": "10.00"}),
    "PTMGLML03": (THREE_LEVELS, "1000.00", "300.00", {"four": "300.00"}),
}


@pytest.mark.parametrize("name", TABLES_004)
def test_004_12_e_every_row_and_envy_of_every_table(name: str) -> None:
    meters, royal, straight_flush, special = TABLES_004[name]
    rest = f"levels {meters}\noption progressive_table={name} ptmglml02_seeds_confirmed=true"
    ladder = {"four": 300, "full house": 50, "flush": 40, "straight": 30, "three": 9}
    for row, odds in ladder.items():
        s = ride("004", row, "progressive=1.00", rest)
        assert s.paid("1", "progressive") == f"win {special.get(row, f'{odds}.00')} 0.00"
    levels = {level: amount.split("/")[0] for level, amount in pairs(meters).items()}
    for row, envy, place in (("royal", royal, 0), ("straight flush", straight_flush, 1)):
        s = ride("004", row, "progressive=1.00", f"{rest}\n2: 2d 5c 6c | progressive=1.00")
        assert s.paid("2", "envy<1") == f"win {envy} 0.00"
        taken = list(levels)[min(place, len(levels) - 1)]
        amount, percent = levels[taken], "100%"
        if place == 1 and name in ("TABLE1", "PTMGL01", "PTMGL02"):
            amount, percent = "1200.00", "10%"
        assert s.paid("1", "progressive") == f"win {amount} 0.00"
        assert s.line("1", "progressive")["odds"] == percent
        assert s.out["meters"][taken]["awarded"] == amount


@pytest.mark.parametrize(
    ("count", "best", "community", "winnings"),
    [
        (7, "Kd 9d Td", "Ad Qd", "70.00"),
        (7, "9s 8s 7s", "Ts Js", "400.00"),
        (6, "9s 9h 9d", "Ac Kd", "30.00"),
        (5, "9s 9h 9d", "Kc Kd", "170.00"),
        (4, "9s 8h Td", "Jc Qd", "80.00"),
        (4, "9s 9h 9d", "Kc Kd", "200.00"),
        (3, "9s 9h 9d", "9c Kd", "500.00"),
        (3, "9s 8h Td", "Jc Qd", "100.00"),
        (2, "9s 9h 9d", "Ac Kd", "110.00"),
        (1, "As Ks Qs", "Js Ts", "5000.00"),
    ],
)
def test_004_11_k_cover_all(count: int, best: str, community: str, winnings: str) -> None:
    hands = [best]
    while len(hands) < count:  # losing hands beside the best, taken in order
        taken = f"{' '.join(hands)} {community}".split()
        left = [r + s for r in "23456789TJQKA" for s in "cdhs" if r + s not in taken]
        each = (" ".join(cards) for cards in itertools.combinations(left, 3))
        hands.append(next(cards for cards in each if hand(f"{cards} {community}") < judge.TRIPS))
    seats = [f"{n}: {cards} | cover_all=10.00" for n, cards in enumerate(hands, start=1)]
    s = Settled("\n".join(["004", f"board {community}", *seats]))
    for number in range(1, count + 1):
        assert s.paid(str(number), "cover_all") == f"win {winnings} 10.00"


def test_004_11_k_the_whole_matrix() -> None:
    """For seven players down to one; 11(f) prints the column of seven."""
    assert [tuple(judge.COVER_ALL[n][row] for n in range(7, 0, -1)) for row in range(7)] == [
        (90, 100, 150, 200, 250, 300, 500),
        (40, 50, 60, 70, 80, 100, 200),
        (20, 30, 35, 40, 50, 80, 150),
        (10, 15, 17, 20, 25, 40, 100),
        (7, 10, 11, 15, 20, 30, 70),
        (4, 5, 6, 8, 10, 15, 30),
        (3, 3, 4, 5, 7, 11, 20),
    ]


# ---------------------------------------------------------------------------------------------
# Everything at once
# ---------------------------------------------------------------------------------------------


def total(items: Any, key: str) -> int:
    return sum(to_int(item[key]) for item in items)


def balanced(out: dict[str, Any]) -> None:
    """The books of a settlement close, for each seat and for the round."""
    for seat in out["seats"]:
        lines = seat["lines"]
        assert total(lines, "stake") == to_int(seat["staked"])
        assert total(lines, "winnings") == to_int(seat["winnings"])
        assert total(lines, "returned") == to_int(seat["returned"])
        assert to_int(seat["net"]) == (
            to_int(seat["winnings"]) + to_int(seat["returned"]) - to_int(seat["staked"])
        )
        for line in lines:
            assert ("odds" in line) == (to_int(line["winnings"]) > 0)
            assert 0 <= to_int(line["returned"]) <= to_int(line["stake"])
            if "shares" in line:
                assert total(line["shares"], "winnings") == to_int(line["winnings"])
                assert total(line["shares"], "returned") == to_int(line["returned"])
    meters, house = out["meters"].values(), out["house"]
    assert total(out["seats"], "winnings") + total(out["seats"], "returned") + to_int(
        house["won"]
    ) == (total(out["seats"], "staked") + total(meters, "awarded") + to_int(house["paid"]))
    moved = total(meters, "after") - total(meters, "before") + total(meters, "awarded")
    assert moved == to_int(house["resets"])


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("maker", [random_round, stacked_round])
def test_every_generated_round_is_accepted_and_the_books_balance(rulebook: str, maker: Any) -> None:
    rng = random.Random(f"{SEED} {rulebook} {maker.__name__}")
    for _ in range(500):
        record = maker(rng, rulebook)
        assert json.loads(json.dumps(record)) == record
        before = json.dumps(record)
        balanced(settle(record))
        assert json.dumps(record) == before


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_broken_round_is_refused(rulebook: str) -> None:
    descriptions = [description for description, _ in kinds(rulebook)]
    assert len(set(descriptions)) == len(descriptions) >= 80
    rng = random.Random(f"{SEED} {rulebook}")
    for description, record in malformed_rounds(rng, rulebook, 2 * len(descriptions)):
        with pytest.raises(Refused) as refused:
            settle(record)
        assert refused.value.reasons, description


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_order_of_the_seats_in_a_record_does_not_matter(rulebook: str) -> None:
    rng = random.Random(f"{SEED} {rulebook} order")
    for _ in range(100):
        record = stacked_round(rng, rulebook)
        turned = {**record, "seats": record["seats"][::-1]}
        assert settle(turned) == settle(record)


def test_a_refusal_names_every_problem() -> None:
    text = "000\nboard 8c\nmeter 1.0\noption nonsense=true\n1: As Ks Xx | 10"
    with pytest.raises(Refused) as refused:
        settle(record_of(text))
    said = str(refused.value)
    for piece in ("nonsense", "Xx", "'10'", "community", "1.0"):
        assert piece in said


def test_every_progressive_table_gives_a_royal_the_whole_of_a_level() -> None:
    assert [number for _, number in judge.BASE.values()] == [1000, 200, 50, 11, 8, 5, 3, 2, 1]
    for name, rows in judge.PROGRESSIVE.items():
        assert rows[judge.ROYAL][:2] == ("percent", 100)
        assert (judge.TRIPS in rows) == (name not in (R000, R002, R003))


def test_all_three_card_hands_fall_into_classes_as_often_as_they_must() -> None:
    deck = [r + s for r in "23456789TJQKA" for s in "cdhs"]
    counts = [0] * 6
    for cards in itertools.combinations(deck, 3):
        counts[three_card_value(cards)[0]] += 1
    # 22,100 three card hands: nothing, pair, flush, straight, trips, straight flush
    assert counts == [16440, 3744, 1096, 720, 52, 48]
