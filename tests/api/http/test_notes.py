"""Sealed notes: their text reaches the seats that they are for, and nobody else by any way."""

import json
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from domain.core.note import PART, sealed_digest
from tests.support import contract
from tests.support.client import Client, Player, Table, of, played, started
from tests.support.postgres import execute
from tests.support.server import Server, serving

LOOKED_ON = {"house_rules": {"onlookers": "anyone"}}
HIDDEN = "Zanzibar 7731 is the password."


def seal(player: Player, text: str = HIDDEN, *eyes: str) -> int:
    """Give the version of a note that was sealed."""
    version: int = player.moves("seal_note", text=text, eyes=list(eyes))["version"]
    return version


def test_a_note_is_read_by_its_author_and_those_it_is_for(table: Table) -> None:
    version = seal(table["Bo"], HIDDEN, "s1")
    shown = {p.seat: p.see("/notes")["notes"][0] for p in table}
    assert {seat: note["text"] for seat, note in shown.items()} == {
        "s1": HIDDEN,
        "s2": HIDDEN,
        "s3": None,
        "s4": None,
    }
    assert {(note["by"], note["version"], *note["eyes"]) for note in shown.values()} == {
        ("s2", version, "s2", "s1")
    }


def test_its_event_holds_a_digest_and_for_its_readers_what_was_sealed(table: Table) -> None:
    version = seal(table["Bo"], HIDDEN, "s1")
    ours, theirs = (table[name].see(f"/events/{version}") for name in ("Ann", "Cy"))
    (part,) = ours.pop("sealed")
    assert ours == theirs
    digest = sealed_digest(PART, ("s2", "s1"), bytes.fromhex(part["salt"]), part["text"])  # type: ignore[arg-type]
    assert ours["event"]["sealed"] == [digest] == [ours["event"]["move"]["digest"]]


def test_who_may_keep_an_answer_is_told_by_the_seats_that_it_is_for(table: Table) -> None:
    version = seal(table["Bo"], HIDDEN, "s1")
    for path in (f"/events/{version}", "/notes"):
        answers = [player.get(f"{player.home}{path}") for player in table]
        assert all("Authorization" in answer.headers["vary"] for answer in answers)
        assert all("private" in answer.headers["cache-control"] for answer in answers)
        tags = [answer.headers["etag"] for answer in answers[:2]]
        assert len({*tags, answers[2].headers["etag"]}) == 3
        again = table["Bo"].get(f"{table['Bo'].home}{path}", headers={"If-None-Match": tags[0]})
        assert again.status_code == 200


def test_a_reader_that_has_the_notes_already_is_told_so(table: Table) -> None:
    seal(table["Bo"])
    bo = table["Bo"]
    tag = bo.get(f"{bo.home}/notes").headers["etag"]
    assert bo.get(f"{bo.home}/notes", headers={"If-None-Match": tag}).status_code == 304


def test_revealed_it_is_everybodys_and_earlier_versions_keep_it_sealed(table: Table) -> None:
    version = seal(table["Bo"])
    revealed = table["Bo"].moves("reveal_note", note="k1")
    assert table["Cy"].see("/notes")["notes"][0]["text"] == HIDDEN
    assert table["Cy"].see("/notes", at=version)["notes"][0]["text"] is None
    (effect,) = revealed["event"]["effects"]
    digest = sealed_digest(PART, ("s2",), bytes.fromhex(effect["salt"]), effect["text"])  # type: ignore[arg-type]
    assert digest == table["Cy"].see("/notes")["notes"][0]["digest"]


