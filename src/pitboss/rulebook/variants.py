"""A rulebook file that extends another says only what differs; here it is made whole.

`extends` names a built-in rulebook or a file beside this one. `remove` lists places of that
rulebook that are left out. Everything else is laid over the rest: tables key by key, lists and
texts whole. Of a paytable, `pays`, `notes`, `envy` and `seeds` are each laid over whole, because a
pay table is one printed thing and its order matters.

What is made here is the same data as if the rulebook were written out in full, so it is read,
checked and digested by nothing of its own.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from pitboss.errors import Fault, RulebookError
from pitboss.rulebook.load import file_data
from pitboss.rulebook.removal import without_wagers

_EXTENDS: Final = "extends"
_REMOVE: Final = "remove"
_OWN: Final = ("id", "title")
_PRINTED_WHOLE: Final = ("pays", "notes", "envy", "seeds")
_OF_A_HAND: Final = ("notes", "envy")

Data = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """All that a rulebook file says, what it takes from others put in."""

    data: Data
    extends: str | None = None
    """The rulebook it extends, as the file names it."""
    parent: Path | None = None
    """The file of that rulebook."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with the way in which it extends the other."""
    inherited: Mapping[str, str]
    """The places that it did not write itself, and the rulebook that wrote each."""
    files: tuple[Path, ...]
    """The file itself, what that one extends, and so on."""

    @property
    def text(self) -> str:
        """All of it as one text, which needs no other file to be read again."""
        return json.dumps(self.data, ensure_ascii=False)

    def located(self, faults: Iterable[Fault]) -> Iterator[Fault]:
        """Faults of the whole, each with the rulebook that wrote the place if the file did not."""
        for fault in faults:
            writer = self.inherited.get(fault.place.partition("[")[0])
            if writer is None:
                yield fault
            else:
                yield replace(fault, problem=f"{fault.problem} (written in {writer})")


def read_whole(path: Path, built_in: Mapping[str, Path]) -> Whole:
    """What a rulebook file says, made whole; raises where that cannot be known.

    `built_in` are the files of the rulebooks that may be extended by their id.
    """
    return _read(path, built_in, ())


def _read(path: Path, built_in: Mapping[str, Path], heirs: tuple[Path, ...]) -> Whole:
    data = file_data(path)
    own = {key: value for key, value in data.items() if key not in (_EXTENDS, _REMOVE)}
    if _EXTENDS not in data:
        return Whole(
            data=own, faults=tuple(_removes_from_nothing(data)), inherited={}, files=(path,)
        )
    faults = [*_own_identity(own), *_list_of_places(data)]
    try:
        parent, above = _parent(path, data[_EXTENDS], built_in, (*heirs, path))
    except RulebookError as error:
        # Without the other rulebook nearly everything would seem to be missing.
        raise RulebookError(path.name, [*error.faults, *faults]) from error
    name = data[_EXTENDS]
    faults += [
        *_inherited_faults(name, above),
        *_other_identity(name, own, above.data),
        *_unknown_places(name, data, above.data),
    ]
    kept = _without(above.data, _places_removed(data))
    whole = _laid_over(_with_rows_of(kept, own), own)
    written = set(_places(own))
    return Whole(
        data=whole,
        extends=name,
        parent=parent,
        faults=tuple(faults),
        inherited={
            place: above.inherited.get(place, name)
            for place in _places(whole)
            if place not in written
        },
        files=(path, *above.files),
    )


# --- the rulebook that is extended ----------------------------------------------------------------


def _parent(
    path: Path, name: object, built_in: Mapping[str, Path], heirs: tuple[Path, ...]
) -> tuple[Path, Whole]:
    """The file that a file extends, made whole itself."""
    if not isinstance(name, str) or not name:
        raise _no_parent(path, f"{name!r} is not the name of a rulebook", built_in)
    parent = path.parent / name if name.endswith(".toml") else built_in.get(name)
    if parent is None:
        raise _no_parent(path, f"no rulebook is called {name!r}", built_in, name)
    resolved = [heir.resolve() for heir in heirs]
    if parent.resolve() in resolved:
        first = resolved.index(parent.resolve())
        circle = ", ".join(file.name for file in (*heirs[first:], parent))
        raise RulebookError(
            path.name,
            [
                Fault(
                    place=_EXTENDS,
                    problem=f"goes round in a circle: {circle}",
                    remedy="let one of them say everything itself",
                )
            ],
        )
    try:
        return parent, _read(parent, built_in, heirs)
    except RulebookError as error:
        raise RulebookError(
            path.name,
            [
                replace(fault, place=_EXTENDS, problem=f"{name}: {fault.place}: {fault.problem}")
                for fault in error.faults
            ],
        ) from error


def _no_parent(
    path: Path, problem: str, built_in: Mapping[str, Path], name: str = ""
) -> RulebookError:
    near = get_close_matches(name, built_in, n=1)
    meant = f"did you mean {near[0]!r}? Else " if near else ""
    remedy = f"{meant}name a file that ends in .toml, or one of {', '.join(built_in)}"
    return RulebookError(path.name, [Fault(place=_EXTENDS, problem=problem, remedy=remedy)])


