"""Run the tests of the TypeScript client in Node, with and without a server."""

import json
import shutil
from pathlib import Path

import pytest

from tests.api.docs.test_quick_start import blocks, node
from tests.captures.foldings import lines
from tests.clients.generator import HERE, ROOT, run
from tests.clients.guide import told
from tests.laws.game import walk
from tests.support.cutting import cutting
from tests.support.root import DOCS
from tests.support.server import Server
from verger_client.records import GAMES

CLIENT = ROOT / "clients" / "typescript"
GUIDE = (DOCS / "typescript.md").read_text()
NODE = node() or ""

pytestmark = pytest.mark.skipif(not NODE, reason="Node 20 is not here")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with the TypeScript client as a package, and its test programs."""
    modules = tmp_path / "node_modules"
    modules.mkdir()
    (modules / "verger-client").symlink_to(CLIENT)
    for test in (HERE / "javascript").glob("*.test.js"):
        shutil.copy(test, tmp_path / f"{test.stem}.mjs")
    return tmp_path


def test_the_typescript_client_retries_fills_in_forms_and_verifies(place: Path) -> None:
    run([NODE, "--test", "asking.test.mjs"], place, DOCUMENT=str(ROOT / "openapi" / "openapi.json"))


def test_the_typescript_client_skips_or_reports_bad_answers(place: Path) -> None:
    run([NODE, "--test", "answers.test.mjs"], place, ANSWERS=str(HERE / "answers.json"))


def test_the_typescript_client_plays_and_follows(server: Server, place: Path) -> None:
    with cutting(server.port, 2_500, 4_000) as way:
        run([NODE, "--test", "playing.test.mjs"], place, BASE=server.url, CUT=way.url)
        assert way.cut == 2


def test_operations_of_the_typescript_client_have_their_described_effects(
    server: Server, place: Path
) -> None:
    run([NODE, "--test", "operations.test.mjs"], place, BASE=server.url)


def test_the_typescript_client_folds_the_test_vectors(place: Path) -> None:
    run([NODE, "--test", "folding.test.mjs"], place, VECTORS=str(ROOT / "clients" / "folding"))


@pytest.mark.parametrize("game", GAMES)
def test_the_typescript_client_folds_generated_play_to_the_servers_views(
    tmp_path: Path, place: Path, game: str
) -> None:
    played, vectors = walk(game, seed=0), tmp_path / "vectors"
    vectors.mkdir()
    (vectors / "walk.jsonl").write_text("".join(lines(played.ruleset, game, played.history)))
    run([NODE, "--test", "folding.test.mjs"], place, VECTORS=str(vectors))


def test_views_of_the_typescript_client_follow_a_session(server: Server, place: Path) -> None:
    run([NODE, "--test", "views.test.mjs"], place, BASE=server.url)


def test_the_programs_of_the_typescript_guide_run(server: Server, place: Path) -> None:
    (place / "guide.mjs").write_text("".join(blocks(GUIDE, "javascript")))
    told = run([NODE, "guide.mjs"], place, BASE=server.url).splitlines()
    assert told == ["Bo draws a line.", "3 { bank: { boost: 2 } } []", "3 { bank: { boost: 2 } }"]


@pytest.mark.parametrize("name", ["Verger", "Session"])
def test_the_table_of_the_typescript_guide_has_every_method(place: Path, name: str) -> None:
    asked = f"Object.getOwnPropertyNames({name}.prototype).filter((one) => !/^(constructor|token|invitations)$/.test(one))"
    program = f'import {{ {name} }} from "verger-client"; console.log(JSON.stringify({asked}))'
    (place / "table.mjs").write_text(program)
    has = json.loads(run([NODE, "table.mjs"], place))
    assert told(GUIDE, name) == set(has)
