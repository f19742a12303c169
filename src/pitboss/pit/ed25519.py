"""Whether an Ed25519 signature is genuine (RFC 8032), without anything but Python.

Checked only, never made: no secret key is ever in this program. Points are x, y, z and xy in
projective form; nothing here need be secret, so nothing need take the same time always.
"""

from __future__ import annotations

from hashlib import sha512
from typing import NamedTuple

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)
KEY_BYTES, SIGNATURE_BYTES = 32, 64


class Point(NamedTuple):
    """A point of the curve: x / z and y / z, with t = x * y / z."""

    x: int
    y: int
    z: int
    t: int


def is_genuine(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of a key signed this very message."""
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    owner, commitment = _point(key), _point(signature[:32])
    answer = int.from_bytes(signature[32:], "little")
    if owner is None or commitment is None or answer >= _ORDER:
        return False
    asked = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % _ORDER
    return _same(times(answer, BASE), add(commitment, times(asked, owner)))


def add(one: Point, other: Point) -> Point:
    """The sum of two points."""
    a = (one.y - one.x) * (other.y - other.x) % _P
    b = (one.y + one.x) * (other.y + other.x) % _P
    c = 2 * one.t * other.t * _D % _P
    d = 2 * one.z * other.z % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return Point(e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def times(number: int, point: Point) -> Point:
    """A point so many times."""
    total = Point(0, 1, 1, 0)
    while number:
        if number & 1:
            total = add(total, point)
        point, number = add(point, point), number >> 1
    return total


def bytes_of(point: Point) -> bytes:
    """A point as it is written: y, and whether x is odd."""
    inverse = pow(point.z, -1, _P)
    x, y = point.x * inverse % _P, point.y * inverse % _P
    return (y | (x & 1) << 255).to_bytes(KEY_BYTES, "little")


def _point(text: bytes) -> Point | None:
    """The point that is written there; none if there is no such point."""
    number = int.from_bytes(text, "little")
    y, is_odd = number & ((1 << 255) - 1), number >> 255
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P or (not x and is_odd):
        return None
    if x & 1 != is_odd:
        x = _P - x
    return Point(x, y, 1, x * y % _P)


def _same(one: Point, other: Point) -> bool:
    return not (
        (one.x * other.z - other.x * one.z) % _P or (one.y * other.z - other.y * one.z) % _P
    )


def _base() -> Point:
    found = _point((4 * pow(5, -1, _P) % _P).to_bytes(KEY_BYTES, "little"))
    assert found is not None, "the curve has its base point"
    return found


BASE = _base()
