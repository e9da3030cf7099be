"""Each module has one name, below `verger`. The old name without `verger` must not work: a second name would load the module twice."""

import os
import re
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.root import DOCS, ROOT

pytestmark = pytest.mark.thorough

WINGS = ("domain", "projections", "service")
MODULES = [
    path.relative_to(ROOT).with_suffix("")
    for wing in WINGS
    for path in sorted((ROOT / wing).rglob("*.py"))
]
OLD = (
    ("-c", "import service"),
    ("-c", "import domain.core.text"),
    ("-c", "from projections import timeline"),
    ("-c", "from importlib import import_module as load; load('service.cli').main()"),
    ("-c", "from multiprocessing import get_context as of; import service.output"),
    ("-m", "service.cli"),
    ("-m", "service.layout.worker"),
    ("-m", "service.archive.worker"),
)
LISTED = "import os, sys; print(*(os.path.realpath(one.__file__) for one in [*sys.modules.values()] if getattr(one, '__file__', None)), sep='\\n')"


def old(wing: str) -> str:
    """Return a regular expression for the names of a folder's modules without `verger`."""
    children = {Path(*path.parts[1:2]).stem for path in MODULES if path.parts[0] == wing}
    return rf"{wing}\.(?:{'|'.join(sorted(children - {'__init__'}))})\b"


def program(*words: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder. It can import from this folder."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder, env=environment, check=False, capture_output=True, text=True,
    )  # fmt: skip


def test_no_module_of_the_product_looks_like_a_test() -> None:
    pattern = re.compile(r"tests?|test_.*|.*_test|conftest")
    assert [path for path in MODULES if any(map(pattern.fullmatch, path.parts))] == []


@pytest.mark.parametrize("folder", [ROOT, ROOT / "verger"], ids=["root", "verger"])
@pytest.mark.parametrize("words", OLD, ids=" ".join)
def test_a_program_cannot_use_an_old_name(words: Sequence[str], folder: Path) -> None:
    done = program(*words, folder=folder)
    assert done.returncode == 1
    assert re.search(r"ImportError: Import verger\.(\w+)", done.stderr)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_no_module_has_a_second_name(path: Path) -> None:
    name = ".".join(part for part in path.parts if part != "__init__")
    with pytest.raises(ImportError, match=rf"Import verger\.{path.parts[0]}:"):
        import_module(name)
    assert path.parts[0] not in sys.modules


def test_a_text_with_an_old_name_imports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImportError, match=r"Import verger\.service:"):
        monkeypatch.setattr("service.background.AGAIN_SECONDS", 0)
    with pytest.raises(ImportError, match=r"Import verger\.service:"):
        runpy.run_module("service.layout.worker")


def named() -> Iterator[str]:
    """Yield the names of the loaded modules whose files are in the three folders."""
    folders = tuple(f"{ROOT / wing}{os.sep}" for wing in WINGS)
    for name, module in list(sys.modules.items()):
        if os.path.realpath(getattr(module, "__file__", None) or "").startswith(folders):
            yield name


def test_modules_that_these_tests_have_loaded_have_their_names() -> None:
    loaded = [name for name in named() if name != "__main__"]
    assert loaded
    assert [name for name in loaded if not name.startswith("verger.")] == []


def test_a_program_loads_every_module_once() -> None:
    left_out = {"service/annexes/metrics/telemetry"}  # needs packages that are not always installed
    names = {
        ".".join(("verger", *(part for part in path.parts if part != "__init__")))
        for path in MODULES
        if path.as_posix() not in left_out
    }
    done = program("-c", f"import {', '.join(sorted(names))}\n{LISTED}")
    assert done.returncode == 0, done.stderr
    loaded = Counter(done.stdout.splitlines())
    own = {path: times for path, times in loaded.items() if Path(path).is_relative_to(ROOT)}
    assert {path: times for path, times in own.items() if times > 1} == {}
    assert len(own) > len(names)  # The package `verger` is loaded too.


def test_no_text_names_a_module_by_its_old_name() -> None:
    names = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(old, WINGS))})")
    places = [
        ROOT / name for name in (*WINGS, "tests", "bench", "clients", "deploy", "openapi/lint")
    ]
    files = [path for place in places for path in place.rglob("*.py")]
    files += [*DOCS.rglob("*.md"), ROOT / "pyproject.toml"]
    found = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in files
        if path != Path(__file__).resolve()
        and not path.is_relative_to(DOCS / "stories")
        and "node_modules" not in path.parts
        for text in names.findall(path.read_text("utf-8"))
    }
    assert found == set()
