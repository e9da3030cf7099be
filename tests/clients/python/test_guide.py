"""The guide to the Python client lists all its methods, and the programs in it run."""

from textwrap import indent

import pytest

from tests.api.docs.test_quick_start import blocks
from tests.clients.guide import told
from tests.support.root import DOCS
from tests.support.server import Server
from verger_client import AsyncSession, AsyncVerger, Session, Verger

GUIDE = (DOCS / "python.md").read_text()


def test_the_programs_of_the_guide_run_one_after_the_other(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *later = blocks(GUIDE, "python")[:7]
    # The later programs continue the first one, with its open client.
    whole = "".join([first, *(indent(one, "    ") for one in later)])
    exec(whole.replace("http://127.0.0.1:8000", server.url), {})  # noqa: S102
    first, nodes, picture, token, title, text, *views = capsys.readouterr().out.splitlines()
    assert (first, nodes, picture) == ("Bo draws a line.", "()", "<svg")
    assert (title, text) == ("Verge", "drowning")
    assert len(token) == 36
    assert views == ["4", "Anna", "5 {'bank': {'boost': 2}}"]


@pytest.mark.parametrize(
    ("section", "kinds"), [("Verger", (Verger, AsyncVerger)), ("Session", (Session, AsyncSession))]
)
def test_the_table_of_the_guide_has_every_method(section: str, kinds: tuple[type, ...]) -> None:
    for kind in kinds:
        has = {name for name in vars(kind) if not name.startswith("_")}
        assert told(GUIDE, section) == has - {"close", "aclose"}
