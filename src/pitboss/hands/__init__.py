"""What beats what: the plain ranking that judges, and the fast tables that must agree with it."""

from typing import TYPE_CHECKING, Any

from pitboss.hands.classes import (
    FiveCardClass,
    ThreeCardClass,
    five_card_class,
    three_card_class,
)
from pitboss.hands.hole import HoleRows, compile_hole
from pitboss.hands.names import (
    compile_five,
    compile_three,
    five_test,
    qualifying_test,
    three_test,
)
from pitboss.hands.plain import Ranking, rank_best_of_seven, rank_five, rank_three
from pitboss.hands.tables import strength_of_five, strength_of_seven, strength_of_three
from pitboss.hands.words import describe_five, describe_three

if TYPE_CHECKING:
    from pitboss.hands.batch import evaluate_many

__all__ = [
    "FiveCardClass",
    "HoleRows",
    "Ranking",
    "ThreeCardClass",
    "compile_five",
    "compile_hole",
    "compile_three",
    "describe_five",
    "describe_three",
    "evaluate_many",
    "five_card_class",
    "five_test",
    "qualifying_test",
    "rank_best_of_seven",
    "rank_five",
    "rank_three",
    "strength_of_five",
    "strength_of_seven",
    "strength_of_three",
    "three_card_class",
    "three_test",
]


def __getattr__(name: str) -> Any:
    # Whoever ranks one hand, or asks for help, need not wait for numpy and numba.
    if name == "evaluate_many":
        from pitboss.hands.batch import evaluate_many  # noqa: PLC0415

        return evaluate_many
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
