"""Face-down dice over HTTP: only their readers see them until they are revealed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.edge.test_streaming import run
from tests.api.http.test_dice import checked as checked_as_documented
from tests.api.http.test_redactions import redact, redacted
from tests.support import screen
from tests.support.client import Json, Player, Table, forked, frames, of, played
from tests.support.dice import checked
from tests.support.problems import a_problem
from tests.support.screen import framed
from tests.support.server import Server, serving
from verger.domain.core.dice import face
from verger.domain.core.identifier import SessionId
from verger.domain.core.note import ROLL, sealed_digest
from verger.domain.core.text import REDACTED
from verger.domain.secrets.fairness import DiceFault


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, game=screen.__name__, log_level="debug") as running:
        yield running


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in Run. Only the GM decides about undo, and anyone may look on."""
    names, rules = ("Ann", "Bo", "Cy", "Vi"), {"undo": "gm", "onlookers": "anyone"}
    return played(server.http, *names, until="run", observers=1, house_rules=rules)


def part_of(player: Player, version: int) -> Json:
    """Return the face-down dice of an event, as one of their readers sees them."""
    (part,) = player.see(f"/events/{version}")["sealed"]
    assert part["name"] == ROLL
    found: Json = part
    return found


def test_the_event_shows_that_dice_lie_face_down_and_their_readers(ann: Player) -> None:
    event = framed(ann)["event"]
    (roll,) = event["dice"]
    assert (roll["values"], roll["eyes"]) == ([0, 0], ["s1"])
    assert event["sealed"] == [roll["sealed"]]
    sealed = next(one for one in event["effects"] if one["effect"] == "note_sealed")
    assert (sealed["digest"], sealed["roll"]) == (roll["sealed"], roll["first"])


def test_readers_of_face_down_dice_receive_their_values_and_the_proof(table: Table) -> None:
    framed(table["Ann"])
    event = table["Bo"].moves("add_to_camera", text="A draught.")
    version, (roll,) = event["version"], event["event"]["dice"]
    part = part_of(table["Bo"], version)
    assert part == part_of(table["Ann"], version)
    digest = sealed_digest(ROLL, ("s2", "s1"), bytes.fromhex(part["salt"]), part["text"])  # type: ignore[arg-type]
    assert digest == roll["sealed"]
    texts = {p.seat: p.see("/notes")["notes"][1]["text"] for p in table}
    assert texts == {"s1": part["text"], "s2": part["text"], "s3": None, "s4": None}


def test_among_the_notes_a_roll_differs_from_a_text(ann: Player) -> None:
    ann.moves("seal_note", text="The heir is the gardener.")
    first = framed(ann)["event"]["dice"][0]["first"]
    assert [note["roll"] for note in ann.see("/notes")["notes"]] == [None, first]


def test_a_stream_shows_face_down_dice_without_values(table: Table) -> None:
    version = framed(table["Ann"])["version"]
    for player in (table["Cy"], table["Ann"]):
        with player.follows(after=version - 1) as lines:
            told = next(frames(lines))["data"]
        assert told["event"]["dice"][0]["values"] == [0, 0]
        assert "sealed" not in told


def test_only_the_author_of_a_roll_reveals_face_down_dice(table: Table) -> None:
    framed(table["Ann"])
    table["Bo"].moves("add_to_camera", text="A draught.")
    a_problem(table["Bo"].move("reveal_note", note="k1"), "not_the_author")
    a_problem(table["Ann"].move("reveal_note", note="k2"), "not_the_author")
    a_problem(table["Cy"].move("reveal_note", note="k2"), "not_the_author")


def test_the_seed_stays_hidden_while_dice_lie_face_down(ann: Player, bo: Player) -> None:
    framed(ann)
    assert bo.see("/dice")["face_down"] == ["k1"]
    for query in ({}, {"dry_run": "true"}):
        refused = bo.move("reveal_dice", query=query)
        a_problem(refused, "face_down")
        assert refused.json()["facts"] == {"notes": ["k1"], "author_names": ["Ann"]}
    ann.moves("reveal_note", note="k1")
    bo.moves("reveal_dice")
    assert bo.see("/dice")["face_down"] == []


def test_with_the_seed_the_docs_script_checks_face_down_dice(ann: Player, bo: Player) -> None:
    (roll,) = framed(ann)["event"]["dice"]
    bo.moves("add_to_camera", text="A draught.")
    ann.moves("reveal_note", note="k1")
    bo.moves("reveal_note", note="k2")
    seed = bytes.fromhex(bo.moves("reveal_dice")["event"]["revealed"]["seed"])
    numbers = (roll["first"], roll["first"] + 1)
    values = [face(seed, SessionId(bo.session), number, (), 6) for number in numbers]
    assert json.loads(bo.see("/notes")["notes"][0]["text"]) == values
    assert checked_as_documented(bo.session, bo.log()) == bo.see("/dice")["rolled"]
    assert checked(bo.session, bo.log()).wrong == ()


