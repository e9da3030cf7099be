"""The request of the page on histories gets the answer that the page shows."""

import json
import shutil
import subprocess

import pytest

from tests.api.docs.test_quick_start import blocks
from tests.support.client import played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS
from tests.support.server import Server

PAGE = (DOCS / "history.md").read_text()


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page's request needs curl")
def test_the_request_gets_the_answer_that_is_shown(server: Server) -> None:
    ann = played(server.http, "Ann", "Bo", until="load", house_rules={"undo": "gm"})["Ann"]
    ann.moves("write_node", label="Rain", kind="idea")
    ann.moves("rewind", to=ann.head - 1)
    done = subprocess.run(
        ["bash", "-c", blocks(PAGE, "bash")[0]],
        env={
            "BASE": server.url,
            "SESSION": ann.session,
            "TOKEN": str(ann.token),
            "PATH": "/usr/bin:/bin:/usr/local/bin",
        },
        capture_output=True,
        check=True,
        timeout=PATIENCE_SECONDS,
    )
    given, shown = json.loads(done.stdout), json.loads(blocks(PAGE, "json")[0])
    given["entries"][0]["at"] = shown["entries"][0]["at"]
    assert given == shown
