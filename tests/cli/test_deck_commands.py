"""`pitboss deck` and `pitboss random`: what people, verifiers and test houses are given."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.cli import main
from pitboss.cli import output as progress
from pitboss.games.library import built_in, built_in_ids
from pitboss.round.deal import CardsDealt, DealCards, RecordDraws
from pitboss.shuffling import BLOCK, commitment, cut, deck_of, generator_bytes
from tests.cli.test_edges import run
from tests.round.conductor import Conductor

SEED, DRAW_SEED, ADDED = "00" * 32, "11" * 32, "22" * 32
HERE = ("deck", SEED, "--context", "T1/17")
PUBLISHED = commitment(SEED, context="T1/17")
OTHER = commitment(SEED, context="T1/18")


class Ran(NamedTuple):
    status: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    def json(self) -> Any:
        assert (self.status, self.err) == (0, "")
        return json.loads(self.out)

    def lines(self) -> list[Any]:
        assert (self.status, self.err) == (0, "")
        return [json.loads(line) for line in self.out.splitlines()]


Pitboss = Callable[..., Ran]


@pytest.fixture
def pitboss(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Pitboss:
    """The command as a shell runs it: its status, and both of its outputs."""

    def run(*words: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["pitboss", *words])
        with pytest.raises(SystemExit) as left:
            main.run()
        out, err = capsysbinary.readouterr()
        return Ran(int(left.value.code or 0), out, err.decode())

    return run


# --- deck ---------------------------------------------------------------------------------------


def test_a_deck_for_people(pitboss: Pitboss) -> None:
    ran = pitboss(*HERE)
    assert (ran.status, ran.err) == (0, "")
    assert PUBLISHED in ran.text
    cards = parse_cards(ran.text.partition("top card first:")[2])
    assert cards == deck_of(SEED, "T1/17")


def test_a_deck_for_programs(pitboss: Pitboss) -> None:
    assert pitboss(*HERE, "--json").json() == {
        "format": "pitboss-deck/1",
        "context": "T1/17",
        "seed": SEED,
        "commitment": PUBLISHED,
        "contributions": [],
        "deck": [str(card) for card in deck_of(SEED, "T1/17")],
    }


def test_a_seed_that_opens_what_was_published(pitboss: Pitboss) -> None:
    ran = pitboss(*HERE, "--commitment", PUBLISHED.upper())
    assert ran.status == 0
    assert f"{PUBLISHED}, as published" in ran.text
    record = pitboss(*HERE, "--commitment", PUBLISHED, "--json").json()
    assert (record["published"], record["opens"]) == (PUBLISHED, True)


def test_a_seed_that_does_not_is_said_plainly_and_shows_no_deck(pitboss: Pitboss) -> None:
    ran = pitboss(*HERE, "--commitment", OTHER)
    assert (ran.status, ran.err) == (1, "")
    assert "The seed does not open what was published for T1/17" in ran.text
    assert PUBLISHED in ran.text
    assert OTHER in ran.text
    assert "top card" not in ran.text
    ran = pitboss(*HERE, "--commitment", OTHER, "--json")
    assert (ran.status, json.loads(ran.out)["opens"]) == (1, False)


def test_contributions_and_a_cut(pitboss: Pitboss) -> None:
    words = (*HERE, "--contribution", ADDED, "--contribution", DRAW_SEED.upper(), "--cut", "20")
    record = pitboss(*words, "--json").json()
    deck = cut(deck_of(SEED, "T1/17", [ADDED, DRAW_SEED]), 20)
    assert record["contributions"] == [ADDED, DRAW_SEED]
    assert (record["cut"], record["deck"]) == (20, [str(card) for card in deck])
    shown = pitboss(*words).text
    assert "after a cut of 20:" in shown
    assert f"Added       {ADDED}" in shown


DRAWS = (
    *HERE, "--draw-seed", DRAW_SEED, "--magic-rate", "1", "--lucky-rate", "0.5", "--areas", "1-3,7",
)  # fmt: skip


def test_draws(pitboss: Pitboss) -> None:
    draws = pitboss(*DRAWS, "--json").json()["draws"]
    assert Card.parse(draws.pop("magic_card"))
    assert draws.pop("lucky_seat") in {None, 1, 2, 3, 7}
    assert draws == {
        "seed": DRAW_SEED,
        "commitment": commitment(DRAW_SEED, context="T1/17"),
        "magic_rate": "1",
        "lucky_rate": "1/2",
        "areas": [1, 2, 3, 7],
    }
    shown = pitboss(*DRAWS, "--draw-commitment", commitment(DRAW_SEED, context="T1/17")).text
    assert re.search(r"Magic Card  ..\nLucky area  (none in this round|[1237])\n", shown)
    none = pitboss(*HERE, "--draw-seed", DRAW_SEED, "--magic-rate", "0").text
    assert "Magic Card  none in this round" in none
    assert "Lucky" not in none


def test_draws_that_do_not_open_what_was_published(pitboss: Pitboss) -> None:
    ran = pitboss(*DRAWS, "--commitment", PUBLISHED, "--draw-commitment", PUBLISHED)
    assert ran.status == 1
    assert ran.text.startswith("The seed of the draws does not open what was published for T1/17")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("deck", "abc", "--context", "T1/17"), "64 hexadecimal digits"),
        (("deck", SEED, "--context", "T1"), "such as T1/17"),
        ((*HERE, "--commitment", "abc"), "--commitment 'abc' is not a commitment"),
        ((*HERE, "--contribution", "abc"), "'abc' is not a seed"),
        ((*HERE, "--cut", "9"), "rule 5(b)(1)(ii)"),
        ((*HERE, "--magic-rate", "1"), "give their own seed, --draw-seed"),
        ((*HERE, "--areas", "1-7"), "give their own seed, --draw-seed"),
        ((*HERE, "--draw-seed", DRAW_SEED, "--magic-rate", "1/0"), "'1/0' is not a rate"),
        ((*HERE, "--draw-seed", DRAW_SEED, "--magic-rate", "often"), "'often' is not a rate"),
        ((*HERE, "--draw-seed", DRAW_SEED, "--magic-rate", "2"), "a rate is from 0 to 1"),
        ((*HERE, "--draw-seed", DRAW_SEED, "--lucky-rate", "1"), "give both"),
        ((*HERE, "--draw-seed", DRAW_SEED, "--areas", "1-7"), "give both"),
        ((*DRAWS, "--areas", "0-7"), "is no list of betting areas"),
        ((*DRAWS, "--areas", "7-1"), "is no list of betting areas"),
        ((*DRAWS, "--areas", ""), "is no list of betting areas"),
    ],
)
def test_what_is_refused_says_what_would_do(
    pitboss: Pitboss, words: tuple[str, ...], says: str
) -> None:
    ran = pitboss(*words)
    assert (ran.status, ran.out) == (2, b"")
    assert says in ran.err


# --- random -------------------------------------------------------------------------------------


def test_raw_bytes_are_the_generators_round_by_round(pitboss: Pitboss) -> None:
    wanted = 2 * BLOCK + 5
    ran = pitboss("random", "--bytes", str(wanted), "--seed", SEED)
    blocks = [generator_bytes(SEED, f"random/{number}") for number in (1, 2, 3)]
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == b"".join(blocks)[:wanted]


def test_raw_bytes_of_many_batches_go_to_a_file(pitboss: Pitboss, tmp_path: Path) -> None:
    file = tmp_path / "raw.bin"
    wanted = 1500 * BLOCK + 1
    ran = pitboss("random", "--bytes", str(wanted), "--seed", SEED, "-o", str(file))
    assert (ran.status, ran.out) == (0, b"")
    raw = file.read_bytes()
    assert len(raw) == wanted
    assert raw[1200 * BLOCK : 1201 * BLOCK] == generator_bytes(SEED, "random/1201")


def test_without_a_seed_every_round_has_its_own(pitboss: Pitboss) -> None:
    assert pitboss("random", "--bytes", "500").out != pitboss("random", "--bytes", "500").out
    deals = pitboss("random", "--deals", "50").lines()
    assert len({deal["seed"] for deal in deals}) == 50
    for deal in deals:
        rebuilt = deck_of(deal["seed"], deal["context"])
        assert deal["deck"] == [str(card) for card in rebuilt]


@pytest.mark.parametrize("book", built_in_ids())
def test_deals_are_those_of_the_engine(pitboss: Pitboss, book: str) -> None:
    rules = built_in(book)
    for method in rules.dealing:
        words = ("random", "--deals", "2", "--rulebook", book, "--method", method, "--seed", SEED)
        for deal in pitboss(*words).lines():
            dealt = first_deal(book, method, deck_of(SEED, deal["context"]))
            hands = {str(seat): list(map(str, hand)) for seat, hand in dealt.hands.items()}
            assert (deal["rulebook"], deal["method"]) == (book, method)
            assert deal["seats"] == hands
            shared = {"community": dealt.community, "dealer": dealt.dealer, "burn": dealt.burned}
            for name, cards in shared.items():
                # Cards that come only after a decision are collected too.
                assert deal.get(name, [])[: len(cards)] == list(map(str, cards))
            assert len(deal.get("community", [])) == rules.community_cards
            assert len(deal.get("dealer", [])) == rules.dealer_cards


def first_deal(book: str, method: str, deck: tuple[Card, ...]) -> CardsDealt:
    """What the engine makes of a deck, at a full table."""
    positions = built_in(book).most_positions
    table = Conductor(book, method=method, positions=positions)
    for seat in range(1, positions + 1):
        if "ante" in table.terms.rules.wagers:
            table.bets(seat, ante="5.00")
        else:
            table.base(seat, "5.00")
    table.close()
    if table.may(RecordDraws):
        table.draw()
    (needed,) = (may.cards for may in table.options if may.command is DealCards)
    table.deal(" ".join(map(str, deck[:needed])))
    (dealt,) = table.events(CardsDealt)
    assert isinstance(dealt, CardsDealt)
    return dealt


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "--bytes N, or --deals N"),
        (("--bytes", "1", "--deals", "1"), "--bytes N, or --deals N"),
        (("--bytes", "1", "--rulebook", "holdem"), "Raw bytes know no rulebook"),
        (("--bytes", "1", "--seed", "7"), "64 hexadecimal digits"),
        (("--deals", "1", "--method", "machine"), "say which one with --rulebook"),
        (("--deals", "1", "--rulebook", "whist"), "neither a rulebook nor a file"),
        (("--deals", "1", "--rulebook", "mgc", "--method", "by hand"), "write manual_shoe or"),
        (("--deals", "1", "-o", "nowhere/deals.jsonl"), "nowhere/deals.jsonl cannot be written"),
    ],
)
def test_what_cannot_be_collected_is_refused(
    pitboss: Pitboss, words: tuple[str, ...], says: str
) -> None:
    ran = pitboss("random", *words)
    assert (ran.status, ran.out) == (2, b"")
    assert says in re.sub(r"[\s│]+", " ", ran.err)


class Terminal(io.TextIOWrapper):
    """What Python has for a terminal, kept in memory."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def shown(self) -> bytes:
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()


