"""The move that the server makes when a deadline passes."""

import msgspec

RULE = "table.time"


class TimePasses(msgspec.Struct, frozen=True, tag_field="move", tag="time_passes"):
    """Everything that is due at this time happens. Only the server can make this move."""
