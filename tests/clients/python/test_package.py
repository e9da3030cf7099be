"""The Python client is a separate package. It can be built, installed and imported without the server."""

import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

from verger.service.root import ROOT

HERE = ROOT / "clients" / "python"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
BUILD = (sys.executable, "-m", "hatchling", "build", "--directory")


def test_the_source_has_all_files_of_the_wheel(tmp_path: Path) -> None:
    build = [*BUILD, str(tmp_path), "--target", "sdist"]
    subprocess.run(build, cwd=HERE, check=True, capture_output=True)
    (source,) = tmp_path.glob(f"verger_client-{VERSION}.tar.gz")
    with tarfile.open(source) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
        information = packed.extractfile(f"verger_client-{VERSION}/PKG-INFO")
        assert information
        told = information.read().decode()
    assert {"LICENSE", "README.md", "generated.py", "pyproject.toml"} <= names
    assert {f"verger_client/{name}.py" for name in ("games", "types", "_sync/session")} <= names
    assert "License-Expression: MIT" in told
    assert told.count("\nClassifier: ") > 10


def test_the_wheel_is_complete_and_works_without_the_server(tmp_path: Path) -> None:
    build = [*BUILD, str(tmp_path), "--target", "wheel"]
    subprocess.run(build, cwd=HERE, check=True, capture_output=True)
    (wheel,) = tmp_path.glob(f"verger_client-{VERSION}-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    shutil.unpack_archive(wheel, tmp_path / "site", "zip")
    assert {str(path.relative_to(HERE)) for path in HERE.glob("verger_client/**/*.py")} <= names
    assert "verger_client/py.typed" in names
    assert f"verger_client-{VERSION}.dist-info/licenses/LICENSE" in names
    program = (
        "import sys, verger_client as v; print(v.__version__, v.__file__, 'verger' in sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        check=True,
        text=True,
    ).stdout.split()
    assert said == [VERSION, str(tmp_path / "site/verger_client/__init__.py"), "False"]
