"""Secrets: kept as hashes, refused when weak, never repeated."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import Corrupt, StaffRefused
from pitboss.house.secrets import Secrets, check_strength, weaknesses
from tests.house.floor import CHEAP, GOOD

SECRETS = Secrets(CHEAP)


def test_the_usual_hash_is_argon2id_with_a_salt_of_its_own() -> None:
    kept = Secrets().hash(GOOD)
    assert kept.startswith("$argon2id$")
    assert kept != Secrets().hash(GOOD)
    assert Secrets().verify(kept, GOOD)


@given(st.text(max_size=5), st.text(max_size=5))
def test_a_secret_is_verified_against_its_own_hash_only(one: str, other: str) -> None:
    is_same = normalize("NFC", one) == normalize("NFC", other)
    assert SECRETS.verify(SECRETS.hash(one), other) is is_same
    assert SECRETS.verify(SECRETS.hash(one), one)


def test_an_accent_is_the_same_however_it_is_typed() -> None:
    assert SECRETS.verify(SECRETS.hash("caf\u00e9 au lait"), "cafe\u0301 au lait")


def test_a_broken_character_is_no_crash() -> None:
    assert not SECRETS.verify(SECRETS.hash(GOOD), "\udcff")


def test_a_hash_of_lower_cost_is_renewed() -> None:
    dearer = Secrets(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    kept = SECRETS.hash(GOOD)
    assert dearer.needs_rehash(kept)
    assert not SECRETS.needs_rehash(kept)
    assert dearer.verify(kept, GOOD)


def test_what_is_no_hash_is_corrupt_and_not_repeated() -> None:
    with pytest.raises(Corrupt) as caught:
        SECRETS.verify("$argon2id$broken", GOOD)
    assert "broken" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("secret", "words"),
    [
        ("short one", "shorter than 10"),
        ("x" * 150 + "abcdefgh" * 10, "longer than 200"),
        ("abababababab", "fewer than 5 different"),
        (" river otters at dusk", "begins or ends"),
        ("river\totters at dusk", "cannot be seen"),
        ("my PassWord is long", "guessed first"),
        ("very ANNa indeed", "the id or the name"),
        ("it is rosalind again", "the id or the name"),
    ],
)
def test_what_makes_a_secret_weak(secret: str, words: str) -> None:
    (found,) = weaknesses(secret, person="anna", name="Rosalind Li")
    assert words in found


def test_a_refusal_names_every_weakness_and_nothing_of_the_secret() -> None:
    with pytest.raises(StaffRefused) as caught:
        check_strength("zqzqz", person="ann", name="Ann Lee")
    message = str(caught.value)
    assert "shorter" in message
    assert "different" in message
    assert "zq" not in message


def test_short_parts_of_a_name_may_be_in_a_secret() -> None:
    assert weaknesses("loud green violins", person="e4", name="Li Ou") == []
