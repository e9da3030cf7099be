"""`make new-ruleset`: a game that passes what every game has to pass, but for two evenings that its author tells."""

import re

import pytest

from tests.captures.anew import OF_PLAY
from tests.support.grown import Grown
from tests.support.new_ruleset import write

NAME = "pebbles"
ARCHITECTURE = 100
"""So many tests there are of all that is written, and more."""
TWO_EVENINGS_MORE = (
    f"tests/golden/test_evenings.py::test_a_game_has_three_evenings_at_least[{NAME}]"
)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Grown:
    grown = Grown(tmp_path_factory.mktemp("grown") / "verger")
    write(grown.folder, NAME)
    # The command records answers and refusals too; nothing below reads those.
    for program, *arguments in OF_PLAY:
        grown.run(program, *arguments)
    return grown


@pytest.mark.parametrize(
    "check",
    [
        f"ruff check domain tests/domain/games/{NAME} tests/golden/scenarios",
        f"ruff format --check domain tests/domain/games/{NAME} tests/golden/scenarios",
        f"mypy domain/games/{NAME} tests/domain/games/{NAME}",
        "lint-imports",
    ],
)
def test_a_new_game_passes_what_every_game_has_to_pass(grown: Grown, check: str) -> None:
    grown.run(*check.split())


def test_it_passes_every_test_of_a_game_and_those_of_all_that_is_written(grown: Grown) -> None:
    folders = ("tests/architecture", f"tests/domain/games/{NAME}", "tests/golden", "tests/laws")
    chosen = ("-k", f"{NAME} or architecture", "--deselect", TWO_EVENINGS_MORE)
    told = grown.run("pytest", "-q", *folders, *chosen)
    assert int(re.findall(r"(\d+) passed", told)[-1]) > ARCHITECTURE
