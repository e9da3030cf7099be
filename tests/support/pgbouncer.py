"""The machine's own PgBouncer in front of a test's PostgreSQL: found, started, and nothing downloaded."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from tests.support.postgres import execute, reachable_folder
from tests.support.program import found
from verger.service.database import embedded

NONE = (
    "there is no pgbouncer on the PATH, so nothing is tried through a pooler: "
    "apt-get install pgbouncer, or PGBOUNCER=/path/to/it"
)
SETTINGS = """
[databases]
* = host={sockets}
[pgbouncer]
pool_mode = {mode}
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
default_pool_size = 2
"""
"""Fewer connections to the server than a process has to the pooler, so that they change hands."""


@contextmanager
def pooling(url: str, user: str, mode: str) -> Iterator[str]:
    """Run a pooler before the server of this database, and return its URL, for a user of the server."""
    program, port = found("pgbouncer"), free_port()
    assert program, NONE
    sockets = execute(url, "SHOW unix_socket_directories").strip('"')
    with reachable_folder() as folder:
        file = folder / "pgbouncer.ini"
        file.write_text(SETTINGS.format(sockets=sockets, mode=mode, port=port, folder=folder))
        (folder / "users").write_text(f'"{user}" ""\n')
        # Like PostgreSQL, it does not run as root. It connects to PostgreSQL's socket.
        as_user = ["-u", embedded.SYSTEM_USER] if os.geteuid() == 0 else []
        arguments = [program, "--quiet", *as_user, str(file)]
        with subprocess.Popen(arguments, stderr=subprocess.DEVNULL) as pooler:
            pooled = urlsplit(url)._replace(netloc=f"{user}@127.0.0.1:{port}", query="").geturl()
            try:
                until(lambda: _answers(pooled, pooler))
                yield pooled
            finally:
                pooler.kill()
                pooler.wait(PATIENCE_SECONDS)


def _answers(url: str, pooler: subprocess.Popen[bytes]) -> bool:
    assert pooler.poll() is None, "pgbouncer did not start"
    psql = [str(embedded.tools() / "psql"), "--no-psqlrc", "-qAtc", "SELECT 1", url]
    return subprocess.run(psql, check=False, capture_output=True).returncode == 0
