"""A game sheet laid out and written where it was asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from pitboss.api import open_rulebook
from pitboss.cli.par.sheet import Sheet, sheet_of, signed
from pitboss.cli.printing import are_numbers
from pitboss.cli.strategy import card_notes, exact
from pitboss.errors import BadSetting
from pitboss.odds.figures import fraction
from pitboss.odds.question import ask

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def write_sheet(rulebook: str, output: str, *, settings: Sequence[str]) -> None:
    """Write a rulebook's game sheet to a file, or to stdout for `-`."""
    # Before anything is worked out: whoever waits should not wait for a refusal.
    browser = _checked(output)
    page = sheet_html(sheet_of(ask(open_rulebook(rulebook), settings), settings))
    if output == "-":
        # The page says of itself that it is UTF-8, whatever the terminal speaks.
        sys.stdout.flush()
        sys.stdout.buffer.write(page.encode())
    elif browser is not None:
        _write_pdf(browser, page, Path(output))
    else:
        _write(Path(output), page)


def _checked(output: str) -> str | None:
    """Refuse what cannot be written; the browser that prints it where it is to be a PDF."""
    folder = Path(output).parent
    if output != "-" and not folder.is_dir():
        raise BadSetting(f"{output}: there is no folder {folder}; make it first")
    if Path(output).is_dir():
        raise BadSetting(f"{output}: is a folder; name a file in it")
    if not output.endswith(".pdf"):
        return None
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise BadSetting(
            f"{output}: a PDF takes {' or '.join(_BROWSERS)}, and none is installed; "
            f"write {Path(output).with_suffix('.html')} and print that from any browser"
        )
    return browser


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadSetting(f"{path}: cannot be written ({error.strerror})") from error


def _write_pdf(browser: str, page: str, path: Path) -> None:
    """Print the page as anybody would, by a browser without a window."""
    # A browser run by root refuses its sandbox. The page is our own and has no scripts.
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with TemporaryDirectory() as folder:
        source, printed = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        _write(source, page)
        command = [
            browser, "--headless", "--disable-gpu", "--disable-background-networking", *as_root,
            f"--user-data-dir={Path(folder, 'profile')}", "--no-pdf-header-footer",
            f"--print-to-pdf={printed}", source.as_uri(),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, check=False, timeout=120)
        if done.returncode or not printed.is_file():
            raise BadSetting(
                f"{path}: {browser} could not print it; "
                f"write {path.with_suffix('.html')} and print that"
            )
        shutil.copyfile(printed, path)


def sheet_html(sheet: Sheet) -> str:
    """The sheet as one page that asks nothing of any other."""
    folder = files("pitboss.cli.par")
    page = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    ).from_string(folder.joinpath("sheet.html").read_text(encoding="utf-8"))
    return page.render(
        sheet=sheet,
        rules=sheet.rules,
        strategy=sheet.strategy,
        style=Markup(folder.joinpath("sheet.css").read_text(encoding="utf-8")),
        svg=Markup,
        signed=signed,
        fraction=fraction,
        exact=exact,
        card_notes=card_notes,
        is_number=lambda page, place: are_numbers(tuple(row[place] for row in page.rows)),
    )
