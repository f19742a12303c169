"""The sign in a real browser, told what a link tells: growing, a claim that waits, a hit."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.served import Served

pytestmark = pytest.mark.slow

LEVEL = {"level": "jackpot", "title": "Jackpot", "reset": "50000.00"}
CLAIM = {"level": "jackpot", "table": "TCP-1", "at": "2026-01-01T10:00:00+00:00"}
HIT = {**CLAIM, "amount": "61234.56", "seat": 3}


def test_the_sign_shows_the_true_value_a_claim_and_a_celebration_with_the_table(
    served: Served, visit: Callable[[], Page]
) -> None:
    page = visit()
    lines: list[WebSocketRoute] = []

    def answer(line: WebSocketRoute) -> None:
        lines.append(line)

    def push(amount: str, claims: list[object], hits: list[object]) -> None:
        levels = [{**LEVEL, "amount": amount}]
        meters = {"link": "megalink", "levels": levels, "claims": claims, "hits": hits}
        lines[-1].send(json.dumps({"kind": "meters", "meters": meters}))

    page.route_web_socket("**/ws", answer)
    page.goto(f"{served.address}/sign/megalink")
    while not lines:
        page.wait_for_timeout(50)
    figure = page.locator("pit-meter .figure")
    push("61234.56", [], [])
    expect(figure).to_have_text("$61,234.56")
    push("61234.56", [CLAIM], [])
    expect(page.locator(".claims p")).to_contain_text("table TCP-1")
    expect(page.locator(".won")).to_have_count(0)
    push("50000.00", [], [HIT])
    expect(figure).to_have_text("$50,000.00")
    expect(page.locator(".won")).to_contain_text("$61,234.56")
    expect(page.locator(".won")).to_contain_text("Table TCP-1")
