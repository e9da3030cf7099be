"""docs/readings has a table for each game's text: which rules implement each sentence, or why no rule does."""

import re
from pathlib import Path

import pytest

from tests.architecture.test_rules import SHARED_RULES
from tests.support.root import DOCS
from verger.domain.games.rulesets import RULESETS

READINGS = sorted((DOCS / "readings").glob("*.md"))
ID = re.compile(r"`([a-z_]+\.[a-z_]+)`")

each_reading = pytest.mark.parametrize("path", READINGS, ids=lambda path: path.stem)


def rows(path: Path) -> list[list[str]]:
    """Return the cells of every row in a page's tables, without headings and lines of dashes."""
    lines = [line for line in path.read_text().splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
    return [row for row in cells if set(row[0]) - set("-: ") and row[-1] != "Rules"]


@each_reading
def test_every_sentence_of_a_text_is_built_or_it_says_why_not(path: Path) -> None:
    assert len(rows(path)) > 20
    assert [row for row in rows(path) if len(row) != 2 or not all(row)] == []


@each_reading
def test_a_table_of_a_games_text_names_only_existing_rules(path: Path) -> None:
    named = {id for row in rows(path) for id in ID.findall(row[-1])}
    assert named - set(RULESETS[path.stem].rules) == set()


@each_reading
def test_every_rule_of_a_game_comes_from_its_text(path: Path) -> None:
    named = {id for row in rows(path) for id in ID.findall(row[-1])}
    assert set(RULESETS[path.stem].rules) - SHARED_RULES - named == set()
