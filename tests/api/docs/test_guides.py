"""The scripts in the guides to streams, versions and notes have the described results."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from typing import Any

import httpx
import pytest

from tests.api.docs.test_quick_start import blocks, run
from tests.support.client import Player, Table
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS
from tests.support.server import Server

NODE = shutil.which("node")

BY_SOCKET = """
listen(...where, (said) => {
  console.log(said.version);
  if (said.version === 4) process.exit();
});
"""


def script(page: str, language: str, number: int = 0) -> str:
    """Return one of the scripts of a page."""
    found: list[str] = re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
    return found[number]


def defined(page: str, name: str) -> Any:
    """Return a function that a script of a page defines."""
    names: dict[str, Any] = {}
    exec(script(page, "python"), names)  # noqa: S102  # the page's own script
    return names[name]


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_curl_follows_by_lines(bo: Player) -> None:
    known = {"BASE": str(bo.http.base_url), "SESSION": bo.session, "VERSION": "2"}
    with subprocess.Popen(
        ["bash", "-c", f"exec {script('streams.md', 'bash')}"],
        env={"PATH": "/usr/bin:/bin", "TOKEN": bo.token or "", **known},
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout
        heard = [json.loads(process.stdout.readline())["version"] for _ in range(2)]
        process.kill()
    assert heard == [3, 4]


def test_python_follows_for_ever(bo: Player) -> None:
    follow = defined("streams.md", "follow")
    events: Iterator[Any] = follow(bo.http.base_url, bo.session, bo.token, 2)
    assert [event["version"] for event in islice(events, 2)] == [3, 4]
    made = bo.draws_a_line("Spiders.")
    assert next(events) == made


@pytest.mark.skipif(NODE is None, reason="no node here")
def test_a_browser_follows_by_a_socket(bo: Player) -> None:
    where = json.dumps([str(bo.http.base_url).rstrip("/"), bo.session, bo.token, 2])
    text = f"{script('streams.md', 'js', 1)}\nconst where = {where};{BY_SOCKET}"
    flags = ["--experimental-websocket", "--no-warnings", "--input-type=module", "-e", text]
    heard = subprocess.run(
        [NODE or "", *flags], capture_output=True, timeout=PATIENCE_SECONDS, check=True
    )
    assert heard.stdout.split() == [b"3", b"4"]


@pytest.mark.parametrize(("wanted", "made"), [(True, True), (False, False)])
def test_a_move_is_drawn_again_after_events_in_between(
    table: Table, wanted: bool, made: bool
) -> None:
    bo = table["Bo"]
    insist = defined("versions.md", "insist")
    known = bo.head
    between = [table["Ann"].draws_a_line(f"Line {number}.") for number in range(120)]
    seen: list[Any] = []

    def still_wanted(event: Any) -> bool:
        seen.append(event)
        return wanted

    move = {"move": "add_limit", "kind": "line", "text": "Spiders."}
    answer: httpx.Response | None = insist(
        bo.http.base_url, bo.session, bo.token, move, known, still_wanted
    )
    assert bool(answer and answer.status_code == 201) == made
    assert seen == (between if wanted else between[:1])


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_a_sealed_note_is_read_by_its_author_and_not_by_another_seat(server: Server) -> None:
    page = (DOCS / "notes.md").read_text()
    ((program,), shown) = blocks(page, "bash"), blocks(page, "json")
    answers = [
        json.loads(line) for line in run(["bash", "-euo", "pipefail", "-c", program], server)
    ]
    for answer in answers:
        del answer["notes"][0]["digest"]
    assert answers == [json.loads(one) for one in shown[1:]]
