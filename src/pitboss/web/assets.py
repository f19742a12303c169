"""What pages are made with beside their data: static files, and the texts in one of them.

The address of a static file holds a digest of all of them, so that a browser may keep it for good.
"""

from __future__ import annotations

import json
import mimetypes
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from pitboss.money import Money

FOLDER = Path(__file__).parent / "static"
_FOR_GOOD = "public, max-age=31536000, immutable"
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}


class Statics:
    """The files below one folder."""

    def __init__(self, folder: Path = FOLDER, *, is_changing: bool = False) -> None:
        """`is_changing`: the files are being edited, so browsers keep nothing."""
        self._folder = folder.resolve()
        self._is_changing = is_changing
        self.digest = self._digest()

    def address(self, name: str) -> str:
        """Where a browser finds a file."""
        return f"/static/{self.digest}/{name}"

    async def serve(self, request: Request) -> Response:
        """A file, if it is one of ours."""
        path = self._file(request.path_params["name"])
        if path is None:
            return PlainTextResponse("There is no such file.", status_code=404)
        is_present = request.path_params["digest"] == self.digest and not self._is_changing
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        headers = {"cache-control": _FOR_GOOD if is_present else "no-cache"}
        return FileResponse(path, media_type=kind, headers=headers)

    def _file(self, name: str) -> Path | None:
        """The file of that name below the folder, if there is one."""
        try:
            path = (self._folder / name).resolve()
            return path if path.is_relative_to(self._folder) and path.is_file() else None
        except (OSError, ValueError):
            # No file can have such a name: it is too long, or has a zero character in it.
            return None

    def _digest(self) -> str:
        found = sha256()
        if self._folder.is_dir():
            for path in sorted(self._folder.rglob("*")):
                if path.is_file():
                    found.update(str(path.relative_to(self._folder)).encode() + b"\0")
                    found.update(sha256(path.read_bytes()).digest())
        return found.hexdigest()[:16]


# --- texts ----------------------------------------------------------------------------------------


@cache
def texts(language: str = "en") -> dict[str, Any]:
    """Every text of a language: one file, read by templates and by scripts alike."""
    found: dict[str, Any] = json.loads(
        (FOLDER / "texts" / f"{language}.json").read_text(encoding="utf-8")
    )
    return found


def say(name: str, /, **values: object) -> str:
    """The text of that name, as `say` of `static/js/texts.js` gives it.

    >>> say("lobby.free", free=3, positions=7)
    '3 of 7 seats free'
    """
    found: Any = texts()
    for part in name.split("."):
        found = found[part]
    assert isinstance(found, str), f"{name} is a section, not a text"
    return re.sub(r"\{(\w+)\}", lambda m: str(values.get(m[1], m[0])), found)


def money(amount: str | Money, *, always: bool = False, sign: bool = False) -> str:
    """An amount for people, as `money` of `static/js/money.js` gives it.

    >>> money("1250.00"), money("7.50", sign=True), money("-7.00") == "\\N{MINUS SIGN}$7"
    ('$1,250', '+$7.50', True)
    >>> money("1250.00", always=True)
    '$1,250.00'
    """
    text = str(amount)
    dollars, _, cents = text.removeprefix("-").partition(".")
    mark = (
        "\N{MINUS SIGN}" if text.startswith("-") else "+" if sign and int(dollars + cents) else ""
    )
    return f"{mark}${int(dollars):,}{f'.{cents}' if always or cents != '00' else ''}"
