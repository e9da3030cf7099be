"""The commands, answers and numbers in the README are true."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.annexes.page.webp import chunks
from tests.api.docs.test_quick_start import SHOWN, blocks, run
from tests.support.log import archived, evening, rows
from tests.support.root import ROOT
from tests.support.server import Server

README = (ROOT / "README.md").read_text()
PROSE = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
WORDS = 450
PICTURE_BYTES = 600_000


def test_the_two_moves_of_the_readme_have_the_answers_that_it_shows(server: Server) -> None:
    (program,) = blocks(README, "python")
    (shown,) = blocks(README, "json")
    assert SHOWN in program
    sentence, printed = run([sys.executable, "-c", program.replace(SHOWN, server.url)], server)
    assert f"accepts the first move: `{sentence}`" in PROSE
    named = re.search(r"\(([^()]*) are left out here\)", README)
    assert named
    left_out = set(re.findall(r"`(\w+)`", named[1]))
    answer = json.loads(printed)
    assert left_out < set(answer)
    assert {k: v for k, v in answer.items() if k not in left_out} == json.loads(shown)


@pytest.mark.parametrize(
    ("version", "place", "status", "said"),
    [
        (1, 0.9, 2, "the archive is not as it was exported: "),
        (40, 0.3, 2, "the archive is not as it was exported from version 40 on: "),
        (255, 0.6, 1, "version 255 is wrong: "),
    ],
)
def test_one_changed_byte_of_an_archive_is_found(
    version: int, place: float, status: int, said: str, tmp_path: Path
) -> None:
    """A broken line (no JSON any more) can come from a damaged copy, so it is reported with another status than a changed event."""
    command = re.search(r"`\.venv/bin/(verger verify) FILE`", README)
    assert command
    lines = list(archived(rows(evening("war"))))
    number = next(n for n, line in enumerate(lines) if line.startswith(b'{"version":%d,' % version))
    damaged = bytearray(lines[number])
    damaged[int(len(damaged) * place)] ^= 1
    lines[number] = bytes(damaged)
    file = tmp_path / "low-tide.jsonl"
    file.write_bytes(b"".join(lines))
    verify = [str(Path(sys.executable).with_name("verger")), *command[1].split()[1:], str(file)]
    found = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert found.returncode == status
    assert said in (found.stdout if status == 1 else found.stderr)


def test_every_make_target_in_the_readme_exists() -> None:
    named = set(re.findall(r"(?m)(?:^|`)make ([a-z-]+)", README))
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    assert {"serve", "test"} <= named <= targets


def test_the_count_of_faults_is_that_of_the_page_that_it_links_to() -> None:
    faults = re.search(r"MINUTES=(\d+)`\), we injected ([\d,]+) faults", README)
    assert faults
    page = " ".join((ROOT / "docs" / "self-hosting.md").read_text().split())
    assert f"a run of {faults[1]} minutes" in page
    assert f"{faults[2]} faults" in page


def test_the_prose_of_the_readme_has_at_most_450_words() -> None:
    read = re.sub(r"(!?\[[^\]]*\])\([^)]*\)", r"\1", PROSE)
    assert len(re.findall(r"\w[\w'.,/-]*", read)) <= WORDS


def test_the_picture_of_the_readme_is_animated_small_and_described() -> None:
    ((words, address),) = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", README)
    picture = (ROOT / address).read_bytes()
    assert len(words.split()) >= 10
    assert len(picture) < PICTURE_BYTES
    assert [name for name, _ in chunks(picture)].count(b"ANMF") >= 5
