"""What a settled round looks like to a dealer: words, clauses, and no more than eighty columns."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from pitboss.cards import parse_cards
from pitboss.cli.settlement_table import cards_in_boxes, settlement_table
from pitboss.games.library import Library, settle
from pitboss.records.rounds import read_round
from pitboss.round.view import hand_in_words, hand_so_far
from tests.cli.keyboard import process
from tests.script import RecordScript

HOLDEM = "mbs-megalink-holdem-v9"
THREE_CARD = "mbs-megalink-three-card-v6"
MEGALINK_RIDE = "mbs-megalink-let-it-ride-v2"
MGC = "mgc-let-it-ride"


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def shown(table: RecordScript) -> str:
    terms, play = read_round(json.loads(json.dumps(table.record)), table.library)
    return settlement_table(terms, play, settle(terms, play))


def lines_of(text: str, start: str) -> list[str]:
    """The lines that begin with these words, each with the clause below it."""
    lines = text.splitlines()
    return [
        f"{line}|{below.strip()}"
        for line, below in zip(lines, [*lines[1:], ""], strict=True)
        if line.strip().startswith(start)
    ]


def holdem() -> RecordScript:
    """A winner with a bonus, a seat over the maximum with two funders, a fold, no hand at all."""
    return RecordScript(
        HOLDEM,
        """
        table 7 positions  unit 5.00  limits-ante 10.00-500.00
        seat 1  ante 25.00  bonus 5.00  progressive 10.00
        seat 3  ante 700.00
        seat 3  ante of p3 400.00 p9 300.00
        seat 3  flop of p3 800.00 p9 600.00
        seat 4  ante 25.00
        seat 5  progressive 5.00
        deal 1: Ac Ad; 3: Qh Jh; 4: 7h 3d; dealer: Kh Kd; community: 9h Td 2c 2d As
        play on 1: bet bet check; 3: bet check check; 4: fold
        settle jackpot 152340.25 reset 100000.00
        """,
    )


def royal() -> RecordScript:
    """A royal flush with every wager Massachusetts knows, and an envious neighbour."""
    return RecordScript(
        MGC,
        """
        table 7 positions  unit 1.00  three_card_bonus_table A
        seat 1  base 10.00  progressive 1.00  bonus 1.00  three_card_bonus 5.00  cover_all 5.00
        seat 2  base 10.00  progressive 1.00
        deal 1: Ah Kh Qh; 2: 2c 2d 7s; community: Jh Th
        play on 1: ride ride; 2: withdraw withdraw
        settle jackpot 12345.67 reset 10000.00
        """,
    )


def features() -> RecordScript:
    return RecordScript(
        MEGALINK_RIDE,
        """
        table 7 positions  unit 5.00
        seat 1  base 25.00  progressive 15.00
        seat 2  base 25.00  progressive 5.00
        draws magic_card 9h  lucky_seat 2
        deal 1: Ac Kc Qc; 2: 4c 4d 9c; community: 9h Td
        play on 1: ride ride; 2: ride ride
        settle jackpot 152340.25 reset 100000.00
        """,
    )


def not_qualified() -> RecordScript:
    return RecordScript(
        THREE_CARD,
        """
        table 7 positions  unit 5.00
        seat 1  ante 25.00  pair_plus 5.00  progressive 5.00
        deal 1: Ac Kc Qc; dealer: Jh 9d 3c; community: 9h Td
        play on 1: play
        settle jackpot 152340.25 reset 100000.00
        """,
    )


ROUNDS = {"holdem": holdem, "royal": royal, "features": features, "three card": not_qualified}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("holdem", "Community   9♥ 10♦ 2♣ 2♦ A♠\n"),
        ("holdem", "Dealer      K♥ K♦  two pairs, kings and twos\n"),
        (
            "holdem",
            "Seat 1  p1  A♣ A♦  full house, aces over twos; Progressive Jackpot: pair of ac",
        ),
        ("holdem", "Seat 4  p4  7♥ 3♦  folded\n"),
        ("holdem", "Seat 5  p5  no hand was dealt\n"),
        ("holdem", "of which p9: stake 300.00, winnings 0.00, returned 85.71"),
        ("royal", "three card bonus: ace-high straight flush"),
        ("royal", "Meter jackpot: before 12,345.67, awarded 12,345.67, after 10,000.00\n"),
        ("royal", "puts 10,000.00 into meters"),
        ("features", "Magic Card  9♥\n"),
        ("features", "Lucky Player: seat 2\n"),
        ("three card", "J♥ 9♦ 3♣  jack high, does not qualify"),
    ],
)
def test_cards_hands_people_and_meters_are_in_words(name: str, words: str) -> None:
    assert words in shown(ROUNDS[name]())


def test_seats_come_from_the_dealers_right() -> None:
    seats = [line[:6] for line in shown(holdem()).splitlines() if line.startswith("Seat ")]
    assert seats == ["Seat 5", "Seat 4", "Seat 3", "Seat 1"]


def test_each_line_says_what_happened_and_by_which_clause() -> None:
    text = shown(holdem())
    (bonus,) = lines_of(text, "Bonus")
    said = "Bonus 5.00 wins 30 to 1 150.00 5.00|clause 1.1.3, 4.1.1/bonus; I-65"
    assert bonus.split() == said.split()
    assert any("returned" in line and "clause 5.12" in line for line in lines_of(text, "Progress"))
    assert any("loses" in line and "clause 3.9.1" in line for line in lines_of(text, "Ante"))


def test_withdrawn_bets_and_payments_without_a_stake_have_their_words() -> None:
    text = shown(royal())
    assert "withdrawn" in lines_of(text, "bet 1")[0]
    (envy,) = lines_of(text, "Envy Bonus, seat 1")
    assert envy.split()[4:7] == ["paid", "$1,000.00", "1,000.00|clause"]
    assert "returned" in lines_of(shown(not_qualified()), "Play")[0]


def test_equal_hands_stand_off_and_a_void_round_says_so() -> None:
    table = RecordScript(
        THREE_CARD,
        """
        seat 1  ante 25.00
        deal 1: Ac Kc 3d; dealer: Ah Kd 3c; community: 9h Td
        play on 1: play
        """,
    )
    assert "stand-off" in lines_of(shown(table), "Ante")[0]
    table.record["void"] = "5.1"
    text = shown(table)
    assert "void under 5.1" in text
    assert "void" in lines_of(text, "Ante")[0]


@pytest.mark.parametrize("name", ROUNDS)
def test_every_amount_of_the_settlement_is_there_in_eighty_columns(name: str) -> None:
    table = ROUNDS[name]()
    rules = Library()[table.record["rulebook"]]
    head = f"{rules.title}, {rules.edition}\n{rules.id}, amounts in {rules.currency}\n"
    assert shown(table).startswith(head)
    assert max(map(len, shown(table).splitlines())) <= 80
    text = shown(table).replace(",", "")
    for seat in table.settlement["seats"]:
        for line in seat["lines"]:
            for key in ("stake", "winnings", "returned"):
                assert line[key] == "0.00" or line[key] in text
            for clause in (*line["rules"], *line["interpretations"]):
                assert clause.replace(",", "") in text
        assert (
            f"net {'+' if not seat['net'].startswith(('-', '0.00')) else ''}{seat['net']}" in text
        )


def test_a_wide_screen_has_a_column_for_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    text = shown(holdem())
    assert any(line.endswith("Clause") for line in text.splitlines())
    (bonus,) = (line for line in text.splitlines() if line.startswith("  Bonus"))
    assert bonus.endswith("5.00  1.1.3, 4.1.1/bonus; I-65")


def test_a_narrow_screen_gets_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    assert "  Ante: stake 25.00, wins 1 to 1, winnings\n    25.00, returned 25.00\n" in shown(
        holdem()
    )


def test_a_pipe_gets_no_escape_codes_not_even_from_names() -> None:
    script = "seat 1  base 25.00\ndeal 1: Ac Kc Qc; community: 9h Td\nplay on 1: ride ride"
    table = RecordScript(MEGALINK_RIDE, script)
    table.record["seats"][0]["player"] = "Ann\x1b[2J\x07[red]"
    text = shown(table)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "Ann\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}[red]" in text


def test_a_terminal_gets_red_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[1;31m9♥\x1b[0m" in shown(holdem())


def test_without_suits_in_the_encoding_letters_do(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(holdem().record))
    done = process("settle", file, "--pretty", PYTHONIOENCODING="ascii")
    assert done.status == 0
    assert "Community   9h Td 2c 2d As\n" in done.out


def screen(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, highlight=False)


def test_cards_are_drawn_as_boxes_with_backs_for_hidden_ones() -> None:
    cards = (*parse_cards("Th As"), None)
    boxes = cards_in_boxes(screen(80), [("Community", cards), ("Dealer", ())])
    assert [line.rstrip() for line in boxes.plain.splitlines()] == [
        "Community",
        "┌───┐ ┌───┐ ┌───┐",
        "│10♥│ │ A♠│ │░░░│",
        "└───┘ └───┘ └───┘",
    ]


def test_cards_are_one_line_where_there_is_no_room_for_boxes() -> None:
    groups = [("Your cards", parse_cards("Th As")), ("Community", (None, None))]
    drawn = cards_in_boxes(screen(40), groups).plain
    assert drawn == "Your cards  10♥ A♠\nCommunity   ░░ ░░"


def test_a_hand_is_in_words_only_as_far_as_it_is_seen() -> None:
    ride, three = Library()[MGC], Library()[THREE_CARD]
    own = parse_cards("Ts Td 4c")
    assert hand_in_words(ride, own, (None, None)) == ""
    assert hand_so_far(ride, own, (None, None)) == "pair of tens"
    assert hand_in_words(ride, own, parse_cards("Th 4d")) == "full house, tens over fours"
    assert hand_in_words(three, own, ()) == "pair of tens"
    assert hand_in_words(three, (None, None, None), ()) == ""
