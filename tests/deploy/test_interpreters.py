"""Every supported version of Python on this machine gives the same verdict on an archive."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.archives import archives as archives_in
from tests.support.interpreters import interpreters
from tests.support.late_letters import written
from tests.support.log import archived, rows
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import ROOT

VERIFY = """
import sys
from pathlib import Path
from verger.service.archive.verdict import verdict_of
for file in sys.argv[1:]:
    found = verdict_of(Path(file), None)
    print(Path(file).name, found.verdict, found.version, found.why)
"""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return archives of releases and evenings, and one with characters that are newer than the rules' version of Unicode."""
    folder = tmp_path_factory.mktemp("archives")
    late = folder / "late_letters"
    late.write_bytes(b"".join(archived(rows(written().log))))
    return [*archives_in(folder), late]


@pytest.fixture(scope="module", params=interpreters())
def python(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, dict[str, str]]:
    """Return the path of an interpreter, and an environment with the locked packages that a verifier needs."""
    site = tmp_path_factory.mktemp(f"python{request.param}")
    install: list[str | Path] = [
        Path(sys.executable).with_name("uv"), "pip", "install", "--quiet", "--no-deps",
        "--only-binary", ":all:", "--require-hashes", "--requirement", ROOT / "requirements/core.lock",
        "--python-version", request.param, "--target", site,
    ]  # fmt: skip
    subprocess.run(install, check=True, timeout=PATIENCE_SECONDS)
    paths = os.pathsep.join(map(str, (ROOT, site)))
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    return interpreters()[request.param], environment


def ran(python: tuple[str, dict[str, str]], *arguments: str | Path) -> str:
    program, environment = python
    return subprocess.run(
        [program, "-s", *arguments],
        env=environment,
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_SECONDS,
    ).stdout


def test_every_archive_verifies(python: tuple[str, dict[str, str]], archives: list[Path]) -> None:
    told = ran(python, "-c", VERIFY, *archives).splitlines()
    assert told == [f"{file.name} verified None None" for file in archives]
    assert len(told) > 10


def test_all_characters_are_read_alike(python: tuple[str, dict[str, str]]) -> None:
    check = ("-m", "tests.captures.characters", "--check")
    assert ran(python, *check) == subprocess.check_output(
        [sys.executable, *check], cwd=ROOT, text=True
    )
