"""`docs/log-events.md` has a sentence for every event that the server logs, and for no other event."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import calls, files, functions
from tests.support.root import ROOT

PAGE = ROOT / "docs" / "log-events.md"
LEVELS = {"exception": "error"} | {
    level: level for level in ("debug", "info", "warning", "error", "critical")
}
ROW = re.compile(r"(?m)^\| `(\w+)` \| ([a-z, ]+) \| (.+) \|$")


def logged() -> Iterator[tuple[str, str]]:
    """Yield each event that the service logs, with its level."""
    for path in files(ROOT / "service"):
        for call in calls(path, *LEVELS):
            match call.func:
                case ast.Attribute(value=logger, attr=level) if is_logger(logger):
                    for name in names(path, call.args[0]):
                        yield name, LEVELS[level]
                case _:
                    pass
    # Libraries log at their own levels.
    yield from (("library", level) for level in ("warning", "error"))


def is_logger(node: ast.expr) -> bool:
    return ast.unparse(node) in ("_log", "self._log", "structlog.get_logger()")


def names(path: Path, event: ast.expr) -> list[str]:
    """Return the names that the first argument of a logging call can have."""
    match event:
        case ast.Constant(value=str(name)):
            return [name]
        case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=str(end))]):
            works = [call for path in files(ROOT / "service") for call in calls(path, "repeat")]
            return [f"{ast.literal_eval(name)}{end}" for call in works for name in call.args[2:3]]
        case ast.Name(id=parameter):
            function = next(
                one for one in functions(path) if parameter in {arg.arg for arg in one.args.args}
            )
            return [ast.literal_eval(call.args[0]) for call in calls(path, function.name)]
        case _:
            raise AssertionError(f"{path}: {ast.unparse(event)} is no name of an event")


def test_every_event_of_the_log_has_a_sentence_with_its_level() -> None:
    levels: dict[str, set[str]] = {}
    for name, level in logged():
        levels.setdefault(name, set()).add(level)
    told = {name: set(level.split(", ")) for name, level, _ in ROW.findall(PAGE.read_text())}
    assert told == levels


def test_every_sentence_of_the_table_is_whole_and_stands_once() -> None:
    sentences = [sentence for _, _, sentence in ROW.findall(PAGE.read_text())]
    assert [one for one in sentences if not re.fullmatch(r"[A-Z].*\.", one)] == []
    assert len(set(sentences)) == len(sentences) > 40
