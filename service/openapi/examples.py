"""Add captured examples to the document: for each operation, and for problems."""

from typing import Any

from verger.service.problem.captured import captured
from verger.service.problem.documented import Document
from verger.service.root import EXAMPLES, examples

FILE = EXAMPLES / "operations.jsonl"
"""The captured requests and answers: a line for each exchange, with the id of its operation."""


def add(paths: Document) -> None:
    """Add the first captured example to each form of a request or an answer of an operation."""
    operations = {one["operationId"]: one for methods in paths.values() for one in methods.values()}
    for kept in examples(FILE):
        if (id := kept["operation"]) in operations:
            _place(operations[id], kept)


def add_to_problems(components: Document) -> None:
    """Add an example of a problem. The page of each code has its own example."""
    components["ProblemBody"]["examples"] = [captured()[_SHOWN]["response"]["body"]]


_SHOWN = "no_such_session"


def answer(operation: str) -> Any:
    """Return the first captured answer of an operation."""
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
"""The name of each example. No form has more than one, and its summary describes it."""


def _unreferring(value: Any) -> Any:
    """Return an example with titles in place of references. Tools would look up these references in the document.

    `externalValue` does not help: generators take its address for that of a file, and find none.
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
