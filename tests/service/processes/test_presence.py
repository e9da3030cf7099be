"""Processes exchange presence, and forget the readers of a lost process."""

import json
from collections.abc import Iterator

from tests.support.client import Json, played
from tests.support.server import serving

QUICKER = {"verger.service.play.presence.BEAT_SECONDS": 0.2}


def told(lines: Iterator[str]) -> Iterator[Json]:
    """The list of present readers, at each message about it."""
    known = (json.loads(line) for line in lines if line)
    return (one["seats"] for one in known if one.get("type") == "presence")


def test_a_reader_at_a_lost_process_is_soon_gone(database_url: str, redis_url: str) -> None:
    with (
        serving(database_url, redis_url, quicker=QUICKER) as one,
        serving(database_url, redis_url, quicker=QUICKER) as two,
    ):
        table = played(one.http, "Ann", "Bo")
        ann, bo = table["Ann"], table["Bo"].at(two.http)
        asked = {"form": "application/x-ndjson", "follow": "true", "presence": "here"}
        with ann.follows(**asked) as own, bo.follows(**asked) as lines:
            both = {ann.seat: "here", bo.seat: "here"}
            assert both in told(own)
            seen = told(lines)
            assert both in seen
            one.kill()
            assert next(seen) == {bo.seat: "here"}
