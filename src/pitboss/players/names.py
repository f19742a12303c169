"""Names of players: one way to write each, and none that others would take for another.

The table of look-alikes is small and our own: a name is of one script, so only letters of the
scripts we admit matter, and of those the ones that are drawn like Latin letters. The full list of
the Unicode Consortium has thousands of signs that are refused here anyway.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from unicodedata import category, combining, name, normalize

from pitboss.errors import PlayerRefused

_SHAPE = re.compile(r"[^\W_](?:[\w .'-]{0,22}[^\W_])?")
_SHAPE_WORDS = (
    "Take 1 to 24 letters and digits of one script; spaces, dots and hyphens may stand between."
)
_SCRIPTS = {
    "LATIN": "LATIN", "GREEK": "GREEK", "CYRILLIC": "CYRILLIC", "ARMENIAN": "ARMENIAN",
    "HEBREW": "HEBREW", "ARABIC": "ARABIC", "DEVANAGARI": "DEVANAGARI", "THAI": "THAI",
    "HANGUL": "HANGUL", "CJK": "HAN", "HIRAGANA": "HAN", "KATAKANA": "HAN",
    "KATAKANA-HIRAGANA": "HAN",
}  # fmt: skip
"""Scripts that people write today, by the first word of a letter's name; Japanese mixes three."""
_LATIN = re.compile(r"[A-Za-z\u00aa-\u017f\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1e00-\u1eff]")
"""Latin letters that languages are written with; those of phonetics look like others."""

_LIKE = {
    "a": "\u0430\u0410\u03b1\u0391",
    "b": "\u0432\u0412\u042c\u044c\u03b2\u0392",
    "c": "\u0441\u0421\u03f2",
    "d": "\u0501",
    "e": "\u0435\u0415\u03b5\u0395",
    "f": "\u0584",
    "g": "\u0581",
    "h": "\u043d\u041d\u04bb\u0397\u0570",
    "j": "\u0458\u0408\u0575",
    "k": "\u043a\u041a\u03ba\u039a",
    "l": "i1I\u0131\u0456\u0406\u04cf\u04c0\u03b9\u0399\u05d5\u05df\u0627",
    "m": "\u043c\u041c\u039c",
    "n": "\u03b7\u039d\u0578",
    "o": "0\u043e\u041e\u03bf\u039f\u0585\u05e1\u0647",
    "p": "\u0440\u0420\u03c1\u03a1",
    "q": "\u051b\u0566",
    "s": "\u0455\u0405",
    "t": "\u0442\u0422\u03c4\u03a4",
    "u": "\u03c5\u057d",
    "v": "\u0475\u03bd",
    "w": "\u051d\u03c9",
    "x": "\u0445\u0425\u03c7\u03a7",
    "y": "\u0443\u0423\u04af\u03a5\u03b3",
    "z": "\u0396",
}
"""Letters and digits that are drawn like a Latin letter, in either case."""
_PLAIN = {ord(like): plain for plain, likes in _LIKE.items() for like in likes}
_APART = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"[\W_\d]+$")

RESERVED = (
    "admin", "administrator", "anonymous", "auditor", "bank", "banker", "cage", "cashier",
    "croupier", "dealer", "floor", "guest", "host", "house", "inspector", "manager", "moderator",
    "nobody", "null", "operator", "owner", "pit", "pit boss", "pitboss", "player", "public",
    "regulator", "root", "security", "staff", "supervisor", "support", "surveillance", "system",
    "table", "unknown", "you",
)  # fmt: skip
"""Words by which others know somebody else than a player."""


def written(text: str) -> str:
    """A name as it is kept: letters of full width and the like become the usual ones.

    >>> written("  \uff21\uff4e\uff4e   Lee ")
    'Ann Lee'
    """
    return " ".join(normalize("NFKC", text).split())


def skeleton(text: str) -> str:
    """What a name looks like: the same for two names that a reader would take for one.

    >>> skeleton("Al1ce") == skeleton("ALICE") == skeleton("\u0410l\u0456\u0441\u0435")
    True
    """
    marks = normalize("NFKD", written(text))
    plain = "".join(sign for sign in marks if not combining(sign)).translate(_PLAIN).casefold()
    return plain.translate(_PLAIN).replace("rn", "m").replace("vv", "w")


def check_name(text: str, reserved: Collection[str] = ()) -> str:
    """A new name as it is kept; or `PlayerRefused`.

    `reserved` are words beside ours that mean somebody else, such as the roles of the staff.
    """
    # Before anything is put right: what is unseen would be gone.
    if any(category(sign)[0] == "C" or category(sign) in ("Zl", "Zp") for sign in text):
        raise PlayerRefused("This name has signs in it that cannot be seen", remedy=_SHAPE_WORDS)
    name = written(text)
    if not _SHAPE.fullmatch(name):
        raise PlayerRefused("This is not a name others can read", remedy=_SHAPE_WORDS)
    scripts = {_script(sign) for sign in name if sign.isalpha() or not sign.isascii()}
    if len(scripts) > 1 or "" in scripts:
        raise PlayerRefused("This name is not of one script", remedy=_SHAPE_WORDS)
    looks = {_joined(name), _joined(_NUMBER.sub("", name))}
    if looks & {_joined(word) for word in (*RESERVED, *reserved)}:
        raise PlayerRefused(f"The name {name} means somebody else here", remedy="Take another.")
    return name


def _joined(text: str) -> str:
    return _APART.sub("", skeleton(text))


def _script(sign: str) -> str:
    """The script of a letter; empty for one that no name is written with."""
    script = _SCRIPTS.get(name(sign, "").partition(" ")[0], "") if sign.isalpha() else ""
    return script if script != "LATIN" or _LATIN.fullmatch(sign) else ""
