"""Random bytes for salts and trace ids. They are read from the system in large blocks, because a read is costly."""

import secrets

SIZE = 16

_drawn: list[bytes] = []


def sixteen_bytes() -> bytes:
    """Return 16 random bytes that no other call returns."""
    if not _drawn:
        more = secrets.token_bytes(SIZE * 256)
        _drawn.extend([more[at : at + SIZE] for at in range(0, len(more), SIZE)])
    return _drawn.pop()
