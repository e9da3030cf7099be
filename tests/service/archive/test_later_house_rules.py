"""This program gives no verdict on a log with a house rule, a choice, a bound or an amendment of a later program."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.later_rules import ALL, WAYS, Later, kinds, released, unused
from tests.support.log import archived, examined, lineage, rechained
from verger.domain.core.decider import Ruleset
from verger.domain.core.since import NewerError
from verger.domain.games.rulesets import RULESETS
from verger.service.archive.format import event_line
from verger.service.archive.verify import Finding, Verifier
from verger.service.archive.verify_file import ArchiveVerifier
from verger.service.cli import main
from verger.service.log.row import Row

Way = Callable[[Ruleset[Any], Later], tuple[list[Row], int]]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "kind"), ALL)
def test_a_later_program_verifies_it_and_this_one_says_from_where_on_it_cannot(
    name: str, kind: str, way: Way, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset, file = RULESETS[name], tmp_path / "later.ndjson"
    later = kinds(ruleset)[kind]
    with released(ruleset, later):
        log, version = way(ruleset, later)
        lines = archived(log)
        assert isinstance(examined(lines), ArchiveVerifier)
    file.write_bytes(b"".join(lines))
    assert main(["verify", str(file)]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith(
        f"verger: from version {version} on it was written by a later program, with the house rule "
    )
    for command in ("replay", "story"):
        assert main([command, str(file)]) == 2
        assert f"version {version} cannot be read: it was written by a later" in (
            capsys.readouterr().err
        )


@pytest.mark.parametrize(("name", "kind"), ALL)
def test_a_log_of_a_later_program_without_its_additions_is_verified(name: str, kind: str) -> None:
    ruleset = RULESETS[name]
    with released(ruleset, kinds(ruleset)[kind]):
        lines = archived(log := unused(ruleset))
    found = examined(lines)
    assert isinstance(found, ArchiveVerifier)
    assert (found.log.counts.judged, found.log.counts.states) == (len(log), 1)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", kinds(RULESETS["verge"]))
def test_a_change_after_an_event_was_chained_is_wrong_with_any_house_rule(
    kind: str, way: Way
) -> None:
    ruleset = RULESETS["verge"]
    later = kinds(ruleset)[kind]
    with released(ruleset, later):
        log, version = way(ruleset, later)
        lines = archived(log)
    honest = lines[version]
    lines[version] = honest.replace(f'"{later.id}"'.encode(), b'"other"')
    assert lines[version] != honest
    found = examined(lines)
    assert isinstance(found, Finding)
    assert found.version == version


def of_a_later_edition() -> list[Row]:
    first, *others = unused(RULESETS["verge"])
    data = first.data.replace('"ruleset_version":1', '"ruleset_version":99')
    return list(rechained([first._replace(data=data), *others]))


def test_a_log_of_a_later_edition_of_a_game_has_no_verdict_either() -> None:
    log = of_a_later_edition()
    verifier = Verifier(lineage(log).holder, (), lambda _: False)
    with pytest.raises(NewerError, match="judged by the rules of 'verge' 99"):
        verifier.take(log[0])


def test_an_archive_is_wrong_if_its_first_line_names_another_edition() -> None:
    header, *_ = archived(unused(RULESETS["verge"]))
    found = examined([header, *(event_line(row, b"") for row in of_a_later_edition())])
    assert found == Finding(1, "it starts another game than the archive's first line says")
