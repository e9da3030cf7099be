"""Amendments of the rules, for people: a table is started by them, and adopts them, by what they change."""

import re

from playwright.sync_api import expect

from domain.games.rulesets import RULESETS
from tests.browser.conftest import Opens
from tests.browser.forms import button
from tests.support.client import Client, of, played
from tests.support.server import Server

FIRST = f"The rules up to amendment 1: {RULESETS['venus'].amendments[0].title}"
BEFORE = "The rules as first written"


def test_a_table_begins_with_the_newest_unless_it_chooses_older_ones(
    opens: Opens, server: Server
) -> None:
    page = opens().page
    page.goto("/watch")
    form = page.get_by_role("form", name="Start a table")
    form.get_by_role("radio", name="Venus Engine").check()
    form.get_by_label("Title").fill("Glass")
    form.get_by_label("Your name").fill("Flo")
    form.get_by_label("Name", exact=True).fill("Bo")
    form.get_by_text("House rules", exact=True).click()
    choice = form.get_by_label(re.compile("^Up to which amendment"))
    expect(choice.get_by_role("option", selected=True)).to_have_text(f"{FIRST} (as usual)")
    choice.select_option(BEFORE)
    with page.expect_response(re.compile("/v1/sessions$")) as answered:
        form.get_by_role("button", name="Start the table").click()
    made = answered.value.json()
    flo = Client(server.http, made["token"])
    session = of(flo.get(f"/v1/sessions/{made['session']}"), 200)
    assert session["amendments"] == 0


def test_the_table_adopts_one_by_what_it_changes(opens: Opens, server: Server) -> None:
    table = played(
        server.http, "Ann", "Bo", ruleset="venus", house_rules={"amendments": 0}, title="Old"
    )
    ann, bo = table["Ann"], table["Bo"]
    page = opens().page
    page.goto(f"/watch/{ann.session}?panel=people#token={ann.token}")
    rules = page.locator("dl.house-rules")
    expect(rules).to_contain_text(f"{BEFORE} (chosen here)")
    page.get_by_role("button", name="Propose another value for amendments").click()
    proposal = page.get_by_role("form", name="Propose: House rule: amendments")
    proposal.get_by_label(FIRST).check()
    button(proposal).click()
    other = opens().page
    other.goto(f"/watch/{bo.session}#token={bo.token}")
    asked = other.get_by_text(f"Ann proposes to play by {FIRST[0].lower()}{FIRST[1:]}.").first
    expect(asked).to_be_visible()
    other.get_by_role("button", name="Agree").first.click()
    page.goto(f"/watch/{ann.session}?panel=people#token={ann.token}")
    expect(rules).to_contain_text(f"{FIRST} (chosen here)")
    assert ann.see()["amendments"] == 1
