"""The panel “This step”: the ruling, the dice and the record, which the browser checks, and disputes."""

import json
import re
from collections.abc import Callable
from hashlib import sha256

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.annexes.page.conftest import Opens
from tests.annexes.page.viewer import Viewer
from tests.support.client import Player, Table, forked, fought, of, played
from tests.support.server import Server

FAIR = "Fair: checked in your browser"
WITHOUT_CRYPTO = "Object.defineProperty(crypto, 'subtle', {value: undefined})"
"""Removes the browser's SHA-256, which pages over plain HTTP from another machine do not have."""

STEP, REFUSED = "This step", "Disputes"


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    """Return a table that has revealed the seed of its first dice, and has rolled again since."""
    found = played(server.http, "Ann", "Bo", until="run")
    found["Bo"].moves("give_nonce", nonce="Bo's own: \u00e9\U0001f3b2")
    fought(found)
    found["Bo"].moves("reveal_dice")
    return fought(found)


@pytest.fixture(scope="module")
def thrown(table: Table) -> list[int]:
    """Return the versions with dice."""
    return [event["version"] for event in table["Bo"].log() if "dice" in event["event"]]


@pytest.fixture
def viewer(opens: Opens, table: Table) -> Viewer:
    bo = table["Bo"]
    return Viewer(opens(), bo.session, bo.token)


def step(viewer: Viewer, version: int) -> Locator:
    """Open the panel for a version. If the page is already open, only change the version."""
    if viewer.page.url == "about:blank":
        viewer.open(at=version).shows(version)
        return viewer.tab(STEP)
    return viewer.goes(version).panel(STEP)


def proof(found: Locator) -> Locator:
    """Open the proof of a step: the hash, the seeds, and the whole event as JSON."""
    found.locator("summary").filter(has_text="Proof").click()
    return found


def test_dice_are_found_fair_or_say_how_their_seed_is_revealed(
    viewer: Viewer, thrown: list[int]
) -> None:
    found = step(viewer, thrown[-1])
    expect(found).to_contain_text("Not yet: the seed is still sealed")
    expect(found).to_contain_text(re.compile("Open the dice.s seed"))
    found = step(viewer, thrown[0])
    expect(found).to_contain_text(FAIR)
    proof(found)
    found.get_by_text("How it was checked").click()
    expect(found.get_by_text("Digest").first).to_be_visible()
    expect(found).to_contain_text("this browser's own SHA-256")


def test_without_the_browsers_own_sha_256_they_are_checked_by_the_pages(
    viewer: Viewer, thrown: list[int]
) -> None:
    viewer.page.add_init_script(WITHOUT_CRYPTO)
    found = step(viewer, thrown[0])
    expect(found).to_contain_text(FAIR)
    expect(found).to_contain_text("Intact here")
    expect(found).to_contain_text("this page's own SHA-256")


def test_a_face_that_was_changed_is_found(viewer: Viewer, thrown: list[int]) -> None:
    viewer.page.route(f"**/events/{thrown[0]}", another_face)
    found = step(viewer, thrown[0])
    expect(found).to_contain_text("WRONG: these dice are not those of the seed")
    expect(found).to_contain_text("BROKEN: the hash does not follow")


def another_face(route: Route) -> None:
    """Pass on the server's answer with another value on the first die."""
    answer = route.fetch()
    before, dice, after = answer.text().partition('"dice":[{"first":1,"faces":6,"values":[')
    assert dice
    route.fulfill(response=answer, body=f"{before}{dice}{int(after[0]) % 6 + 1}{after[1:]}")


def test_dice_that_lie_face_down_show_nothing(
    opens: Opens, recorded: Callable[[str], Player]
) -> None:
    reader = recorded("afterverse_herbarium")
    found = step(Viewer(opens(), reader.session, reader.token), 12)
    expect(found.get_by_role("img", name="face down")).to_have_count(3)
    expect(found).to_contain_text("face down for everybody except Ona")


def test_dice_that_lie_face_down_are_held_against_their_seal_once_the_seed_is_revealed(
    opens: Opens, recorded: Callable[[str], Player]
) -> None:
    reader = recorded("afterverse_herbarium")
    asked = reader.see("/events/12")["event"]
    table = forked(reader, version=11, seat="s1")
    (own,) = table
    for name in [name for name, code in table.codes.items() if code]:
        table.claim(name)
    mover = table.of_seat(asked["seat"])
    version = of(mover.post(f"{mover.home}/moves", asked["move"]), 201)["version"]
    own.moves("reveal_note", note=own.see("/notes")["notes"][-1]["note"])
    own.moves("reveal_dice")
    viewer = Viewer(opens(), own.session, own.token)
    expect(step(viewer, version)).to_contain_text(FAIR)
    other = Viewer(opens(), own.session, own.token)
    other.page.route(f"**/events/{version}", another_seal)
    expect(step(other, version)).to_contain_text("are not the dice that the seed gives")


