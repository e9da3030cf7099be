"""`make new-ruleset` writes a game that passes the checks of every game, except for two evenings that the author must write."""

import re

import pytest

from tests.captures.anew import OF_PLAY
from tests.support.grown import Grown
from tests.support.new_ruleset import files, write
from tests.support.root import ROOT
from tests.writing.constructions import constructions
from tests.writing.surfaces import File, described, documented, hide_code, markdown, names, strings

NAME = "pebbles"
ARCHITECTURE = 100
"""The minimum number of tests of the architecture that must pass."""
TWO_EVENINGS_MORE = (
    f"tests/golden/test_evenings.py::test_a_game_has_three_evenings_at_least[{NAME}]"
)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Grown:
    grown = Grown(tmp_path_factory.mktemp("grown") / "verger")
    write(grown.folder, NAME)
    # `make new-ruleset` also records answers and refusals. These tests do not need them.
    for program, *arguments in OF_PLAY:
        grown.run(program, *arguments)
    return grown


@pytest.mark.parametrize(
    "check",
    [
        f"ruff check domain tests/domain/games/{NAME}",
        f"ruff format --check domain tests/domain/games/{NAME}",
        f"mypy domain/games/{NAME} tests/domain/games/{NAME}",
        "lint-imports",
    ],
)
def test_a_new_game_passes_the_checks_of_every_game(grown: Grown, check: str) -> None:
    grown.run(*check.split())


@pytest.mark.parametrize(
    ("chosen", "least"),
    [
        (("tests/architecture",), ARCHITECTURE),
        ((f"tests/domain/games/{NAME}", "tests/golden", "--deselect", TWO_EVENINGS_MORE), 1),
        (("tests/laws", "-m", "not thorough"), 1),
        (("tests/laws", "-m", "thorough"), 1),
    ],
    ids=["architecture", "its own", "laws", "thorough laws"],
)
def test_a_new_game_passes_the_tests_of_games_and_of_architecture(
    grown: Grown, chosen: tuple[str, ...], least: int
) -> None:
    told = grown.run("pytest", "-q", *chosen, "-k", f"{NAME} or architecture")
    assert int(re.findall(r"(\d+) passed", told)[-1]) >= least


def test_a_new_game_adds_only_plain_texts(grown: Grown) -> None:
    texts = [
        words
        for path, source in files(NAME)
        if not path.endswith(".jsonl")
        for reader in ((markdown,) if path.endswith(".md") else (documented, strings, names))
        for _, words in reader(File(path, source))
    ]
    # Some texts of the API document list the types of all games. A longer list is not a new text.
    before, after = (
        {re.sub(rf" or `{NAME}\w+`", "", words, flags=re.IGNORECASE) for _, words in described(one)}
        for one in (
            File("openapi.json", (folder / "openapi" / "openapi.json").read_text())
            for folder in (ROOT, grown.folder)
        )
    )
    texts += after - before
    assert len(texts) > 40
    assert [str(hit) for words in texts for hit in constructions(hide_code(words))] == []
