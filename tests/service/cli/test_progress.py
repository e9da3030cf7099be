"""Commands that can take seconds show their progress on a terminal, and nowhere else."""

import io
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support import forked
from tests.support.client import played
from tests.support.log import evening
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import execute, fresh_database
from tests.support.server import SECRET_KEY, serving
from tests.support.settings import DURABILITY
from verger.service.archive.read import header
from verger.service.cli import main, progress
from verger.service.database import embedded

CLEAR = "\r\033[K"


class Terminal(io.StringIO):
    """A terminal that keeps everything that is written to it."""

    def isatty(self) -> bool:
        return True


class Stored(NamedTuple):
    """A database with three sessions, and the id of one of them."""

    url: str
    session: str


@pytest.fixture(scope="module")
def stored(postgres_url: str) -> Iterator[Stored]:
    with fresh_database(postgres_url) as url:
        with serving(url) as server:
            tables = [played(server.http, "Ann", "Bo") for _ in range(3)]
        yield Stored(url, tables[0].session)


@pytest.fixture
def terminal(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("DATABASE_URL", stored.url)
    monkeypatch.setenv("VERGER_SECRET_KEYS", SECRET_KEY)
    monkeypatch.setattr(progress, "PAUSE_SECONDS", 0.0)
    return Terminal()


@contextmanager
def held(url: str, table: str) -> Iterator[None]:
    """Lock a table, so that every reader of it waits."""
    psql = subprocess.Popen(
        [embedded.tools() / "psql", "-qX", url], stdin=subprocess.PIPE, text=True
    )
    assert psql.stdin
    psql.stdin.write(f"BEGIN; LOCK TABLE {table};\n")
    psql.stdin.flush()
    locks = f"SELECT FROM pg_locks WHERE granted AND relation = '{table}'::regclass"
    until(lambda: execute(url, f"SELECT EXISTS ({locks} AND mode LIKE 'AccessEx%')") == "t")
    try:
        yield
    finally:
        psql.stdin.close()
        psql.wait(PATIENCE_SECONDS)


def forks_of(process: int) -> list[int]:
    """The children of a process that run the same program."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    program = Path(f"/proc/{process}/cmdline").read_bytes()
    return [int(one) for one in children if Path(f"/proc/{one}/cmdline").read_bytes() == program]


AT_DATABASE: dict[str, tuple[Sequence[str], list[str]]] = {
    "sessions": (["sessions"], ["1 sessions", "3 sessions"]),
    "expire": (["expire", "--idle", "0s"], ["3 sessions checked"]),
    "rebuild": (["rebuild"], ["3 sessions found", f"[{'#' * 30}] 3 of 3 sessions"]),
    "verify": (
        ["verify", "--all", "--jobs", "2"],
        [
            "3 sessions found",
            f"[{'#' * 10}{'.' * 20}] 1 of 3 sessions, ",
            f"[{'#' * 30}] 3 of 3 sessions, ",
        ],
    ),
}


@pytest.mark.parametrize("name", AT_DATABASE)
def test_a_command_shows_how_many_sessions_are_done(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    arguments, shown = AT_DATABASE[name]
    with redirect_stderr(terminal):
        assert main(arguments) == 0
    told = capsys.readouterr().out
    drawn = terminal.getvalue()
    assert [text for text in shown if f"{CLEAR}{text}" not in drawn] == []
    assert drawn.endswith(CLEAR), "the line is cleared in the end"
    assert "\r" not in told
    assert told


def test_an_export_shows_how_many_events_are_written(
    stored: Stored, terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "out.ndjson"
    with redirect_stderr(terminal):
        assert main(["export", stored.session, str(file)]) == 0
    events = header(file).head
    assert f"{CLEAR}[{'#' * 30}] {events} of {events} events" in terminal.getvalue()


@pytest.mark.parametrize(
    "command", ["verify", "replay", "story", "bisect", "diff", "why", "history", "case"]
)
def test_reading_an_archive_shows_how_many_events_are_read(
    terminal: Terminal, archive: Path, command: str
) -> None:
    length = len(evening("war"))
    more = {
        "bisect": [f"version == `{length}`"],
        "diff": ["1", str(length)],
        "why": ["1"],
        "history": ["n1"],
        "case": ["1"],
    }.get(command, [])
    with redirect_stderr(terminal):
        main([command, str(archive), *more])
    assert f"{CLEAR}[{'.' * 30}] 1 of {length} events" in terminal.getvalue()
    assert f"{CLEAR}[{'#' * 30}] {length} of {length} events" in terminal.getvalue()
    assert terminal.getvalue().endswith(CLEAR)


def test_a_step_of_unknown_length_shows_the_seconds_that_it_takes(terminal: Terminal) -> None:
    with redirect_stderr(terminal), progress.seconds("seconds of import"):
        until(terminal.getvalue)
    assert terminal.getvalue().startswith(f"{CLEAR}0 seconds of import")
    assert terminal.getvalue().endswith(CLEAR)


@pytest.mark.parametrize("arguments", [["sessions"], ["verify", "--all"]])
def test_nothing_is_shown_where_there_is_no_terminal(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", stored.url)
    with redirect_stderr(io.StringIO()) as said:
        assert main(arguments) == 0
    assert said.getvalue() == ""


def test_drawings_are_not_closer_than_a_pause(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PAUSE_SECONDS", 3600.0)
    with redirect_stderr(terminal), progress.Progress("sessions") as line:
        for number in range(100):
            line.show(number)
    assert terminal.getvalue() == f"{CLEAR}0 sessions{CLEAR}"


def test_a_line_of_output_takes_the_place_of_the_progress(terminal: Terminal) -> None:
    with (
        redirect_stderr(terminal),
        redirect_stdout(terminal),
        progress.Progress("sessions") as line,
    ):
        line.show(1)
        line.print("the first session")
    assert terminal.getvalue() == f"{CLEAR}1 sessions{CLEAR}the first session\n"


def test_a_killed_process_ends_the_verification_with_an_error(
    stored: Stored, tmp_path: Path
) -> None:
    environment = {"DATABASE_URL": stored.url, "PATH": os.environ["PATH"], **DURABILITY}
    printed, log = tmp_path / "printed", tmp_path / "log"
    # The table is locked, so the verifying processes wait until one of them is killed.
    with held(stored.url, "snapshots"):
        verifying = forked.forked(("verify", "--all", "--jobs", "2"), environment, printed, log)
        first, _ = until(lambda: forks_of(verifying.pid), lambda found: len(found) == 2)
        os.kill(first, signal.SIGKILL)
        status = verifying.wait(PATIENCE_SECONDS)
    assert status == 2
    assert printed.read_text() == ""
    assert log.read_text().startswith("verger: one of 2 processes that verify sessions was killed")
