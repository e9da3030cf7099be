"""Run the commands of the guide for people who suspect the operator, unchanged."""

import os
import re
import shutil
import subprocess

import pytest

from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS, ROOT
from tests.support.server import Server

GUIDE = DOCS / "suspicion.md"


def blocks(folder: object) -> str:
    """Return the code blocks of the guide, with another folder for its files."""
    found = re.findall(r"```bash\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    return "\n".join(found).replace("var/", f"{folder}/")


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide needs curl")
def test_the_guide_goes_from_a_kept_head_to_a_checked_record(
    server: Server, tmp_path: object
) -> None:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", blocks(tmp_path)],
        env={"BASE": server.url, "PATH": os.environ["PATH"]},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("version 1 holds: ")
    assert "\nverified: 1 events of session" in done.stdout
    assert "  - The server signed the record, up to event 1.\n" in done.stdout
    assert (
        "  - The record matches a fingerprint that somebody kept, up to event 1.\n" in done.stdout
    )
