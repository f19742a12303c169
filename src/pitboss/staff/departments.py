"""The departments of a casino. Nobody belongs to two: their duties check each other."""

from __future__ import annotations

from enum import StrEnum


class Department(StrEnum):
    """Where a person works, and so whose duties they may never take on."""

    TABLE_GAMES = "table games"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    CAGE = "cage"
    ACCOUNTING = "accounting"
    ADMINISTRATION = "administration"
    REGULATOR = "regulator"
    """Sees everything and changes nothing."""
