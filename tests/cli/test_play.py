"""Playing in the terminal: what is asked, what is shown and hidden, and where the money goes."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from typer.testing import CliRunner

from pitboss.cards import DECK, Card, parse_cards, picture
from pitboss.cli.main import app
from pitboss.cli.play import Visit
from pitboss.cli.practice import PracticeLink, PracticeTable, RoundFiles, shuffler
from pitboss.games.library import Library, built_in, built_in_ids
from pitboss.money import Money, total
from pitboss.records.entries import read_event
from pitboss.round.result import MeterPaid, WagerSettled
from pitboss.rulebook.terms import terms_of
from tests.cli.keyboard import RealTerminal

RIDE = "mbs-let-it-ride-v3"
HOLDEM = "mbs-megalink-holdem-v9"
THREE_CARD = "mbs-megalink-three-card-v6"
MGC = "mgc-let-it-ride"


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


# --- somebody is asked --------------------------------------------------------------------------


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
    terminal = RealTerminal("play", rulebook, "--seed", "8", "--seat", "1")
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
    terminal = RealTerminal("play", RIDE, "--seed", "8", "--seat", "1")
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
