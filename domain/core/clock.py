"""The move that the server makes because time has passed."""

import msgspec

RULE = "table.time"


class TimePasses(msgspec.Struct, frozen=True, tag_field="move", tag="time_passes"):
    """What was due at a time happens; the server makes this move and nobody else can."""
