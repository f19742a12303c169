"""Commands and events for stores, which do not care what they say."""

from __future__ import annotations

from pitboss.store.contract import Append, Draft, Order

BODY = '{"seat":3,"cards":["Ah","Kd","Qs"],"note":"ante \\u2014 “première” \\\\ é 🂡"}'


def order(
    number: int | str, *, asked: str = "as given", actor: str = "ann", second: str = ""
) -> Order:
    return Order(
        id=f"command-{number}",
        asked=asked,
        actor=actor,
        role="Dealer",
        time="2026-03-01T20:00:00Z",
        second=second,
    )


def draft(name: str = "WagerPlaced", *, body: str = BODY, tag: str = "") -> Draft:
    return Draft(name=name, schema=1, clause="4.1", body=body, tag=tag)


def append(stream: str, *drafts: Draft, expected: int | None = None) -> Append:
    return Append(stream=stream, drafts=drafts or (draft(),), expected=expected)
