"""Logs from before and after an amendment verify alike; one of a later program has no answer here."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.games.venus import RULESET
from service.archive.verify import Finding
from service.archive.verify_file import ArchiveVerifier, verify_archive
from service.cli import main
from tests.support.log import archived, rows
from tests.support.mended import (
    LATER,
    adopted_otherwise,
    as_first_written,
    begun_later,
    mended,
    with_lines,
)
from tests.support.venus import Game


def examined(lines: list[bytes]) -> ArchiveVerifier | Finding:
    return verify_archive(io.BytesIO(b"".join(lines)), lambda _: None)


@pytest.mark.parametrize("played", [as_first_written, mended])
def test_a_log_is_judged_by_the_amendments_that_it_says(played: Callable[[], Game]) -> None:
    found = examined(archived(rows(played().log)))
    assert isinstance(found, ArchiveVerifier), found
    assert (found.counts.judged, found.counts.states) == (len(played().log), 1)


def test_what_an_amendment_allows_is_wrong_where_it_was_not_adopted() -> None:
    log, _ = adopted_otherwise(0)
    found = examined(with_lines(log, mended()))
    assert isinstance(found, Finding)
    assert found.version == len(log)
    assert found.what.startswith("its move would be refused: ")


@pytest.fixture(params=["begun", "adopted"])
def later(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, int]:
    """Give the archive of a later program, and the first version that is its to judge."""
    log, version = (begun_later(), 1) if request.param == "begun" else adopted_otherwise(LATER)
    file = tmp_path / "later.ndjson"
    file.write_bytes(b"".join(with_lines(log, mended())[: len(log) + 1]))
    return file, version


def test_one_of_a_later_program_has_no_answer_here(
    later: tuple[Path, int], capsys: pytest.CaptureFixture[str]
) -> None:
    file, version = later
    assert main(["verify", str(file)]) == 2
    told = f"from version {version} on it is judged by amendment {LATER} of venus"
    assert capsys.readouterr() == (
        "",
        f"verger: {told}; this program has {len(RULESET.amendments)}\n",
    )


@pytest.mark.parametrize("command", ["replay", "story"])
def test_nor_is_it_told_to_its_end(
    command: str, later: tuple[Path, int], capsys: pytest.CaptureFixture[str]
) -> None:
    file, version = later
    assert main([command, str(file)]) == 2
    assert f"version {version} cannot be read" in capsys.readouterr().err


def test_what_was_changed_after_it_was_chained_is_wrong_whatever_it_names() -> None:
    log, version = adopted_otherwise(LATER)
    forged = log[version - 1]
    log[version - 1] = forged._replace(data=forged.data.replace("Flo", "Eve"))
    found = examined(with_lines(log, mended()))
    assert isinstance(found, Finding)
    assert found.version == version
