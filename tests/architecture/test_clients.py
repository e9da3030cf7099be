"""A client uses only the API: it imports no code of the server, and only packages that it declares."""

import ast
import gzip
import json
import re
import sys
import tomllib
from collections.abc import Iterator

from clients.generate import scripts
from tests.architecture.source import files, nodes
from tests.support.root import ROOT
from verger_client.wire import VERSION

PYTHON = ROOT / "clients" / "python"
SCRIPTS = sorted((ROOT / "clients" / "typescript" / "verger-client").glob("*.js"))
LINES_OF_A_SCRIPT = 300
BYTES_OF_A_BUNDLE = 20_000
"""The limit for all scripts together, without comments and compressed."""
FLOORS = (
    ("secret",),
    ("games", "types"),
    ("errors", "file_form", "patience", "records"),
    ("archives", "filling", "views", "webhooks", "wire"),
    ("folding", "forms", "heads"),
    ("_async", "_sync"),
    ("assistant", "keep"),
)
"""The client's modules, the lowest layer first. Each imports only from lower layers. `_async` and `_sync` do not import each other."""
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names}


def imported() -> Iterator[tuple[str, str]]:
    """Yield each module of the Python client with each name that it imports."""
    for path in files(PYTHON / "verger_client"):
        name = path.relative_to(PYTHON / "verger_client").parts[0].removesuffix(".py")
        for node in nodes(path):
            if isinstance(node, ast.Import):
                yield from ((name, alias.name) for alias in node.names)
            if isinstance(node, ast.ImportFrom):
                assert node.module
                whole = [f"{node.module}.{alias.name}" for alias in node.names]
                yield from ((name, one) for one in whole)


def test_the_python_client_imports_only_packages_that_it_installs() -> None:
    project = tomllib.loads((PYTHON / "pyproject.toml").read_text())["project"]
    known = named(project["dependencies"]) | {"verger_client"} | sys.stdlib_module_names
    more = {"assistant": named(project["optional-dependencies"]["mcp"])}
    for module, other in imported():
        assert other.partition(".")[0] in known | more.get(module, set()), (module, other)


def named(requirements: list[str]) -> set[str]:
    return {re.split(r"\W", one)[0] for one in requirements}


def test_modules_of_the_python_client_import_only_from_lower_layers() -> None:
    own = [(name, other.split(".")[1]) for name, other in imported() if other.startswith("verger")]
    within = [(one, other) for one, other in own if one not in ("__init__", other)]
    assert len(within) > 20
    assert [pair for pair in within if FLOOR[pair[0]] <= FLOOR[pair[1]]] == []


def test_the_typescript_client_imports_only_its_own_modules() -> None:
    named = {path.name: re.findall(r'from "([^"]+)"', path.read_text()) for path in SCRIPTS}
    assert set().union(*named.values()) <= {f"./{path.name}" for path in SCRIPTS}
    assert (
        json.loads((SCRIPTS[0].parent.parent / "package.json").read_text())
        .keys()
        .isdisjoint({"dependencies", "peerDependencies", "optionalDependencies"})
    )


def test_scripts_of_the_typescript_client_are_short() -> None:
    written = [path for path in SCRIPTS if path.name != "operations.js"]
    assert {path for path in written if path.read_text().count("\n") > LINES_OF_A_SCRIPT} == set()


def test_operations_of_the_typescript_client_are_those_of_the_api() -> None:
    path = ROOT / "clients" / "typescript" / "verger-client" / "operations.js"
    assert path.read_text() == scripts.module(), "make openapi"


def test_the_typescript_client_is_small() -> None:
    """A page loads less than this, because a bundler also shortens names."""
    text = "".join(path.read_text() for path in SCRIPTS)
    bare = re.sub(r"(?ms)^ *(/\*\*.*?\*/|//[^\n]*)\n|^ +", "", text)
    assert len(bare) < len(text)
    assert len(gzip.compress(bare.encode())) <= BYTES_OF_A_BUNDLE


def test_a_readme_has_no_link_that_leads_nowhere_on_a_registry() -> None:
    for client in (PYTHON, SCRIPTS[0].parents[1]):
        readme = (client / "README.md").read_text()
        assert re.findall(r"\]\((?!https?://)|src=|href=", readme) == []
        assert (
            "works with every server of the same first number: version 1.0 with servers 1.0"
            in readme
        )


def test_both_clients_have_the_version_and_the_licence_of_the_server() -> None:
    server = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    package = json.loads((ROOT / "clients" / "typescript" / "package.json").read_text())
    assert (VERSION, package["version"]) == (server, re.sub(r"rc(?=\d)", "-rc.", server))
    for client in (PYTHON, ROOT / "clients" / "typescript"):
        assert (client / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
