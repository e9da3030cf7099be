"""What was undone, what happened to an element, and what differs between two versions, on the page."""

from playwright.sync_api import expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer
from tests.support.client import played
from tests.support.server import Server


def test_undone_play_is_a_tree_of_branches_that_leads_to_their_versions(
    opens: Opens, server: Server
) -> None:
    ann = played(server.http, "Ann", "Bo", house_rules={"undo": "gm"})["Ann"]
    start = ann.head
    for moves, to in ((2, start + 1), (1, start)):
        for _ in range(moves):
            subject = {"subject": "adopt_premise", "aspect": "tone", "text": "Salty."}
            ann.moves("propose", subject=subject)
        ann.moves("rewind", to=to)
    viewer = Viewer(opens(), ann.session, ann.token).open().shows(ann.head)
    more = viewer.more()
    more.get_by_text("Undone play", exact=True).click()
    tree = more.locator("details").filter(has_text="Undone play")
    branch = tree.locator("li li")
    expect(branch).to_have_text(
        f"From version {start + 4} to version {start + 4}, played after version {start + 1},"
        f" undone by version {start + 5}"
    )
    no_violations(viewer.page, more)
    branch.get_by_role("link").first.click()
    viewer.shows(start + 4)
