"""`pitboss odds`, `advise`, `strategy`, `compare` and `par`: what people and programs are given."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pitboss import __version__
from pitboss.cli import output
from pitboss.cli import par_charts as charts
from pitboss.games.library import built_in, built_in_ids
from tests.cli.keyboard import Keyboard, at_terminal, process
from tests.rulebook.files import text_of
from tests.waiting import until

MGC = "mgc-let-it-ride"
MBS = "mbs-let-it-ride-v3"
MEGALINK = "mbs-megalink-let-it-ride-v2"
THREE = "mbs-megalink-three-card-v6"
HOLDEM = "mbs-megalink-holdem-v9"
BOOKS = built_in_ids()
LITERAL = "dealer_qualifies=contains_queen_or_higher"
FRACTION = re.compile(r"-?[0-9]+/[1-9][0-9]*")


def is_exact(text: str) -> bool:
    """In lowest terms, with a slash."""
    if not FRACTION.fullmatch(text):
        return False
    value = Fraction(text)
    return text == f"{value.numerator}/{value.denominator}"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Three Card Poker with straights at 6 to 1 on Pair Plus."""
    file = tmp_path / "house.toml"
    text = text_of(THREE).replace('straight_3 = "5 to 1"', 'straight_3 = "6 to 1"')
    file.write_text(text, encoding="utf-8")
    return file


# --- odds ---------------------------------------------------------------------------------------

REQUIRED = {"wager", "options", "unit", "expected", "average_staked", "hit_frequency", "outcomes"}
OF_A_PROGRESSIVE = {"per_meter", "per_other_player", "break_even"}
AT_AN_EDGE = {"house_edge", "element_of_risk", "standard_deviation"}


@pytest.mark.parametrize("book", BOOKS)
def test_odds_as_the_contract_has_them(keyboard: Keyboard, book: str) -> None:
    record = keyboard("odds", book, "--json").json()
    assert (record["format"], record["rulebook"]) == ("pitboss-odds/1", book)
    assert record["digest"] == built_in(book).digest
    for wager in record["wagers"]:
        assert wager.keys() >= REQUIRED
        is_progressive = wager["wager"] == "progressive"
        assert wager.keys() >= (OF_A_PROGRESSIVE if is_progressive else AT_AN_EDGE)
        exact = [wager[key] for key in ("expected", "average_staked", "hit_frequency")]
        if is_progressive:
            exact += [*wager["per_meter"].values(), wager["per_other_player"]]
            assert all(re.fullmatch(r"\d+\.\d\d", at) for at in wager["break_even"].values())
            assert any("sharing" in note for note in wager["notes"])
        for outcome in wager["outcomes"]:
            assert outcome.keys() >= {"name", "combinations", "probability", "return"}
            exact += [outcome["probability"], outcome["return"]]
        assert all(map(is_exact, exact))
        assert sum(Fraction(o["probability"]) for o in wager["outcomes"]) == 1


def test_odds_of_one_wager_with_a_setting(keyboard: Keyboard) -> None:
    words = ("odds", MGC, "--wager", "cover_all", "--set", "players=3", "--json")
    (wager,) = keyboard(*words).json()["wagers"]
    assert wager["options"] == {"players": 3}
    assert wager["house_edge"] == pytest.approx(0.109034, abs=1e-6)


def test_odds_of_the_base_wagers_are_those_of_the_contract(keyboard: Keyboard) -> None:
    (wager,) = keyboard("odds", MGC, "--wager", "base", "--json").json()["wagers"]
    assert wager["expected"] == "-37963/1082900"
    assert wager["house_edge"] == pytest.approx(0.0350567919, abs=1e-10)
    assert wager["unit"] == "one of the three equal bets"
    first = wager["outcomes"][0]
    assert (first["name"], first["pays"], first["combinations"], first["probability"]) == (
        "royal_flush", "1000 to 1", 4, "1/649740",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("book", "wager", "said"),
    [
        ("mgc-let-it-ride", "base", "a bet that is worth exactly nothing is withdrawn"),
        ("mbs-megalink-three-card-v6", "ante", "as much played as folded is folded"),
        ("mbs-megalink-holdem-v9", "ante", "a bet that is worth exactly nothing is checked"),
    ],
)
def test_odds_say_how_a_decision_worth_nothing_goes(
    keyboard: Keyboard, book: str, wager: str, said: str
) -> None:
    """It moves averages and deviations, so whoever compares them must know."""
    (figures,) = keyboard("odds", book, "--wager", wager, "--json").json()["wagers"]
    (note,) = figures["notes"]
    assert said in note
    assert note.endswith("this moves averages and deviations, not the value")
    assert note in " ".join(keyboard("odds", book, "--wager", wager).out.split())


