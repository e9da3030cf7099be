"""`verger story` prints the same story of an archive as the API of its session."""

from pathlib import Path

import pytest

from tests.captures.stories import story_of
from tests.support.log import archived, evening, rows
from verger.projections.story.markdown import markdown
from verger.service.cli import main

EVENTS = evening("second_thoughts")


@pytest.fixture
def archive(tmp_path: Path) -> str:
    file = tmp_path / "archive.ndjson"
    file.write_bytes(b"".join(archived(rows(EVENTS))))
    return str(file)


@pytest.mark.parametrize("undone", ["omitted", "struck"])
def test_an_archive_is_printed_as_its_log_is(
    archive: str, undone: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["story", archive, "--undone", undone]) == 0
    assert capsys.readouterr().out == markdown(story_of(EVENTS, undone))  # type: ignore[arg-type]


@pytest.mark.parametrize(("form", "begins"), [("html", "<!doctype html>"), ("json", '{"version":')])
def test_a_story_is_printed_in_every_form(
    archive: str, form: str, begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["story", archive, "--form", form, "--from", "5", "--to", "9"]) == 0
    assert capsys.readouterr().out.startswith(begins)


@pytest.mark.parametrize(
    "asked", [["--to", "100000"], ["--from", "9", "--to", "5"], ["--from", "0"]]
)
def test_versions_that_an_archive_lacks_are_reported(
    archive: str, asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["story", archive, *asked]) == 2
    assert "the archive has no versions" in capsys.readouterr().err


def test_the_day_is_one_of_the_time_zone_that_was_asked_for(
    archive: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["story", archive, "--zone", "Asia/Tokyo"]) == 0
    assert "(Asia/Tokyo)" in capsys.readouterr().out


def test_an_unknown_time_zone_is_reported(archive: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["story", archive, "--zone", "Nowhere/Land"])
    assert "there is no time zone 'Nowhere/Land'" in capsys.readouterr().err
