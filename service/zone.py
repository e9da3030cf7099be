"""Time zones by the names of the IANA database (RFC 6557)."""

from zoneinfo import ZoneInfo


def zone_named(name: str) -> ZoneInfo:
    """Return the time zone with this name, such as `Europe/Berlin`.

    Raises `ValueError` if there is none.
    """
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError) as error:
        message = f"there is no time zone {name!r}; an example of a name is Europe/Berlin"
        raise ValueError(message) from error
