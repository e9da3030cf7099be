"""Redaction removes texts permanently. The log still verifies, and all events stay."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.dump import dump
from tests.support.facts import digest_of
from tests.support.log import examined
from tests.support.server import Server, serving
from verger.domain.core.spelling import read_as
from verger.domain.core.text import REDACTED
from verger.service.archive.verify_file import ArchiveVerifier

NAME = "Gerda Zwiebel"


def redact(player: Player, *versions: int, reason: str = "She asked.", **more: Any) -> Any:
    body = {"versions": list(versions), "reason": reason}
    return player.post(f"{player.home}/redactions", body, **more)


def redacted(player: Player, *versions: int, **more: Any) -> Json:
    found: Json = of(redact(player, *versions, **more), 201)
    return found


def chained(player: Player) -> list[Json]:
    """Return the events of the log. Check each hash with only the data that a client receives."""
    previous, log = bytes(32), []
    with player.follows(form="application/x-ndjson") as lines:
        head = player.head
        for line in lines:
            event = json.loads(line)
            data = line.partition('"event":')[2][:-1].encode()
            number = event["version"].to_bytes(8, "big")
            whole = previous + UUID(player.session).bytes + number + digest_of(event, data)
            previous = sha256(whole).digest()
            assert event["hash"] == previous.hex()
            log.append(event)
            if event["version"] == head:
                break
    return log


@pytest.fixture
def alone(database_url: str) -> Iterator[Server]:
    with serving(database_url) as server:
        yield server


def gossip(server: Server) -> Table:
    """Return a table in Load whose log holds a person's name in many places."""
    table = played(server.http, "Ann", "Bo", until="load", title=f"At {NAME}'s")
    ann, bo = table["Ann"], table["Bo"]
    ann.moves("write_node", label=NAME, kind="idea")
    ann.move("write_node", label=f"{NAME}s", kind="idea")
    bo.move("relabel", element="n1", label=NAME)
    bo.moves("write_node", label="Debt")
    bo.moves("add_limit", kind="line", text=f"Never tell {NAME}.")
    bo.moves("seal_note", text=f"I am {NAME}'s son.", eyes=["s1"])
    ann.post(f"{ann.home}/tokens", {"label": f"For {NAME}"}, uuid4().hex)
    return table


SPELLINGS = [
    "Gerda\u00a0Zwiebel",
    "Gerda\u2003\u3000Zwiebel",
    "\uff27\uff45\uff52\uff44\uff41 Zwiebel",
    "Gerda\u200e Zwie\u034fbel",
    "G\u0065\ufe00rda \U0001d419wiebel",
]


READS = ("export", "story", "disputes", "landmarks", "state", "events?limit=500")


def everywhere(player: Player, database_url: str) -> list[bool]:
    """Return whether the name, in any spelling, occurs in the database, and whether it occurs in each of these reads."""
    shown = [player.get(f"{player.home}/{read}").content.decode() for read in READS]
    return [NAME in read_as(text) for text in (dump(database_url), *shown)]


def test_every_spelling_that_reads_the_same_goes_too(alone: Server, database_url: str) -> None:
    table = gossip(alone)
    ann, bo = table["Ann"], table["Bo"]
    for spelt in SPELLINGS:
        veil = bo.moves("add_limit", kind="veil", text=f"Nothing about “{spelt}”, please.")
        about = {"of": "event", "version": veil["version"]}
        bo.moves("dispute", about=about, rule="compile.limits", grounds=f"{spelt} said so.")
        bo.moves("seal_note", text=f"I am {spelt}'s son.", eyes=["s1"])
        ann.post(f"{ann.home}/tokens", {"label": f"For {spelt}"}, uuid4().hex)
        bo.move("relabel", element="n1", label=spelt)
    node = next(e["version"] for e in chained(ann) if e["type"] == "write_node")
    assert NAME in read_as(dump(database_url))
    redacted(ann, node)
    assert NAME not in read_as(dump(database_url))
    chained(ann)


