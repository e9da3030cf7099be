"""Captured examples in the document: of every operation, and one of a problem."""

from typing import Any

from verger.service.problem.captured import captured
from verger.service.problem.documented import Document
from verger.service.root import EXAMPLES, examples

FILE = EXAMPLES / "operations.jsonl"
"""A line for each exchange, by its operation."""


def add(paths: Document) -> None:
    """Add to each form of a request or an answer of an operation the first one that was captured."""
    operations = {one["operationId"]: one for methods in paths.values() for one in methods.values()}
    for kept in examples(FILE):
        if (id := kept["operation"]) in operations:
            _place(operations[id], kept)


def add_to_problems(components: Document) -> None:
    """Add an example of a problem; each code's own is on its page."""
    components["ProblemBody"]["examples"] = [captured()[_SHOWN]["response"]["body"]]


_SHOWN = "no_such_session"


def answer(operation: str) -> Any:
    """The first captured answer of an operation."""
    found = (kept for kept in examples(FILE) if kept["operation"] == operation)
    return next(found)["response"]["body"]


def _place(operation: Document, kept: Document) -> None:
    sides = (
        (operation.get("requestBody", {}), kept["request"]),
        (operation["responses"].get(str(kept["response"]["status"]), {}), kept["response"]),
    )
    for described, side in sides:
        media_type = side["headers"].get("content-type", "").partition(";")[0]
        form = described.get("content", {}).get(media_type)
        if form is not None and "body" in side and "examples" not in form:
            shown = {"summary": kept["summary"], "value": _unreferring(side["body"])}
            form["examples"] = {_NAME: shown}


_NAME = "captured"
"""There is one of each form, and its summary tells what it is."""


def _unreferring(value: Any) -> Any:
    """The same with titles for references: those of a schema would be taken for the document's.

    Generators read the address of an `externalValue` as one of a file, and find none.
    """
    match value:
        case {"$ref": str(reference)}:
            return {"title": reference.rpartition("/")[2]}
        case dict():
            return {name: _unreferring(part) for name, part in value.items()}
        case list():
            return [_unreferring(part) for part in value]
        case _:
            return value
