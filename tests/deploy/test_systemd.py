"""The systemd units are valid, have few privileges, and leave the server time to stop."""

import configparser
import json
import os
import platform
import pty
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.deploy.image import DEPLOY
from tests.support.child import begun, command, environment
from tests.support.client import played
from tests.support.load import verified
from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import reachable_folder
from tests.support.program import found, needs_haproxy
from verger.service import settings
from verger.service.cli.command import UNUSABLE
from verger.service.demo import FILE

UNIT = DEPLOY / "systemd" / "verger.service"
BACKUP = DEPLOY / "systemd" / "verger-backup.service"
TIMER = BACKUP.with_suffix(".timer")
VERGER = Path(sys.executable).with_name("verger")
ANALYZE = found("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze here")


def analyzed(*asked: str | Path) -> str:
    """Run systemd-analyze, and return its output."""
    done = subprocess.run([ANALYZE or "", *asked], capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


@needs_systemd
@pytest.mark.parametrize("file", [UNIT, BACKUP, TIMER], ids=lambda file: file.name)
def test_systemd_finds_no_fault_in_the_unit(file: Path, tmp_path: Path) -> None:
    for one in (UNIT, BACKUP, TIMER):
        # systemd-analyze looks for the program, so the unit names one that exists.
        text = one.read_text().replace("/opt/verger/bin/verger serve", "/bin/true")
        (tmp_path / one.name).write_text(text)
    assert analyzed("verify", tmp_path / file.name) == ""


@needs_systemd
@pytest.mark.parametrize("file", [UNIT, BACKUP], ids=lambda file: file.name)
def test_the_unit_runs_with_few_privileges(file: Path) -> None:
    assert analyzed("security", "--offline=true", "--threshold=15", file)


def of_service(name: str, file: Path = UNIT) -> str:
    """Return a value in the section [Service] of a unit."""
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(file.read_text())
    return unit["Service"][name]


def test_the_backup_unit_makes_a_backup_and_deletes_the_old_ones(
    database_url: str, tmp_path: Path
) -> None:
    old, recent = tmp_path / "old", tmp_path / "recent"
    for folder, days in ((old, 15), (recent, 13)):
        folder.mkdir()
        made = time.time() - days * 86_400
        os.utime(folder, (made, made))
    for name in ("ExecStart", "ExecStartPost"):
        line = of_service(name, BACKUP).replace("$$", "$").replace("%%", "%")
        words = shlex.split(line.replace("/opt/verger/bin/verger", str(VERGER)))
        more = {"STATE_DIRECTORY": str(tmp_path), "DATABASE_URL": database_url}
        subprocess.run(words, env={**environment(), **more}, check=True, capture_output=True)
    assert not old.exists()
    (made_now,) = {*tmp_path.iterdir()} - {recent}
    assert (made_now / "manifest.json").exists()


def test_a_stop_has_time_for_accepted_requests() -> None:
    assert int(of_service("TimeoutStopSec")) >= settings.Settings().stop_seconds + 10


def test_the_server_is_restarted_unless_its_settings_are_wrong() -> None:
    assert of_service("Restart") == "always"
    assert of_service("RestartPreventExitStatus") == str(UNUSABLE)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_a_user_without_a_name_gets_one_sentence_and_no_restart() -> None:
    nameless = 54_321
    before = (
        f"import os, verger.service.server, verger.service.cli.operators; os.setuid({nameless})"
    )
    with reachable_folder() as folder:
        folder.chmod(0o777)
        done = subprocess.run(
            command(before),
            cwd=folder,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert [*folder.iterdir()] == []
    assert done.returncode == UNUSABLE
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        f"verger: the embedded database needs a user with a name, and user {nameless}"
    )


@pytest.mark.parametrize("is_terminal", [False, True])
def test_the_tokens_of_the_demonstration_are_printed_only_on_a_terminal(
    database_url: str, tmp_path: Path, *, is_terminal: bool
) -> None:
    reading, writing = pty.openpty() if is_terminal else os.pipe()
    more = {"VERGER_DEMO": "on"}
    with begun(database_url, stdout=writing, folder=tmp_path, more=more):
        printed = b""
        while b"as Dee" not in printed and b"tokens  " not in printed:
            printed += os.read(reading, 10_000)
    tokens = json.loads((tmp_path / FILE).read_text())["tokens"].values()
    assert [token.encode() in printed for token in tokens] == [is_terminal] * len(tokens)
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize(
    ("processes", "status"), [(None, 1), ("", 1), ("1", 1), ("2", 0), ("auto", 0)]
)
def test_a_reload_fails_if_nothing_is_reloaded(processes: str | None, status: int) -> None:
    with subprocess.Popen(["sleep", str(PATIENCE_SECONDS)]) as main:
        own = {} if processes is None else {"VERGER_PROCESSES": processes}
        words = shlex.split(of_service("ExecReload").replace("$$", "$"))
        done = subprocess.run(
            words, env={"MAINPID": str(main.pid), **own}, capture_output=True, check=False
        )
        assert done.returncode == status
        assert (b"systemctl restart" in done.stderr) == bool(status)
        if status:
            main.kill()
        assert main.wait(PATIENCE_SECONDS) == (-signal.SIGKILL if status else -signal.SIGHUP)


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=needs_haproxy)])
def test_systemd_learns_once_that_the_server_listens(
    database: str, tmp_path: Path, processes: int
) -> None:
    assert (of_service("Type"), of_service("TimeoutStartSec")) == ("notify", "infinity")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address := str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE_SECONDS)
        more = {"NOTIFY_SOCKET": address, "VERGER_PROCESSES": processes}
        with begun(database, more=more) as child:
            assert systemd.recv(100) == b"READY=1"
            assert child.http.get("/healthz").status_code == 200
            systemd.setblocking(False)
            with pytest.raises(BlockingIOError):
                systemd.recv(100)


PRIVILEGED = {
    "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260, "setuid": 105, "setreuid": 113, "setgroups": 116,
    "setresuid": 117, "setfsuid": 122, "capset": 126, "chroot": 161, "pivot_root": 155, "acct": 163,
}  # fmt: skip
"""Some system calls of systemd's set @privileged, with their numbers on x86_64."""
FILTERED = f"""
import ctypes, errno, struct
def instruction(code, value, yes=0, no=0):
    return struct.pack("HBBI", code, yes, no, value)
forbidden = {sorted(PRIVILEGED.values())}
parts = [instruction(0x20, 0)]
for at, number in enumerate(forbidden):
    parts.append(instruction(0x15, number, yes=len(forbidden) - at))
parts += [instruction(0x06, 0x7FFF0000), instruction(0x06, 0x00050000 | errno.EPERM)]
program = ctypes.create_string_buffer(b"".join(parts))
told = struct.pack("HL", len(parts), ctypes.addressof(program))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, told) == 0
"""
"""A program that forbids these system calls, as `SystemCallFilter=~@privileged` does."""


@needs_systemd
def test_the_filter_of_this_test_is_part_of_the_units() -> None:
    assert "SystemCallFilter=~@privileged" in UNIT.read_text()
    listed = analyzed("syscall-filter", "@privileged", "@chown").split()
    assert PRIVILEGED.keys() - {*listed} == set()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="numbers of x86_64")
@needs_haproxy
def test_several_processes_start_and_play_without_privileges(database: str) -> None:
    with begun(database, words=command(FILTERED), more={"VERGER_PROCESSES": 2}) as child:
        assert verified(played(child.http, "Ann", "Bo")["Ann"])
        assert child.stop() == 0