def test_a_text_goes_from_everything_that_repeats_it(alone: Server, database_url: str) -> None:
    table = gossip(alone)
    ann, before = table["Ann"], chained(table["Ann"])
    node = next(e["version"] for e in before if e["type"] == "write_node")
    assert dump(database_url).count(NAME) > 5
    event = redacted(ann, node, reason=f"{NAME} asked for it.")
    after = chained(ann)
    assert NAME not in dump(database_url)
    assert [e["hash"] for e in after[:-1]] == [e["hash"] for e in before]
    assert event["event"]["move"]["reason"] == REDACTED
    assert after[node - 1]["event"]["effects"][0]["label"] == REDACTED
    assert ann.see("/network")["nodes"][0]["label"] == REDACTED
    assert [e["version"] for e in after if "kept" in e] == [1, node, node + 2, node + 3]
    assert event["event"]["effects"][0]["rewritten"] == [1, node, node + 2, node + 3]


def test_a_redaction_changes_only_texts(bo: Player) -> None:
    line = bo.draws_a_line("s2")["version"]
    before = bo.see(f"/events/{line}")
    redacted(bo, line)
    after = bo.see(f"/events/{line}")
    del before["salt"], before["texts"], after["kept"], after["texts"]
    text = json.dumps(before).replace('"text": "s2"', f'"text": "{REDACTED}"')
    assert json.loads(text) == after
    assert bo.see("/state")["table"]["limits"] == [{"kind": "line", "text": REDACTED}]


def test_a_redacted_name_is_removed_and_its_seat_stays(server: Server) -> None:
    table = played(server.http, "Ann", "Quirin", "Cy")
    quirin = table["Quirin"]
    quirin.draws_a_line("Spiders.")
    redacted(quirin, 2)
    shown = json.dumps([quirin.log(), quirin.see(), quirin.see("/state")])
    assert "Quirin" not in shown
    assert [seat["name"] for seat in quirin.see()["seats"]] == ["Ann", REDACTED, "Cy"]


def test_a_former_name_goes_and_the_new_one_stays(server: Server) -> None:
    table = played(server.http, "Annika", "Bo", title="Low Tide")
    ann, bo = table["Annika"], table["Bo"]
    ann.draws_a_line("Spiders.")
    ann.moves("rename", name="Robin")
    named = {"only": ["Annika"], "reason": "Another name."}
    answer = of(ann.post(f"{ann.home}/redactions", {"versions": [1], **named}), 201)
    assert answer["event"]["move"]["versions"] == [1]
    shown = bo.log()
    assert "Annika" not in json.dumps([shown, bo.see("/story"), bo.see("/landmarks")])
    assert [seat["name"] for seat in bo.see()["seats"]] == ["Robin", "Bo"]
    assert bo.see()["title"] == "Low Tide"
    assert [one["event"]["effects"] for one in shown if one["type"] == "rename"] == [
        [{"effect": "seat_renamed", "seat": "s1", "name": "Robin"}]
    ]
    archive = ann.get(f"{ann.home}/export").content
    assert isinstance(examined(archive.splitlines(keepends=True)), ArchiveVerifier)


@pytest.mark.parametrize("only", [["Quirin"], ["Ann", "Quirin"]])
def test_a_text_that_the_named_events_do_not_have_is_not_redacted(
    server: Server, only: list[str]
) -> None:
    ann = played(server.http, "Ann", "Bo")["Ann"]
    body = {"versions": [1], "only": only, "reason": "A mistake."}
    assert of(ann.post(f"{ann.home}/redactions", body), 409)["code"] == "nothing_to_redact"
    body = {"versions": [2], "only": ["Bo"], "reason": "Not hers."}
    assert of(ann.post(f"{ann.home}/redactions", body), 403)["code"] == "not_yours_to_redact"


