"""The Python client is a package of its own: it is built, installed and imported without the server."""

import subprocess
import sys
import zipfile
from pathlib import Path

from verger.service.root import ROOT

HERE = ROOT / "clients" / "python"
BUILD = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")


def test_the_wheel_has_all_of_it_and_works_alone(tmp_path: Path) -> None:
    subprocess.run([*BUILD, tmp_path], cwd=HERE, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("verger_client-0.1.0-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        packed.extractall(tmp_path / "site")
    assert {str(path.relative_to(HERE)) for path in HERE.glob("verger_client/**/*.py")} <= names
    assert "verger_client/py.typed" in names
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
    assert said == ["0.1.0", str(tmp_path / "site/verger_client/__init__.py"), "False"]
