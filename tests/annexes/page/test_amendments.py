"""Amendments of the rules on the page: a table can start with them, adopt them later, and read the changed rules."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import button
from tests.annexes.page.window import Windows
from tests.support import mended
from tests.support.client import Client, of, played
from tests.support.mended import NUMBER, WITH, WITHOUT
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving


@pytest.fixture(scope="module")
def amended(postgres_url: str) -> Iterator[Server]:
    """Start a server whose Verge has one more amendment."""
    with (
        fresh_database(postgres_url, durable=False) as url,
        serving(url, game=mended.__name__) as running,
    ):
        yield running


@pytest.fixture(scope="module")
def windows(browser: Browser, amended: Server) -> Windows:
    return Windows(browser, amended.url)


def test_a_table_begins_with_the_newest_unless_it_chooses_older_ones(
    opens: Opens, amended: Server
) -> None:
    page = opens().page
    page.goto("/watch")
    form = page.get_by_role("form", name="Start a table")
    form.get_by_role("radio", name="Verge").check()
    form.get_by_label("Title").fill("Glass")
    form.get_by_label("Your name").fill("Flo")
    form.get_by_label("Name", exact=True).fill("Bo")
    form.get_by_text("House rules", exact=True).click()
    choice = form.get_by_label(re.compile("^The last amendment"))
    expect(choice.get_by_role("option", selected=True)).to_have_text(f"{WITH} (default)")
    choice.select_option(WITHOUT)
    form.get_by_role("button", name="Start the table").click()
    page.get_by_role("button", name="Go to the table").click()
    page.wait_for_url(re.compile(r"/watch/[0-9a-f-]{36}"))
    made = re.search(r"[0-9a-f-]{36}", page.url)
    assert made
    # The browser may no longer have the body of the answer. So take the token from the page's storage.
    token = page.evaluate("(session) => sessionStorage.getItem(`verger.token.${session}`)", made[0])
    session = of(Client(amended.http, token).get(f"/v1/sessions/{made[0]}"), 200)
    assert session["amendments"] == NUMBER - 1


def test_the_table_adopts_an_amendment_by_the_words_of_its_change(
    opens: Opens, amended: Server
) -> None:
    table = played(amended.http, "Ann", "Bo", house_rules={"amendments": NUMBER - 1}, title="Old")
    ann, bo = table["Ann"], table["Bo"]
    page = opens().page
    page.goto(f"/watch/{ann.session}?panel=table#token={ann.token}")
    rules = page.locator("dl.house-rules")
    expect(rules).to_contain_text(f"{WITHOUT} (chosen here)")
    page.get_by_role("button", name="Propose another value for amendments").click()
    proposal = page.get_by_role("form", name="Propose: House rule: amendments")
    proposal.get_by_label(WITH).check()
    button(proposal).click()
    other = opens().page
    other.goto(f"/watch/{bo.session}#token={bo.token}")
    asked = other.get_by_text(f"Ann proposes to play by {WITH[0].lower()}{WITH[1:]}.").first
    expect(asked).to_be_visible()
    other.get_by_role("button", name="Agree").first.click()
    page.goto(f"/watch/{ann.session}?panel=table#token={ann.token}")
    expect(rules).to_contain_text(f"{WITH} (chosen here)")
    assert ann.see()["amendments"] == NUMBER
