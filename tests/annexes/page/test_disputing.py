"""A player disputes a ruling in one window. The link to the dispute shows the ruling in another window."""

from playwright.sync_api import expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.forms import opened
from tests.annexes.page.table import demonstration
from tests.annexes.page.viewer import Viewer
from tests.support.server import Server

DISPUTED = 40
GROUNDS = "Bo wrote “Harbour Watch” <b>himself</b>."


def test_a_ruling_is_disputed_and_its_link_shows_others_the_ruling(
    opens: Opens, server: Server
) -> None:
    table = demonstration(server.http)
    ann, bo = (Viewer(opens(), table[name].session, table[name].token) for name in ("Ann", "Bo"))
    ann.open().shows(table["Ann"].head)
    about = bo.open(at=DISPUTED).shows(DISPUTED).tab("This step")
    about.get_by_role("button", name="Dispute this ruling").click()
    about.get_by_label("Rule that was misread").select_option("load.marks")
    about.get_by_label("Grounds").fill(GROUNDS)
    bo.page.reload()
    expect(about.get_by_label("Rule that was misread")).to_have_value("load.marks")
    expect(about.get_by_label("Grounds")).to_have_value(GROUNDS)
    about.get_by_role("button", name="Dispute", exact=True).click()
    link = about.get_by_role("textbox", name="Link to this moment").input_value()
    assert "token" not in link
    bo.shows(DISPUTED)
    ann.shows(table["Ann"].head)
    expect(ann.tab("Disputes")).to_contain_text(GROUNDS)
    sentence = table["Ann"].see(f"/events/{DISPUTED}")["event"]["ruling"]["sentence"]
    ann.tab("Play")
    form = opened(ann, "State a view", {}, {})
    chosen = form.get_by_role("radiogroup", name="Dispute").locator("label:has(:checked) > bdi")
    expect(chosen).to_have_text(f"Dispute 1, on version {DISPUTED}: {sentence}")
    ann.page.goto(link)
    expect(ann.shows(DISPUTED).tab("This step")).to_contain_text(sentence)
