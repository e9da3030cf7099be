"""Views of the Python client follow a session. Each must be equal to the server's answers."""

import logging
from itertools import islice
from typing import Any

import pytest

from tests.clients.python.conftest import Table
from tests.support.folded import parts
from verger_client import View


def test_views_follow_a_session_and_ask_only_after_a_long_rewind(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    views = table.bo.views()
    with caplog.at_level(logging.DEBUG, "verger_client"):
        first = next(views)
        table.ann.move("rename", name="Anna")
        (asked,) = table.ann.move("rewind", to=1).event.effects
        table.bo.move("agree", proposal=asked["rewind"])
        followed = list(islice(views, 3))
    # Version 1 is before the first view.
    lines = [text for name, _, text in caplog.record_tuples if name == "verger_client"]
    assert sum("/state" in line for line in lines) == 2
    for version, view in enumerate([first, *followed], start=2):
        assert shown(view) == shown(table.bo.view(at=version))


def test_views_are_read_again_after_a_redaction(table: Table) -> None:
    views = table.bo.views()
    next(views)
    table.ann.move("rename", name="Anna Blank")
    assert next(views).seats[0]["name"] == "Anna Blank"
    table.ann.redact(versions=[3], reason="It was a slip.")
    assert next(views) == table.bo.view(at=4)


def shown(view: View) -> Any:
    """Return all that a view shows."""
    return (view.version, view.map, parts(view))
