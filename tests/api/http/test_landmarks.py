"""Landmarks over HTTP: versions to jump to. A client does not have to read the whole log to find them."""

from collections import Counter
from uuid import uuid4

import msgspec
import pytest

from tests.api.http.test_redactions import redacted
from tests.projections.test_landmarks import Told
from tests.support.client import Json, Player, Table, forked, of, played
from tests.support.log import archived, evening, rows
from tests.support.server import Server, serving


def titles(player: Player, *kinds: str, **query: object) -> list[str]:
    """Return the titles of all landmarks, or of some kinds."""
    found = player.see("/landmarks", **query)["landmarks"]
    return [one["title"] for one in found if not kinds or one["kind"] in kinds]


def test_an_older_version_has_the_landmarks_of_that_time(told: Table) -> None:
    every = told["Ann"].see("/landmarks")["landmarks"]
    then = told["Ann"].see("/landmarks", at=every[9]["version"])
    assert then["version"] == every[9]["version"]
    assert then["landmarks"] == [one for one in every if one["version"] <= then["version"]]


def test_pages_contain_all_landmarks_and_divide_no_version(told: Table) -> None:
    found: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = told["Ann"].see("/landmarks", after=after, limit=1)
        assert len({one["version"] for one in page["landmarks"]}) == 1
        found, after = found + page["landmarks"], page["next_after"]
    assert found == told["Ann"].see("/landmarks")["landmarks"]


def test_a_fork_has_the_landmarks_of_its_parent_and_its_own(told: Table) -> None:
    ann = told["Ann"]
    made = forked(ann, version=ann.head - 1, title="What if")["Ann"]
    own = [one for one in made.see("/landmarks")["landmarks"] if one["version"] == ann.head]
    assert [(one["kind"], one["title"]) for one in own] == [
        ("start", f"“What if” goes on from version {ann.head - 1} of another session")
    ]
    shared = ann.see("/landmarks", at=ann.head - 1)["landmarks"]
    assert made.see("/landmarks")["landmarks"] == shared + own


def test_moves_made_again_stand_out_once(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", until="run", house_rules={"undo": "gm"})
    ann, first = table["Ann"], table["Ann"].head + 1
    for place in ("A quay", "A roof", "A cell"):
        ann.moves("frame", camera="Rain.", place=place)
    ann.moves("leave_out", version=first)
    shown = [(one["title"], one["is_undone"]) for one in ann.see("/landmarks")["landmarks"]]
    assert shown[-7:] == [
        ("Scene: A quay", True),
        ("Scene: A roof", True),
        ("Scene: A cell", True),
        (f"Version {first} is left out", False),
        ("Later moves are made again", False),
        ("Scene: A roof", False),
        ("Scene: A cell", False),
    ]


def test_redacted_texts_are_gone_from_titles_in_every_process(database: str) -> None:
    with serving(database) as one, serving(database) as other:
        ann = played(one.http, "Ann", "Bo", until="run")["Ann"]
        there = ann.at(other.http)
        version = ann.moves("frame", camera="Rain.", place="Zwiebelgasse")["version"]
        fork = forked(ann)["Ann"]
        for player in (ann, there, fork):
            assert titles(player, "scene")[-1] == "Scene: Zwiebelgasse"
        done = redacted(ann, version)["version"]
        for player in (ann, there, fork):
            assert "Scene: [redacted]" in titles(player, at=done)
            assert not any("Zwiebel" in title for title in titles(player))
            assert titles(player, "redaction")[-1].startswith(f"Redaction of version {version}")


def test_another_processs_moves_are_found_by_their_version(database: str) -> None:
    with serving(database) as one, serving(database) as other:
        ann = played(one.http, "Ann", "Bo", until="run")["Ann"]
        there = ann.at(other.http)
        assert titles(there, "scene") == titles(ann, "scene")
        version = ann.moves("frame", camera="Rain.", place="The quay")["version"]
        assert titles(there, "scene", at=version)[-1] == "Scene: The quay"


@pytest.mark.parametrize(
    "name",
    ["second_thoughts", "edgerunner_data_run", "venus_the_salt_road", "afterverse_herbarium"],
)
def test_the_landmarks_of_any_game_equal_those_of_its_log(told: Table, name: str) -> None:
    log = rows(evening(name), uuid4())
    archive = b"".join(archived(log))
    of(told["Ann"].imports(archive), 201)
    reader = Player(told.http, str(told["Ann"].token), str(log[0].session), "")
    assert reader.see("/landmarks")["landmarks"] == msgspec.to_builtins(Told(name).shown())
    entries = reader.see("/ledger", limit=5000)["entries"]
    held: Counter[tuple[str, str]] = Counter()
    for one in (entry for entry in entries if not entry["is_undone"]):
        held[one["target"], one["token"]] += one["amount"]
        held[one["source"], one["token"]] -= one["amount"]
    for account in reader.see("/banks")["accounts"]:
        for token, amount in account["tokens"].items():
            assert held[account["account"], token] == amount
