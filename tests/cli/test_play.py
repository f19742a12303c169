"""Playing in the terminal: what is asked, what is shown and hidden, and where the money goes."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from typer.testing import CliRunner

import pitboss
from pitboss.cards import DECK, Card, parse_cards, picture
from pitboss.cli.main import app
from pitboss.cli.play import Visit
from pitboss.cli.practice import PracticeLink, PracticeTable, RoundFiles, shuffler
from pitboss.games.library import Library, built_in, built_in_ids
from pitboss.money import Money, total
from pitboss.records.entries import read_event
from pitboss.round.result import MeterPaid, WagerSettled
from pitboss.rulebook.terms import terms_of
from tests.waiting import PATIENCE

RIDE = "mbs-let-it-ride-v3"
HOLDEM = "mbs-megalink-holdem-v9"
THREE_CARD = "mbs-megalink-three-card-v6"
MGC = "mgc-let-it-ride"
SOURCES = Path(pitboss.__file__).parent.parent


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def run(*arguments: str, answers: Sequence[str] = ()) -> str:
    """What `pitboss play` prints; with answers, to somebody who is asked."""
    asked = ["--ask"] if answers else []
    typed = "".join(f"{answer}\n" for answer in answers)
    result = CliRunner().invoke(app, ["play", *arguments, *asked], input=typed)
    assert result.exception is None, result.output
    assert result.exit_code == 0
    return result.output


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["play", *arguments])
    assert result.exit_code == 2
    return " ".join(result.output.split())


# --- without a terminal -------------------------------------------------------------------------


def test_without_a_terminal_a_round_of_each_rulebook_is_shown_and_settled() -> None:
    text = run()
    for rules in Library().values():
        assert f"{rules.title}, {rules.edition}\n" in text
    assert text.count('"Place your bets, please."') == len(built_in_ids())
    assert text.count("House: keeps") == len(built_in_ids())
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_every_line_of_the_shown_settlements_cites_a_clause() -> None:
    lines = run().splitlines()
    results = re.compile(r"  \S.* (wins|loses|stand-off|withdrawn|returned|void|paid)( |$)")
    shown = [n for n, line in enumerate(lines) if results.match(line)]
    assert len(shown) > 40
    for n in shown:
        assert lines[n + 1].startswith("    clause ") or re.search(r"\d\.\d|\d\(\w\)", lines[n])


def test_the_same_seed_gives_the_same_output_and_another_does_not() -> None:
    assert run("--seed", "5") == run("--seed", "5")
    assert run("--seed", "5") != run("--seed", "6")


def test_one_rulebook_by_itself_is_dealt_as_among_the_others() -> None:
    alone = run("mgc-let-it-ride", "--seed", "5")
    assert alone in run("--seed", "5")


def test_several_rounds_and_another_method_may_be_asked_for() -> None:
    text = run(HOLDEM, "--rounds", "3", "--method", "manual", "--seats", "7")
    assert text.count('"No more bets."') == 3
    assert text.count("Dealt: manual dealing device (3.8)") == 3


def test_a_rulebook_of_ones_own_is_played(tmp_path: Path) -> None:
    text = files("pitboss").joinpath("rulebooks", f"{RIDE}.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(
        text.replace(f'id = "{RIDE}"', 'id = "my-house"')
        .replace('title = "Let It Ride"', 'title = "Ride at Home"')
        .replace('pair_tens_or_better = "1 to 1"', 'pair_tens_or_better = "7 to 1"'),
        encoding="utf-8",
    )
    assert run("--rulebook", str(mine), "--auto").startswith("Ride at Home, Version 3\n")
    assert "7 to 1" in run("my-house", "--rulebook", str(mine), answers=["odds", "q"])


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["chess"], "There is no rulebook 'chess'. Choose one of"),
        (["let-it-ride"], "mbs-let-it-ride-v3, mbs-megalink-let-it-ride-v2 and mgc-let-it-ride"),
        ([HOLDEM, "--method", "Z"], "is dealt by: A (automated, Method A)"),
        ([HOLDEM, "--seats", "8"], "has room for 1 to 7 players"),
        ([HOLDEM, "--seat", "4", "--ask"], "seats 1 to 3; --seats makes the table larger"),
        ([HOLDEM, "--bankroll", "lots", "--ask"], "Type dollars such as 10 or 12.50"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_remedy(arguments: list[str], remedy: str) -> None:
    assert remedy in refused(*arguments)


# --- somebody is asked --------------------------------------------------------------------------


def test_a_menu_offers_the_five_rulebooks() -> None:
    text = run("--seed", "1", answers=["9", "2", "q"])
    for rulebook_id in built_in_ids():
        assert rulebook_id in text
    assert "Type a number from 1 to 5, or q to leave." in text
    assert "Ante, $5.00 to $500.00 [10.00]:" in text


@pytest.mark.parametrize("leaving", [["q"], []])
def test_one_may_leave_at_the_menu(leaving: list[str]) -> None:
    text = run(answers=["0", *leaving])
    assert text.endswith("Goodbye.\n")


def test_a_round_of_three_card_poker() -> None:
    answers = ["20", "5", "y", "p", "", "q"]
    text = run(THREE_CARD, "--seed", "3", answers=answers)
    assert "Seat 2  You: Ante 20.00, Pair Plus 5.00, Progressive Jackpot 5.00\n" in text
    assert "Your turn (3.9): [p]lay $20.00 on Play or [f]old?" in text
    assert "The clauses of your lines:\n" in text
    assert text.endswith("after 1 round. Thank you for playing.\n")


def test_a_round_of_holdem_with_several_units() -> None:
    text = run(HOLDEM, "--seed", "8", answers=["20", "5", "3", "b", "c", "b", "s", "q"])
    assert "Progressive Jackpot, 1 to 5 units of $5.00 [no]:" in text
    assert "Ante 20.00, Bonus 5.00, Progressive Jackpot 15.00" in text
    assert "[b]et $40.00 on Flop or [f]old?" in text
    assert "[b]et $20.00 on River or [c]heck?" in text


def test_a_round_of_let_it_ride_with_every_side_wager() -> None:
    text = run(MGC, "--seed", "3", answers=["10", "y", "y", "5", "5", "r", "w", "q"])
    assert (
        "Seat 2  You: bet 1, bet 2 and bet 3 10.00 each, progressive 1.00, "
        "Let It Ride bonus 1.00" in " ".join(text.split()).replace("Seat 2 You", "Seat 2  You")
    )
    assert "Your turn (9(b)): let bet 1 [r]ide or [w]ithdraw it?" in text
    assert "Seat 2  You withdraw bet 2 (9(e))\n" in text


def test_practice_figures_are_said_to_be_practice_figures() -> None:
    text = " ".join(run(MGC, answers=["q"]).split())
    assert "For practice, not from the rulebook: bets from $5.00 to $500.00;" in text
    assert "a progressive unit of $1.00;" in text
    assert "20% of every progressive wager on to the meter;" in text
    assert "three card bonus by Table A." in text


def test_bad_answers_are_met_with_a_sentence_and_asked_again() -> None:
    answers = ["ten", "3", "600", "2000", "7.777", "20", "x", "", "2", "n", "", "z", "f", "q"]
    text = run(THREE_CARD, "--seed", "3", answers=answers)
    assert "'ten' is not an amount. Type dollars such as 10 or 12.50.\n" in text
    assert "Ante of $3.00 (rule 3.4). The minimum is $5.00.\n" in text
    assert "Ante of $600.00 (rule 3.4). The maximum is $500.00.\n" in text
    assert "That takes $2,000.00, and you have $1,000.00. Bet less.\n" in text
    assert "'2' is no answer here. Type y or n.\n" in text
    assert text.count("Type p or f.\n") == 2
    assert text.count("Ante, $5.00 to $500.00 [10.00]:") == 6
    assert "Seat 2  You: Ante 20.00\n" in text


def test_units_beyond_the_rulebooks_are_refused_by_the_engine() -> None:
    text = run(HOLDEM, answers=["10", "", "9", "many", "2", "q"])
    assert "Progressive Jackpot of $45.00 (rule 3.5.3). Stake 1 to 5 units of 5.00.\n" in text
    assert "'many' is no number of units. Type a number such as 1.\n" in text
    assert "your stakes of $20.00 are returned" in text


def test_help_and_paytables_are_there_at_any_question() -> None:
    text = run(THREE_CARD, "--seed", "3", answers=["?", "10", "odds", "", "", "rules", "q"])
    assert text.count("At any question:\n") == 1
    assert text.count("Pair Plus (4.3)") == 2
    assert "three of a kind  30 to 1" in text


def test_the_same_bets_again_a_change_and_sitting_out() -> None:
    answers = ["20", "5", "", "f", "", "", "f", "", "c", "30", "n", "", "f", "n", "q"]
    text = run(THREE_CARD, "--seed", "3", answers=answers)
    assert text.count("Seat 2  You: Ante 20.00, Pair Plus 5.00\n") == 2
    assert text.count("Seat 2  You: Ante 30.00\n") == 1
    assert "You sit this round out.\n" in text
    assert "after 4 rounds" in text


def test_bets_may_be_taken_down_while_they_are_open() -> None:
    text = run(MGC, "--seed", "3", answers=["10", "y", "y", "c", "25", "", "", "", "", "q"])
    assert "bet 1, bet 2 and bet 3 25.00 each\n" in text
    assert "your stakes of $75.00 are returned" in text
    assert "You leave with $1,000.00 (0.00)" in text


def test_alone_at_the_table_one_must_bet_or_leave() -> None:
    text = run(RIDE, "--seats", "1", answers=["n", "q"])
    assert "You are alone at the table: place a bet, or type q to leave.\n" in text
    text = run(THREE_CARD, "--seats", "1", answers=["n", "n", "q"])
    assert "You are alone at the table: place a bet, or type q to leave.\n" in text


@pytest.mark.parametrize("answers", [["10", "n"], ["10", "n", "r"], ["10", "n", "q"]])
def test_leaving_inside_a_round_returns_the_stakes(answers: list[str]) -> None:
    text = run(RIDE, "--seed", "3", answers=answers)
    assert "The round was not finished, so your stakes of $30.00 are returned.\n" in text
    assert "You leave with $1,000.00 (0.00) after 0 rounds." in text


def test_a_hand_need_not_be_shown_where_the_rulebook_says_so() -> None:
    text = run(THREE_CARD, "--seed", "3", answers=["10", "", "", "p", "maybe", "d", "q"])
    assert "Press Enter to show your hand, or type d to decline.\n" in text
    assert "Seat 2  You decline to show the hand. (3.10.2)\n" in text


def test_pair_plus_alone_only_continues() -> None:
    text = run(THREE_CARD, "--seed", "3", answers=["n", "5", "", "", "", "q"])
    assert "Your turn (3.9): [c]ontinue?" in text
    assert "Seat 2  You continue (3.9)\n" in text


def test_a_follow_up_takes_money_one_has() -> None:
    text = run(THREE_CARD, "--seed", "3", "--bankroll", "15", answers=["", "", "", "p", "f", "q"])
    assert "Play takes $10.00, and you have $5.00. Choose another.\n" in text
    text = run(RIDE, "--bankroll", "14.99", answers=["q"])
    assert "You have $14.99, less than the least bet at this table.\n" in text


# --- stacked decks, and the money ---------------------------------------------------------------


class Script:
    """A screen, and somebody who answers by the question and remembers what could be seen then."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self.screen = io.StringIO()
        self.seen: list[tuple[str, str]] = []
        self._answer = answer

    def read(self, question: str) -> str:
        self.seen.append((question, self.screen.getvalue()))
        return self._answer(question)


