"""A test that hangs or that ends its process fails, and all other tests run."""

import subprocess
from pathlib import Path

import pytest

from tests.support.hanging import HERE, RUN, environment
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import ROOT


@pytest.mark.parametrize(
    ("hanging", "place"),
    [
        ("test_in_a_loop", "in test_in_a_loop\n"),
        ("test_at_an_await", "await asyncio.Event().wait()\n"),
    ],
)
def test_a_test_that_hangs_fails_once_and_the_next_one_runs(hanging: str, place: str) -> None:
    tests = [f"{HERE}::{name}" for name in (hanging, "test_that_ends")]
    ended = _run("--override-ini=faulthandler_timeout=4", *tests)
    assert "1 failed, 1 passed" in ended.stdout
    assert place in ended.stdout + ended.stderr


def test_the_end_of_a_process_that_ran_many_files_does_not_stop_the_others(tmp_path: Path) -> None:
    passes = "def test_a(): pass\ndef test_b(): pass\n"
    slow = "import time\ndef test_a(): time.sleep(4)\ndef test_b(): pass\n"
    ends = "import os\ndef test_a(): os._exit(1)\ndef test_b(): pass\n"
    for number, text in enumerate([slow, *[passes] * 8, ends, *[passes] * 4]):
        tmp_path.joinpath(f"test_file_{number:02}.py").write_text(text)
    ended = _run("-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml"), str(tmp_path))
    assert "1 failed, 27 passed" in ended.stdout


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RUN, "-n2", "--dist=loadfile", *arguments],
        check=False,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