def test_odds_at_a_meter(keyboard: Keyboard) -> None:
    words = ("odds", MBS, "--wager", "progressive", "--json")
    without = keyboard(*words).json()["wagers"][0]
    given = keyboard(*words, "--set", "jackpot=100000.00").json()["wagers"][0]
    assert not without.keys() & AT_AN_EDGE
    value = Fraction(given["expected"]) + 100000 * Fraction(given["per_meter"]["jackpot"])
    assert given["house_edge"] == pytest.approx(-float(value))
    assert without["expected"] == given["expected"]


def test_odds_of_a_file_of_ones_own(keyboard: Keyboard, house: Path) -> None:
    (wager,) = keyboard("odds", str(house), "--wager", "pair_plus", "--json").json()["wagers"]
    assert wager["expected"] == "-128/5525"


def test_odds_for_people_are_never_cut(keyboard: Keyboard) -> None:
    ran = keyboard("odds", MGC)
    assert ran.status == 0
    assert "13,325,137,824,949,274,539,521,763,349,760" in ran.out
    assert "…" not in ran.out
    assert re.search(r"house edge +3\.5057%", ran.out)
    assert re.search(r"fair once jackpot is +\$160530\.53", ran.out)
    assert re.search(r"pair of tens or better +1 to 1 +422,400 +16\.252655%", ran.out)


# --- advise -------------------------------------------------------------------------------------


def test_advice_as_data(keyboard: Keyboard) -> None:
    record = keyboard("advise", THREE, "--cards", "Qh 6d 4s", "--json").json()
    assert (record["decision"], record["best"]) == ("play", "play")
    assert record["options"]["fold"]["expected"] == "-1/1"
    assert record["options"]["play"]["expected"] == "-9151/9212"


def test_advice_on_the_second_decision(keyboard: Keyboard) -> None:
    words = ("advise", MGC, "--cards", "7h 8d 9s", "--community", "Tc", "--json")
    record = keyboard(*words).json()
    assert (record["decision"], record["best"]) == ("2", "ride")
    assert record["options"] == {
        "ride": {"expected": "1/8", "decimal": 0.125},
        "withdraw": {"expected": "0/1", "decimal": 0.0},
    }


def test_advice_with_cards_of_neighbours_seen(keyboard: Keyboard) -> None:
    words = ("advise", MGC, "--cards", "7h 8d 9s", "--community", "Tc", "--json", "--seen")
    # Two jacks and a six are gone: five straights pay 5, three tens 1, and 37 of 45 lose.
    assert keyboard(*words, "Jc Jd 6h").json()["options"]["ride"]["expected"] == "-1/5"
    record = keyboard("advise", THREE, "--cards", "Qh 6d 4s", "--seen", "2c 2d 2h", "--json").json()
    assert record["best"] == "fold"


def test_advice_for_people(keyboard: Keyboard) -> None:
    assert keyboard("advise", MGC, "--cards", "Td Th 2s").out.startswith("Decision 1: ride\n")


UNCONFIRMED = ("--wager", "progressive", "--set", "progressive_table=PTMGLML02")


def test_odds_say_where_seeds_are_not_confirmed(keyboard: Keyboard) -> None:
    (wager,) = keyboard("odds", MGC, *UNCONFIRMED, "--json").json()["wagers"]
    note = wager["notes"][-1]
    assert note.startswith("the seeds of PTMGLML02 are not confirmed, so no round may be played")
    assert "ptmglml02_seeds_confirmed=true" in note
    assert note in " ".join(keyboard("odds", MGC, *UNCONFIRMED).out.split())
    sheet = keyboard("par", MGC, "-o", "-", *UNCONFIRMED[2:]).out
    assert "The seeds of PTMGLML02 are not confirmed" in sheet


def test_odds_with_confirmed_seeds_are_the_same_and_say_nothing(keyboard: Keyboard) -> None:
    (waiting,) = keyboard("odds", MGC, *UNCONFIRMED, "--json").json()["wagers"]
    confirmed = ("--set", "ptmglml02_seeds_confirmed=true")
    (wager,) = keyboard("odds", MGC, *UNCONFIRMED, *confirmed, "--json").json()["wagers"]
    assert not any("confirmed" in note for note in wager["notes"])
    assert wager["expected"] == waiting["expected"]
    other = keyboard("odds", MGC, "--json").json()["wagers"]
    assert not any("confirmed" in note for each in other for note in each.get("notes", ()))


