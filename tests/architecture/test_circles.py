"""No file imports itself through other files: at its top, inside a function, or with `import_module`."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture.source import called, files, tree
from tests.support.root import ROOT

PROGRAM = ("verger/domain", "verger/projections", "verger/service", "bench")
CLIENT = "clients/python"


def modules(root: Path, *folders: str) -> dict[str, Path]:
    """The modules below some folders, by name."""
    found = files(*(root / folder for folder in folders))
    return {_name(path.relative_to(root)): path for path in found}


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[str]:
    """Yield the names that a module imports, except those that only the type checker needs."""
    waiting: list[ast.AST] = [tree(path)]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=others):
                waiting += others
                continue
            case ast.ImportFrom(level=level) if level:
                raise ValueError(f"{path} has a relative import: name the whole module")
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if (
                called(node) == "import_module"
            ):
                yield name
            case _:
                pass
        waiting += ast.iter_child_nodes(node)


def graph(known: Mapping[str, Path]) -> dict[str, set[str]]:
    """The modules that each module imports."""
    return {name: {*_known(known, path)} - {name} for name, path in known.items()}


def _known(known: Mapping[str, Path], path: Path) -> Iterator[str]:
    for name in imports(path):
        # The last part of `room.door.handle` can be a function or a class.
        yield from [one for one in (name, name.rpartition(".")[0]) if one in known][:1]


def circle(known: Mapping[str, Path]) -> list[str]:
    """The modules of a circular import, or an empty list."""
    try:
        TopologicalSorter(graph(known)).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_file_of_the_program_imports_itself_through_others() -> None:
    known = modules(ROOT, *PROGRAM)
    assert "verger.service.cli.operators" in graph(known)["verger.service.cli.installed"]
    assert circle(known) == []


def test_no_file_of_the_client_imports_itself_through_others() -> None:
    known = modules(ROOT / CLIENT, "verger_client")
    assert "verger_client.wire" in graph(known)["verger_client._async.session"]
    assert circle(known) == []


@pytest.mark.parametrize(
    "text",
    [
        "from room import door",
        "import room.door",
        "from room.door import handle",
        "def late():\n    from room import door",
        'import_module("room.door")',
    ],
)
def test_a_circle_of_imports_is_found_however_it_is_written(text: str, tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "__init__.py").write_text("")
    (tmp_path / "room" / "key.py").write_text(text)
    (tmp_path / "room" / "door.py").write_text("from room.key import turned")
    found = circle(modules(tmp_path, "room"))
    assert {*found} == {"room.key", "room.door"}


@pytest.mark.parametrize("text", ["from . import door", "from .door import handle"])
def test_a_relative_import_is_refused(text: str, tmp_path: Path) -> None:
    module = tmp_path / "key.py"
    module.write_text(text)
    with pytest.raises(ValueError, match="relative import"):
        list(imports(module))