def _inherited_faults(name: str, above: Whole) -> Iterator[Fault]:
    """What is wrong in the same way with the file that is extended."""
    for fault in above.faults:
        yield replace(fault, problem=f"{fault.problem} (written in {name})")


def _removes_from_nothing(data: Data) -> Iterator[Fault]:
    if _REMOVE in data:
        yield Fault(
            place=_REMOVE,
            problem=f"means nothing without `{_EXTENDS}`",
            remedy="name the rulebook that it removes from, or leave it out",
        )


# --- what a variant says of itself ----------------------------------------------------------------


def _own_identity(own: Data) -> Iterator[Fault]:
    for key in _OWN:
        if key not in own:
            yield Fault(
                place=key,
                problem="is missing, and a rulebook that extends another has its own",
                remedy="write a text in quotes",
            )


def _other_identity(name: str, own: Data, above: Data) -> Iterator[Fault]:
    if "id" in own and own["id"] == above.get("id"):
        yield Fault(
            place="id",
            problem=f"{own['id']!r} is the id of {name}, which this file extends",
            remedy="write an id of its own",
        )
    family = above.get("family")
    if own.get("family", family) != family:
        yield Fault(
            place="family",
            problem=f"{own['family']!r} is not the family of {name}, and a variant stays in its "
            f"family (I-113)",
            remedy=f'write "{family}", or leave it out',
        )


# --- places that are removed ----------------------------------------------------------------------


def _list_of_places(data: Data) -> Iterator[Fault]:
    removed = data.get(_REMOVE, [])
    if not isinstance(removed, list) or not all(isinstance(place, str) for place in removed):
        yield Fault(
            place=_REMOVE,
            problem=f"{removed!r} is not a list of places",
            remedy='write ["wagers.progressive", "procedure.burn"]',
        )


def _places_removed(data: Data) -> list[str]:
    removed = data.get(_REMOVE)
    places = removed if isinstance(removed, list) else []
    return [place for place in places if isinstance(place, str)]


def _unknown_places(name: str, data: Data, above: Data) -> Iterator[Fault]:
    for place in _places_removed(data):
        if _path_of(above, place) is None:
            near = get_close_matches(place, list(_places(above)), n=1)
            yield Fault(
                place=_REMOVE,
                problem=f"{place!r} is not a place of {name}",
                remedy=f"did you mean {near[0]!r}?" if near else "leave it out",
            )


def _path_of(inside: object, place: str) -> tuple[str, ...] | None:
    """The keys that lead to a place; a key may have points in it, such as a citation's.

    >>> _path_of({"citations": {"ante.win": ["3.1"]}}, "citations.ante.win")
    ('citations', 'ante.win')
    """
    if not isinstance(inside, dict):
        return None
    if place in inside:
        return (place,)
    for key, value in inside.items():
        rest = _path_of(value, place.removeprefix(f"{key}."))
        if place.startswith(f"{key}.") and rest is not None:
            return (key, *rest)
    return None


def _places(data: Data, above: str = "") -> Iterator[str]:
    """Every place of a file, in the words of a fault.

    >>> list(_places({"wagers": {"$": {"times": 1}}}))
    ['wagers', 'wagers.$', 'wagers.$.times']
    """
    for key, value in data.items():
        yield f"{above}{key}"
        if isinstance(value, dict):
            yield from _places(value, f"{above}{key}.")


def _without(data: Data, places: list[str]) -> Data:
    """The data without these places, and without what only served the wagers among them."""
    kept = copy.deepcopy(data)
    paths = [path for path in (_path_of(data, place) for place in places) if path is not None]
    without_wagers(kept, {path[1] for path in paths if path[0] == "wagers" and len(path) == 2})
    for *above, last in paths:
        inside: Any = kept
        for key in above:
            inside = inside.get(key, {})
        inside.pop(last, None)
    return kept


# --- laid over ------------------------------------------------------------------------------------


def _with_rows_of(above: Data, own: Data) -> Data:
    """What is said of a row goes with a row that the new table does not have."""
    tables, own_tables = above.get("paytables"), own.get("paytables")
    if not isinstance(tables, dict) or not isinstance(own_tables, dict):
        return above
    kept = dict(tables)
    for name, table in own_tables.items():
        before = kept.get(name)
        if isinstance(before, dict) and isinstance(table, dict) and "pays" in table:
            kept[name] = _only_rows(before, table["pays"])
    return {**above, "paytables": kept}


def _only_rows(table: Data, pays: object) -> Data:
    hands = pays if isinstance(pays, dict) else {}
    kept = dict(table)
    for part in _OF_A_HAND:
        rows = kept.get(part)
        if isinstance(rows, dict):
            kept[part] = {hand: said for hand, said in rows.items() if hand in hands}
            if not kept[part]:
                del kept[part]
    return kept


def _laid_over(above: Data, own: Data, path: tuple[str, ...] = ()) -> Data:
    whole = dict(above)
    for key, value in own.items():
        before = whole.get(key)
        is_printed = len(path) == 2 and path[0] == "paytables" and key in _PRINTED_WHOLE
        if isinstance(value, dict) and isinstance(before, dict) and not is_printed:
            whole[key] = _laid_over(before, value, (*path, key))
        else:
            whole[key] = value
    return whole
