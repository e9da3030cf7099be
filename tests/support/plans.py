"""Every statement to a database, with its plan and its reads, as logged by the server."""

import json
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from tests.support.postgres import reachable_folder
from verger.service.database import embedded, migrate

EXPLAINED = {
    "session_preload_libraries": "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_format": "json",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_triggers": "off",
}
"""Settings that make a server log each statement's plan, also within functions."""


class Scan(NamedTuple):
    """The way that one part of a statement reads a table."""

    how: str
    table: str
    is_bounded: bool
    """Whether it reads only a range of an index."""
    rows: float
    """The number of rows that it read, in all loops."""


class Plan(NamedTuple):
    """A statement that was run, and how it read its tables."""

    statement: str
    scans: tuple[Scan, ...]

    @property
    def rows(self) -> float:
        """Return how many rows it looked at."""
        return sum(scan.rows for scan in self.scans)

    def scanned(self, growing: Container[str]) -> list[str]:
        """The growing tables that it read from end to end."""
        return [one.table for one in self.scans if one.table in growing and one.how == "Seq Scan"]


class ExplainingServer(NamedTuple):
    """A PostgreSQL server that logs the plan of each statement."""

    url: str
    log: Path

    def mark(self) -> int:
        """The current end of its log."""
        return self.log.stat().st_size

    def plans(self, since: int) -> list[Plan]:
        """The statements since this mark, with their plans."""
        with self.log.open(errors="replace") as log:
            log.seek(since)
            return list(_plans(log.read()))


@contextmanager
def explaining_server() -> Iterator[ExplainingServer]:
    """Start a PostgreSQL server at the newest schema that logs the plan of every statement."""
    settings = {**EXPLAINED, "fsync": "off", "full_page_writes": "off"}
    with (
        reachable_folder() as folder,
        mock.patch.dict(embedded.SETTINGS, settings),
        embedded.running(folder / "postgres") as url,
    ):
        migrate.migrate(url)
        yield ExplainingServer(url, (folder / "postgres").resolve() / "log")


def _plans(log: str) -> Iterator[Plan]:
    decoder = json.JSONDecoder()
    for told in log.split("  plan:\n")[1:]:
        said, _ = decoder.raw_decode(told.replace("\n\t", "\n").lstrip())
        yield Plan(said["Query Text"], tuple(_scans(said["Plan"])))


def _scans(node: dict[str, Any]) -> Iterator[Scan]:
    if table := node.get("Relation Name"):
        kind, times = node["Node Type"], node["Actual Loops"]
        seen = node.get("Actual Rows", 0) + node.get("Rows Removed by Filter", 0)
        is_bounded = bool({"Index Cond", "TID Cond", "Recheck Cond"} & node.keys())
        if times:
            yield Scan(kind, table, is_bounded, seen * times)
    for part in node.get("Plans", ()):
        yield from _scans(part)
