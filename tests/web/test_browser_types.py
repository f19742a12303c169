"""The scripts of the pages read and send nothing that the server's own types do not have.

TypeScript checks every script against `types.d.ts`, which is generated from what the server sends
and reads: each property of a message that a script reads, each request that it makes, and that no
parameter is without a type. It does not check what is looked up in the page (elements are `any`),
whether something may be null, and the requests that `actions.js` builds from an offer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from pitboss.web.assets import FOLDER
from tools import browser_types

TOOLS = Path(browser_types.__file__).parent
SCRIPTS = FOLDER / "js"


def checked(folder: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    """What TypeScript says of the scripts in a folder. It fetches nothing."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    assert deno is not None, "deno is among the test tools: make test installs it"
    options = ["--config", str(TOOLS / "deno.json"), str(TOOLS / "browser.d.ts")]
    scripts = sorted(map(str, folder.glob("*.js")))
    return subprocess.run(
        [deno, "check", "--no-remote", "--no-npm", "--no-lock", "--quiet", *options, *scripts],
        env={**os.environ, "DENO_DIR": str(cache), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_browsers_types_are_those_of_the_server() -> None:
    written = browser_types.TYPES.read_text(encoding="utf-8")
    assert written == browser_types.declarations(), "run: python -m tools.browser_types"


def test_the_scripts_keep_to_the_types(tmp_path: Path) -> None:
    found = checked(SCRIPTS, tmp_path)
    assert found.returncode == 0, found.stderr


FAULTS = [
    ("prompt.js", "view.halt.text", "view.halt.words", "'words' does not exist on type 'HaltView'"),
    ("lobby.js", "table.free.length", "table.places.length", "'places' does not exist on type"),
    ("recall.js", "round.deck_seed", "round.seed", "'seed' does not exist on type 'PastRound'"),
    ("table.js", 'do: "take_seat", seat', 'do: "take_seat", at: seat', "'at' does not exist"),
    ("sign.js", 'feed.on("meters"', 'feed.on("metres"', '"metres"'),
]


def test_scripts_that_do_not_are_found(tmp_path: Path) -> None:
    shutil.copytree(SCRIPTS, tmp_path / "js")
    for script, right, wrong, _ in FAULTS:
        text = (tmp_path / "js" / script).read_text(encoding="utf-8")
        assert right in text, f"{script} reads it in another way now: plant another fault"
        (tmp_path / "js" / script).write_text(text.replace(right, wrong), encoding="utf-8")
    found = checked(tmp_path / "js", tmp_path / "cache")
    assert found.returncode != 0
    assert [says for *_, says in FAULTS if says not in found.stderr] == []
