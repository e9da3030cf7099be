"""Move parts that several operations share to components, so that each is there once."""

import json
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from itertools import chain, count
from typing import Any

from verger.service.openapi.headers import plain
from verger.service.problem.documented import Document, codes_of, problem_form


def components(paths: Document) -> Document:
    """Replace repeated parts by references, and return the components by their kinds."""
    responses = list(_responses(paths))
    return {
        "parameters": _moved(list(_parameters(paths)), "parameters"),
        "responses": _moved(responses, "responses"),
    }


_Place = tuple[Any, Any, str]
"""A part's parent, its key there, and its name if it becomes a component."""


def _moved(places: list[_Place], kind: str) -> Document:
    """Move repeated parts to components. Different parts with the same name get numbers."""
    texts = Counter(json.dumps(holder[at]) for holder, at, _ in places)
    named: dict[str, str] = {}
    found: Document = {}
    for holder, at, name in places:
        text = json.dumps(holder[at])
        if texts[text] > 1:
            shared = named.setdefault(text, _free(name, found))
            found[shared] = holder[at]
            holder[at] = {"$ref": f"#/components/{kind}/{shared}"}
    return dict(sorted(found.items()))


def _free(name: str, found: Document) -> str:
    """Return the name, or the name with the first number that no other part has."""
    return next(one for one in chain([name], (f"{name}{n}" for n in count(2))) if one not in found)


def _operations(paths: Document) -> Iterator[Document]:
    for methods in paths.values():
        yield from methods.values()


def _parameters(paths: Document) -> Iterator[_Place]:
    for operation in _operations(paths):
        for at, parameter in enumerate(operation["parameters"]):
            yield operation["parameters"], at, _called(parameter)


def _called(parameter: Document) -> str:
    """Return the name of a parameter among the components.

    Two parameters differ in some paths: an idempotency key that secrets are derived from must be
    longer, and a session can be `-`. They are separate components.
    """
    name, schema = parameter["name"], parameter["schema"]
    if name == "Idempotency-Key" and schema["minLength"] > 1:
        return "IdempotencyKeyOfSecrets"
    return "SessionOrAll" if name == "session" and "format" not in schema else plain(name)


def _responses(paths: Document) -> Iterator[_Place]:
    """Yield every response. The response of a single problem has the name of its code, any other that of its status.

    A name of several codes would be longer than the response.
    """
    for operation in _operations(paths):
        for status, response in operation["responses"].items():
            form = problem_form(response)
            codes = codes_of(form) if form else ()
            own = HTTPStatus(int(status)).phrase.title().replace(" ", "")
            yield operation["responses"], status, plain(codes[0]) if len(codes) == 1 else own