def test_raw_bytes_are_kept_from_a_terminal(
    pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    ran = pitboss("random", "--bytes", "10")
    assert (ran.status, screen.shown) == (2, b"")
    assert "add -o FILE" in ran.err


@pytest.mark.parametrize(("patience", "is_shown"), [(0.0, True), (3600.0, False)])
@pytest.mark.parametrize("what", ["--bytes", "--deals"])
def test_what_takes_long_shows_how_far_it_is(
    what: str, patience: float, is_shown: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE_SECONDS", patience)
    monkeypatch.setattr(
        sys, "argv", ["pitboss", "random", what, "2000", "-o", str(tmp_path / "collected")]
    )
    with pytest.raises(SystemExit) as left:
        main.run()
    assert not left.value.code
    assert (b"2000/2000" in screen.shown) == is_shown
    assert bool(screen.shown) == is_shown


def test_collecting_into_a_pipe_that_closes_ends_quietly() -> None:
    ran = run("random", "--deals", "1000000", shell="| head -n 1")
    assert json.loads(ran.stdout)["context"] == "random/1"
    assert ran.stderr == ""


def test_a_full_disk_and_a_closed_output_are_said_plainly() -> None:
    full = run("random", "--deals", "10", shell="> /dev/full")
    assert full.returncode == 2
    assert full.stderr == "pitboss: stopped: No space left on device\n"
    closed = run("random", "--bytes", "10", shell=">&-")
    assert closed.returncode == 2
    assert closed.stderr == "pitboss: stopped: standard output is closed\n"


def test_the_plain_script_rebuilds_what_the_command_prints(pitboss: Pitboss) -> None:
    script = Path(__file__).parent.parent / "shuffling" / "rebuild.py"
    ran = subprocess.run(
        [sys.executable, str(script), SEED, "T1/17", ADDED],
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=True,
    )
    record = pitboss(*HERE, "--contribution", ADDED, "--json").json()
    assert ran.stdout.split() == [record["commitment"], *record["deck"]]
