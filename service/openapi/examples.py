"""Captured examples in the document: of operations, of problems, and of the schemas' parts."""

import re
from typing import Any

from service.problem.captured import captured
from service.problem.documented import Document, codes_of, problem_form
from service.root import EXAMPLES, examples

FILE = EXAMPLES / "operations.jsonl"
"""A line for each exchange, by its operation, and after them one for each component that it shows.

What only the play of a game shows is in the file of that game.
"""


def add(paths: Document) -> None:
    """Add to each operation its captured request and answer, and its problems' examples."""
    operations = {one["operationId"]: one for methods in paths.values() for one in methods.values()}
    for kept in examples(FILE):
        if (id := kept.get("operation")) in operations:
            _place(operations[id], kept)
    for operation in operations.values():
        for response in operation["responses"].values():
            if form := problem_form(response):
                form |= _of_problem(form)


def add_to_schemas(components: Document) -> None:
    """Add to each schema an example of it, where one was captured."""
    for kept in (one for file in EXAMPLES.glob("*.jsonl") for one in examples(file)):
        if (name := kept.get("component")) in components:
            components[name]["examples"] = [kept["example"]]


def _place(operation: Document, kept: Document) -> None:
    sides = (
        (operation.get("requestBody", {}), kept["request"]),
        (operation["responses"].get(str(kept["response"]["status"]), {}), kept["response"]),
    )
    for described, side in sides:
        media_type = side["headers"].get("content-type", "").partition(";")[0]
        form = described.get("content", {}).get(media_type)
        if form is not None and "body" in side:
            shown = {"summary": kept["summary"], "value": _unreferring(side["body"])}
            form.setdefault("examples", {})[_slug(kept["summary"])] = shown


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


def _slug(summary: str) -> str:
    return re.sub(r"\W+", "_", summary.lower()).strip("_")


def _of_problem(form: Document) -> Document:
    """An example of the first of its codes of which one was captured."""
    for code in codes_of(form):
        if kept := captured().get(code):
            return {"examples": {code: {"value": kept["response"]["body"]}}}
    return {}
