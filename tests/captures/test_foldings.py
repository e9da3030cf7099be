"""The test vectors of folding are up to date with the recorded evenings."""

import json

import pytest

from tests.captures.foldings import EVENINGS, FOLDER, TABLE, vector
from tests.golden.record import game_of
from verger_client.records import GAMES


def test_the_test_vectors_are_small_and_are_those_of_the_listed_evenings() -> None:
    files = sorted(FOLDER.glob("*.jsonl"))
    assert [file.stem for file in files] == sorted(EVENINGS)
    assert sum(file.stat().st_size for file in files) < 300_000


@pytest.mark.parametrize("name", EVENINGS)
def test_a_vector_equals_the_servers_views_of_its_evening(name: str) -> None:
    written = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    assert written == "".join(vector(name)), "make record"


@pytest.mark.parametrize("game", GAMES)
def test_the_vectors_of_a_game_have_every_effect_that_changes_a_record(game: str) -> None:
    lines = [
        json.loads(line) for name in EVENINGS if game_of(name) == game for line in vector(name)
    ]
    caused = {one["effect"] for line in lines for one in line.get("effects", ())}
    assert caused >= GAMES[game]["effects"].keys()


def test_the_vectors_have_every_effect_of_all_games_that_changes_a_record() -> None:
    whole = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.jsonl"))
    shared = json.loads(TABLE.read_text("utf-8"))["shared"]["effects"]
    assert [name for name in shared if f'"effect":"{name}"' not in whole] == []
