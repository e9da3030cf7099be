"""The page shows undone play, the history of an element, and the difference between two versions."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player, played
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


def test_the_history_of_a_node_is_listed_and_stays_open_at_the_versions_it_leads_to(
    opens: Opens, recorded: Callable[[str], Player]
) -> None:
    player = recorded("second_thoughts")
    entries = player.see("/elements/n8/history")["entries"]
    viewer = Viewer(opens(), player.session, player.token).open().shows(player.head)
    viewer.page.get_by_text("Elements (").click()
    viewer.page.locator("[data-thing=n8]").first.click()
    details = viewer.page.get_by_role("region", name="Chosen element")
    details.get_by_text("History", exact=True).click()
    listed = details.locator("details").get_by_role("listitem")
    expect(listed.first).to_contain_text(entries[0]["sentence"])
    undone = next(one for one in entries[:30] if one["undone_by"])
    row = listed.filter(has_text=f"version {undone['version']}:")
    expect(row).to_contain_text(f"Undone by version {undone['undone_by']}.")
    no_violations(viewer.page, details)
    row.get_by_role("link").first.click()
    viewer.shows(undone["version"])
    expect(listed.first).to_contain_text(entries[0]["sentence"])


@pytest.mark.parametrize("name", ["edgerunner_data_run", "venus_the_salt_road"])
def test_each_sheet_has_its_history(
    opens: Opens, recorded: Callable[[str], Player], name: str
) -> None:
    player = recorded(name)
    (first, *_) = player.see("/elements/c1/history")["entries"]
    viewer = Viewer(opens(), player.session, player.token).open().shows(player.head)
    sheet = viewer.page.locator(".sheet").first
    sheet.get_by_text("History", exact=True).click()
    expect(sheet.locator("details").get_by_role("listitem").first).to_contain_text(
        first["sentence"]
    )


def test_any_two_versions_are_compared(opens: Opens, recorded: Callable[[str], Player]) -> None:
    player = recorded("second_thoughts")
    diff = player.see("/diff", **{"from": 25, "to": 27})
    viewer = Viewer(opens(), player.session, player.token).open(at=27).shows(27)
    more = viewer.more()
    more.get_by_text("Compare two versions").click()
    more.get_by_role("spinbutton", name="From version").fill("25")
    more.get_by_role("button", name="Compare", exact=True).click()
    events, changes = diff["changes"], diff["patch"]
    said = f"Events between them: {len(events)}. Changes: {len(changes)}."
    expect(more.get_by_text(said)).to_be_visible()
    compared = more.locator("details").filter(has_text="Compare two versions")
    expect(compared.get_by_role("listitem")).to_have_text(
        [f"version {one['version']}: {one['sentence']}" for one in events]
    )
    expect(compared.get_by_role("rowheader").first).to_have_text(changes[0]["path"])
    no_violations(viewer.page, more)
    viewer.page.set_viewport_size({"width": 320, "height": 640})
    wide = "(place) => place.scrollWidth > place.clientWidth"
    assert not viewer.page.locator("#more-time").evaluate(wide)
