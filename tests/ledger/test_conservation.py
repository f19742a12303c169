"""Whole rounds by chance: money is conserved after every event, and a reversal is exact."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from pitboss.games.library import built_in_ids
from pitboss.ledger.books import Ledger, disagreements, ledger_of, trial_balance
from pitboss.ledger.postings import postings
from pitboss.money import NOTHING
from pitboss.records.entries import event_of
from pitboss.round.decisions import RemoveHand
from pitboss.round.result import MeterPaid, VoidRound, WagerSettled
from pitboss.round.wagers import TakeDown
from pitboss.table.chips.rack import CountOpening
from pitboss.table.table import Table, TableSnapshot, evolve, replay
from tests.golden.recording import LINKED, TABLES, read_log
from tests.ledger.kept import Kept, KeptRound, read_again
from tests.properties.chance import likely
from tests.properties.strategies import chances

ROUNDS = 3


def play_rounds(kept: Kept, rulebook: str, rng: Random) -> None:
    """Some rounds with everything that may happen to money in them."""
    for _ in range(ROUNDS):
        play = KeptRound(rulebook, rng, kept)
        play.bet(rng, rng.randint(1, play.play.positions))
        while not play.play.is_over:
            if likely(rng, 25):
                kept.do_something(rng)
            if likely(rng, 15):
                play.irregular()
            if likely(rng, 3):
                play.make_one_of(rng, play.only(RemoveHand))
            elif likely(rng, 2):
                play.make_one_of(rng, play.only(VoidRound))
            elif likely(rng, 5):
                play.make_one_of(rng, play.only(TakeDown))
            play.go_on(rng)
        if likely(rng, 30):
            kept.do_something(rng)
            play.irregular()
            play.to_the_end()
        for _ in range(rng.randrange(4)):
            kept.do_something(rng)
        if kept.table.chips.counted == "closing":
            kept.ask(CountOpening({1: max(kept.table.chips.rack.cents, 0)}))


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", built_in_ids())
@settings(
    max_examples=10,
    deadline=None,
    # Shrinking whole rounds takes minutes, and a round of play is readable as it is.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(rng=chances())
def test_money_is_conserved_and_the_books_agree_with_the_table(rulebook: str, rng: Random) -> None:
    kept = Kept(rulebook)
    play_rounds(kept, rulebook, rng)
    assert ledger_of(kept.log) == kept.books
    stood = TableSnapshot(table=kept.table)
    assert read_again(stood) == stood
    assert not list(disagreements(kept.books, replay(kept.log)))


EVERYTHING = {
    "WagerPlaced", "WagerTakenDown", "SeatStoodDown", "WagerWithdrawn", "WagerReturned",
    "WagerSettled", "MeterPaid", "SettlementUndone", "RoundVoided", "HandRemoved",
    "HandForfeited", "BoughtIn", "CashedOut", "ColouredUp", "CouponPlayed", "OpeningCounted",
    "ClosingCounted", "FillTaken", "CreditSent", "DropCollected", "DropCounted",
    "ChipsCorrected", "a shared wager", "a coupon taken", "an award",
}  # fmt: skip


@pytest.mark.slow
def test_the_rounds_by_chance_have_everything_in_them(request: pytest.FixtureRequest) -> None:
    """What never happens there is not shown there."""
    missing = set(EVERYTHING)
    rng = Random(request.config.getoption("hypothesis_seed"))
    for rulebook in built_in_ids() * 20:
        kept = Kept(rulebook)
        play_rounds(kept, rulebook, rng)
        for event in kept.log:
            missing.discard(type(event).__name__)
            if isinstance(event, WagerSettled) and event.shares:
                missing.discard("a shared wager")
            if isinstance(event, MeterPaid) and event.awarded:
                missing.discard("an award")
        if kept.table.chips.coupon_box:
            missing.discard("a coupon taken")
        if not missing:
            return
    pytest.fail(f"never happened: {', '.join(sorted(missing))}")


@pytest.mark.parametrize("table", TABLES)
def test_i_14_prizes_paid_undone_and_rejected_leave_nothing_over_after_any_event(
    table: str,
) -> None:
    store, _ = read_log(LINKED)
    books, at = Ledger(), Table()
    for event in map(event_of, store.read(f"table/{table}")):
        books, at = books.posted(postings(at, event)), evolve(at, event)
        trial_balance(books)
        assert not list(disagreements(books, at))
        assert at.chips.everything == NOTHING
