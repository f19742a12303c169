"""Strategies of one's own: functions and tables decide as they say, at speed and by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.sim.request import Request, strategy_files
from pitboss.sim.run import round_record, simulate
from tests.sim.runs import counted, settled

FUNCTIONS = '''
def odd(decision, cards, community):
    """Suits and order of own and shared cards matter here, as they do to nobody sensible."""
    total = sum(int(card) for card in cards) + 7 * sum(int(card) for card in community)
    if decision in ("1", "2"):
        return "ride" if total % 3 == 0 else "withdraw"
    if decision == "play":
        return "play" if total % 3 else "fold"
    if decision == "flop":
        return "bet" if total % 5 else "fold"
    return "bet" if total % 2 else "check"

def wrong(decision, cards, community):
    return "raise"
'''


def asking(tmp_path: Path, name: str, text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    path = tmp_path / name
    path.write_text(text)
    return str(path), tuple(strategy_files([str(path)]))


def agree(request: Request, count: int = 200) -> None:
    from pitboss.sim.simulator import simulator_of

    for number in range(count):
        assert counted(simulator_of(request), number) == settled(
            request, round_record(request, number)
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "rulebook", ["mbs-let-it-ride-v3", "mbs-megalink-three-card-v6", "mbs-megalink-holdem-v9"]
)
def test_a_function_decides_in_the_kernel_as_by_hand(tmp_path: Path, rulebook: str) -> None:
    path, files = asking(tmp_path, "mine.py", FUNCTIONS)
    spec = f"{path}:odd"
    request = Request(rulebook=rulebook, seats=2, strategies=(spec, "best"), files=files)
    agree(request)
    # Somebody else decides so badly that it shows.
    first, second = (s for s in simulate(request, 20_000).seats() if s.seat)
    assert first.estimate.mean < second.estimate.mean


def test_an_answer_that_is_no_choice_is_refused(tmp_path: Path) -> None:
    path, files = asking(tmp_path, "mine.py", FUNCTIONS)
    request = Request(
        rulebook="mbs-megalink-three-card-v6", strategies=(f"{path}:wrong",), files=files
    )
    with pytest.raises(BadSetting, match="it must be play or fold"):
        simulate(request, 10)


def decide(decision: str, cards: Sequence[Card], community: Sequence[Card]) -> str:
    """Found by the name of this module."""
    return "play" if cards[0].suit == 0 else "fold"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def decide(:", "does not run: invalid syntax, line 1"),
        ("\nraise ValueError('no')", "does not run: ValueError: no, line 2"),
        (
            "def decide(decision, cards, community):\n    return {}[decision]",
            "fails on decision 1 with .*: KeyError: '1', line 2",
        ),
        ("def decide(decision): ...", "fails on decision 1 with .*: TypeError: decide.*takes 1"),
    ],
)
def test_what_is_wrong_in_a_function_is_said_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    path, files = asking(tmp_path, "mine.py", text)
    request = Request(
        rulebook="mbs-let-it-ride-v3", wagers=("base",), strategies=(f"{path}:decide",), files=files
    )
    with pytest.raises(BadSetting, match=message):
        simulate(request, 10)


def test_a_function_of_a_module(tmp_path: Path) -> None:
    spec = "tests.sim.test_strategies:decide"
    agree(Request(rulebook="mbs-megalink-three-card-v6", strategies=(spec,)), 100)
    nobody = Request(
        rulebook="mbs-megalink-three-card-v6", strategies=("tests.sim.test_strategies:nobody",)
    )
    with pytest.raises(BadSetting, match="has no function nobody"):
        simulate(nobody, 10)


def test_tables_of_hands(tmp_path: Path) -> None:
    csv = "decision,hand,choice\n1,AKQs,ride\n1,*,withdraw\n2,*,withdraw\n2,TTT9,ride\n"
    path, files = asking(tmp_path, "ride.csv", csv)
    agree(Request(rulebook="mgc-let-it-ride", strategies=(path,), files=files))
    (wager,) = simulate(
        Request(rulebook="mgc-let-it-ride", wagers=("base",), strategies=(path,), files=files),
        200_000,
    ).wagers()
    assert {net for net in wager.results if net < 0} == {-1000, -2000}
    toml = '[flop]\nAA = "bet"\nAKs = "bet"\n"*" = "fold"\n[turn]\n"*" = "best"\n'
    path, files = asking(tmp_path, "holdem.toml", toml + '[river]\n"*" = "bet"\n')
    request = Request(rulebook="mbs-megalink-holdem-v9", strategies=(path,), files=files)
    agree(request, 400)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,AKQs,raise\n", "write ride or withdraw"),
        ("3,AKQs,ride\n", "is not a decision; there are 1, 2"),
        ("1,AKQs\n", "line 1: write decision,hand,choice"),
        ("1,AKQs,ride\n", "add that hand, or a row for"),
        ("1,QKA,ride\n", "no hand is .QKA.; write 3 ranks, the highest first"),
        ("2,AKQs,ride\n", "no hand is .AKQs.; write 4 ranks"),
    ],
)
def test_a_table_that_does_not_do_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path, files = asking(tmp_path, "ride.csv", text)
    request = Request(rulebook="mgc-let-it-ride", strategies=(path,), files=files)
    with pytest.raises(BadSetting, match=message):
        simulate(request, 10)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"strategies": ("guess",)}, "write best, always_ride"),
        ({"strategies": ("best", "best")}, "2 strategies for 1 seats"),
        ({"seats": 8}, "the layout has 1 to 7"),
        ({"wagers": ("ante",)}, "is not a wager here; there are base"),
        ({"wagers": ("base=ten",)}, "write an amount like 25.00"),
        ({"wagers": ("base", "bonus=2.00")}, "this wager is 1.00"),
        ({"settings": ("players=3",)}, "give --seats"),
        ({"settings": ("jackpots=3",)}, "is not a setting"),
    ],
)
def test_what_cannot_be_simulated_is_refused(changes: dict[str, object], message: str) -> None:
    request = Request(rulebook="mgc-let-it-ride", **changes)  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match=message):
        simulate(request, 10)
