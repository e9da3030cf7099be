"""Two cells, each with a database and a process, behind the proxy of deploy/."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

from tests.support import caddy
from tests.support.http_client import HttpClient
from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving


class Cells(NamedTuple):
    """Two cells and the proxy in front of them."""

    http: HttpClient
    port: int
    servers: tuple[Server, Server]

    @property
    def front(self) -> Server:
        """The process of cell 1, reached through the proxy."""
        seen = copy(self.servers[1])
        seen.port, seen.http = self.port, self.http
        return seen


@contextmanager
def cells(
    postgres_url: str, folder: Path, new_tables: str = "01", path: str = "", **settings: Any
) -> Iterator[Cells]:
    """Run cells 0 and 1, at a path if one is given. `new_tables` names the cells where new tables start."""
    home = {"verger_url": f"http://127.0.0.1{path}"} if path else {}
    shared = {"verger_trusted_proxies": "private", **home, **settings}
    with (
        fresh_database(postgres_url, durable=False) as first,
        fresh_database(postgres_url, durable=False) as second,
        serving(first, **shared) as zero,
        serving(second, verger_cell=1, **shared) as one,
        caddy.proxy(folder, _variables(zero, one, new_tables) | {"BASE_PATH": path}) as url,
        closing(HttpClient(f"{url}{path}", PATIENCE_SECONDS)) as http,
    ):
        yield Cells(http, int(url.rpartition(":")[2]), (zero, one))


def _variables(zero: Server, one: Server, new_tables: str) -> dict[str, str]:
    return {
        "UPSTREAMS": f"127.0.0.1:{zero.port}",
        "UPSTREAMS_1": f"127.0.0.1:{one.port}",
        "CELLS": "import cells.caddy",
        "NEW_TABLES": new_tables,
    }
