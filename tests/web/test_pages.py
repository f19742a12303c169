"""Pages and forms: who sees what, what every answer carries, and what is turned away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import httpx
import pytest

from pitboss.errors import Unavailable
from pitboss.games.library import Library, built_in, built_in_ids, open_rulebook
from pitboss.house.callers import Member
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.view import Viewer
from pitboss.table.operation import CloseTable
from pitboss.web.messages import AdviceReply, Rounds
from tests.house.floor import GOOD, setting_of
from tests.table.test_view import hidden_from, texts_in
from tests.waiting import until
from tests.web.contract import assert_is
from tests.web.site import Browser, Failing, Site
from tests.web.test_socket import bet_all, mays, play_a_round, seated

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def up() -> Iterator[Site]:
    with Site(*built_in_ids()) as found:
        yield found


OPEN_TO_ALL = ("/", "/table/T1", "/rules/T1", "/rules/T2", "/rules/T5", "/odds", "/sign/link-T1",
               "/sign-in")  # fmt: skip


@pytest.mark.parametrize("path", OPEN_TO_ALL)
def test_pages_are_open_to_all_and_run_no_inline_script(up: Site, path: str) -> None:
    answer = up.browser().get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    for tag in re.findall(r"<script\b[^>]*>", answer.text):
        assert "src=" in tag or "application/json" in tag
    assert not re.search(r"<[^>]+\s(style|on\w+)=", answer.text)
    assert not re.search(r"(src|href)=\"(https?:)?//", answer.text), "works with no internet"


@pytest.mark.parametrize("path", ["/account", "/history", "/staff"])
def test_other_pages_ask_who_one_is(up: Site, path: str) -> None:
    answer = up.browser().get(path)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/sign-in?next={path}"


@pytest.mark.parametrize("path", ["/table/T99", "/sign/nothing", "/rules/x", "/nowhere"])
def test_what_is_not_there_is_said_plainly(up: Site, path: str) -> None:
    answer = up.browser().get(path)
    assert answer.status_code == 404
    assert re.search(r"<h1>There is no \w+", answer.text)


def test_a_record_that_is_away_is_said_plainly_to_people_and_to_programs() -> None:
    store = Failing()
    with Site(store=store) as up:
        guest = up.browser().be_guest()
        store.unreadable = Unavailable("The record is away.")
        page, data = guest.get("/account"), guest.get("/api/table/T1/rounds")
        store.unreadable = None
        assert (page.status_code, data.status_code) == (503, 503)
        assert "<h1>The record cannot be reached</h1>" in page.text
        assert data.json()["remedy"] == "Nothing is lost. Try again in a moment."
        assert guest.get("/account").status_code == 200


def test_files_are_kept_for_good_and_none_but_ours_is_served(up: Site) -> None:
    browser = up.browser()
    address = re.search(r'href="(/static/[0-9a-f]+/css/[^"]+)"', browser.get("/").text)
    assert address is not None
    answer = browser.get(address[1])
    assert "immutable" in answer.headers["cache-control"]
    digest = address[1].split("/")[2]
    for name in ("../app.py", "..%2fapp.py", "%2e%2e/app.py", "nothing.js", ""):
        assert browser.get(f"/static/{digest}/{name}").status_code in (404, 405)


def test_health_says_so(up: Site) -> None:
    assert up.browser().get("/health").json()["status"] == "ok"


def test_g11_rules_show_what_pays_and_by_which_digest(up: Site) -> None:
    for number, rulebook in enumerate(built_in_ids(), start=1):
        text = up.browser().get(f"/rules/T{number}").text
        assert built_in(rulebook).digest in text
        for rule in list(built_in(rulebook).rules.values())[:5]:
            assert rule.id in text


def test_i_05_rules_say_which_level_pays_odds_rows_too(up: Site) -> None:
    said = "Jackpot also pays those progressive awards"
    number = built_in_ids().index("mbs-megalink-let-it-ride-v2") + 1
    assert said not in up.browser().get(f"/rules/T{number}").text
    with Site() as other:
        game = "mbs-megalink-let-it-ride-v2"
        other.do(lambda: other.floor.open_linked(game, "T2", fixed_from="jackpot"))
        until(lambda: said in other.browser().get("/rules/T2").text, "the level that pays")


def test_a_table_whose_rulebook_is_not_at_hand_keeps_no_page_of_the_others_away() -> None:
    with Site() as up:
        older = open_rulebook(DATA / "rulebooks" / "mgc-let-it-ride.toml")
        apart = House(up.store, up.clock, rulebooks=Library([older]))
        top = Member(f"mgc-{len(older.roles) - 1}")
        for name in ("T8", "T9"):
            setting = replace(setting_of(older.id, name), digest=older.digest, is_practice=True)
            up.do(partial(apart.tables.open, setting, top))
        up.do(lambda: apart.give(table_stream("T9"), CloseTable(), top))
        up.do(lambda: up.floor.open_linked("mgc-let-it-ride", "T2"))
        until(lambda: up.browser().get("/rules/T2").status_code == 200, "table T2")
        lobby, staff = up.browser().get("/"), up.browser()
        staff.sign_in_staff("boss")
        pit = staff.get("/staff")
        for page in (lobby, pit):
            assert page.status_code == 200
            assert "T2" in page.text
            assert "T9" not in page.text
        # Players' money may lie at a table that is open, so the pit knows of it, and what would do.
        assert "T8" not in lobby.text
        assert "T8" in pit.text
        assert "--rulebook-file" in pit.text
        answer = up.browser().get("/table/T8")
        assert answer.status_code == 404
        assert "not served" in answer.text


@pytest.mark.parametrize("is_practice", [True, False])
def test_only_a_floor_of_play_money_offers_to_play_as_a_guest(is_practice: bool) -> None:
    with Site(is_practice=is_practice) as up:
        for path in ("/", "/table/T1", "/sign-in"):
            page = up.browser().get(path).text
            assert ('action="/guest"' in page) == is_practice, path
        if not is_practice:
            assert "/sign-in?next=/table/T1" in up.browser().get("/table/T1").text


def test_nobody_who_works_here_is_asked_to_play_as_a_guest() -> None:
    with Site() as up:
        staff = up.browser()
        staff.sign_in_staff("boss")
        page = staff.get("/table/T1").text
        assert 'action="/guest"' not in page
        assert 'data-visitor="staff"' in page


def test_i_29_what_a_progressive_pays_is_shown_as_printed_and_also_as_to_if_the_house_says_so() -> (
    None
):
    with Site("mgc-let-it-ride") as up:
        open_linked = partial(
            up.floor.open_linked, "mgc-let-it-ride", render_progressive_as_to="true"
        )
        up.do(lambda: open_linked(name="T2"))
        until(lambda: up.browser().get("/rules/T2").status_code == 200, "table T2")
        as_printed, as_to = (up.browser().get(f"/rules/T{number}").text for number in (1, 2))
    for text in (as_printed, as_to):
        assert ">1000 to 1<" in text, "what is no progressive is shown in one way only"
    assert ">9 for 1<" in as_printed
    assert ">9 for 1 (8 to 1)<" in as_to
    assert "(8 to 1)" not in as_printed


# --- forms --------------------------------------------------------------------------------------


def test_a_guest_is_in_with_one_click_and_a_careful_cookie(up: Site) -> None:
    browser = up.browser()
    answer = browser.post("/guest", next="/table/T2")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/table/T2"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert browser.get("/account").status_code == 200
    token = browser.http.cookies["pitboss_session"]
    stored = "".join(
        entry.stream + entry.body
        for stream in up.store.streams()
        for entry in up.store.scan(stream)
    )
    assert token not in stored


@pytest.mark.parametrize("token", ["", "0" * 64, None, "another browser's"])
def test_a_form_without_its_token_is_refused(up: Site, token: str | None) -> None:
    browser = up.browser()
    browser.get("/")
    given = up.browser().token() if token == "another browser's" else token
    answer = browser.http.post("/guest", data={} if given is None else {"csrf": given})
    assert answer.status_code == 403
    assert "pitboss_session" not in browser.http.cookies


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_a_form_of_another_site_is_refused(up: Site, origin: str | None) -> None:
    browser = up.browser()
    token = browser.token()
    headers = {"cookie": browser.cookie(), **({} if origin is None else {"origin": origin})}
    with httpx.Client(base_url=up.address, headers=headers) as plain:
        assert plain.post("/guest", data={"csrf": token}).status_code == 403


def test_the_server_answers_to_its_own_name_only(up: Site) -> None:
    answer = up.browser().http.get("/", headers={"host": "rebound.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize("place", ["//evil.example/", "https://evil.example", "/\\evil.example"])
def test_nobody_is_sent_elsewhere_after_signing_in(up: Site, place: str) -> None:
    assert up.browser().post("/guest", next=place).headers["location"] == "/"


MARKUP = '"><b onclick="x">Quinn</b>'


def test_what_a_person_writes_is_never_taken_for_markup(up: Site) -> None:
    guest = up.browser().be_guest()
    for answer in (
        up.browser().post("/sign-up", name=MARKUP, password=GOOD),
        up.browser().post("/sign-in", name=MARKUP, password=GOOD),
        up.browser().http.get("/sign-in", params={"next": MARKUP}),
        guest.post("/account/limits", kind="time", value=MARKUP),
    ):
        assert "&gt;&lt;b onclick=" in answer.text
        assert "<b onclick" not in answer.text


def test_an_account_is_opened_and_signed_in_to(up: Site) -> None:
    first, second = up.browser(), up.browser()
    weak = first.post("/sign-up", name="Quinn", password="short")
    assert re.search(r'<input id="new-name" name="name" value="Quinn"', weak.text)
    assert first.post("/sign-up", name="Quinn", password=GOOD).status_code == 303
    wrong = second.post("/sign-in", name="Quinn", password="not this one at all")
    assert wrong.status_code == 400
    assert "not this one at all" not in wrong.text
    assert second.post("/sign-in", name="quinn", password=GOOD, next="/account").status_code == 303
    page = second.get("/account")
    assert "Quinn" in page.text
    assert "argon2" not in page.text


def test_staff_sign_in_by_the_register_and_players_do_not_see_their_page(up: Site) -> None:
    staff, player = up.browser(), up.browser().be_guest()
    assert staff.sign_in_staff("boss").status_code == 303
    assert staff.get("/staff").status_code == 200
    assert player.get("/staff").status_code == 303
    with staff.socket() as line:
        assert (line.welcome["player"], line.welcome["staff"]) == (None, "boss")
        assert line.ask("take_seat", seat=1)["kind"] == "mistake"
    other = up.browser()
    assert other.post("/sign-in", name="boss", password=GOOD).status_code == 400


def test_limits_are_set_on_the_account_page(up: Site) -> None:
    browser = up.browser().be_guest()
    assert browser.post("/account/limits", kind="spend", value="50").status_code == 303
    assert browser.post("/account/limits", kind="time", value="90").status_code == 303
    account = up.do(lambda: up.backend.house.accounts.account(browser.name))
    assert (account.spend.value, account.time.value) == (Money(5000), 90)
    for kind, value in (("spend", "-5"), ("spend", "much"), ("time", "1e3"), ("luck", "1")):
        refused = browser.post("/account/limits", kind=kind, value=value)
        assert refused.status_code == 400
        assert f"{value}.00" not in refused.text, "what was typed is quoted, and no more"
    assert browser.post("/account/limits", kind="spend", value="75").status_code == 303
    page = browser.get("/account").text
    assert re.search(r"Now: \$50\. From \d{4}-\d\d-\d\d \d\d:\d\d: \$75<", page)
    with browser.socket() as line:
        line.watch()
        # No more is offered than would be done.
        assert [may["most"] for may in mays(line, "buy_in")] == ["50.00"]
        assert line.ask("buy_in", amount="50.01")["kind"] == "refused"
        line.done("buy_in", amount="50.00")
        assert mays(line, "buy_in") == []


def test_play_money_is_filled_up_again(up: Site) -> None:
    browser = up.browser().be_guest()
    assert browser.post("/account/purse").status_code == 400, "the purse is full"
    with browser.socket() as line:
        line.watch()
        line.done("buy_in", amount="10000.00")
    assert browser.post("/account/purse").status_code == 303
    assert up.do(lambda: up.backend.house.accounts.account(browser.name).purse) == Money(1_000_000)


# --- rounds past, and advice ----------------------------------------------------------------------


def test_the_last_rounds_are_at_hand_and_advice_is_for_ones_own_hand() -> None:
    with Site() as up:
        browser = up.browser()
        line = seated(browser, 2)
        play_a_round(up, [line], Random(4))
        rounds = browser.get("/api/table/T1/rounds?last=10").json()
        assert_is(rounds, Rounds)
        assert [one["round"] for one in rounds] == [1]
        assert rounds[0]["deck_seed"], "the seed is opened after the round"
        assert up.browser().get("/api/table/T1/rounds").json()[0]["your_net"] is None
        assert browser.get("/history").status_code == 200
        assert browser.get("/api/table/T1/rounds?last=x").status_code == 400
        line.upto(up.call_for_bets())
        bet_all(line, 2)
        assert browser.get("/api/table/T1/advice?seat=2").status_code == 204
        up.close_bets()
        up.deal()
        advice = browser.get("/api/table/T1/advice?seat=2").json()
        assert_is(advice, AdviceReply)
        assert advice["best"] in ("ride", "withdraw")
        assert up.browser().be_guest().get("/api/table/T1/advice?seat=2").status_code == 204
        assert up.browser().get("/api/table/T1/advice?seat=2").status_code == 403


def test_3_10_1_a_past_round_shows_no_card_that_was_never_shown() -> None:
    with Site("mbs-megalink-holdem-v9") as up:
        people = {name: up.browser() for name in ("anna", "bert")}
        for name, browser in people.items():
            assert browser.post("/sign-up", name=name, password=GOOD).status_code == 303
        up.say("call", "seat 1 anna:  ante 5.00", "seat 2 bert:  ante 5.00", "no more bets", "deal")
        up.say("all bet", "turn", "all check", "turn", "all check", "turn", "turn", "decline 2")
        up.say("play on", "settle", "end")
        play = up.do(lambda: up.house.tables.table("T1").play)
        unseen = {str(card) for card in play.seats[2].cards}
        viewers: list[tuple[str | Viewer, Browser]] = [*people.items()]
        for viewer, browser in (*viewers, (Viewer.PUBLIC, up.browser())):
            (past,) = browser.get("/api/table/T1/rounds").json()
            assert not hidden_from(play, viewer) & set(texts_in(past))
            assert (unseen <= set(texts_in(past))) == (viewer == "bert")


def test_the_lobby_comes_to_show_what_each_wager_costs_and_gives_back(up: Site) -> None:
    with up.browser().socket() as line:
        line.send(do="watch", what="lobby")
        returns: dict[tuple[str, str], str | None] = {("", ""): None}
        while None in returns.values():
            lobby = line.until(lambda m: m["kind"] == "lobby")
            returns = {
                (table["rulebook"], one["wager"]): one["percent"]
                for table in lobby["tables"]
                for one in table["returns"]
            }
        limits = {table["rulebook"]: table["limits"] for table in lobby["tables"]}
        assert limits["mbs-let-it-ride-v3"]["Progressive Jackpot wager"] == ["1.00", "1.00"]
        assert limits["mbs-megalink-holdem-v9"]["Progressive Jackpot"] == ["1.00", "5.00"]
        assert limits["mbs-megalink-let-it-ride-v2"]["Progressive Jackpot Wager"] == ["1.00", None]
        assert returns["mbs-let-it-ride-v3", "base"] == "96.49"
        assert returns["mbs-megalink-holdem-v9", "ante"] == "97.96"
        assert json.dumps(lobby)