# --- strategy -----------------------------------------------------------------------------------


@pytest.mark.parametrize("book", [MGC, THREE, HOLDEM])
def test_strategy_as_data(keyboard: Keyboard, book: str) -> None:
    record = keyboard("strategy", book, "--json").json()
    assert (record["format"], record["rulebook"]) == ("pitboss-strategy/1", book)
    assert [card["decision"] for card in record["cards"]] == list(built_in(book).decisions)
    for card in record["cards"]:
        choices = built_in(book).decisions[card["decision"]].choices
        assert {card["choice"], card["otherwise"]} == set(choices)
        assert card["lines"]
        assert is_exact(card["cost"])
        margins = [Fraction(hand["margin"]) for hand in card["borderline"]]
        assert margins == sorted(margins)
        assert all(margin > 0 for margin in margins)
        assert all(hand["best"] in choices for hand in card["borderline"])
    best, *mistakes = record["strategies"]
    assert (best["name"], best["cost"]) == ("best", "0/1")
    assert mistakes
    for way in mistakes:
        assert Fraction(way["cost"]) == Fraction(best["expected"]) - Fraction(way["expected"]) > 0
        assert all(is_exact(way[key]) for key in ("expected", "average_staked", "cost"))
        assert way["house_edge"] == pytest.approx(-float(Fraction(way["expected"])))


def test_strategy_names_hands_of_exactly_no_value(keyboard: Keyboard) -> None:
    first, second = keyboard("strategy", MGC, "--json").json()["cards"]
    assert first["zero"] == []
    assert {"A-K-Q-J", "8-7-6-5"} <= set(second["zero"])


def test_strategy_for_people(keyboard: Keyboard) -> None:
    out = keyboard("strategy", THREE).out
    assert "play  queen-six-four or better\nfold  everything else\n" in out
    assert "costs nothing against best play" in out
    assert re.search(r"Qh 6d 3c +fold +0\.002551 +1/392", out)
    assert re.search(r"play blind +-0\.076538 +7\.6538% ", out)
    assert "worth exactly the same, so withdraw: 5-4-3-2, " in keyboard("strategy", MBS).out


@pytest.mark.slow
@pytest.mark.parametrize(("book", "card"), [(MGC, "burned_card"), (THREE, "dealer_card")])
def test_strategy_prices_cards_seen(keyboard: Keyboard, book: str, card: str) -> None:
    record = keyboard("strategy", book, "--seen", "--json").json()
    assert [seen["name"] for seen in record["seen"]] == [card, "neighbour_hand"]
    best = Fraction(record["strategies"][0]["expected"])
    for seen in record["seen"]:
        assert is_exact(seen["expected"])
        assert Fraction(seen["expected"]) > best


def test_strategy_has_holdem_cards_with_their_price(keyboard: Keyboard) -> None:
    record = keyboard("strategy", HOLDEM, "--json").json()
    flop, turn, river = record["cards"]
    assert [card["decision"] for card in record["cards"]] == ["flop", "turn", "river"]
    for card in (turn, river):
        assert (card["choice"], card["otherwise"]) == ("bet", "check")
        assert is_exact(card["cost"])
        assert 0 < Fraction(card["cost"]) < Fraction(1, 100)
        assert all(is_exact(hand["margin"]) for hand in card["borderline"])
    whole = sum(Fraction(card["cost"]) for card in record["cards"])
    assert Fraction(record["cards_cost"]) == whole
    assert (flop["zero_situations"], turn["zero_situations"]) == (0, 0)
    assert river["zero_situations"] == 10_380
    assert "As Kh on Js Ts 7h 3d" in river["zero"]
    assert len(set(river["zero"])) == len(river["zero"]) > len(river["zero_in_short"])


def test_strategy_says_when_to_bet_turn_and_river(keyboard: Keyboard) -> None:
    out = keyboard("strategy", HOLDEM).out
    turn = out[out.index("Decision turn") : out.index("Decision river")]
    assert "bet    a pair with at most two ranks above it on the table, or better\n" in turn
    assert "check  everything else\n" in turn
    assert "A flush draw is four of one suit" in turn
    assert "0.002554213 (5920199003/2317817502000) of one ante against best play" in turn
    river = out[out.index("Decision river") :]
    assert "Playing by all of the cards costs 0.00569" in river
    assert "10,380 situations, each named by pitboss strategy --json" in river
    assert "44 on A765, K765, " in river


