"""Words on the screen that no rulebook says are in one file; nothing comes from elsewhere."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

WEB = Path(str(files("pitboss.web")))
PAGES = sorted((WEB / "templates").glob("*.html"))
SCRIPTS = sorted((WEB / "static" / "js").glob("*.js"))
STYLES = sorted((WEB / "static" / "css").glob("*.css"))
DRAWINGS = [*(WEB / "static").glob("*.svg"), *(WEB / "templates").glob("*.svg")]
TEXTS = json.loads((WEB / "static" / "texts" / "en.json").read_text(encoding="utf-8"))

JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
SPOKEN = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
UNSEEN = re.compile(r"\{% block (?:page|next) %\}.*?\{% endblock %\}")
"""A class of the page, and where a form leads to."""
KEYS = frozenset({"Delete", "Backspace", "Escape"})
"""Names of keys, as browsers call them."""
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
NAMESPACE = "http://www.w3.org/2000/svg"
"""A name and not an address: nothing is ever fetched from it."""


def _name(path: Path) -> str:
    return path.name


def _text(name: str) -> object:
    found: object = TEXTS
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def _literals(script: str) -> list[str]:
    code = COMMENT.sub("", script)
    return [re.sub(r"\$\{.*?\}", "", one or two) for one, two in LITERAL.findall(code)]


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_pages_hold_no_words_of_their_own(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    bare = re.sub(r"<script\b.*?</script>|<!doctype[^>]*>", "", JINJA.sub("", UNSEEN.sub("", page)))
    assert re.findall(r"[^\W\d_]{2,}", re.sub(r"<[^>]*>", " ", bare)) == []
    assert [words for words in SPOKEN.findall(bare) if re.search(r"[^\W\d_]", words)] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=_name)
def test_scripts_hold_no_sentences(path: Path) -> None:
    literals = _literals(path.read_text(encoding="utf-8"))
    sentences = [
        one
        for one in literals
        if re.match(r"[A-Z][a-z]+\b(?! \d)", one.strip()) and one not in KEYS
    ]
    assert sentences == []


def test_a_sentence_in_a_script_would_be_found() -> None:
    assert _literals('x("You won"); // "No"\ny(`Seat ${n}`, "seat")') == [
        "You won",
        "Seat ",
        "seat",
    ]


def test_every_text_that_is_asked_for_is_there() -> None:
    asked: set[str] = set()
    for path in [*PAGES, *SCRIPTS]:
        said = path.read_text(encoding="utf-8")
        asked |= set(re.findall(r"""\bsay\(\s*["']([a-z_.]+)["']\s*[,)]""", said))
        asked |= {name for one in re.findall(r"\bsay\([^;]*?\?([^;]*?)\)", said)
                  for name in re.findall(r'"([a-z]+\.[a-z_]+)"', one)}  # fmt: skip
    assert len(asked) > 100
    assert sorted(name for name in asked if not isinstance(_text(name), str)) == []


@pytest.mark.parametrize("path", [*PAGES, *SCRIPTS, *STYLES, *DRAWINGS], ids=_name)
def test_nothing_comes_from_another_place(path: Path) -> None:
    found = path.read_text(encoding="utf-8").replace(NAMESPACE, "")
    assert re.findall(r"(?:https?:|wss?:|[\"'(])//\S*", found) == []
