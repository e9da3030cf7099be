"""Sealed notes: their text reaches only the seats that they are for."""

from uuid import uuid4

from tests.support.client import Player, Table, of, played
from tests.support.server import Server
from verger.domain.core.note import PART, sealed_digest

HIDDEN = "Zanzibar 7731 is the password."


def seal(player: Player, text: str = HIDDEN, *eyes: str) -> int:
    """Seal a note, and return the version of its event."""
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


def test_a_notes_event_has_a_digest_and_only_its_readers_get_the_text(table: Table) -> None:
    version = seal(table["Bo"], HIDDEN, "s1")
    ours, theirs = (table[name].see(f"/events/{version}") for name in ("Ann", "Cy"))
    (part,) = ours.pop("sealed")
    assert ours == theirs
    digest = sealed_digest(PART, ("s2", "s1"), bytes.fromhex(part["salt"]), part["text"])  # type: ignore[arg-type]
    assert ours["event"]["sealed"] == [digest] == [ours["event"]["move"]["digest"]]


def test_caches_keep_an_answer_by_the_seats_of_its_readers(table: Table) -> None:
    version = seal(table["Bo"], HIDDEN, "s1")
    for path in (f"/events/{version}", "/notes"):
        answers = [player.get(f"{player.home}{path}") for player in table]
        assert all("Authorization" in answer.headers["vary"] for answer in answers)
        assert all("private" in answer.headers["cache-control"] for answer in answers)
        tags = [answer.headers["etag"] for answer in answers[:2]]
        assert len({*tags, answers[2].headers["etag"]}) == 3
        again = table["Bo"].get(f"{table['Bo'].home}{path}", headers={"If-None-Match": tags[0]})
        assert again.status_code == 200


def test_a_revealed_note_is_public_and_earlier_versions_keep_it_sealed(table: Table) -> None:
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


def test_a_new_player_of_a_seat_sees_the_notes_sealed_for_it(server: Server) -> None:
    table = played(server.http, "Ann", "Bo")
    seal(table["Ann"], HIDDEN, "s2")
    table["Bo"].moves("leave")
    offered = of(table["Ann"].post(f"{table['Ann'].home}/seats/s2/code", {}, uuid4().hex), 201)
    table.codes["Bo"] = offered["claim_code"]
    heir = table.claim("Bo")
    assert heir.see("/notes")["notes"][0]["text"] == HIDDEN


def test_nobody_else_sees_the_length_of_a_sealed_text(server: Server) -> None:
    sizes = set()
    for text in ("x", HIDDEN * 60):
        table = played(server.http, "Ann", "Bo", "Cy")
        version, cy = seal(table["Bo"], text), table["Cy"]
        paths = (f"/events/{version}", "/notes", "/state", "/events")
        sizes.add(tuple(len(cy.get(f"{cy.home}{path}").content) for path in paths))
    assert len({size[:3] for size in sizes}) == 1


def test_a_forker_opens_no_note_that_was_sealed_in_the_parent(table: Table) -> None:
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


def test_a_refusal_to_reveal_a_note_shows_nobody_its_text(two: Table) -> None:
    bo = two["Bo"]
    seal(bo)
    two.agree("Ann", "choose_house_rule", house_rule="session", value="closed")
    refused = bo.move("reveal_note", note="k1")
    assert HIDDEN not in of(refused, 409)["detail"]
    for player in two:
        shown = player.get(f"{player.home}/refusals")
        (kept,) = shown.json()["refusals"]
        assert kept["move"] == {"move": "reveal_note", "note": "k1"}
        assert HIDDEN not in shown.text