def test_a_viewers_proof_covers_face_down_dice(ann: Player) -> None:
    version = framed(ann)["version"]
    script = f"console.log(JSON.stringify(await checked(read, {version})));"
    assert run(ann, script) == [None]
    ann.moves("reveal_dice")
    assert run(ann, script) == [True]


@pytest.mark.parametrize("change", [{"sealed": "00" * 32}, {"eyes": ["s2"]}, {"values": [6, 6]}])
def test_a_revealed_seed_shows_that_face_down_dice_were_changed(ann: Player, change: Any) -> None:
    version = framed(ann)["version"]
    ann.moves("reveal_dice")
    events = ann.log()
    events[version - 1]["event"]["dice"][0].update(change)
    fault = DiceFault.WRONG_VALUE if "values" in change else DiceFault.WRONG_SEAL
    assert [(one.version, one.fault) for one in checked(ann.session, events).wrong] == [
        (version, fault)
    ]
    with pytest.raises(AssertionError):
        checked_as_documented(ann.session, events)


def test_a_dry_run_rolls_no_face_down_dice(ann: Player) -> None:
    tried = of(ann.move("frame", query={"dry_run": "true"}, **screen.SCENE), 200)
    assert (tried["verdict"], tried["dice"]) == ("needs_dice", {"count": 2, "faces": 6})
    assert framed(ann)["event"]["dice"][0]["first"] == 1


def test_a_move_made_again_keeps_its_face_down_dice_and_their_note(ann: Player) -> None:
    ann.moves("propose", subject={"subject": "adopt_premise", "aspect": "tone", "text": "Grim."})
    gone, event = ann.head, framed(ann)
    text = part_of(ann, event["version"])["text"]
    ann.moves("leave_out", version=gone)
    again = ann.log()[-1]["event"]
    assert (again["repeats"], again["dice"]) == (event["version"], event["event"]["dice"])
    assert "sealed" not in again
    assert [note["text"] for note in ann.see("/notes")["notes"]] == [text]
    ann.moves("reveal_note", note="k1")
    ann.moves("reveal_dice")
    told = checked(ann.session, ann.log())
    assert (told.verified, told.repeated, told.wrong) == (2, 2, ())


def test_a_what_if_uses_the_same_face_down_dice(table: Table) -> None:
    ann, bo = table["Ann"], table["Bo"]
    bo.draws_a_line("Spiders")
    line = bo.head
    framed(ann)
    ann.moves("reveal_note", note="k1")
    told = of(bo.post(f"{bo.home}/what-if", {"without": [line]}), 200)
    assert (told["diverging"], told["stopped"]) == ([], False)


def test_a_redaction_of_face_down_values_is_refused(ann: Player) -> None:
    framed(ann)
    revealed = ann.moves("reveal_note", note="k1")["version"]
    a_problem(redact(ann, revealed), "nothing_to_redact")


def test_face_down_values_stay_when_a_text_like_them_is_redacted(table: Table) -> None:
    ann, version = table["Ann"], framed(table["Ann"])["version"]
    part = part_of(ann, version)
    line = ann.draws_a_line(part["text"])["version"]
    revealed = ann.moves("reveal_note", note="k1")["version"]
    fork = forked(ann)["Ann"]
    before = ann.see(f"/events/{revealed}")
    redacted(ann, line, revealed)
    for player in (ann, fork):
        log = player.log()
        assert log[line - 1]["event"]["move"]["text"] == REDACTED
        assert log[revealed - 1] == before
        assert player.see("/notes")["notes"][0]["text"] == part["text"]
    ann.moves("reveal_dice")
    told = checked(ann.session, ann.log())
    assert (told.verified, told.wrong) == (2, ())


def test_a_revealed_note_that_reads_like_dice_is_redacted(ann: Player) -> None:
    ann.moves("seal_note", text="[1,4]")
    revealed = ann.moves("reveal_note", note="k1")["version"]
    redacted(ann, revealed)
    assert ann.log()[revealed - 1]["event"]["move"]["text"] == REDACTED


def test_nonces_and_seeds_hold_no_text_to_redact(ann: Player) -> None:
    nonce = ann.moves("give_nonce", nonce="Gerda Zwiebel")["version"]
    framed(ann)
    seed = ann.moves("reveal_dice")["version"]
    for version in (nonce, seed):
        a_problem(redact(ann, version), "nothing_to_redact")
