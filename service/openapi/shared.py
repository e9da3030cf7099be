"""Moves what several operations have alike into components, so that it is there once."""

import json
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from service.openapi.headers import plain
from service.problem.documented import Document, codes_of, problem_form


def components(paths: Document) -> Document:
    """Replace repeated parts by references; gives the components by their kinds."""
    responses = list(_responses(paths))
    return {
        "parameters": _moved(list(_parameters(paths)), "parameters"),
        "responses": _moved(responses, "responses"),
    }


_Place = tuple[Any, Any, str]
"""A part's parent, its key there, and the name that it would have."""


def _moved(places: list[_Place], kind: str) -> Document:
    """Of different parts that would share a name, only the first gets it."""
    texts = Counter(json.dumps(holder[at]) for holder, at, _ in places)
    named: dict[str, str] = {}
    found: Document = {}
    for holder, at, name in places:
        text = json.dumps(holder[at])
        if texts[text] > 1 and named.setdefault(name, text) == text:
            found[name] = holder[at]
            holder[at] = {"$ref": f"#/components/{kind}/{name}"}
    return dict(sorted(found.items()))


def _operations(paths: Document) -> Iterator[Document]:
    for methods in paths.values():
        yield from methods.values()


def _parameters(paths: Document) -> Iterator[_Place]:
    for operation in _operations(paths):
        for at, parameter in enumerate(operation["parameters"]):
            yield operation["parameters"], at, _called(parameter)


def _called(parameter: Document) -> str:
    """A key by which secrets are derived has to be longer than others, and so is another parameter."""
    is_long = parameter["name"] == "Idempotency-Key" and parameter["schema"]["minLength"] > 1
    return plain(parameter["name"]) + ("OfSecrets" if is_long else "")


def _codes(form: Document) -> str:
    return "".join(map(plain, codes_of(form)))


def _responses(paths: Document) -> Iterator[_Place]:
    """Every response: a problem's is called by its codes, any other by its status."""
    for operation in _operations(paths):
        for status, response in operation["responses"].items():
            form = problem_form(response)
            own = HTTPStatus(int(status)).phrase.title().replace(" ", "")
            yield operation["responses"], status, _codes(form) if form else own
