"""`make new-ruleset`: a game that passes what every game has to pass, but for two evenings that its author tells."""

import pytest

from tests.captures.anew import OF_PLAY
from tests.support.grown import Grown
from tests.support.new_ruleset import write

NAME = "pebbles"
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
        "pytest tests/architecture -q",
        f"pytest tests/domain/games/{NAME} tests/golden tests/laws -q -k {NAME}",
    ],
)
def test_a_new_game_passes_what_every_game_has_to_pass(grown: Grown, check: str) -> None:
    skipped = ["--deselect", TWO_EVENINGS_MORE] if check.startswith("pytest") else []
    grown.run(*check.split(), *skipped)
