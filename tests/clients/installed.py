"""What `make clients` holds of the packages: built, and installed where nothing else is, both play every game.

It needs npm, and what the packages depend on from the registries; so it is collected only where it is named.
"""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.clients.generator import BOT, ROOT, run
from tests.clients.test_bot import Bot, has_played
from tests.support.patience import until
from tests.support.server import Server
from verger.domain.games.rulesets import RULESETS
from verger_client import Verger

PYTHON, TYPESCRIPT = ROOT / "clients" / "python", ROOT / "clients" / "typescript"
UV = Path(sys.executable).with_name("uv")
NOTHING = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""The environment of somebody who has no checkout."""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give the bot as whoever installed the Python client starts it."""
    place = tmp_path_factory.mktemp("python")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place], PYTHON)
    (wheel,) = place.glob("*.whl")
    run([UV, "venv", "--quiet", "--python", sys.executable, place / "own"], place)
    own = place / "own" / "bin" / "python"
    run([UV, "pip", "install", "--quiet", "--python", own, wheel], place)
    shutil.copy(BOT, place)
    return [str(own), str(place / BOT.name)]


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give the bot as whoever installed the TypeScript client starts it."""
    place = tmp_path_factory.mktemp("node")
    run(["npm", "pack", "--silent", "--pack-destination", place], TYPESCRIPT)
    (packed,) = place.glob("*.tgz")
    run(["npm", "init", "--yes"], place)
    run(["npm", "install", "--loglevel=error", packed], place)
    shutil.copy(TYPESCRIPT / "bot.js", place / "bot.mjs")
    return ["node", str(place / "bot.mjs")]


def test_the_python_client_comes_from_its_package_alone(python: list[str]) -> None:
    asked = "import verger_client; print(verger_client.__file__)"
    said = subprocess.run(
        [python[0], "-c", asked], env=NOTHING, capture_output=True, text=True, check=True
    )
    assert Path(said.stdout).is_relative_to(Path(python[0]).parents[1])


@pytest.mark.parametrize("game", list(RULESETS))
def test_installed_both_play_every_game(
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