def test_strategy_follows_the_settings(keyboard: Keyboard) -> None:
    record = keyboard("strategy", THREE, "--set", LITERAL, "--json").json()
    assert record["strategies"][0]["house_edge"] == pytest.approx(-0.268, abs=1e-3)


# --- compare ------------------------------------------------------------------------------------


def test_i_73_read_literally_beside_the_default(keyboard: Keyboard) -> None:
    record = keyboard("compare", THREE, "--set-b", LITERAL, "--json").json()
    assert record["format"] == "pitboss-comparison/1"
    assert (record["a"]["settings"], record["b"]["settings"]) == ([], [LITERAL])
    assert record["a"]["digest"] == record["b"]["digest"] == built_in(THREE).digest
    assert [wager["wager"] for wager in record["wagers"]] == ["ante", "pair_plus", "progressive"]
    ante, pair_plus, progressive = record["wagers"]
    assert ante["a"]["expected"] == "-686689/20358520"
    assert ante["b"]["expected"] == "524723/1957550"
    assert ante["difference"]["expected"] == "30719041/101792600"
    assert ante["difference"]["house_edge"] == pytest.approx(-0.301781, abs=1e-6)
    assert pair_plus["difference"] == {
        "expected": "0/1", "house_edge": 0.0, "element_of_risk": 0.0,
    }  # fmt: skip
    assert "house_edge" not in progressive["difference"]
    assert "outcomes" not in ante["a"]


def test_i_64_read_literally_beside_the_default(keyboard: Keyboard) -> None:
    literal = "bonus_survives_losing_hand=false"
    record = keyboard("compare", HOLDEM, "--set-b", literal, "--json").json()
    by_name = {wager["wager"]: wager for wager in record["wagers"]}
    assert by_name["bonus"]["a"]["house_edge"] == pytest.approx(0.085406, abs=1e-6)
    assert by_name["bonus"]["b"]["house_edge"] == pytest.approx(0.35, abs=0.005)
    assert by_name["ante"]["difference"]["expected"] == "0/1"


def test_two_rulebooks_side_by_side(keyboard: Keyboard) -> None:
    record = keyboard("compare", MBS, MGC, "--set", "jackpot=100000.00", "--json").json()
    assert [wager["wager"] for wager in record["wagers"]] == ["base", "progressive"]
    assert record["only_a"] == []
    assert record["only_b"] == ["bonus", "three_card_bonus", "cover_all"]
    progressive = record["wagers"][1]
    # 001 prints "to 1" where 004 prints "for 1": the stake of every hand paid at odds.
    assert Fraction(progressive["difference"]["expected"]) == -Fraction(74588, 2598960)
    assert progressive["b"]["break_even"] == {"jackpot": "160530.53"}


def test_a_file_beside_what_it_was_made_from(keyboard: Keyboard, house: Path) -> None:
    out = keyboard("compare", THREE, str(house)).out
    assert re.search(r"house edge +5\.5747% +2\.3167% +-3\.2579%", out)
    assert re.search(r"house edge +3\.3730% +3\.3730% +same", out)


def test_settings_of_both_and_of_each(keyboard: Keyboard) -> None:
    tables = ("--set-a", "progressive_table=PTMGL01", "--set-b", "progressive_table=PTMGLML01")
    record = keyboard("compare", MGC, *tables, "--set", "players=2", "--json").json()
    assert record["a"]["settings"] == ["players=2", "progressive_table=PTMGL01"]
    by_name = {wager["wager"]: wager for wager in record["wagers"]}
    assert by_name["cover_all"]["a"]["options"] == {"players": 2}
    assert by_name["progressive"]["b"]["break_even"].keys() == {"major", "minor"}
    out = keyboard("compare", MGC, *tables).out
    assert re.search(r"fair once jackpot is +[0-9,.]+ +- +-", out)
    assert re.search(r"fair once minor is +- +[0-9,.]+ +-", out)


# --- par ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> str:
    from pitboss.cli.par_sheet import par

    file = tmp_path_factory.mktemp("par") / "sheet.html"
    par(THREE, str(file), settings=["jackpot=9000.00"])
    return file.read_text(encoding="utf-8")


