"""Commands on a database with a damaged page continue with the other sessions, and no log is in their output."""

import os
import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.support.damaged import LINES, LOG, Play, damage, page_of, playing
from tests.support.postgres import execute
from tests.support.server import SECRET_KEY
from tests.torture.program import OWN

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def play() -> Iterator[Play]:
    with playing() as play:
        play.server.stop()
        execute(play.held.url, "VACUUM ANALYZE")
        page = page_of(play, LINES // 2)
        damage(play.held, LOG, range(page, 10_000), of=[play.ann.session])
        yield play


def told(play: Play, *words: str) -> "subprocess.CompletedProcess[str]":
    given = {"DATABASE_URL": play.held.url, "VERGER_SECRET_KEYS": SECRET_KEY}
    return subprocess.run(
        [OWN.command, *words],
        env={"PATH": os.environ["PATH"], **given},
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("command", ["sessions", "rebuild", "verify --all"])
def test_a_command_names_the_damaged_session_and_goes_on(play: Play, command: str) -> None:
    said = told(play, *command.split())
    assert said.returncode == 1
    lines = said.stdout.splitlines()
    (damaged,) = [line for line in lines if line.startswith(play.ann.session)]
    assert "version" in damaged
    assert "log_damaged" in said.stderr
    other = "[1-9][0-9]* of [0-9]+ sessions verified" if "verify" in command else play.other.session
    assert any(re.match(other, line) for line in lines)


def test_the_log_of_a_command_is_not_in_its_output(play: Play) -> None:
    said = told(play, "export", play.ann.session)
    assert (said.returncode, said.stdout) == (1, "")
    assert "database_damaged" in said.stderr
    assert told(play, "export", play.other.session).stdout.startswith("{")
