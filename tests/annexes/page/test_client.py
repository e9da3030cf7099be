"""The example page of the TypeScript client: a player takes a seat with an invitation, and plays."""

from tests.annexes.page.conftest import Opens
from tests.support.root import ROOT
from tests.support.server import Server
from verger_client import Verger

PAGE = ROOT / "clients" / "typescript" / "example.html"
HOSTILE = "<img src=x onerror=alert(1)>"


def test_a_page_from_another_place_plays_with_the_client_from_the_server(
    opens: Opens, server: Server
) -> None:
    page = opens().expects("404").page
    with Verger(server.url) as verger:
        ann = verger.start(HOSTILE, "Ann", "Bo")
        page.goto(f"{PAGE.as_uri()}?base={server.url}")
        for code in ("WRONG-CODE", str(ann.link(ann.invitations["Bo"]))):
            page.get_by_label("Your invitation").fill(code)
            page.get_by_role("button", name="Sit down").click()
            page.get_by_role("status").filter(has_text=":" if "#" in code else "code").wait_for()
        page.get_by_text(f"{HOSTILE}: you are Bo.").wait_for()
        ann.move("propose", subject={"subject": "finish_compile"})
        page.get_by_text("Ann proposes to go on to Load.").first.wait_for()
        page.get_by_role("button", name="Agree").click()
        page.get_by_text("Play waits for Ann").wait_for()
        ann.move("write_node", label=HOSTILE)
        page.get_by_label("Label").fill("Salt Fever")
        page.get_by_role("button", name="Write a node").click()
        page.get_by_text("Bo writes “Salt Fever”").wait_for()
        (written,) = list(ann.events(after=5))
        assert (written.event.seat, written.event.move["label"]) == ("s2", "Salt Fever")
    assert page.locator("img").count() == 0
