"""The tests of `make clients` for the packages of both clients: each is built and installed, and plays every game.

The tests need npm, and packages from the registries. Therefore, pytest collects them only if you
name this file.
"""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.api.docs.test_quick_start import blocks
from tests.clients.generator import BOT, ROOT, run
from tests.clients.test_bot import Bot, has_played
from tests.support.patience import until
from tests.support.server import Server
from verger.domain.games.rulesets import RULESETS
from verger_client import Verger

PYTHON, TYPESCRIPT = ROOT / "clients" / "python", ROOT / "clients" / "typescript"
UV = Path(sys.executable).with_name("uv")
NOTHING = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""The environment of somebody without a checkout: no variable makes Python import from one."""


def python_in(place: Path, form: str) -> Path:
    """Build the Python client in this form (wheel or sdist), install it into a new environment, and return its Python."""
    run([sys.executable, "-m", "hatchling", "build", "-t", form, "-d", place], PYTHON)
    (built,) = (path for path in place.iterdir() if path.suffix in (".whl", ".gz"))
    run([UV, "venv", "--quiet", "--python", sys.executable, place / "own"], place)
    own = place / "own" / "bin" / "python"
    run([UV, "pip", "install", "--quiet", "--python", own, built], place)
    return own


def node_in(place: Path) -> None:
    """Pack the TypeScript client, and install it into a new folder."""
    run(["npm", "pack", "--silent", "--pack-destination", place], TYPESCRIPT)
    (packed,) = place.glob("*.tgz")
    run(["npm", "init", "--yes"], place)
    run(["npm", "install", "--loglevel=error", packed], place)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command that starts the bot with the installed Python client."""
    place = tmp_path_factory.mktemp("python")
    own = python_in(place, "wheel")
    shutil.copy(BOT, place)
    return [str(own), str(place / BOT.name)]


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command that starts the bot with the installed TypeScript client."""
    place = tmp_path_factory.mktemp("node")
    node_in(place)
    shutil.copy(TYPESCRIPT / "bot.js", place / "bot.mjs")
    return ["node", str(place / "bot.mjs")]


def program(client: Path, language: str, server: Server) -> str:
    """Return the program in a client's README, with the address of this server."""
    (block,) = blocks((client / "README.md").read_text(), language)
    return block.replace("http://127.0.0.1:8000", server.url)


@pytest.mark.parametrize("form", ["wheel", "sdist"])
def test_the_program_of_the_python_readme_runs(server: Server, tmp_path: Path, form: str) -> None:
    own = python_in(tmp_path, form)
    (tmp_path / "readme.py").write_text(program(PYTHON, "python", server))
    assert run([own, "readme.py"], tmp_path) == "Ann draws a line.\n"


def test_the_program_of_the_typescript_readme_runs(server: Server, tmp_path: Path) -> None:
    node_in(tmp_path)
    (tmp_path / "readme.mjs").write_text(program(TYPESCRIPT, "javascript", server))
    assert run(["node", "readme.mjs"], tmp_path) == "Ann draws a line.\n"


def test_the_python_client_comes_only_from_its_package(python: list[str]) -> None:
    asked = "import verger_client; print(verger_client.__file__)"
    said = subprocess.run(
        [python[0], "-c", asked], env=NOTHING, capture_output=True, text=True, check=True
    )
    assert Path(said.stdout).is_relative_to(Path(python[0]).parents[1])


@pytest.mark.parametrize("game", list(RULESETS))
def test_both_installed_clients_play_every_game(
    server: Server, python: list[str], node: list[str], game: str
) -> None:
    with Verger(server.url) as verger, ExitStack() as running:
        table = verger.start("An evening", "Ann", "Bo", "Cy", ruleset=game)
        codes = [table.offer_device_code().code, *table.invitations.values()]
        commands = zip(codes, (python, node, python), strict=True)
        playing = [started([*bot, server.url, str(code)], running) for code, bot in commands]
        until(lambda: has_played(table, playing))


def started(command: list[str], running: ExitStack) -> Bot:
    bot = subprocess.Popen(
        command, cwd=Path(command[-3]).parent, env=NOTHING, stderr=subprocess.PIPE, text=True
    )
    running.enter_context(bot)
    running.callback(bot.kill)
    return bot
