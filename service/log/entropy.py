"""Random bytes for salts and trace ids, drawn from the system many at a time: a draw is costly."""

import secrets

SIZE = 16

_drawn: list[bytes] = []


def sixteen_bytes() -> bytes:
    """Draw 16 random bytes, given out once."""
    if not _drawn:
        more = secrets.token_bytes(SIZE * 256)
        _drawn.extend([more[at : at + SIZE] for at in range(0, len(more), SIZE)])
    return _drawn.pop()