def another_seal(route: Route) -> None:
    """Pass on the server's answer with another digest of the face-down dice."""
    answer = route.fetch()
    event = answer.json()
    for roll in event["event"]["dice"]:
        roll["sealed"] = "0" * 64
    route.fulfill(response=answer, json=event)


def test_a_ruling_names_its_rules_their_subjects_and_the_agreements(
    viewer: Viewer, table: Table
) -> None:
    bo = table["Bo"]
    marked = next(event for event in bo.log() if event["type"] == "mark")
    label = element(bo, marked["event"]["move"]["element"])
    found = step(viewer, marked["version"])
    rule = found.get_by_role("link", name="load.marks")
    expect(rule).to_have_attribute("href", "/docs/rulesets/verge#load.marks")
    expect(found).to_contain_text("cannot mark an element that it wrote")
    expect(found).to_contain_text(label)
    agreed = next(one for one in bo.log() if one["type"] == "agree")
    expect(step(viewer, agreed["version"])).to_contain_text("Bo agrees to go on to Load.")


def element(player: Player, id: str) -> str:
    """Return the label of a node."""
    return next(str(node["label"]) for node in player.see("/network")["nodes"] if node["id"] == id)


def test_a_forks_record_is_intact_from_its_parents_first_event_on(
    opens: Opens, table: Table
) -> None:
    ann = forked(table["Ann"], version=table["Ann"].head, seat="s1")["Ann"]
    viewer = Viewer(opens(), ann.session, ann.token).open().shows(ann.head)
    proof(viewer.tab(STEP)).get_by_role("button", name="Check the record").click()
    said = f"Intact from version 1 to version {ann.head}"
    expect(viewer.panel(STEP).get_by_role("status").filter(has_text=said)).to_be_visible()


def test_a_refusal_says_what_it_would_have_needed_and_is_disputed_with_a_link(
    viewer: Viewer, table: Table
) -> None:
    bo = table["Bo"]
    remedy = of(bo.move("write_node", label="Magic"), 409)["remedy"]
    version = bo.head
    viewer.open(panel="disputes").shows(version)
    place = viewer.panel(REFUSED)
    expect(place).to_contain_text(remedy)
    place.get_by_role("button", name="Dispute this ruling").first.click()
    place.get_by_label("Grounds").fill("There was a turn left.")
    place.get_by_role("button", name="Dispute", exact=True).click()
    link = place.get_by_label("Link to this moment")
    expect(link).to_have_value(f"{viewer.page.url.split('?')[0]}?at={version}")
    viewer.shows(version + 1)
    place.get_by_role("button", name="Show dispute 1").click()
    shown = place.get_by_role("article").filter(has_text="Dispute 1: open")
    expect(shown).to_be_focused()
    expect(shown.get_by_role("link", name=f"version {version}").first).to_be_visible()


def test_a_step_leads_to_the_dispute_about_it_also_from_before_that_was_opened(
    opens: Opens, recorded: Callable[[str], Player]
) -> None:
    reader = recorded("venus_the_salt_road")
    (first, *_) = reversed(reader.see("/disputes")["disputes"])
    found = step(viewer := Viewer(opens(), reader.session, reader.token), first["about"]["number"])
    found.get_by_role("button", name="Dispute 1: ").click()
    shown = viewer.panel(REFUSED).get_by_role("article").filter(has_text="Dispute 1")
    expect(shown).to_be_focused()
    shown.get_by_role("link", name=f"version {first['event']['version']}").first.click()
    viewer.shows(first["event"]["version"])


def test_bytes_of_a_text_that_were_moved_into_its_salt_are_found(
    viewer: Viewer, table: Table
) -> None:
    version = table["Bo"].draws_a_line('Not any more, "spiders')["version"]
    viewer.page.route(f"**/events/{version}", shortened)
    found = step(viewer, version)
    expect(found).to_contain_text("BROKEN: the hash does not follow")


def shortened(route: Route) -> None:
    """Pass on the server's answer with the first 16 bytes of a text moved into its salt. The digest stays the same."""
    answer = route.fetch()
    head, member, event = answer.body().partition(b',"event":')
    told = json.loads(answer.body())
    salt = bytes.fromhex(told["salt"])
    kept = [sha256(salt + n.to_bytes(4, "big")).digest()[:16] for n in range(len(told["texts"]))]
    number = next(
        n for n, (at, _) in enumerate(told["texts"]) if event[at:].startswith(b'"Not any')
    )
    at, _ = told["texts"][number]
    kept[number] += event[at : at + 16]
    texts = [
        [place - 16 * (n > number), length - 16 * (n == number)]
        for n, (place, length) in enumerate(told["texts"])
    ]
    beside = json.dumps(
        {"texts": texts, "kept": [one.hex() for one in kept]}, separators=(",", ":")
    )[1:-1]
    forged = (
        re.sub(rb'"salt":.*', lambda _: beside.encode(), head)
        + member
        + event[:at]
        + event[at + 16 :]
    )
    assert json.loads(forged)["event"]["move"]["text"] == "spiders"
    route.fulfill(response=answer, body=forged)
