"""Linking: the page's modules as one script and its styles as one sheet, each a single request.

A module becomes a function that is called once and gives what it exports; what a module imports, it
takes from the functions before it. So each keeps its own names, and reads in the browser as in its
file, but for comments on lines of their own. Modules import by name or as a whole, and export where
they declare: whatever else they say is a `LinkError`, as is a circle of imports.
"""

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from posixpath import normpath

IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE | re.ASCII
)
SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
UNLINKED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
COMMENT = re.compile(r"^[ ]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


class LinkError(Exception):
    """A file says what cannot be linked."""


def script(folder: Path, entry: str) -> str:
    """Everything that a module imports, and the module itself, as one script of module code."""
    texts: dict[str, str] = {}
    needs: dict[str, list[str]] = {}
    wanted = [entry]
    while wanted:
        if (name := wanted.pop()) in texts:
            continue
        texts[name] = text = (folder / name).read_text()
        if wrong := UNLINKED.search(EXPORT.sub("", IMPORT.sub("", text))):
            raise LinkError(f"{name} cannot be linked: {wrong[0]}")
        needs[name] = [_at(name, found[2]) for found in IMPORT.finditer(text)]
        wanted += needs[name]
    try:
        ordered = list(TopologicalSorter(needs).static_order())
    except CycleError as circle:
        raise LinkError(f"these import each other: {', '.join(circle.args[1])}") from circle
    return "".join(_module(name, texts[name]) for name in ordered)


def sheet(folder: Path, entry: str) -> str:
    """A sheet with those that it imports in their places."""
    return SHEET.sub(lambda found: (folder / found[1]).read_text(), (folder / entry).read_text())


def _at(name: str, imported: str) -> str:
    return normpath(PurePosixPath(name).parent / imported)


def _module(name: str, text: str) -> str:
    taken = [_taken(names, _at(name, other)) for names, other in IMPORT.findall(text)]
    given = ", ".join(EXPORT.findall(text))
    body = COMMENT.sub("", EXPORT.sub("", IMPORT.sub("", text))).strip("\n")
    inside = "\n".join([*taken, body, f"return {{ {given} }};"])
    return f"// {name}\nconst {_variable(name)} = (() => {{\n{inside}\n}})();\n"


def _taken(names: str, module: str) -> str:
    """What a module imports, taken from what another gave."""
    if names.startswith("*"):
        return f"const {names.removeprefix('* as ')} = {_variable(module)};"
    return f"const {' '.join(names.split()).replace(' as ', ': ')} = {_variable(module)};"


def _variable(module: str) -> str:
    return re.sub(r"\W", "$", module.removesuffix(".js"))