def by_word(**answers: str) -> Callable[[str], str]:
    """The answer whose word is in the question, or Enter."""
    return lambda question: next((a for word, a in answers.items() if word in question), "")


def at_table(
    rulebook: str, script: Script, *, deck: Sequence[Card] | None = None, seed: int = 1
) -> Visit:
    """Seat 2 of three, with more money than anybody can lose."""
    rules = built_in(rulebook)
    chance = Random(seed)
    table = PracticeTable(
        rules,
        positions=max(3, rules.least_positions),
        method=next(iter(rules.dealing)),
        shuffle=shuffler(chance) if deck is None else lambda: deck,
        chance=chance,
    )
    console = Console(file=script.screen, width=80, highlight=False, markup=False)
    bankroll = Money.parse("1000000.00")
    return Visit(
        console,
        table,
        seats=3,
        seat=2,
        bankroll=bankroll,
        read=script.read,
        files=RoundFiles(),
    )


def stacked(cards: str) -> tuple[Card, ...]:
    first = parse_cards(cards)
    return (*first, *(card for card in DECK if card not in first))


def faces_in(text: str, cards: str) -> list[str]:
    return [picture(card) for card in parse_cards(cards) if picture(card) in text]


def test_no_hidden_card_is_on_the_screen_before_the_showdown() -> None:
    # Community first, then two cards to each seat, then the dealer (method A).
    deck = stacked("9h Td 2c 2d As  Kh Kd  8c 8h  7s 3d  Qh Js")
    script = Script(by_word(Ante="10", turn="b"))
    at_table(HOLDEM, script, deck=deck).run(rounds=1)
    turns = [text for question, text in script.seen if question.startswith("Your turn")]
    others = "Kh Kd 7s 3d Qh Js"
    hidden = [f"{others} 9h Td 2c 2d As", f"{others} 2d As", f"{others} As"]
    for text, cards in zip(turns, hidden, strict=True):
        assert faces_in(text, "8c 8h") == ["8♣", "8♥"]
        assert faces_in(text, cards) == []
    # Chloe folded seven-three with no wager left on it, so nobody ever sees it.
    text = script.screen.getvalue()
    assert "Seat 3  Chloe folds (3.9)\n" in text
    assert faces_in(text, "7s 3d") == []
    assert faces_in(text, "Kh Kd Qh Js As") == ["K♥", "K♦", "Q♥", "J♠", "A♠"]


