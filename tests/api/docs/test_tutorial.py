"""Run the tutorial with curl unchanged."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.api.docs.test_quick_start import blocks
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS
from tests.support.server import Server

TUTORIAL = (DOCS / "tutorial.md").read_text()


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tutorial needs curl")
def test_the_tutorial_goes_from_an_empty_table_to_the_first_change(
    server: Server, tmp_path: Path
) -> None:
    pasted = tmp_path / "pasted"
    pasted.write_text("".join(blocks(TUTORIAL, "bash")))
    # As in a terminal: there, bash replaces `!` and the next word by an earlier command.
    interactive = ("-o", "history", "-o", "histexpand")
    done = subprocess.run(
        ["bash", *interactive, "-euo", "pipefail", str(pasted)],
        env={"BASE": server.url, "PATH": "/usr/bin:/bin:/usr/local/bin"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_SECONDS,
    )
    printed = done.stdout.splitlines()
    refused, *played = printed[:-3]
    assert refused.startswith("Refused: ")
    assert [line for line in played if line.startswith("Refused: ")] == []
    shown = "".join(blocks(TUTORIAL, "text")).splitlines()
    assert [line for line in shown if line not in printed] == []
    node, _, ruling = printed[-3:]
    assert "The Night Clerk" in node
    assert "change.create" in [rule["id"] for rule in json.loads(ruling)["rules"]]
