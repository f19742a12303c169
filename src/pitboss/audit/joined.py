"""Whether a table that says it is on a link shares that link, set up as the link is (I-13, S15)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import RuleBreach
from pitboss.jackpot.contributions import JoinTable, why_not
from pitboss.jackpot.terms import LinkTerms, check_practice
from pitboss.money import NOTHING
from pitboss.table.rules import Setting, TableRules


def wrong_setting(terms: LinkTerms, setting: Setting, rules: TableRules | None) -> Iterator[str]:
    """What keeps a table so set from sharing a link of these terms."""
    try:
        check_practice(terms, setting.table, is_practice=setting.is_practice)
    except RuleBreach as refusal:
        yield str(refusal)
    game = terms.game(setting.rulebook)
    paytable = "" if game is None else game.paytable
    if rules is not None:
        paytable = rules.terms.table("progressive").paytable.id
    yield from why_not(
        terms,
        JoinTable(
            table=setting.table,
            rulebook=setting.rulebook,
            digest=setting.digest,
            paytable=paytable,
            currency=setting.currency,
            unit=setting.unit or NOTHING,
            # What a rulebook says of decks and of sharing is decided again with every round.
            decks=0 if game is None else game.decks,
            sharing=terms.sharing,
            is_practice=setting.is_practice,
            inbox=0,
        ),
    )
