"""pitboss runs poker-based casino table games exactly by their written rules.

The public names are those of `__all__`; they load when first used, so that importing pitboss
costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.api import open_rulebook, rulebook_ids, settle

__version__ = "0.1.0"

__all__ = ["__version__", "open_rulebook", "rulebook_ids", "settle"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from pitboss import api  # noqa: PLC0415 - importing pitboss costs next to nothing

        return getattr(api, name)
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
