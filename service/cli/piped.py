"""An archive that comes from a pipe, as a file that can be read more than once."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

PIECE = 2**20


@contextmanager
def at_hand(file: Path, limit: int) -> Iterator[Path]:
    """Yield a file that can be read more than once: the named file, or a copy of a pipe. `-` is standard input.

    Copying stops as soon as the copy is larger than the limit, in bytes.
    """
    if str(file) == "-":
        with _copied(sys.stdin.buffer, limit) as copy:
            yield copy
    elif file.is_fifo() or file.is_char_device():
        with file.open("rb") as pipe, _copied(pipe, limit) as copy:
            yield copy
    else:
        yield file


@contextmanager
def _copied(pipe: IO[bytes], limit: int) -> Iterator[Path]:
    with NamedTemporaryFile("wb") as copy:
        while copy.tell() <= limit and (piece := pipe.read(PIECE)):
            copy.write(piece)
        copy.flush()
        yield Path(copy.name)
