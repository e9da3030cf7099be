"""Measure how fast the server is, and print tables.

Only ratios are useful, because absolute figures depend on the machine and on its other load.
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import (
    attacks,
    cold,
    costs,
    deep,
    feed,
    growth,
    layouts,
    repeats,
    soak,
    streams,
    webhooks,
)
from bench.client import NothingMeasuredError
from verger.service.database import embedded, migrate

PARTS = {"cold": cold, "feed": feed}
PARTS_OF_KINDS = {"attacks": attacks, "webhooks": webhooks}


def main() -> None:
    """Measure all parts one after the other, or only the named part."""
    asked = _asked()
    if asked.part == "layouts":
        layouts.report()
        return
    if asked.part in {None, "costs"}:
        costs.report(asked.against, asked.rounds, asked.seconds)
        if asked.part or asked.against:
            return
    with database() as url:
        migrate.migrate(url)
        if asked.part in PARTS:
            PARTS[asked.part].report(url)
            return
        if asked.part == "soak":
            soak.report(url, float(asked.kinds[0]) if asked.kinds else soak.MINUTES)
            return
        if asked.part == "growth":
            growth.report(url, [int(size) for size in asked.kinds] or growth.SIZES)
            return
        if asked.part:
            PARTS_OF_KINDS[asked.part].report(url, asked.kinds)
            return
        _report_all(url)
        layouts.report()


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "part",
        nargs="?",
        choices=["costs", *PARTS, *PARTS_OF_KINDS, "layouts", "soak", "growth"],
        help="measure only this part",
    )
    parser.add_argument(
        "kinds",
        nargs="*",
        help="attacks: their names; webhooks: kinds of receivers; soak: minutes; growth: numbers of events",
    )
    parser.add_argument(
        "--against", default="", help="measure only costs, and compare with this commit"
    )
    parser.add_argument(
        "--rounds", type=int, default=7, help="costs: how often to repeat each load"
    )
    parser.add_argument("--seconds", type=int, default=2, help="costs: the seconds of a load")
    return parser.parse_args()


def _report_all(url: str) -> None:
    for part in (deep, streams, feed, repeats):
        try:
            part.report(url)
        except NothingMeasuredError as nothing:
            print(nothing)


@contextmanager
def database() -> Iterator[str]:
    """Start a new PostgreSQL for this run."""
    with tempfile.TemporaryDirectory(prefix="verger-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with embedded.running(folder / "postgres") as url:
            yield url


if __name__ == "__main__":
    main()