def test_a_repeated_request_is_one_note(table: Table) -> None:
    bo = table["Bo"]
    first, again = (bo.move("seal_note", text=HIDDEN, eyes=[], key="same") for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert len(bo.see("/notes")["notes"]) == 1


def test_whoever_takes_a_seat_over_sees_what_is_sealed_for_it(server: Server) -> None:
    table = played(server.http, "Ann", "Bo")
    seal(table["Ann"], HIDDEN, "s2")
    table["Bo"].moves("leave")
    offered = of(table["Ann"].post(f"{table['Ann'].home}/seats/s2/code", {}, uuid4().hex), 201)
    table.codes["Bo"] = offered["claim_code"]
    heir = table.claim("Bo")
    assert heir.see("/notes")["notes"][0]["text"] == HIDDEN


def test_how_long_a_text_is_shows_to_nobody_else(server: Server) -> None:
    sizes = set()
    for text in ("x", HIDDEN * 60):
        table = played(server.http, "Ann", "Bo", "Cy")
        version, cy = seal(table["Bo"], text), table["Cy"]
        paths = (f"/events/{version}", "/notes", "/state", "/events")
        sizes.add(tuple(len(cy.get(f"{cy.home}{path}").content) for path in paths))
    assert len({size[:3] for size in sizes}) == 1


def everything(player: Client, session: str, version: int) -> Iterator[httpx.Response]:
    """Every operation of the document, with and without what its parameters may be."""
    fillings = {"session": session, "version": str(version), "conflict": "c1", "ruleset": "verge"}
    for path, methods in contract.document()["paths"].items():
        for method in methods:
            address = path
            for name in contract.PARAMETER.findall(path):
                address = address.replace(f"{{{name}}}", fillings.get(name, "s2"))
            for query in ({}, {"at": version}, {"from": 1, "to": version}, {"after": 1}):
                yield player.ask(method.upper(), address, params=query, **_body(method))


def _body(method: str) -> dict[str, object]:
    return (
        {"json": {"without": [2], "move": "reveal_note", "note": "k1"}} if method == "post" else {}
    )


def said(answer: httpx.Response) -> str:
    """All that an answer says, in its head and its body."""
    return f"{answer.status_code} {answer.headers} {answer.text}"


def mistakes(bo: Player) -> None:
    """Everything that can be wrong about sealing and revealing, with the text in it."""
    bo.moves("seal_note", text=f"{HIDDEN} Two.", eyes=["s1"], key="k")
    bo.move("seal_note", text=f"{HIDDEN} Three.", eyes=[], key="k")
    bo.move("seal_note", text=HIDDEN, eyes=["s9"])
    bo.move("seal_note", text=HIDDEN * 200, eyes=[])
    bo.move("seal_note", text=f"{HIDDEN}\0", eyes=[])
    bo.move("seal_note", text=HIDDEN, eyes=[], digest="no")
    bo.move("seal_note", text=HIDDEN, eyes=HIDDEN)
    bo.move("seal_note", text=[HIDDEN], eyes=[])
    bo.move("seal_note", text=HIDDEN, eyes=[], headers={"If-Match": '"1"'})
    bo.move("seal_note", text=HIDDEN, eyes=[], query={"dry_run": "true"})
    bo.move("seal_note", text=HIDDEN, eyes=[], query={"seat": "s1"})
    bo.move("reveal_note", note="k1", query={"dry_run": "true"})
    bo.move("reveal_note", note="k1", headers={"If-Match": '"1"'})
    bo.move("reveal_note", note="k1", text=HIDDEN, salt="00")
    bo.ask("POST", f"{bo.home}/moves", content=json.dumps(HIDDEN)[:-1].encode())


@pytest.fixture
def alone(database_url: str) -> Iterator[Server]:
    with serving(database_url, log_level="debug") as server:
        yield server


def test_the_text_reaches_nobody_else_by_any_way(alone: Server, database_url: str) -> None:
    table = played(alone.http, "Ann", "Bo", "Cy", "Vi", until="run", observers=1, **LOOKED_ON)
    outsider = next(iter(started(alone.http, "Olga", "Pit")))
    version = seal(table["Bo"], HIDDEN, "s1")
    mistakes(table["Bo"])
    for other in (table["Cy"], table["Vi"]):
        other.move("reveal_note", note="k1")
        with other.follows(after=version - 1) as lines:
            assert HIDDEN not in "".join(line for line, _ in zip(lines, range(6), strict=False))
    asked = 0
    for asker in (table["Cy"], table["Vi"], outsider, Client(alone.http)):
        for answer in everything(asker, table.session, version):
            asked += 1
            assert "Zanzibar" not in said(answer), answer.request.url
    assert asked > 300
    assert "Zanzibar" not in alone.said
    kept = execute(database_url, "SELECT data FROM events; SELECT move, ruling FROM refusals;"
                   " SELECT state FROM snapshots; SELECT answer FROM requests")  # fmt: skip
    assert "Zanzibar" not in kept
    assert table["Ann"].see("/notes")["notes"][0]["text"] == HIDDEN


def test_who_forks_a_session_opens_nothing_that_was_sealed_in_it(table: Table) -> None:
    version = seal(table["Bo"], HIDDEN, "s1")
    vi = table["Vi"]
    fork = of(vi.post(f"{vi.home}/forks", {"seat": "s2"}), 201)
    forker = Player(vi.http, str(vi.token), fork["session"], "s2")
    reads = (
        "/notes",
        f"/notes?at={version}",
        f"/events/{version}",
        "/export",
        f"/export?at={version}",
        "/events",
        "/state",
    )
    for path in reads:
        assert HIDDEN not in forker.get(forker.home + path).text, path
    refused = forker.move("reveal_note", note="k1")
    assert (refused.status_code, refused.json()["code"]) == (409, "sealed_elsewhere")
