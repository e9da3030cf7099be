"""The core works without the annexes, and the contracts of import-linter forbid it to import one."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.few import few
from tests.support.root import ROOT

CODE = ("domain", "projections", "service", "verger")
CORE = ("verger.service.front", "verger.service.http.routes", "verger.service.wiring")
FOUND = "print(*(name for name in sys.modules if name.startswith('verger.service.annexes')))"
REFUSED = (
    ("service/play/clock.py", "verger.service.annexes.lobby.lobby"),
    ("service/http/state.py", "verger.service.annexes.page"),
    ("service/wiring.py", "verger.service.annexes.wiring"),
    ("domain/core/text.py", "verger.service.annexes"),
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the source code and its import contracts, and return the folder of the copy."""
    folder = tmp_path_factory.mktemp("copy")
    for name in CODE:
        left_out = shutil.ignore_patterns("__pycache__", "assets", "templates", "built")
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=left_out)
    shutil.copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    return folder


def checked(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the import contracts of a copy."""
    program = Path(sys.executable).with_name("lint-imports")
    environment = {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1", "COLUMNS": "500"}
    return subprocess.run(
        [program, "--no-cache"],
        cwd=folder, env=environment, check=False, capture_output=True, text=True,
    )  # fmt: skip


def test_the_core_is_loaded_without_an_annex() -> None:
    command = [sys.executable, "-c", f"import sys, {', '.join(CORE)}\n{FOUND}"]
    assert subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout == b"\n"


@pytest.mark.parametrize("imported", few(REFUSED, 1), ids="-".join)
def test_an_import_of_an_annex_breaks_a_contract(copy: Path, imported: tuple[str, str]) -> None:
    file, annex = imported
    kept = (copy / file).read_text("utf-8")
    (copy / file).write_text(f"{kept}\n\nimport {annex}\n")
    try:
        done = checked(copy)
    finally:
        (copy / file).write_text(kept)
    assert done.returncode == 1
    importer = "verger." + file.removesuffix(".py").replace("/", ".")
    assert f"{importer} -> {annex} " in done.stdout or f"{importer} is " in done.stdout
    # Another contract can also refuse the import, so the test names the contract that must be broken.
    assert re.search(r"^Only the roots know an annex\b.* BROKEN$", done.stdout, re.MULTILINE)


def test_the_contracts_hold_without_an_import_of_an_annex(copy: Path) -> None:
    assert checked(copy).returncode == 0
