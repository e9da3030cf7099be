"""A test that hangs fails, and the tests after it run."""

import subprocess

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
    limited = ("-n2", "--dist=loadfile", "--override-ini=faulthandler_timeout=4")
    ended = subprocess.run(
        [*RUN, *limited, *tests],
        check=False,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert "1 failed, 1 passed" in ended.stdout
    assert place in ended.stdout + ended.stderr
