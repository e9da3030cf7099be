"""The unit is what systemd reads, may do little, and has room to stop in."""

import configparser
import subprocess
from pathlib import Path

import pytest

from service import settings
from tests.deploy.image import DEPLOY
from tests.support.program import found

UNIT = DEPLOY / "systemd" / "verger.service"
ANALYZE = found("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze here")


def analyzed(*asked: str | Path) -> str:
    """Give what systemd's own program finds."""
    done = subprocess.run([ANALYZE or "", *asked], capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


@needs_systemd
def test_systemd_has_nothing_to_say_against_it(tmp_path: Path) -> None:
    # With a program that there is, as verifying looks for it.
    unit = tmp_path / UNIT.name
    text = UNIT.read_text()
    assert "/opt/verger/bin/verger serve" in text
    unit.write_text(text.replace("/opt/verger/bin/verger", "/bin/true"))
    assert analyzed("verify", unit) == ""


@needs_systemd
def test_it_may_do_little() -> None:
    assert analyzed("security", "--offline=true", "--threshold=15", UNIT)


def test_a_stop_has_time_for_what_was_accepted() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(UNIT.read_text())
    assert int(unit["Service"]["TimeoutStopSec"]) >= settings.Settings().stop_seconds + 10
