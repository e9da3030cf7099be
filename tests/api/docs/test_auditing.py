"""Run the commands of the guide for auditors unchanged: from a ruling that seems wrong to its precedent."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS, ROOT
from tests.support.server import Server

GUIDE = DOCS / "auditing.md"


def _blocks(folder: Path) -> str:
    blocks = "\n".join(re.findall(r"```bash\n(.*?)```", GUIDE.read_text(), re.DOTALL))
    return blocks.replace("var/", f"{folder}/")


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide needs curl")
def test_the_guide_goes_from_a_doubt_to_the_closed_dispute_and_its_precedent(
    server: Server, tmp_path: Path
) -> None:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", _blocks(tmp_path)],
        cwd=ROOT,
        env={"BASE": server.url, "PATH": "/usr/bin:/bin:/usr/local/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert "/docs/problems/" not in done.stdout
    told, _, case = done.stdout.partition("# Dispute 1\n")
    lines = [line for line in told.splitlines() if line]
    assert lines[-2] == "We had agreed on it before we began."
    (precedent,) = json.loads(lines[-1])["precedents"]
    assert (precedent["dispute"], precedent["outcome"]) == ("q1", "overturned")
    assert "'outcome': 'overturned'" in done.stdout
    assert "This record holds together." in case
    assert "mark, by \u2068Ann\u2069" in case
    assert "with the amendment “Debt unstruck”" in (tmp_path / "dispute.md").read_text()
    assert "<h1>Dispute 1</h1>" in (tmp_path / "dispute.html").read_text()
