"""Archives that every later program must read: those of all releases and of recorded evenings."""

from collections.abc import Iterator
from pathlib import Path

from tests.corpus.made import releases, unpacked
from tests.support.log import EVENINGS, archived, evening, rows

ROLLED_BY_HAND = "open_dice"
"""An evening whose dice do not come from its seed, so it does not verify."""


def archives(folder: Path) -> Iterator[Path]:
    """Write the archives into a folder."""
    for release in releases():
        yield from unpacked(folder, release)
    for name in sorted(recorded.stem for recorded in EVENINGS.glob("*.jsonl")):
        if name != ROLLED_BY_HAND:
            archive = folder / name
            archive.write_bytes(b"".join(archived(rows(evening(name)))))
            yield archive
