"""Reads of the newest version and of older ones: the content of a version never changes."""

import pytest

from tests.support.client import Json, Player, Table, of, played, started
from tests.support.server import Server

PARTS = [
    *("", "/options", "/awaited", "/state", "/dice"),
    *("/network", "/banks", "/ledger", "/disputes"),
]
ASK_AGAIN = "private, no-cache"


class Watcher:
    """Reads every part of a session after each event, and keeps the answers by version."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seen: dict[tuple[str, int], Json] = {}

    def look(self) -> None:
        for part in PARTS:
            shown = self.player.see(part, **self.query(part))
            self.seen[part, shown.get("version") or self.player.head] = shown

    def query(self, part: str) -> Json:
        return {"limit": 500} if part == "/ledger" else {}


@pytest.fixture
def watched(server: Server) -> Watcher:
    """Play the start of an evening, and return a watcher that has read everything after each event."""
    table = played(server.http, "Ann", "Bo")
    watcher = Watcher(table["Bo"])
    watcher.look()
    evening: list[tuple[str, str, Json]] = [
        ("Ann", "signal", {}),
        ("Bo", "add_limit", {"kind": "veil", "text": "Needles."}),
        ("Ann", "propose", {"subject": {"subject": "resume_play"}}),
        ("Bo", "agree", {"proposal": "p1"}),
        ("Bo", "give_nonce", {"nonce": "lucky 7"}),
        ("Bo", "propose", {"subject": {"subject": "finish_compile"}}),
        ("Ann", "agree", {"proposal": "p2"}),
        ("Ann", "write_node", {"label": "Cyborgs"}),
        ("Bo", "write_node", {"label": "Monks"}),
    ]
    for name, move, fields in evening:
        table[name].moves(move, **fields)
        watcher.look()
    return watcher


def test_a_read_at_the_head_is_repeated_at_its_version(watched: Watcher) -> None:
    bo = watched.player
    for (part, version), shown in watched.seen.items():
        assert bo.see(part, at=version, **watched.query(part)) == shown
    assert len({version for _, version in watched.seen}) == 10


def test_the_ledger_at_a_version_ends_there(evening: Table) -> None:
    ann = evening["Ann"]
    whole = ann.see("/ledger", limit=500)
    assert whole["next_after"] is None
    middle = whole["entries"][len(whole["entries"]) // 2]["version"]
    until = ann.see("/ledger", at=middle, limit=500)["entries"]
    assert until == [entry for entry in whole["entries"] if entry["version"] <= middle]


@pytest.mark.parametrize("part", PARTS)
def test_a_read_at_a_version_has_the_tag_of_its_event_and_is_not_sent_twice(
    evening: Table, part: str
) -> None:
    ann = evening["Ann"]
    answer = ann.get(f"{ann.home}{part}", at=3)
    assert answer.status_code == 200
    assert (answer.headers["cache-control"], answer.headers["etag"]) == (ASK_AGAIN, ann.tag(3))
    known = {"If-None-Match": answer.headers["etag"]}
    assert ann.get(f"{ann.home}{part}", headers=known, at=3).status_code == 304
    assert "authorization" in answer.headers["vary"].lower()


@pytest.mark.parametrize("known", ['"1"', 'W/"2", "3"', "nothing", '"x"', ""])
def test_a_client_with_another_version_gets_the_newest(evening: Table, known: str) -> None:
    ann = evening["Ann"]
    assert ann.get(ann.home, headers={"If-None-Match": known}).status_code == 200


@pytest.mark.parametrize("part", PARTS)
def test_a_version_that_is_not_there_yet_is_not_found(evening: Table, part: str) -> None:
    ann = evening["Ann"]
    problem = of(ann.get(f"{ann.home}{part}", at=10_000), 404)
    assert (problem["code"], problem["facts"]["head"]) == ("no_such_version", ann.head)


def test_a_move_changes_all_reads_at_once(bo: Player) -> None:
    before = bo.get(f"{bo.home}/state")
    version = bo.draws_a_line("Spiders.")["version"]
    after = bo.get(f"{bo.home}/state", headers={"If-None-Match": before.headers["etag"]})
    assert (after.status_code, after.headers["etag"]) == (200, bo.tag(version))
    assert after.json()["table"]["limits"] == [{"kind": "line", "text": "Spiders."}]


def test_the_state_shows_the_table_and_where_play_is(evening: Table) -> None:
    state = evening["Bo"].see("/state")
    assert (state["seat"], state["play"]["step"]) == ("s2", "run")
    assert state["table"]["title"] == "An evening of Verge"
    assert len(state["table"]["dice_commitment"]) == 64


def test_an_observer_reads_everything_and_is_awaited_for_nothing(table: Table) -> None:
    vi = table["Vi"]
    table["Ann"].moves("propose", subject={"subject": "finish_compile"})
    for part in PARTS:
        assert vi.get(vi.home + part).status_code == 200
    waits = vi.see("/awaited")["awaited"]
    assert not any(vi.seat in wait["seats"] for wait in waits)
    names = {option["fixed"]["move"] for option in vi.see("/options")["options"]}
    assert names == {"add_limit", "rename", "leave", "signal", "dispute"}


def test_a_read_at_version_0_is_refused(server: Server) -> None:
    ann = started(server.http, "Ann")["Ann"]
    assert of(ann.get(ann.home, at=0), 400)["code"] == "invalid_parameter"
    assert ann.see(at=1)["version"] == 1


@pytest.mark.parametrize("part", PARTS)
def test_the_kept_answer_of_one_seat_does_not_match_another_seats_read(
    evening: Table, part: str
) -> None:
    ann, bo = evening["Ann"], evening["Bo"]
    kept = {"If-None-Match": ann.get(f"{ann.home}{part}").headers["etag"]}
    assert ann.get(f"{ann.home}{part}", headers=kept).status_code == 304
    assert bo.get(f"{bo.home}{part}", headers=kept).status_code == 200


@pytest.mark.parametrize("part", [part for part in PARTS if part != "/ledger"])
def test_a_read_at_a_time_is_that_of_the_newest_version_then(evening: Table, part: str) -> None:
    ann = evening["Ann"]
    log = ann.log()
    for event in (log[0], log[len(log) // 2], log[-1]):
        at = event["event"]["at"]
        newest = max(other["version"] for other in log if other["event"]["at"] <= at)
        answer = ann.get(f"{ann.home}{part}", as_of=at)
        assert of(answer, 200) == ann.see(part, at=newest)
        assert (answer.headers["etag"], answer.headers["cache-control"]) == (
            ann.tag(newest),
            ASK_AGAIN,
        )


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"as_of": "2001-01-01T00:00:00Z"}, 404, "no_such_version"),
        ({"as_of": "2099-01-01T00:00:00"}, 400, "invalid_parameter"),
        ({"as_of": "yesterday"}, 400, "invalid_parameter"),
    ],
)
def test_a_time_must_be_within_the_life_of_the_session(
    evening: Table, query: Json, status: int, code: str
) -> None:
    ann = evening["Ann"]
    problem = of(ann.ask("GET", f"{ann.home}/state", params=query), status)
    assert problem["code"] == code


def test_a_read_at_a_future_time_is_that_of_the_head(evening: Table) -> None:
    ann = evening["Ann"]
    assert ann.see("/state", as_of="2099-01-01T00:00:00+02:00") == ann.see("/state")
    assert ann.see("/state", as_of="2099-01-01T00:00:00Z", at=3) == ann.see("/state", at=3)