def anything(chance: Random) -> Callable[[str], str]:
    """Answers of a person who tries everything that is offered."""

    def answer(question: str) -> str:
        if question.startswith("Your turn"):
            return str(chance.choice(re.findall(r"\[(.)\]", question)))
        for word, answers in {
            "units": ["1", "2", ""],
            "y or n": ["y", "n"],
            "declines": ["s", "s", "d"],
            "same again": ["c", "c", "c", "", "n"],
        }.items():
            if word in question:
                return chance.choice(answers)
        return chance.choice(["5", "25.50", "10", "n"])

    return answer


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_the_bankroll_changes_by_what_the_seat_wins_or_loses(rulebook: str) -> None:
    session = at_table(rulebook, Script(anything(Random(7))), seed=4)
    nets = []
    for number in range(1, 31):
        before = session.person.bankroll
        session.run(rounds=number)
        lines = [line for line in session.table.play.settled if line.seat == session.person.seat]
        nets.append(total(line.winnings + line.returned - line.stake for line in lines))
        assert session.person.bankroll - before == nets[-1]
    assert len(set(nets)) > 5


def test_a_royal_flush_takes_the_meter_and_the_meter_restarts() -> None:
    deck = stacked("2c 5d 9h  Ah Kh Qh  3c 6d 9s  Jh Th")
    script = Script(by_word(each="10", Progressive="y", turn="r"))
    session = at_table(RIDE, script, deck=deck)
    session.run(rounds=1)
    text = script.screen.getvalue()
    # 10,000.00 and a fifth of three progressive wagers of 5.00.
    assert "Meter jackpot: before 10,003.00, awarded 10,003.00, after 10,000.00\n" in text
    assert re.search(r"Progressive Jackpot wager +5\.00 +wins +100% +10,003\.00\n", text)
    link = session.table.link
    assert link is not None
    assert link.levels["jackpot"].amount == Money.parse("10000.00")


