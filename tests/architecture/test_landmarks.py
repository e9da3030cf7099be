"""Every game has landmarks (places in its play to jump to). A landmark is an effect of the game, or of all games."""

import re
from typing import get_args

import msgspec
import pytest

from tests.architecture.test_effects import each_game, kinds_of
from verger.domain.core.landmark import TABLE, Landmarks, LogKind, PlayKind, Title
from verger.domain.games.rulesets import RULESETS

TABLES = {"every game": TABLE} | {name: game.landmarks for name, game in RULESETS.items()}
each_table = pytest.mark.parametrize("name", TABLES)


def forms(table: Landmarks) -> list[tuple[type, str]]:
    """Return the templates of titles and names, each with the effect whose fields fill it."""
    titles: list[tuple[type, Title]] = [(kind, title) for kind, (_, title) in table.titles.items()]
    names = [
        (kind, form)
        for kind, naming in table.names.items()
        if isinstance(naming, tuple)
        for form in naming
    ]
    return [(kind, form) for kind, form in [*titles, *names] if isinstance(form, str)]


@each_game
def test_a_game_has_landmarks_and_begins_with_a_step(game: str) -> None:
    kinds = {kind for kind, _ in RULESETS[game].landmarks.titles.values()}
    assert "step" in kinds
    assert kinds <= set(get_args(PlayKind))


def test_shared_landmarks_are_of_the_table_and_the_log() -> None:
    assert {kind for kind, _ in TABLE.titles.values()} == set(get_args(LogKind))


@each_game
def test_landmarks_are_effects_of_the_game(game: str) -> None:
    effects = set(kinds_of(RULESETS[game].effect_type))
    for table in (TABLE, RULESETS[game].landmarks):
        assert {*table.titles, *table.names} <= effects


@each_table
def test_templates_of_titles_name_only_fields_of_their_effects(name: str) -> None:
    for kind, form in forms(TABLES[name]):
        members = {field.name for field in msgspec.structs.fields(kind)}
        assert set(_places(form)) <= members, (kind, form)


def _places(form: str) -> list[str]:
    return re.findall(r"\{(\w+)", form)
