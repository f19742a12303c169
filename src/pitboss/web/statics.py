"""Files that never change under one address: the address holds a digest of all of them."""

from __future__ import annotations

import mimetypes
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

FOLDER = Path(__file__).parent / "static"
_FOR_GOOD = "public, max-age=31536000, immutable"
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}


class Statics:
    """The files below one folder."""

    def __init__(self, folder: Path = FOLDER, *, is_changing: bool = False) -> None:
        """`is_changing`: the files are being worked on, so nothing is kept by browsers."""
        self._folder = folder.resolve()
        self._is_changing = is_changing
        self.digest = self._digest()

    def address(self, name: str) -> str:
        """Where a browser finds a file."""
        return f"/static/{self.digest}/{name}"

    async def serve(self, request: Request) -> Response:
        """A file, if it is one of ours."""
        path = (self._folder / request.path_params["name"]).resolve()
        if not path.is_relative_to(self._folder) or not path.is_file():
            return PlainTextResponse("There is no such file.", status_code=404)
        is_present = request.path_params["digest"] == self.digest and not self._is_changing
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        headers = {"cache-control": _FOR_GOOD if is_present else "no-cache"}
        return FileResponse(path, media_type=kind, headers=headers)

    def _digest(self) -> str:
        found = sha256()
        if self._folder.is_dir():
            for path in sorted(self._folder.rglob("*")):
                if path.is_file():
                    found.update(str(path.relative_to(self._folder)).encode() + b"\0")
                    found.update(sha256(path.read_bytes()).digest())
        return found.hexdigest()[:16]