def test_a_contribution_loses_no_fraction_of_a_cent() -> None:
    link = PracticeLink(terms_of(built_in(RIDE)))
    for _ in range(4):
        link.contribute(Money(1))
    assert link.levels["jackpot"].amount == Money.parse("10000.00")
    link.contribute(Money(1))
    assert link.levels["jackpot"].amount == Money.parse("10000.01")
    nothing = Money(0)
    reset = link.levels["jackpot"].reset
    link.pay(
        MeterPaid(meter="jackpot", before=nothing, awarded=nothing, after=Money(7), reset=nothing)
    )
    assert link.levels["jackpot"].amount == Money(7)
    assert link.levels["jackpot"].reset == reset


# --- a real terminal ----------------------------------------------------------------------------


class Terminal:
    """A pseudo-terminal with pitboss in it."""

    def __init__(self, *arguments: str) -> None:
        self.text = ""
        self._fd, inner = pty.openpty()
        # A terminal of its own, so that its interrupt key reaches it and nobody else.
        # Whoever runs the tests may have told their children to ignore that key.
        code = (
            "import os, signal; os.login_tty(0);"
            "signal.signal(signal.SIGINT, signal.default_int_handler);"
            "from pitboss.cli.main import run; run()"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, "play", *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={
                **os.environ,
                "PYTHONPATH": str(SOURCES),
                "TERM": "xterm",
                "COLUMNS": "100",
                "PYTHONIOENCODING": "utf-8",
            },
        )
        os.close(inner)

    def read_until(self, words: str) -> None:
        start = len(self.text)
        while words not in self.text[start:]:
            ready, _, _ = select.select([self._fd], [], [], PATIENCE)
            assert ready, f"no {words!r} in {self.text[start:]!r}"
            try:
                self.text += os.read(self._fd, 65536).decode("utf-8", "replace")
            except OSError:
                assert words in self.text[start:], self.text[start:]
                return

    def type(self, answer: str) -> None:
        os.write(self._fd, answer.encode())

    def press(self, key: str) -> None:
        """Press a key, and press it again if nothing comes of it, as a person would.

        A signal that comes in just before the process starts to wait for a line is seen only once
        the line is there. Between two presses a busy machine has time to see the first through: a
        second one in the middle of that would be another story.
        """
        for _ in range(10):
            self.type(key)
            while select.select([self._fd], [], [], 30)[0]:
                said = os.read(self._fd, 65536).decode("utf-8", "replace")
                self.text += said
                if said.strip("^C\r\n"):
                    return

    def close(self) -> int:
        """Read what is left and see how it ended."""
        with contextlib.suppress(OSError):
            while select.select([self._fd], [], [], PATIENCE)[0]:
                said = os.read(self._fd, 65536)
                if not said:
                    break
                self.text += said.decode("utf-8", "replace")
        status = self._process.wait(timeout=PATIENCE)
        os.close(self._fd)
        return status


