"""Archives that every later program must read: those of all releases and of recorded evenings."""

from collections.abc import Iterator
from pathlib import Path

from tests.corpus.made import of_evenings, releases, unpacked


def archives(folder: Path) -> Iterator[Path]:
    """Write the archives into a folder."""
    for release in releases():
        yield from unpacked(folder, release)
    for name, content in of_evenings():
        archive = folder / name
        archive.write_bytes(content)
        yield archive
