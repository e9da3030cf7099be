"""In unusual surroundings, the server works, or refuses to start with one sentence."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.support.child import Child, begun, command, environment
from tests.support.client import Client, played
from tests.support.load import verified
from tests.support.log import archived, evening, rows
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import reachable_folder
from tests.support.program import needs_haproxy
from tests.support.root import ROOT
from verger.service.archive.format import MEDIA_TYPE
from verger.service.identity.connections import FEWEST, RESERVED

ASCII: dict[str, str] = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LOCALES = [{"LANG": "C"}, {"LC_ALL": "C"}, ASCII, {**ASCII, "PYTHONIOENCODING": "latin-1"}]
BOX = "\N{SPIDER WEB} Käfig"


def refused(*words: str, folder: Path | None = None, **settings: object) -> str:
    """Return the sentence of a refused start."""
    own = environment(**settings)
    done = subprocess.run(
        words, env=own, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("verger: ")
    return line


# Locales


@pytest.fixture(scope="module", params=[LOCALES[0], LOCALES[-1]], ids=str)
def abroad(database: str, request: pytest.FixtureRequest) -> Iterator[Child]:
    """Start a server in a locale that is not UTF-8, without restarting it in UTF-8 mode."""
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import verger.service.cli;"
    words = [sys.executable, "-c", f"{program} sys.exit(verger.service.cli.main(['serve']))"]
    with begun(database, words=words, more=request.param) as child:
        yield child


def test_every_page_is_the_same_in_every_locale(abroad: Child) -> None:
    visitor = Client(abroad.http)
    paths = ["/docs", "/docs/errors", "/docs/problems/unavailable", "/docs/reference", "/watch"]
    paths += [
        "/v1/openapi.json",
        "/v1/asyncapi.json",
        "/v1/rulesets",
        "/docs/changelog",
        "/docs/bot.py",
    ]
    assert {path: visitor.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)
    assert "“" in visitor.get("/docs/moves.md").text


def test_texts_of_all_scripts_are_played_in_every_locale(abroad: Child) -> None:
    ann = played(abroad.http, "Änne", "Bo")["Änne"]
    ann.draws_a_line(BOX)
    assert BOX in str(ann.log())
    assert verified(ann)


@pytest.mark.parametrize("locale", [LOCALES[0], LOCALES[-1]], ids=str)
def test_the_command_line_reads_and_prints_utf_8_in_every_locale(
    locale: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / f"{BOX}.ndjson"
    file.write_bytes(b"".join(archived(rows(evening("war")))))
    own = {"PATH": os.environ["PATH"], **locale}
    program = [str(Path(sys.executable).with_name("verger"))]
    for words in (("replay", file), ("story", file), ("replay", f"{file}x")):
        done = subprocess.run([*program, *words], env=own, capture_output=True, check=False)
        usual = subprocess.run(
            [*program, *words], env={**own, **dict.fromkeys(locale, ""), "LC_ALL": "C.UTF-8"},
            capture_output=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (usual.returncode, usual.stderr)
        assert done.stdout == usual.stdout
        assert ("“".encode() in done.stdout) == (done.returncode == 0)


# Python's options


@pytest.mark.parametrize(
    "words",
    [
        ("-m", "verger.service.layout.worker"),
        ("-c", "from verger.service.cli import main; main()", "serve"),
        ("-c", "from verger.service.cli import main; main()", "verify", "x"),
        ("-m", "bench"),
        ("-m", "tests.laws.fuzz"),
        (str(Path(sys.executable).with_name("verger")), "--help"),
    ],
)
@pytest.mark.parametrize("option", ["-O", "-OO"])
def test_without_assertions_nothing_starts(option: str, words: tuple[str, ...]) -> None:
    assert "assertions" in refused(sys.executable, option, *words, folder=ROOT)


def test_the_variable_that_switches_off_assertions_is_refused_too() -> None:
    assert "PYTHONOPTIMIZE" in refused(*command(), PYTHONOPTIMIZE="1")


# Limits of open files

LIMITED = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({0}, {0}))"


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("limit", [20, 64, RESERVED + FEWEST - 1])
def test_too_few_open_files_are_refused(limit: int, processes: int, tmp_path: Path) -> None:
    words = command(LIMITED.format(limit))
    said = refused(*words, folder=tmp_path, VERGER_PROCESSES=processes)
    assert f"system allows only {limit}" in said
    assert not (tmp_path / "var" / "postgres").exists()


def test_the_fewest_open_files_are_enough_to_serve(database: str) -> None:
    words = command(LIMITED.format(RESERVED + FEWEST))
    with begun(database, words=words) as child:
        table = played(child.http, "Ann", "Bo")
        assert table["Ann"].get(f"{table['Ann'].home}/network.svg").status_code == 200
        assert verified(table["Ann"])


# SIGHUP


def test_a_reload_does_not_end_a_single_process(database: str, tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log, begun(database, stderr=log) as child:
        ann = played(child.http, "Ann")["Ann"]
        for _ in range(3):
            child.process.send_signal(signal.SIGHUP)
            ann.draws_a_line("Spiders.")
        until(lambda: (tmp_path / "log").read_text("utf-8").count('"not_reloaded"') >= 1)
        assert child.process.poll() is None
        assert child.stop() == -signal.SIGTERM


def test_a_reload_does_not_end_a_server_with_its_own_database() -> None:
    with reachable_folder() as folder, begun("", folder=folder) as child:
        child.process.send_signal(signal.SIGHUP)
        assert verified(played(child.http, "Ann", "Bo")["Ann"])
        assert child.stop() >= 0


def test_a_hang_up_that_is_ignored_stays_ignored(database: str, tmp_path: Path) -> None:
    ignoring = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    with (
        (tmp_path / "log").open("wb") as log,
        begun(database, stderr=log, words=command(ignoring)) as child,
    ):
        child.process.send_signal(signal.SIGHUP)
        child.asks(1)
        child.stop()
    assert "not_reloaded" not in (tmp_path / "log").read_text("utf-8")


# Temporary files

WRITING = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))"
NO_FOLDER = "import tempfile; tempfile.tempdir = '/nowhere/at/all'"


@pytest.mark.parametrize("before", [WRITING, NO_FOLDER])
def test_an_archive_that_finds_no_room_is_refused_and_play_goes_on(
    database: str, before: str, tmp_path: Path
) -> None:
    with (
        (tmp_path / "log").open("wb") as log,
        begun(database, stderr=log, words=command(before)) as child,
    ):
        ann, media = played(child.http, "Ann", "Bo")["Ann"], {"Content-Type": MEDIA_TYPE}
        answer = ann.ask("POST", "/v1/imports", content=b"x" * 2_000_000, headers=media)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert "temporary" in answer.json()["detail"]
        # The limit on the size of files ends the log after fewer lines than this.
        child.asks(300)
        ann.draws_a_line("Spiders.")
        assert verified(ann)
        assert child.stop() == -signal.SIGTERM


@needs_haproxy
def test_a_folder_for_temporary_files_that_is_missing_for_a_while_ends_nothing(
    database: str,
) -> None:
    # The path of a socket is limited, and pytest's folder can be too long.
    with reachable_folder() as given, (given / "log").open("wb") as log:
        settings = {"VERGER_PROCESSES": 2, "TMPDIR": given}
        with begun(database, stdout=log, stderr=log, more=settings) as child:
            until(lambda: "Verger listens" in (given / "log").read_text("utf-8"))
            (folder,) = given.glob("verger-*")
            away = folder.rename(given / "away")
            parent = child.process.pid
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text("utf-8").split()
            for pid in children:
                if b"haproxy" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(int(pid), signal.SIGKILL)
            until(lambda: "process_not_started" in (given / "log").read_text("utf-8"))
            away.rename(folder)
            until(lambda: answers(child))
            assert child.stop() == 0


def answers(child: Child) -> bool:
    """Return whether the server can be reached."""
    with suppress(httpx.TransportError):
        return child.http.get("/healthz").status_code == 200
    return False