CONVERSATIONS: dict[str, list[tuple[str, str]]] = {
    RIDE: [
        ("1, 2 and $, each", "\r"), ("Progressive", "y\r"), ("let 1 [r]ide", "r\r"),
        ("let 2 [r]ide", "w\r"),
    ],
    THREE_CARD: [
        ("Ante,", "10\r"), ("Pair Plus,", "5\r"), ("Progressive", "\r"), ("[p]lay", "p\r"),
        ("Show your hand", "\r"),
    ],
    HOLDEM: [
        ("Ante,", "10\r"), ("Bonus,", "\r"), ("Progressive", "2\r"), ("on Flop", "b\r"),
        ("on Turn", "c\r"), ("on River", "b\r"), ("Show your hand", "\r"),
    ],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", CONVERSATIONS)
def test_a_round_in_a_real_terminal(rulebook: str) -> None:
    terminal = Terminal(rulebook, "--seed", "8", "--seat", "1")
    for question, answer in CONVERSATIONS[rulebook]:
        terminal.read_until(question)
        terminal.type(answer)
    terminal.read_until("Enter for the same again")
    terminal.type("q\r")
    terminal.read_until("Thank you for playing.")
    assert terminal.close() == 0
    assert "┌───┐" in terminal.text
    assert re.search(r"\x1b\[[0-9;]*31m\S+[♥♦]", terminal.text), "red suits are red"
    assert "after 1 round." in terminal.text


@pytest.mark.slow
@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_the_interrupt_and_end_keys_leave_politely(key: str) -> None:
    terminal = Terminal(RIDE, "--seed", "8", "--seat", "1")
    for question, answer in CONVERSATIONS[RIDE][:2]:
        terminal.read_until(question)
        terminal.type(answer)
    terminal.read_until("let 1 [r]ide")
    terminal.press(key)
    assert terminal.close() == 0
    assert "Thank you for playing." in terminal.text
    assert "your stakes of $35.00 are returned" in terminal.text


def test_what_is_kept_settles_and_replays_to_the_same_cents(tmp_path: Path) -> None:
    log, records = tmp_path / "log.jsonl", tmp_path / "rounds.jsonl"
    runner = CliRunner()
    played = runner.invoke(
        app, ["play", "--auto", "--rounds", "3", "--log", str(log), "--records", str(records)]
    )
    assert played.exit_code == 0
    events = [read_event(json.loads(line)) for line in log.read_text().splitlines()]
    settled = runner.invoke(app, ["settle", str(records)])
    assert settled.exit_code == 0
    settlements = [json.loads(line) for line in settled.stdout.splitlines()]
    assert len(settlements) == 3 * len(built_in_ids())
    paid = sum(event.winnings.cents for event in events if isinstance(event, WagerSettled))
    assert paid == sum(
        Money.parse(seat["winnings"]).cents for one in settlements for seat in one["seats"]
    )


def test_a_file_that_cannot_be_written_is_refused_before_the_first_round(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["play", "--auto", "--log", str(tmp_path)])
    assert result.exit_code == 2
    assert "cannot be written" in result.output


@pytest.mark.parametrize("wrong", [("--bankroll", "abc"), ("--seats", "3", "--seat", "5")])
def test_what_nobody_could_play_with_is_refused_without_a_terminal_too(
    wrong: tuple[str, ...],
) -> None:
    assert f"Invalid value for {wrong[-2]}" in refused(HOLDEM, "--auto", *wrong)


def test_a_terminal_that_says_it_has_no_columns_gets_a_narrow_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    assert "Settlement" in run(RIDE, "--auto")
