"""With `--json`, each command prints one document, with the members that docs/archive.md names."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.support.log import SESSION, archived, evening, rows
from tests.support.root import DOCS
from verger.service.cli import main

TABLE = re.findall(r"(?m)^\| (`.+`) \| (`.+`) \|$", (DOCS / "archive.md").read_text())
MEMBERS = {
    name: members.strip("`").split("`, `")
    for names, members in TABLE
    for name in names.strip("`").split("`, `")
}
LENGTH = len(evening("war"))


@pytest.fixture
def document(archive: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return the JSON document that a command prints about an archive, and its exit status."""

    def asked(command: str, *more: object) -> tuple[int, Any]:
        status = main([command, str(archive), *map(str, more), "--json"])
        return status, json.loads(capsys.readouterr().out)

    return asked


def test_a_verified_archive_is_reported_with_all_checks(document: Any) -> None:
    status, told = document("verify")
    assert (status, list(told)) == (0, MEMBERS["verify FILE"])
    assert (told["verdict"], told["events"], told["session"]) == ("verified", LENGTH, str(SESSION))
    checked = told["checked"]
    assert list(checked) == MEMBERS["checked"]
    assert [list(checked[name]) for name in ("dice", "states")] == [
        MEMBERS["dice"],
        MEMBERS["states"],
    ]
    assert (checked["judged"], checked["states"]["compared"]) == (LENGTH, 2)
    assert checked["hash"] == rows(evening("war"))[-1].hash.hex()
    assert [told["why"], told["version"], checked["checkpoint"]] == [None] * 3


def test_a_fault_is_reported_with_its_version_and_status_1(document: Any, archive: Path) -> None:
    lines = archived(rows(evening("war")))
    archive.write_bytes(b"".join([*lines[:40], *lines[41:]]))
    status, told = document("verify")
    assert (status, list(told)) == (1, MEMBERS["verify FILE"])
    assert (told["verdict"], told["version"], told["checked"]) == ("wrong", 40, None)
    assert "missing" in told["why"]


@pytest.mark.parametrize(
    ("damage", "verdict"),
    [
        (lambda text: re.sub(rb'[0-9]+(?=","lineage")', b"0", text), "states_unread"),
        (lambda text: text.replace(b'"format":1', b'"format":2', 1), "unreadable"),
    ],
)  # fmt: skip
def test_a_missing_verdict_is_a_document_and_a_sentence_with_status_2(
    archive: Path, capsys: pytest.CaptureFixture[str], damage: Any, verdict: str
) -> None:
    archive.write_bytes(damage(archive.read_bytes()))
    assert main(["verify", str(archive), "--json"]) == 2
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (list(found), found["verdict"]) == (MEMBERS["verify FILE"], verdict)
    assert told.err == f"verger: {found['why']}\n"


def test_an_evening_is_replayed_event_by_event(document: Any) -> None:
    status, told = document("replay")
    assert (status, list(told)) == (0, MEMBERS["replay FILE"])
    assert {tuple(event) for event in told["events"]} == {tuple(MEMBERS["events"])}
    assert [event["version"] for event in told["events"]] == [*range(1, LENGTH + 1)]
    assert told["events"][0]["sentence"] == "Ugo starts “The Bridge at Kessel”."
    assert all(before["at"] <= after["at"] for before, after in pairwise(told["events"]))


def test_a_difference_is_a_json_patch(document: Any) -> None:
    status, told = document("diff", 12, 10)
    assert (status, list(told)) == (0, MEMBERS["diff FILE FROM TO"])
    assert (told["from"], told["to"]) == (12, 10)
    assert [event["version"] for event in told["events"]] == [11, 12]
    assert {change["op"] for change in told["changes"]} == {"remove", "replace"}


def test_a_found_version_is_an_event_and_a_missing_one_is_null_with_status_1(document: Any) -> None:
    status, told = document("bisect", "length(network.nodes) >= `3`")
    assert (status, list(told)) == (0, MEMBERS["bisect FILE CONDITION"])
    assert (list(told["found"]), told["found"]["version"]) == (MEMBERS["found"], 12)
    assert document("bisect", "version > `100000`") == (1, {"session": str(SESSION), "found": None})
