"""The README's session, run as it stands."""

import json
import re
import shutil
import subprocess

import pytest

from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import ROOT
from tests.support.server import Server

README = ROOT / "README.md"


def _session() -> str:
    found = re.search(r"```bash\n(.*?)```", README.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.skipif(shutil.which("curl") is None, reason="the README's session needs curl")
def test_the_readmes_session_goes_from_the_first_idea_to_the_first_change(server: Server) -> None:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", _session()],
        env={"BASE": server.url, "PATH": "/usr/bin:/bin:/usr/local/bin"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_SECONDS,
    )
    assert "/docs/problems/" not in done.stdout
    lines = [line for line in done.stdout.splitlines() if line]
    ruling = json.loads(lines[-1])
    assert ruling["type"] == "consent"
    assert "change.create" in [rule["id"] for rule in ruling["rules"]]
    assert "The Night Clerk" in lines[-3]
