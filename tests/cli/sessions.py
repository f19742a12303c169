"""Sessions at a keyboard, as text: what is typed, and what can then be read.

A file of this folder begins with `at PLACE`, which says where all of it is typed. A case is a line
that says what is true and, indented:

    $ table run T1 --as dan   a command; it ends well and writes no error, unless that is said
    > sit p1 1                a line of its standard input
    answers 10 - q            several lines of one word each; `-` is Enter
    says WORDS                they are printed; also `never WORDS` and `2 times WORDS`
    then WORDS                they are printed after those of the line before
    line WORDS                a line ends with them
    text WORDS                they are printed, wherever lines break
    whole WORDS               all that is printed
    error WORDS               they are on the standard error, wherever its lines break
    status 1                  how it ended
    refuses WORDS             it was refused: nothing is printed but this reason
    json a.0.b = "x"          a value of the record that is printed; `a.count` is how many
    kept NAME                 what is printed goes to a file
    set NAME VALUE            an environment variable, from here on; `unset NAME`
    file NAME                 a file, of the lines that follow, each after a bar and a blank
    change NAME: OLD => NEW   words of a file

A title may begin with the clause of a rulebook that is shown. `{words}` stands for a passage that
several cases have in common. Where the last lines of a case stand between bars, it is typed once
for each of these rows, as the cases of `tests/rules` are.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pitboss.games.library import built_in_ids
from tests.cli.keyboard import Keyboard, Ran
from tests.rules.conftest import rows


class Session(NamedTuple):
    """One case."""

    place: str
    title: str
    lines: tuple[str, ...]

    @property
    def rule(self) -> list[str]:
        """The rulebook and the clause that it shows, if its title names them."""
        words = self.title.partition(":")[0].split()
        return words if words[0] in built_in_ids() else []

    def check(self, keyboard: Keyboard, folder: Path) -> None:
        """Type it in a folder."""
        keyboard.monkeypatch.chdir(folder)
        lines = list(self.lines)
        while lines:
            word, _, rest = lines.pop(0).partition(" ")
            match word:
                case "$":
                    typed = "".join(f"{line[2:]}\n" for line in _taken(lines, ">"))
                    for answers in _taken(lines, "answers"):
                        typed += "".join(f"{word.strip('-')}\n" for word in answers.split()[1:])
                    ran = keyboard(*shlex.split(rest), lines=typed)
                    check(ran, list(_taken(lines, "")))
                case "set":
                    keyboard.monkeypatch.setenv(*rest.split(" ", 1))
                case "unset":
                    keyboard.monkeypatch.delenv(rest)
                case "file":
                    text = "".join(f"{line[2:]}\n" for line in _taken(lines, "|"))
                    (folder / rest).write_text(text, encoding="utf-8")
                case "change":
                    name, _, change = rest.partition(": ")
                    old, new = change.split(" => ")
                    text = (folder / name).read_text(encoding="utf-8")
                    assert old in text, old
                    (folder / name).write_text(text.replace(old, new), encoding="utf-8")
                case _:
                    raise AssertionError(f"{word} is no word of a session")


def _taken(lines: list[str], mark: str) -> Iterator[str]:
    """Take the next lines away that begin with a mark, or that say what is read."""
    others = ("$", "set", "unset", "file", "change")
    while lines and (
        lines[0].startswith(mark) if mark else lines[0].partition(" ")[0] not in others
    ):
        yield lines.pop(0)


def check(ran: Ran, checks: list[str]) -> None:
    """Whether a command left behind what is said of it."""
    words, before = set[str](), ""
    for one in checks:
        word, _, rest = one.partition(" ")
        assert _is_so(ran, word, rest, before), f"{one}\n{ran}"
        words.add(word)
        before = rest
    assert ran.status == 0 or words & {"status", "refuses"}, ran
    assert ran.err == "" or words & {"error", "refuses"}, ran


def _is_so(ran: Ran, word: str, rest: str, before: str) -> bool:
    match word:
        case "says":
            return rest in ran.out
        case "then":
            return rest in ran.out.partition(before)[2]
        case "never":
            return rest not in ran.out + ran.err
        case "line":
            return any(line.endswith(rest) for line in ran.out.splitlines())
        case "text":
            return rest in " ".join(ran.out.split())
        case "whole":
            return ran.out.strip() == rest
        case "error":
            return rest in " ".join(ran.err.replace("│", " ").split())
        case "status":
            return ran.status == int(rest)
        case "refuses":
            ran.refuses(rest)
            return True
        case "kept":
            return bool(Path(rest).write_text(ran.out, encoding="utf-8"))
        case "json":
            place, _, value = rest.partition(" = ")
            found = json.loads(ran.out)
            for step in place.split("."):
                key = int(step) if step.isdigit() else step
                found = len(found) if step == "count" else found[key]
            return bool(found == json.loads(value))
    assert word.isdigit(), f"{word} is no word of a session"
    return (ran.out + ran.err).count(rest.removeprefix("times ")) == int(word)


def sessions(text: str, passages: Mapping[str, str]) -> Iterator[Session]:
    """Every case of a file."""
    place, blocks = "", list[list[str]]()
    for line in text.splitlines():
        if line.startswith("at "):
            place = line.removeprefix("at ")
        elif line.startswith("    "):
            blocks[-1].append(line.strip())
        elif line and not line.startswith("#"):
            blocks.append([line])
    for title, *body in blocks:
        # The text of a file stands after a bar too, but no bar ends it.
        table = [line for line in body if line.startswith("|") and line.endswith("|")]
        script = [line for line in body if line not in table]
        for row in rows(table):
            said = _filled(_filled(script, row), passages)
            name = f"{title}: {' '.join(row.values())}" if row else title
            yield Session(place, name, tuple(said))


def _filled(lines: Iterable[str], words: Mapping[str, str]) -> Iterator[str]:
    """The lines with their passages; one that is typed stands on lines of its own."""
    for line in lines:
        if line[:3] == "> {" and line[3:-1] in words:
            yield from (f"> {typed}" for typed in words[line[3:-1]].strip().splitlines())
        else:
            filled = line
            for name, value in words.items():
                filled = filled.replace(f"{{{name}}}", value)
            yield filled