def test_a_seat_redacts_its_own_and_the_gm_play(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", "Vi", until="load", observers=1)
    ann, bo, vi = table["Ann"], table["Bo"], table["Vi"]
    node, line = ann.moves("write_node", label="Zeal")["version"], bo.draws_a_line("Haste!")
    seen = vi.draws_a_line("Quicksand.")["version"]
    refused = [redact(bo, node), redact(ann, line["version"]), redact(vi, line["version"], seen)]
    assert [of(answer, 403)["code"] for answer in refused] == ["not_yours_to_redact"] * 3
    assert {"s1", "s2", "s3"} == {redacted(p, v)["event"]["seat"] for p, v in
                                  ((ann, node), (bo, line["version"]), (vi, seen))}  # fmt: skip


def test_a_request_needs_the_rights_for_all_of_its_events(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", until="load")
    ann, bo = table["Ann"], table["Bo"]
    own = ann.moves("write_node", label="Harbour")["version"]
    line = bo.draws_a_line("Spiders.")["version"]
    node = bo.moves("write_node", label="Debt")["version"]
    for versions in ((line, node), (node, line), (own, line), (own, line, node)):
        assert of(redact(ann, *versions), 403)["code"] == "not_yours_to_redact"
    assert of(redact(bo, own, line, node), 403)["code"] == "not_yours_to_redact"
    assert redacted(ann, own, node)["event"]["move"]["versions"] == [own, node]
    redacted(bo, line)


def test_a_redacted_event_is_sent_again_to_clients_that_have_cached_it(bo: Player) -> None:
    line = bo.draws_a_line(NAME)["version"]
    path, bare = f"{bo.home}/events/{line}", {"If-None-Match": f'"{line}"'}
    before = bo.get(path).headers["etag"]
    assert bo.get(path, bare).status_code == 304
    redacted(bo, line)
    for known in (bare, {"If-None-Match": before}):
        assert bo.get(path, known).json()["event"]["move"]["text"] == REDACTED
    after = bo.get(path).headers["etag"]
    assert bo.get(path, {"If-None-Match": after}).status_code == 304


def test_a_text_that_cannot_be_redacted_is_reported_and_nothing_is_recorded(table: Table) -> None:
    bo, head = table["Bo"], table["Bo"].head
    bo.moves("signal")
    assert of(redact(bo, head + 1), 409)["code"] == "nothing_to_redact"
    assert of(redact(bo, 99), 404)["code"] == "no_such_version"
    assert of(redact(bo), 400)["code"] == "invalid_body"
    assert of(redact(bo, 2, reason=" "), 400)["code"] == "unusable_text"
    stale = of(redact(bo, 2, headers={"If-Match": f'"{head}"'}), 412)
    assert stale["code"] == "stale_version"
    assert bo.head == head + 1


def test_a_repeated_request_is_one_redaction(bo: Player) -> None:
    line = bo.draws_a_line("Spiders.", key="line")["version"]
    first, again = (redact(bo, line, key="redact") for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert again.headers["idempotent-replayed"] == "true"
    assert of(redact(bo, line, reason="Other.", key="redact"), 422)["code"] == "key_reused"
    repeated = bo.move("add_limit", key="line", kind="line", text="Spiders.")
    assert repeated.json()["event"]["move"]["text"] == REDACTED


def test_events_with_a_different_result_now_are_named(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", until="load")
    ann, bo = table["Ann"], table["Bo"]
    first = ann.moves("write_node", label="Harbour Watch")["version"]
    second = bo.moves("write_node", label="Debt")["version"]
    bo.draws_a_line("Spiders.")
    assert redacted(ann, first)["event"]["move"]["affected"] == []
    # Both nodes now have the same label, and the rules do not allow that.
    assert redacted(ann, second)["event"]["move"]["affected"] == [second]


def test_a_sealed_note_goes_too_and_can_no_longer_be_revealed(
    alone: Server, database_url: str
) -> None:
    bo = played(alone.http, "Ann", "Bo")["Bo"]
    version = bo.moves("seal_note", text=f"I saw {NAME}.", eyes=["s1"])["version"]
    assert NAME in dump(database_url)
    redacted(bo, version)
    assert NAME not in dump(database_url)
    assert bo.see("/notes")["notes"][0]["text"] is None
    assert "sealed" not in bo.see(f"/events/{version}")
    assert of(bo.move("reveal_note", note="k1"), 409)["code"] == "not_what_was_sealed"
    bo.draws_a_line("Dice are thrown from the same seed still.")


def test_a_revealed_note_goes_with_its_salt(alone: Server, database_url: str) -> None:
    bo = played(alone.http, "Ann", "Bo")["Bo"]
    version = bo.moves("seal_note", text=f"I saw {NAME}.", eyes=["s1"])["version"]
    salt = bo.moves("reveal_note", note="k1")["event"]["move"]["salt"]
    event = redacted(bo, version)
    kept = dump(database_url)
    assert (NAME in kept, salt in kept) == (False, False)
    assert event["event"]["move"]["affected"] == [version + 1]


def test_the_salt_of_a_revealed_note_goes_with_a_text_that_it_contains(
    alone: Server, database_url: str
) -> None:
    bo = played(alone.http, "Ann", "Bo")["Bo"]
    version = bo.draws_a_line(NAME)["version"]
    bo.moves("seal_note", text=f"I saw {NAME}.", eyes=["s1"])
    salt = bo.moves("reveal_note", note="k1")["event"]["move"]["salt"]
    redacted(bo, version)
    kept = dump(database_url)
    assert (NAME in kept, salt in kept) == (False, False)


def test_a_revealed_note_is_removed_from_the_event_that_sealed_it(
    alone: Server, database_url: str
) -> None:
    table = played(alone.http, "Ann", "Bo")
    version = table["Ann"].draws_a_line(NAME)["version"]
    sealed = table["Bo"].moves("seal_note", text=f"I saw {NAME}.", eyes=[])["version"]
    revealed = table["Bo"].moves("reveal_note", note="k1")["version"]
    event = redacted(table["Ann"], version)
    assert NAME not in dump(database_url)
    assert event["event"]["move"]["rewritten"] == [version, sealed, revealed]
    assert isinstance(
        examined(table["Bo"].get(f"{table['Bo'].home}/export").content.splitlines(keepends=True)),
        ArchiveVerifier,
    )


def test_others_sealed_notes_stay_and_reveal_nothing(ann: Player, bo: Player) -> None:
    version = ann.moves("seal_note", text=f"I saw {NAME}.", eyes=[])["version"]
    line = bo.draws_a_line(NAME)["version"]
    redacted(bo, line)
    assert "kept" not in bo.see(f"/events/{version}")
    assert ann.see("/notes")["notes"][0]["text"] == f"I saw {NAME}."


def test_every_version_can_still_be_read_and_a_stream_goes_on(ann: Player, bo: Player) -> None:
    line = bo.draws_a_line(NAME)["version"]
    with ann.follows(form="application/x-ndjson", after=line, follow=True) as lines:
        event = redacted(bo, line)
        made = ann.draws_a_line("Spiders.")
        events = [json.loads(text) for text in (next(lines), next(lines))]
        assert events == [event, made]
    for version in range(1, ann.head + 1):
        assert NAME not in json.dumps(ann.see("/state", at=version))


def test_a_log_that_a_settled_dispute_has_rewound_can_be_redacted(server: Server) -> None:
    table = gossip(server)
    ann = table["Ann"]
    written = next(event["version"] for event in ann.log() if event["type"] == "write_node")
    about = {"of": "event", "version": written}
    ann.moves("dispute", about=about, rule="load.ideas", grounds="Not so.")
    remedy = {"remedy": "rewind", "to": written}
    settlement = {"outcome": "overturned", "reason": "It was late.", "remedy": remedy}
    ann.moves("propose_settlement", dispute="q1", **settlement)
    table["Bo"].moves("vote", dispute="q1", yes=True)
    assert ann.see("/timeline")["rewinds"]
    assert written in redacted(ann, written)["event"]["move"]["rewritten"]
