"""Linking: the page's modules as two scripts and its styles as one sheet, each a single request.

A module becomes a function that is called once and gives what it exports; what a module imports, it
takes from the functions before it. So each keeps its own names, and reads in the browser as in its
file, but for comments. What is only ever imported by `import("…")` is in the later script, which is
asked for when that is first called. Modules import by name or as a whole, and export where they
declare: whatever else they say is a `LinkError`, as is a circle of imports.
"""

import re
from collections.abc import Callable, Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import NamedTuple

IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "([^"]+)";\n', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE | re.ASCII
)
SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
UNLINKED = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)
COMMENT = re.compile(r"^[ ]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
TYPE = re.compile(r"/\*\* @\w+ [^\n]*?\*/ ?")

_LATER = """\
let $asked = 0, $later;
const later$ = (name) => {
  $later ??= import("ADDRESS" + ($asked++ ? `?${$asked}` : "")).then(({ default: link }) => link({ NAMES }));
  $later.catch(() => { $later = undefined; });
  return $later.then((modules) => modules[name]);
};
"""
"""How the first script asks for the later one, and again under another address where no answer came."""


class LinkError(Exception):
    """A file says what cannot be linked."""


class _Module(NamedTuple):
    text: str
    needs: list[str]
    """What it imports at once."""
    later: list[str]
    """What it imports when that is needed."""


def scripts(
    place: Callable[[str], Path], entry: str, named: Callable[[str], str]
) -> tuple[str, str]:
    """A module with everything that it imports, and what is imported later, as two scripts.

    `place` gives the file of a module, and `named` the address of the later script.
    """
    modules = _modules(place, entry)
    at_once = _reached(modules, entry)
    ordered = _ordered(modules)
    first = [name for name in ordered if name in at_once]
    rest = [name for name in ordered if name not in at_once]
    taken, given = (", ".join(map(_variable, names)) for names in (first, rest))
    later = f"export default ({{ {taken} }}) => {{\n{_linked(modules, rest)}return {{ {given} }};\n}};\n"
    asked = _LATER.replace("ADDRESS", named(later)).replace("NAMES", taken) if rest else ""
    return asked + _linked(modules, first), later


def sheet(folder: Path, entry: str) -> str:
    """A sheet with those that it imports in their places."""
    whole = SHEET.sub(
        lambda found: (folder / found[1]).read_text("utf-8"), (folder / entry).read_text("utf-8")
    )
    return COMMENT.sub("", whole)


def _modules(place: Callable[[str], Path], entry: str) -> dict[str, _Module]:
    """Everything that a module imports at any time, and the module itself, by their paths."""
    found: dict[str, _Module] = {}
    wanted = [entry]
    while wanted:
        if (name := wanted.pop()) in found:
            continue
        text = TYPE.sub("", COMMENT.sub("", place(name).read_text("utf-8")))
        if wrong := UNLINKED.search(EXPORT.sub("", IMPORT.sub("", text))):
            raise LinkError(f"{name} cannot be linked: {wrong[0]}")
        needs = [_at(name, other) for _, other in IMPORT.findall(text)]
        later = [_at(name, other) for other in LATER.findall(text)]
        found[name] = _Module(text, needs, later)
        wanted += needs + later
    return found


def _ordered(modules: dict[str, _Module]) -> list[str]:
    """The modules, each after those that it needs."""
    needs = {name: module.needs for name, module in modules.items()}
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as circle:
        raise LinkError(f"these import each other: {', '.join(circle.args[1])}") from circle


def _reached(modules: dict[str, _Module], entry: str) -> set[str]:
    """A module with everything that it needs."""
    found: set[str] = set()
    wanted = [entry]
    while wanted:
        if (name := wanted.pop()) not in found:
            found.add(name)
            wanted += modules[name].needs
    return found


def _at(name: str, imported: str) -> str:
    return normpath(PurePosixPath(name).parent / imported)


def _linked(modules: dict[str, _Module], names: Iterable[str]) -> str:
    return "".join(_module(name, modules[name].text) for name in names)


def _module(name: str, text: str) -> str:
    taken = [_taken(names, _at(name, other)) for names, other in IMPORT.findall(text)]
    given = ", ".join(EXPORT.findall(text))
    own = LATER.sub(lambda found: f'later$("{_variable(_at(name, found[1]))}")', text)
    body = EXPORT.sub("", IMPORT.sub("", own)).strip("\n")
    inside = "\n".join([*taken, body, f"return {{ {given} }};"])
    return f"// {name}\nconst {_variable(name)} = (() => {{\n{inside}\n}})();\n"


def _taken(names: str, module: str) -> str:
    """What a module imports, taken from what another gave."""
    if names.startswith("*"):
        return f"const {names.removeprefix('* as ')} = {_variable(module)};"
    return f"const {' '.join(names.split()).replace(' as ', ': ')} = {_variable(module)};"


def _variable(module: str) -> str:
    return re.sub(r"\W", "$", module.removesuffix(".js"))
