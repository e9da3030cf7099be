"""`verger why` explains a ruling in words, and `verger history` prints the history of an element."""

import json
from pathlib import Path

import pytest

from tests.projections.test_history import played
from tests.service.cli.test_command_line import written
from tests.service.cli.test_json import MEMBERS
from tests.support.log import archived, evening, rows
from verger.domain.core.identifier import RuleId
from verger.domain.games.verge import RULESET
from verger.service.cli import main

RULED, UNDONE_AT = 142, 150
"""A ruling of the evening that was disputed, and the rewind that undid it."""


@pytest.fixture
def archive(tmp_path: Path) -> str:
    """Return the file of an archive of an evening with disputes and rewinds."""
    return str(written(tmp_path, archived(rows(evening("second_thoughts")))))


def said(capsys: pytest.CaptureFixture[str], *asked: str) -> str:
    """Return the output of a command that ends with status 0."""
    assert main(asked) == 0
    return capsys.readouterr().out


def test_a_ruling_is_explained_with_its_rules_facts_and_names(
    archive: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, "why", archive, str(RULED))
    assert evening("second_thoughts")[RULED - 1].ruling.sentence in told
    assert f"\nmark.power: {RULESET.rules[RuleId('mark.power')].statement}\n" in told
    assert "  element: n8 (Diver Holm)\n  element power: 8\n" in told
    assert "\nDisputed: q1\n" in told
    assert f"\nAt version {UNDONE_AT}, play went back to a version before this event.\n" in told


@pytest.mark.parametrize(
    ("name", "version", "fact"),
    [
        ("edgerunner_takeover", 23, "zone: z1 (The shop)"),
        ("edgerunner_takeover", 15, "border: b2 (the border between “The court” and “The square”)"),
        ("edgerunner_takeover", 45, "aspect: a2 (Listed company)"),
        ("afterverse_debris", 68, "rolls counted: c5 (Tam): 5, c4 (Old Rell): 4"),
        ("afterverse_debris", 50, "bank: b1 (Props that stand)"),
        ("afterverse_warehouse", 29, "question: u3 (What does the watchman think?)"),
        ("afterverse_herbarium", 64, "target account: character:c2 (Wren)"),
        ("venus_glass_palace", 51, "scene: n2 (A roof that sings under every step.)"),
        ("overrides", 9, "premise: g1 (A harbour that sells its tides)"),
    ],
)
def test_an_id_in_a_fact_has_its_name(
    tmp_path: Path, name: str, version: int, fact: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(written(tmp_path, archived(rows(evening(name)))))
    assert f"  {fact}\n" in said(capsys, "why", file, str(version))


def test_the_json_of_an_explanation_has_every_fact(
    archive: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.loads(said(capsys, "why", archive, str(RULED), "--json"))
    assert list(told) == MEMBERS["why FILE VERSION"]
    assert list(told["event"]) == MEMBERS["event"]
    assert {tuple(rule) for rule in told["rules"]} == {tuple(MEMBERS["rules"])}
    assert (told["disputes"], told["undone_by"]) == (["q1"], UNDONE_AT)
    applied = evening("second_thoughts")[RULED - 1].ruling.rules
    assert [rule["rule"] for rule in told["rules"]] == [one.rule for one in applied]


@pytest.mark.parametrize("element", ["n8", "e1"])
def test_a_history_has_the_events_that_the_api_has(
    archive: str, element: str, capsys: pytest.CaptureFixture[str]
) -> None:
    log, lines = played("second_thoughts"), said(capsys, "history", archive, element).splitlines()
    assert [int(line.split()[0]) for line in lines] == log.versions(element)
    ends = [int(line.split()[0]) for line in lines if " (undone at version " in line]
    assert ends == list(log.undone(element))
    told = json.loads(said(capsys, "history", archive, element, "--json"))
    assert list(told) == MEMBERS["history FILE ELEMENT"]
    assert [one["version"] for one in told["entries"]] == log.versions(element)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["why", "165"], "the archive has no version 165; it has the versions 1 to 164"),
        (["why", "0"], "the archive has no version 0; it has the versions 1 to 164"),
        (["history", "n99"], "the archive has no element 'n99'; it has e1, e2,"),
        (["history", "s1"], "the archive has no element 's1'; it has e1, e2,"),
        (["history", "a2.node"], "the archive has no element 'a2.node'; it has e1, e2,"),
    ],
)
def test_a_missing_version_or_element_is_named_with_the_existing_ones(
    archive: str, asked: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([asked[0], archive, *asked[1:]]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.startswith(f"verger: {says}")) == ("", True)


def test_an_archive_of_another_game_names_its_own_elements(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = written(tmp_path, archived(rows(evening("venus_the_salt_road"))))
    assert main(["history", str(other), "n1"]) == 2
    assert capsys.readouterr().err.endswith("no element 'n1'; it has c1, c2, c3, c4\n")
