"""A wheel installs only the package `verger`. A source distribution has the symbolic links that build this package."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.root import ROOT

LINKS = {"verger/domain", "verger/projections", "verger/service"}


def built(source: Path, target: str, folder: Path) -> Path:
    """Build a wheel or a source distribution."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder],
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1800000000"},
        check=True,
        capture_output=True,
    )
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the wheel built from this checkout."""
    return built(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the unpacked source distribution."""
    packed = built(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    (found,) = folder.iterdir()
    return found


def test_a_wheel_installs_one_name(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {"verger"}
    assert {"verger/__init__.py", "verger/service/files/CHANGELOG.md"} < {*names}
    written = [*(ROOT / wing for wing in ("domain", "projections", "service"))]
    every = {f"verger/{path.relative_to(ROOT)}" for wing in written for path in wing.rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} >= every


def test_a_source_distribution_has_each_file_once_and_the_links(source: Path) -> None:
    links = {path for path in (source / "verger").iterdir() if path.is_symlink()}
    assert {str(path.relative_to(source)) for path in links} == LINKS
    assert all(path.is_dir() for path in links)
    command = [sys.executable, "-c", "import verger.service.cli as it; print(it.__file__)"]
    told = subprocess.run(command, cwd=source, check=True, capture_output=True, text=True).stdout
    assert told.strip() == str(source / "verger/service/cli/__init__.py")


def test_a_wheel_of_the_source_distribution_is_that_of_the_checkout(
    wheel: Path, source: Path, tmp_path: Path
) -> None:
    again = built(source, "wheel", tmp_path)
    assert zipfile.ZipFile(again).namelist() == zipfile.ZipFile(wheel).namelist()
    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_is_the_same_if_built_without_links(
    wheel: Path, source: Path, tmp_path: Path
) -> None:
    for link in LINKS:
        (source / link).unlink()
    again = built(source, "wheel", tmp_path)
    assert again.read_bytes() == wheel.read_bytes()
