"""The types of each game's moves and effects fit recorded play. mypy checks this file too."""

import json
import re
from collections.abc import Iterator
from typing import (
    Any,
    NotRequired,
    assert_type,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest

from clients.generate.games import games as schemas
from tests.clients.python.conftest import Table
from tests.support.root import ROOT
from verger.domain.games.rulesets import RULESETS
from verger_client import games
from verger_client.games import AddLimitMove, VergeEffect


def test_a_move_and_its_effects_have_the_types_of_the_game(table: Table) -> None:
    move: AddLimitMove = {"move": "add_limit", "kind": "line", "text": "spiders"}
    for effect in cast("list[VergeEffect]", table.bo.move(move).event.effects):
        assert effect["effect"] == "limit_added"
        assert_type(effect["text"], str)
        assert effect["text"] == "spiders"


def test_a_field_that_a_move_does_not_take_is_an_error_of_its_type() -> None:
    wall: AddLimitMove = {"move": "add_limit", "kind": "wall", "text": "x"}  # type: ignore[typeddict-item]
    empty: AddLimitMove = {"move": "add_limit", "kind": "veil"}  # type: ignore[typeddict-item]
    assert wall.keys() - empty.keys() == {"text"}


def test_every_type_of_every_game_is_there() -> None:
    assert [name for name in schemas() if not hasattr(games, name)] == []
    objects = [kind for kind in vars(games).values() if is_typeddict(kind)]
    assert len(objects) > 500
    assert all(get_type_hints(kind) is not None for kind in objects)


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("kind", ["move", "effect"])
def test_samples_of_a_game_have_the_members_of_their_types(game: str, kind: str) -> None:
    unions = [name for name in schemas() if re.fullmatch(rf"{game}(recorded)?{kind}", name.lower())]
    types = [one for name in unions for one in get_args(getattr(games, name))]
    samples = list(samples_of(game, kind))
    assert len(samples) > 20
    assert [one for one in samples if not any(fits(one, kind, each) for each in types)] == []


def fits(sample: dict[str, Any], tag: str, kind: Any) -> bool:
    """Return whether a sample has the tag of a type, all its required members, and no unknown ones."""
    hints = get_type_hints(kind, include_extras=True)
    needed = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}
    return get_args(hints[tag]) == (sample[tag],) and needed <= sample.keys() <= hints.keys()


def samples_of(game: str, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the captured samples of a game, of moves or of effects."""
    for line in (ROOT / "openapi" / "examples" / f"{game}.jsonl").read_text().splitlines():
        one = json.loads(line)
        if kind in one:
            yield one["sample"]
