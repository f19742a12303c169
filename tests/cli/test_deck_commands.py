"""`pitboss deck` and `pitboss random`: what people, verifiers and test houses are given."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.cli import output
from pitboss.games.library import built_in, built_in_ids
from pitboss.round.deal import CardsDealt, DealCards
from pitboss.shuffling import BLOCK, commitment, cut, deck_of, generator_bytes
from tests.cli.keyboard import Keyboard, Terminal, process
from tests.cli.shell import DRAW_SEED, SEED
from tests.script import play

ADDED = "22" * 32
HERE = ("deck", SEED, "--context", "T1/17")
PUBLISHED = commitment(SEED, context="T1/17")
OTHER = commitment(SEED, context="T1/18")


# --- deck ---------------------------------------------------------------------------------------


def test_a_deck_for_people(keyboard: Keyboard) -> None:
    ran = keyboard(*HERE)
    assert (ran.status, ran.err) == (0, "")
    assert PUBLISHED in ran.out
    cards = parse_cards(ran.out.partition("top card first:")[2])
    assert cards == deck_of(SEED, "T1/17")


def test_a_deck_for_programs(keyboard: Keyboard) -> None:
    assert keyboard(*HERE, "--json").json() == {
        "format": "pitboss-deck/1",
        "context": "T1/17",
        "seed": SEED,
        "commitment": PUBLISHED,
        "contributions": [],
        "deck": [str(card) for card in deck_of(SEED, "T1/17")],
    }


def test_a_seed_that_opens_what_was_published(keyboard: Keyboard) -> None:
    ran = keyboard(*HERE, "--commitment", PUBLISHED.upper())
    assert ran.status == 0
    assert f"{PUBLISHED}, as published" in ran.out
    record = keyboard(*HERE, "--commitment", PUBLISHED, "--json").json()
    assert (record["published"], record["opens"]) == (PUBLISHED, True)


def test_a_seed_that_does_not_is_said_plainly_and_shows_no_deck(keyboard: Keyboard) -> None:
    ran = keyboard(*HERE, "--commitment", OTHER)
    assert (ran.status, ran.err) == (1, "")
    assert "The seed does not open what was published for T1/17" in ran.out
    assert PUBLISHED in ran.out
    assert OTHER in ran.out
    assert "top card" not in ran.out
    ran = keyboard(*HERE, "--commitment", OTHER, "--json")
    assert (ran.status, json.loads(ran.out)["opens"]) == (1, False)


def test_contributions_and_a_cut(keyboard: Keyboard) -> None:
    words = (*HERE, "--contribution", ADDED, "--contribution", DRAW_SEED.upper(), "--cut", "20")
    record = keyboard(*words, "--json").json()
    deck = cut(deck_of(SEED, "T1/17", [ADDED, DRAW_SEED]), 20)
    assert record["contributions"] == [ADDED, DRAW_SEED]
    assert (record["cut"], record["deck"]) == (20, [str(card) for card in deck])
    shown = keyboard(*words).out
    assert "after a cut of 20:" in shown
    assert f"Added       {ADDED}" in shown


DRAWS = (
    *HERE, "--draw-seed", DRAW_SEED, "--magic-rate", "1", "--lucky-rate", "0.5", "--areas", "1-3,7",
)  # fmt: skip


def test_draws(keyboard: Keyboard) -> None:
    draws = keyboard(*DRAWS, "--json").json()["draws"]
    assert Card.parse(draws.pop("magic_card"))
    assert draws.pop("lucky_seat") in {None, 1, 2, 3, 7}
    assert draws == {
        "seed": DRAW_SEED,
        "commitment": commitment(DRAW_SEED, context="T1/17"),
        "magic_rate": "1",
        "lucky_rate": "1/2",
        "areas": [1, 2, 3, 7],
    }
    shown = keyboard(*DRAWS, "--draw-commitment", commitment(DRAW_SEED, context="T1/17")).out
    assert re.search(r"Magic Card  ..\nLucky area  (none in this round|[1237])\n", shown)
    none = keyboard(*HERE, "--draw-seed", DRAW_SEED, "--magic-rate", "0").out
    assert "Magic Card  none in this round" in none
    assert "Lucky" not in none


def test_draws_that_do_not_open_what_was_published(keyboard: Keyboard) -> None:
    ran = keyboard(*DRAWS, "--commitment", PUBLISHED, "--draw-commitment", PUBLISHED)
    assert ran.status == 1
    assert ran.out.startswith("The seed of the draws does not open what was published for T1/17")


# --- random -------------------------------------------------------------------------------------


def test_raw_bytes_are_the_generators_round_by_round(tmp_path: Path) -> None:
    file = tmp_path / "raw.bin"
    wanted = 2 * BLOCK + 5
    ran = process("random", "--bytes", wanted, "--seed", SEED, shell=f"> {file}")
    blocks = [generator_bytes(SEED, f"random/{number}") for number in (1, 2, 3)]
    assert ran == (0, "", "")
    assert file.read_bytes() == b"".join(blocks)[:wanted]


def test_raw_bytes_of_many_batches_go_to_a_file(keyboard: Keyboard, tmp_path: Path) -> None:
    file = tmp_path / "raw.bin"
    wanted = 1500 * BLOCK + 1
    ran = keyboard("random", "--bytes", str(wanted), "--seed", SEED, "-o", str(file))
    assert ran == (0, "", "")
    raw = file.read_bytes()
    assert len(raw) == wanted
    assert raw[1200 * BLOCK : 1201 * BLOCK] == generator_bytes(SEED, "random/1201")


def test_without_a_seed_every_round_has_its_own(keyboard: Keyboard, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    for file in files:
        assert keyboard("random", "--bytes", "500", "-o", file) == (0, "", "")
    assert files[0].read_bytes() != files[1].read_bytes()
    deals = keyboard("random", "--deals", "50").lines()
    assert len({deal["seed"] for deal in deals}) == 50
    for deal in deals:
        rebuilt = deck_of(deal["seed"], deal["context"])
        assert deal["deck"] == [str(card) for card in rebuilt]


@pytest.mark.parametrize("book", built_in_ids())
def test_deals_are_those_of_the_engine(keyboard: Keyboard, book: str) -> None:
    rules = built_in(book)
    for method in rules.dealing:
        words = ("random", "--deals", "2", "--rulebook", book, "--method", method, "--seed", SEED)
        for deal in keyboard(*words).lines():
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
    table = play(book, method=method, positions=positions)
    wager = "ante" if "ante" in table.rulebook.wagers else "base"
    for seat in range(1, positions + 1):
        table.say(f"seat {seat}  {wager} 5.00")
    table.say("no more bets")
    (needed,) = (may.cards for may in table.options if may.command is DealCards)
    table.say(f"deal {' '.join(map(str, deck[:needed]))}")
    (dealt,) = table.events(CardsDealt)
    assert isinstance(dealt, CardsDealt)
    return dealt


def test_raw_bytes_are_kept_from_a_terminal(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    ran = keyboard("random", "--bytes", "10")
    assert (ran.status, screen.shown) == (2, "")
    assert "add -o FILE" in ran.err


@pytest.mark.parametrize(("patience", "is_shown"), [(0.0, True), (3600.0, False)])
@pytest.mark.parametrize("what", ["--bytes", "--deals"])
def test_what_takes_long_shows_how_far_it_is(
    what: str, patience: float, is_shown: bool, keyboard: Keyboard, tmp_path: Path
) -> None:
    screen = Terminal()
    keyboard.monkeypatch.setenv("TERM", "xterm")
    keyboard.monkeypatch.setattr(sys, "stderr", screen)
    keyboard.monkeypatch.setattr(output, "PATIENCE_SECONDS", patience)
    assert keyboard("random", what, "2000", "-o", tmp_path / "collected").status == 0
    assert ("2000/2000" in screen.shown) == is_shown
    assert bool(screen.shown) == is_shown


def test_collecting_into_a_pipe_that_closes_ends_quietly() -> None:
    ran = process("random", "--deals", "1000000", shell="| head -n 1")
    assert ran.json()["context"] == "random/1"


def test_a_full_disk_and_a_closed_output_are_said_plainly() -> None:
    full = process("random", "--deals", "10", shell="> /dev/full")
    assert full == (2, "", "pitboss: stopped: No space left on device\n")
    closed = process("random", "--bytes", "10", shell=">&-")
    assert closed == (2, "", "pitboss: stopped: standard output is closed\n")


def test_the_plain_script_rebuilds_what_the_command_prints(keyboard: Keyboard) -> None:
    script = Path(__file__).parent.parent / "shuffling" / "rebuild.py"
    ran = subprocess.run(
        [sys.executable, str(script), SEED, "T1/17", ADDED],
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=True,
    )
    record = keyboard(*HERE, "--contribution", ADDED, "--json").json()
    assert ran.stdout.split() == [record["commitment"], *record["deck"]]
