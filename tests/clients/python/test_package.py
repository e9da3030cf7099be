"""The Python client is a separate package: it is built, installed and imported without the server."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from verger.service.root import ROOT

HERE = ROOT / "clients" / "python"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
BUILD = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")


def test_the_wheel_is_complete_and_works_without_the_server(tmp_path: Path) -> None:
    subprocess.run([*BUILD, tmp_path], cwd=HERE, check=True, capture_output=True)
    (wheel,) = tmp_path.glob(f"verger_client-{VERSION}-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        packed.extractall(tmp_path / "site")
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
