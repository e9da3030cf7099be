"""A newcomer has only the README and a running server. The pages below `/docs` lead to a first move."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import ROOT
from tests.support.server import Server

SHOWN = "http://127.0.0.1:8000"
"""The address of the server in the README and the quick start."""
CLIENT = str(ROOT / "clients" / "python")
"""The folder of the Python client. A reader of the page has installed the client."""
NODE = 20
"""The oldest supported version of Node."""


def node() -> str | None:
    found = shutil.which("node")
    if found is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    return found if int(said.strip("v\n").partition(".")[0]) >= NODE else None


def blocks(text: str, language: str) -> list[str]:
    """Return the code blocks of a language on a page."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def run(command: Sequence[str | Path], server: Server) -> list[str]:
    """Run a program that knows only the server's address, and return its output."""
    done = subprocess.run(
        command,
        env={"BASE": server.url, "PATH": "/usr/bin:/bin:/usr/local/bin", "PYTHONPATH": CLIENT},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_newcomer_with_only_the_readmes_addresses_reaches_an_accepted_move(
    server: Server,
) -> None:
    readme = (ROOT / "README.md").read_text()
    addresses = re.findall(rf"<{SHOWN}(/[^>]*)>", readme)
    pages = [server.http.get(path, headers={"Accept": "text/markdown, */*"}) for path in addresses]
    assert {page.status_code for page in pages} == {200}
    first = next(page for page in pages if "text/markdown" in page.headers["Content-Type"])
    linked = re.search(r"\((/docs/quick-start\.md)\)", first.text)
    assert linked
    (program,) = blocks(server.http.get(linked[1]).text, "python")
    *_, accepted, refused = run([sys.executable, "-c", program], server)
    assert accepted == "Version 3 - Bo draws a line."
    assert refused.startswith("Refused: wrong_step - ")


def test_the_page_links_to_the_next_steps_of_its_program(server: Server) -> None:
    page = server.http.get("/docs/quick-start", headers={"Accept": "text/html"}).text
    for address in ("/docs/problems/wrong_step", "/docs/rulesets/verge", "/docs/concepts"):
        assert f'href="{address}"' in page


@pytest.mark.skipif(shutil.which("curl") is None, reason="the quick start with curl needs it")
def test_the_quick_start_with_curl_reaches_an_accepted_move(server: Server) -> None:
    program, *_ = blocks((ROOT / "docs" / "quick-start.md").read_text(), "bash")
    options, accepted, refused = run(["bash", "-euo", "pipefail", "-c", program], server)
    assert '"add_limit"' in options
    assert accepted.startswith('{"version":3,"type":"add_limit"')
    assert '"code":"wrong_step"' in refused


@pytest.mark.skipif(node() is None, reason="the quick start with JavaScript needs node 20")
def test_the_quick_start_with_javascript_reaches_an_accepted_move(
    server: Server, tmp_path: Path
) -> None:
    (program,) = blocks((ROOT / "docs" / "quick-start.md").read_text(), "javascript")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "verger-client").symlink_to(ROOT / "clients" / "typescript")
    file = tmp_path / "quick-start.mjs"
    file.write_text(program)
    *_, accepted, refused = run([node() or "", file], server)
    assert accepted == "Version 3 - Bo draws a line."
    assert refused.startswith("Refused: wrong_step - ")