class _Page(HTMLParser):
    """Text outside styles, elements, and everything that would be fetched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "link", "img"):
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href", "data", "action"):
                self.links.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def test_the_sheet_is_stamped_on_top_and_at_the_bottom(sheet: str) -> None:
    rules, text = built_in(THREE), _Page(sheet).text
    for stamp in (rules.digest, f"pitboss {__version__}", rules.authority, str(rules.effective)):
        assert text.count(stamp) == 2
    assert text.count("settings jackpot=9000.00") == 2
    for word in (rules.title, rules.edition, rules.currency):
        assert word in text


def test_the_sheet_asks_nothing_of_anybody(sheet: str) -> None:
    namespaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?:[^\"'\s)<>]*", sheet)) <= namespaces
    assert all(link.startswith("#") for link in _Page(sheet).links)
    assert not re.search(r"url\((?!#)|@import|<script|<link|<iframe|//fonts", sheet)


def test_the_sheet_is_well_formed(sheet: str) -> None:
    page = _Page(sheet)
    assert page.open == []
    assert "None" not in page.text
    assert "Fraction" not in page.text
    ids = re.findall(r'<(?:section|g|svg)[^>]* id="([^"]+)"', sheet)
    assert len(ids) == len(set(ids))


def test_the_sheet_says_what_the_odds_are(sheet: str) -> None:
    text = _Page(sheet).text
    for words in (
        "-686689/20358520", "3.3730%", "2.0147%", "5.5747%", "370/221", "queen-six-four or better",
        "0.042808", "fair once jackpot is $12,021.06", "100% of jackpot", "Ante Bonus",
        "1 in 649,740", "fair at $12,021.06", "dealer_qualifies queen_high_or_better", "1/392",
    ):  # fmt: skip
        assert words in text
    assert sheet.count("<svg ") == 4


def test_a_sheet_without_meters_and_with_several(keyboard: Keyboard) -> None:
    ran = keyboard("par", MGC, "-o", "-", "--set", "progressive_table=PTMGLML03")
    assert (ran.status, ran.err) == (0, "")
    text = _Page(ran.out).text
    assert "Bet 1, bet 2 and bet 3" in text
    assert "100% of minor" in text
    for amount in ("$303,808.00", "$33,645.34", "$2,133.39"):
        assert f"fair at {amount}" in text
    assert "$1,000.00" in text
    assert "5-4-3-2" in text


def test_features_have_their_lines_on_the_sheet(keyboard: Keyboard, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    ran = keyboard("par", MEGALINK, "-o", str(file), "--set", "magic_rate=1/20")
    assert ran == (0, "", "")
    text = _Page(file.read_text(encoding="utf-8")).text
    assert "royal flush 100% of jackpot" in text
    assert "magic card 5 to 1" in text


def test_the_same_question_gives_the_same_bytes(sheet: str, keyboard: Keyboard) -> None:
    again = keyboard("par", THREE, "-o", "-", "--set", "jackpot=9000.00").out
    assert again == sheet


@pytest.mark.slow
def test_another_process_gives_the_same_bytes_too(sheet: str, tmp_path: Path) -> None:
    # Another order of hashing, another home without settings or kept fonts, another time zone.
    file = tmp_path / "sheet.html"
    elsewhere = {"PYTHONHASHSEED": "7", "MPLCONFIGDIR": str(tmp_path), "TZ": "Asia/Singapore"}
    words = ("par", THREE, "-o", file, "--set", "jackpot=9000.00")
    assert process(*words, **elsewhere).status == 0
    assert file.read_text(encoding="utf-8") == sheet


def test_a_sheet_replaces_what_was_there(keyboard: Keyboard, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text("old", encoding="utf-8")
    assert keyboard("par", THREE, "-o", str(file)).status == 0
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_sheet_needs_a_folder(keyboard: Keyboard, tmp_path: Path) -> None:
    keyboard("par", THREE, "-o", tmp_path / "nowhere" / "a.html").refuses("there is no folder")
    keyboard("par", THREE, "-o", tmp_path).refuses("is a folder")


def test_without_a_browser_a_pdf_is_refused_with_what_to_do(
    keyboard: Keyboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    keyboard("par", THREE, "-o", tmp_path / "sheet.pdf").refuses("sheet.html and print that")
    assert not list(tmp_path.iterdir())


def test_a_holdem_sheet_has_the_grid_of_starting_hands(keyboard: Keyboard) -> None:
    page = _Page(keyboard("par", HOLDEM, "-o", "-").out)
    assert "Value of each starting hand" in page.text
    for words in ("-578107733/28381438800", "AKs", "72o fold", "8.5406%", "3.818103"):
        assert words in page.text
    for words in (
        "Decision turn",
        "Decision river",
        "a pair with a flush draw",
        "10,380 situations",
    ):
        assert words in page.text
    assert all(link.startswith("#") for link in page.links)


def test_a_grid_of_starting_hands() -> None:
    values = {
        (high, low, suited): Fraction(high + low + suited - 12, 10)
        for high in range(13)
        for low in range(high + 1)
        for suited in (False, True)
        if low < high or not suited
    }
    assert len(values) == 169
    drawn = charts.starting_hands_chart(values, -1.0, "Starting <hands>")
    assert drawn.startswith('<svg role="img" aria-label="Starting &lt;hands&gt;" ')
    for name in ("AA", "AKs", "AKo", "72o"):
        assert f">{name}<" in drawn
    assert drawn.count(">fold<") == sum(value <= -1 for value in values.values())
    assert drawn == charts.starting_hands_chart(values, -1.0, "Starting <hands>")


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "harbour-stud"), "neither a rulebook nor a file"),
        (("odds", MGC, "--wager", "side"), "'side' is not a wager with odds of its own"),
        (("odds", MGC, "--set", "players=9"), "players=9: write a whole number from 1 to 7"),
        (("odds", MGC, "--set", "players"), "'players' is not a setting; write key=value"),
        (("odds", MGC, "--set", "colour=red"), "'colour' is not a setting of mgc-let-it-ride"),
        (("odds", MGC, "--set", "mega=5.00"), "'mega' is not a setting"),
        (("odds", MGC, "--set", "jackpot=x"), "jackpot=x: write an amount like 25.00"),
        (("odds", MGC, "--set", "progressive_table=X"), "progressive_table=X: write one of TABLE1"),
        (("odds", MEGALINK, "--set", "magic_rate=2"), "magic_rate=2: write a number from 0 to 1"),
        (("advise", MGC, "--cards", "Ah Kd"), "2 cards in hand; this game deals 3"),
        (("advise", MGC, "--cards", "Ah Kd Kd"), "Kd"),
        (("advise", MGC, "--cards", "Ah Kd 1s"), "1s"),
        (("advise", MGC, "--cards", "Ah Kd Qs", "--community", "Ah"), "given twice"),
        (("advise", THREE, "--cards", "Ah Kd Qs", "--community", "2c"), "give none"),
        (("advise", THREE, "--cards", "Ah Kd Qs", "--seen", "2c Ah"), "given twice"),
        (("advise", HOLDEM, "--cards", "Ah Kd", "--seen", "2c"), "not solved for cards seen"),
        (("strategy", "harbour-stud"), "neither a rulebook nor a file"),
        (("strategy", MGC, "--set", "players=0"), "players=0"),
        (("compare", MGC, "harbour-stud"), "neither a rulebook nor a file"),
        (("compare", MGC, MBS, "--set-a", "players=8"), "players=8"),
        (("odds", MBS, "--set", "players=2"), "'players' is not a setting"),
        (("odds", MGC, "--set", "payout_limit=60000.00"), "goes by the stake"),
        (("odds", THREE, "--set", "magic_rate=1"), "'magic_rate' is not a setting"),
        (("compare", MGC, MBS, "--set-b", "payout_limit=none"), "'payout_limit' is not a setting"),
        (("par", "harbour-stud", "-o", "-"), "neither a rulebook nor a file"),
        (("par", MGC, "-o", "-", "--set", "unit=5.00"), "unit=5.00: write 1.00"),
        (("par", THREE), "Missing option '-o'"),
    ],
)
def test_what_cannot_be_asked_is_refused_plainly(
    keyboard: Keyboard, words: tuple[str, ...], said: str
) -> None:
    keyboard(*words).refuses(said)


# --- progress -----------------------------------------------------------------------------------


def test_a_person_who_waits_is_told_what_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = at_terminal(monkeypatch, patience=0)
    with output.progress(2) as begin:
        begin("ante [bold]")
        until(lambda: "Solving ante [bold]" in screen.shown, "the line")
        begin("bonus")


@pytest.mark.parametrize(("patience", "is_pipe"), [(3600, False), (0, True)])
def test_what_is_soon_done_or_goes_into_a_pipe_shows_no_bar(
    monkeypatch: pytest.MonkeyPatch, patience: float, is_pipe: bool
) -> None:
    screen = at_terminal(monkeypatch, patience=patience)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: not is_pipe)
    with output.progress(1) as begin:
        begin("ante")
    assert "Solving" not in screen.shown
    assert not (is_pipe and screen.shown)
