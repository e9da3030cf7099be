"""The browser reads, checks and shows an archive from the disk, without the server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.annexes.page.axe import no_violations
from tests.annexes.page.conftest import Opens
from tests.annexes.page.test_hostile import MARKUP
from tests.annexes.page.viewer import fits
from tests.support.client import Player, fought, of, played
from tests.support.damaged_archives import FORGED, FORGED_AT, Damage
from tests.support.log import SESSION, archived, evening, rechained, rows
from tests.support.server import Server
from tests.support.travelled import TRAVELLED
from verger.service.archive.checkpoint import new_key, public_half, signed
from verger.service.archive.format import event_line
from verger.service.log.row import Row

LOG = rows(evening("war"))
WAR = archived(LOG)
DIE = re.compile(r'("faces":6,"values":\[)([1-6])')
HOLDS = "This record holds together"


@pytest.fixture
def page(opens: Opens) -> Iterator[Page]:
    """Yield the first page, without a connection. It must send no request from now on."""
    page = opens(viewport={"width": 1440, "height": 900}).page
    page.goto("/watch")
    expect(
        page.get_by_role("form", name="Start a table").or_(page.locator("#start form")).first
    ).to_be_visible()
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    yield page
    page.context.set_offline(False)
    assert asked == []


def closed(page: Page) -> None:
    """Close the archive. The page must be as before."""
    page.get_by_role("button", name="Close the archive").click()
    expect(page.locator(".archive")).to_have_count(0)


def opened(page: Page, tmp_path: Path, *files: bytes) -> None:
    """Choose files from the disk, such as an archive and a checkpoint."""
    paths = [tmp_path / f"{number}.ndjson" for number in range(len(files))]
    for path, file in zip(paths, files, strict=True):
        path.write_bytes(file)
    page.get_by_label("Open an archive from your disk").set_input_files(paths)


def test_it_shows_the_play_the_checks_and_the_open_questions(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, b"".join(WAR))
    expect(page.get_by_role("heading", name="The Bridge at Kessel")).to_be_focused()
    expect(page.get_by_text(f"{HOLDS}: 255 events, each in its place.")).to_be_visible()
    told = page.get_by_role("region", name="Recorded play")
    for words in ("Verge", "1 January 2026", "Ugo, GM", "Xenia, "):
        expect(told).to_contain_text(words)
    expect(page.get_by_role("region", name="Checked and correct")).to_contain_text(
        "1 sealed text that this file shows"
    )
    unsaid = page.get_by_role("region", name="Not checked by this page")
    expect(unsaid).to_contain_text(
        "Whether the rules allow these moves: verger verify judges every move again."
    )
    expect(unsaid).to_contain_text("195 dice fell by chance")
    story = page.get_by_role("region", name="The story")
    expect(story.get_by_role("listitem")).to_have_count(100)
    expect(story.get_by_role("listitem").nth(4)).to_contain_text("Vera draws a veil.")
    story.get_by_role("button", name="155 more").click()
    expect(story.get_by_role("listitem")).to_have_count(255)
    story.get_by_label("From event").fill("200")
    story.get_by_role("button", name="Go").click()
    expect(story.get_by_role("listitem").first).to_contain_text("200")
    page.get_by_role("button", name="Close the archive").click()
    expect(page.get_by_label("Open an archive from your disk")).to_be_focused()


def test_it_fits_any_screen_and_axe_finds_nothing(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, b"".join(WAR))
    expect(page.get_by_text(HOLDS)).to_be_visible()
    for width in (1440, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert fits(page), f"{width} pixels wide"
    # At both widths of phones, everything is in one column, so axe checks only one of them.
    no_violations(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    no_violations(page)


def test_it_names_each_gm_of_an_evening(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, b"".join(archived(rows(evening("fresh_start")))))
    told = page.get_by_role("region", name="Recorded play")
    expect(told.get_by_text(", GM at first")).to_have_count(1)
    expect(told.get_by_text(", GM at the end")).to_have_count(1)


def changed(lines: list[bytes], at: int, this: bytes, that: bytes) -> list[bytes]:
    return [*lines[:at], re.sub(this, that, lines[at], count=1), *lines[at + 1 :]]


DAMAGES: dict[str, tuple[Damage, int, str]] = {
    "a letter is another": (
        lambda lines: changed(lines, 9, rb'"sentence":".', rb'"sentence":"_'),
        9,
        "its hash does not fit",
    ),
    "a sealed text is another": (
        lambda lines: changed(lines, 1, rb'("name":"note".*?"text":")', rb"\1Not so: "),
        1,
        "is not the sealed text",
    ),
    "an event is left out": (lambda lines: lines[:7] + lines[8:], 7, "it is missing"),
    "a digest stands elsewhere": (
        lambda lines: [*lines[:5], lines[-1], *lines[5:-1]],
        4,
        "out of place",
    ),
    "a further event stands after it": (
        lambda lines: [*lines, lines[-2].replace(b":255,", b":256,", 1)],
        255,
        "more stands after it",
    ),
    "a second event stands in a line": (
        lambda lines: changed(lines, 9, rb"\}\n$", rb',"event":{}}\n'),
        9,
        "not written as archives are",
    ),
    **{
        f"its texts or salts are written in another way: {name}": (
            damage,
            FORGED_AT,
            "not written as archives are",
        )
        for name, damage in FORGED.items()
    },
}
CHANGED: dict[str, tuple[Damage, int, str]] = {
    "its tail is cut off": (lambda lines: lines[:-9], 247, "it ends after version 247"),
    "it ends within a line": (
        lambda lines: [*lines[:40], lines[40][:-20]],
        40,
        "it ends in the middle of a line",
    ),
    "its last digest is cut off": (lambda lines: lines[:-1], 255, "it ends after version 255"),
    "its end stands there twice": (
        lambda lines: [*lines, lines[-2]],
        255,
        "something else stands after its last line",
    ),
    "it is no text any more": (
        lambda lines: changed(lines, 9, rb'"sentence":"', b'"sentence":"\xff'),
        9,
        "it is no text in UTF-8",
    ),
    "its JSON is written in another form": (
        lambda lines: changed(lines, 9, rb'"sentence":', b'"sentence": '),
        9,
        "its JSON was written in another form",
    ),
}


def test_it_says_which_event_is_wrong(page: Page, tmp_path: Path) -> None:
    for name, (damage, version, what) in DAMAGES.items():
        opened(page, tmp_path, b"".join(damage(WAR)))
        wrong = page.get_by_text("This record is wrong from event")
        expect(wrong, name).to_contain_text(f"from event {version} on")
        expect(wrong, name).to_contain_text(what)
        expect(page.get_by_text(HOLDS), name).to_have_count(0)
        holds = page.get_by_role("region", name="Checked and correct")
        expect(holds, name).to_have_count(0)
        closed(page)


def test_a_file_that_was_changed_on_its_way_says_nothing_against_the_record(
    page: Page, tmp_path: Path
) -> None:
    for name, (damage, version, what) in CHANGED.items():
        opened(page, tmp_path, b"".join(damage(WAR)))
        told = page.locator(".archive").get_by_role("status")
        expect(told, name).to_contain_text(f"from event {version} on: {what}")
        expect(told, name).to_contain_text("That says nothing against the record.")
        expect(page.get_by_text("This record is wrong"), name).to_have_count(0)
        closed(page)


HEADER = json.loads(WAR[0])
OTHERS: dict[str, tuple[bytes, str]] = {
    "another program's": (b'{"name":"save","lines":3}\n[]\n', "no archive of Verger"),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff\xd8" * 9, "no archive of Verger"),
    "of the future": (
        b"".join([msgspec.json.encode(HEADER | {"format": 2}) + b"\n", *WAR[1:]]),
        "has format 2. This page reads only format 1",
    ),
    "of an earlier checkout": (
        b"".join([msgspec.json.encode(HEADER | {"verger": "archive"}) + b"\n", *WAR[1:]]),
        "of an earlier checkout of Verger and stays with that checkout",
    ),
    "with another first line": (
        b"".join([WAR[0].replace(b'"format":1', b'"format": 1'), *WAR[1:]]),
        "first line was changed",
    ),
}


def test_another_file_gets_one_sentence(page: Page, tmp_path: Path) -> None:
    for name, (file, what) in OTHERS.items():
        opened(page, tmp_path, file)
        expect(page.locator(".archive").get_by_role("status"), name).to_contain_text(what)
        expect(page.get_by_text(HOLDS), name).to_have_count(0)
        closed(page)


def revealed(server: Server) -> bytes:
    """Return the archive of a fork, with revealed seeds of dice and a redaction."""
    bo = fought(played(server.http, "Ann", "Bo", until="run"))["Bo"]
    bo.moves("reveal_dice")
    said = bo.draws_a_line("Spiders.")["version"]
    of(bo.post(f"{bo.home}/redactions", {"versions": [said], "reason": "He asked."}), 201)
    fork = of(bo.post(f"{bo.home}/forks", {"version": bo.head}), 201)
    again = Player(bo.http, bo.token or "", fork["session"], fork["seat"])
    archive: bytes = again.get(f"{again.home}/export").content
    return archive


def test_dice_of_a_shown_seed_are_proved_and_a_redaction_is_named(
    page: Page, server: Server, tmp_path: Path
) -> None:
    opened(page, tmp_path, revealed(server))
    expect(page.get_by_text(HOLDS)).to_be_visible()
    holds = page.get_by_role("region", name="Checked and correct")
    expect(holds).to_contain_text(re.compile(r"[1-9]\d* dice of [1-9]\d* thrown"))
    expect(holds).to_contain_text("Parts of 1 event were redacted, and each redaction is recorded")
    expect(holds).to_contain_text("The reason given: He asked.")
    expect(page.get_by_text("fell by chance")).to_have_count(0)


def test_a_die_that_was_turned_is_found_even_with_new_hashes(page: Page, tmp_path: Path) -> None:
    log = rows(evening("open_dice"))
    at = next(number for number, row in enumerate(log) if DIE.search(row.data))
    turned = DIE.sub(lambda die: f"{die[1]}{7 - int(die[2])}", log[at].data)
    log[at] = log[at]._replace(data=turned)
    opened(page, tmp_path, archive_as_it_was(log))
    wrong = page.get_by_text("This record is wrong from event")
    expect(wrong).to_contain_text(f"from event {at + 1} on: its dice are not those of their seed")


def archive_as_it_was(log: list[Row]) -> bytes:
    """Return an archive of changed rows with new hashes, but with the old digests of states."""
    old = archived(rows(evening("open_dice")))
    changed = iter([event_line(row, b"") for row in rechained(log)])
    lines = [line if b'{"state":' in line[:10] else next(changed) for line in old[1:]]
    return b"".join([old[0], *lines])


def signature(private: bytes, version: int, held: bytes, session: UUID = SESSION) -> bytes:
    return msgspec.json.encode(signed(private, session, version, held))


def keys(private: bytes) -> bytes:
    return msgspec.json.encode({"keys": [{"id": "k", "public_key": public_half(private).hex()}]})


def test_a_checkpoint_holds_or_names_the_fault(page: Page, tmp_path: Path) -> None:
    private, other = new_key()[0], new_key()[0]
    good = signature(private, 200, LOG[199].hash)
    war = b"".join(WAR)
    opened(page, tmp_path, war, good, keys(private))
    expect(page.get_by_role("region", name="Signature")).to_contain_text("up to event 200")
    closed(page)
    for brought, told in (
        (
            (good.replace(b'"signature":"', b'"signature":"00')[:-4] + b'"}', keys(private)),
            "signature is not that",
        ),
        ((good, keys(other)), "None of these keys signed the checkpoint"),
        (
            (signature(private, 200, LOG[199].hash, UUID(int=7)), keys(private)),
            "of another session",
        ),
        (
            (good.replace(b'"version":200', b'"version":199'), keys(private)),
            "signature is not that",
        ),
        ((good,), "keys are missing"),
    ):
        opened(page, tmp_path, war, *brought)
        expect(page.get_by_role("alert")).to_contain_text(told)
        expect(page.get_by_role("region", name="Signature")).to_have_count(0)
        closed(page)
    opened(page, tmp_path, war, signature(private, 200, LOG[198].hash), keys(private))
    expect(page.get_by_text("from event 200 on: it is not the event")).to_be_visible()
    closed(page)
    opened(page, tmp_path, war, signature(private, 300, LOG[199].hash), keys(private))
    expect(page.get_by_role("alert")).to_contain_text(
        "The archive ends with event 255, and the checkpoint is of event 300: it is an earlier copy"
    )


def test_events_of_a_later_program_are_checked_all_the_same_with_a_checkpoint_that_is_pasted(
    page: Page, tmp_path: Path
) -> None:
    private, public = new_key()
    later = [line.replace(b',"hash":', b',"format":2,"hash":', 1) for line in WAR[1:]]
    opened(page, tmp_path, b"".join([WAR[0], *later]))
    expect(page.get_by_text(HOLDS)).to_be_visible()
    page.get_by_text("I have a signed checkpoint").click()
    page.get_by_label("Checkpoint", exact=True).fill(
        signature(private, 255, LOG[254].hash).decode()
    )
    page.get_by_label("Keys of the server").fill(public.hex())
    page.get_by_role("button", name="Check the signature").click()
    expect(page.get_by_role("region", name="Signature")).to_contain_text("up to event 255")


def test_texts_of_people_stay_text(page: Page, tmp_path: Path) -> None:
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    said = json.dumps(MARKUP)[1:-1]
    log = [
        row._replace(data=row.data.replace("The Bridge at Kessel", said).replace("Vera", said))
        for row in LOG
    ]
    log = list(rechained(log))
    changed = iter([event_line(row, b"") for row in log])
    lines = [line if b'{"state":' in line[:10] else next(changed) for line in WAR[1:]]
    opened(page, tmp_path, b"".join([WAR[0], *lines]))
    expect(page.locator(".archive h2")).to_have_text(MARKUP)
    expect(page.get_by_role("region", name="The story")).to_contain_text(MARKUP)
    assert page.locator(".archive :is(img, b, script)").count() == 0


def test_it_is_dropped_and_read_in_a_browser_that_keeps_its_own_sha_256(
    opens: Opens, tmp_path: Path
) -> None:
    page = opens().page
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto("/watch")
    expect(page.get_by_label("Open an archive from your disk")).to_be_attached()
    dropped = page.evaluate_handle(
        "(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'a.ndjson')); return data; }",
        b"".join(WAR).decode(),
    )
    page.dispatch_event("#door", "drop", {"dataTransfer": dropped})
    expect(page.get_by_text(HOLDS)).to_be_visible()
    page.get_by_text("I have a signed checkpoint").click()
    private, public = new_key()
    page.get_by_label("Checkpoint", exact=True).fill(
        signature(private, 255, LOG[254].hash).decode()
    )
    page.get_by_label("Keys of the server").fill(public.hex())
    page.get_by_role("button", name="Check the signature").click()
    expect(page.get_by_role("alert")).to_contain_text("This page came over plain http")


def test_it_names_the_changes_to_a_file_on_its_way(page: Page, tmp_path: Path) -> None:
    for change, words in TRAVELLED.values():
        opened(page, tmp_path, change(b"".join(WAR)))
        expect(page.locator(".archive")).to_contain_text(words)
        closed(page)
