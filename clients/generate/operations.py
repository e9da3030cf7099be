"""Reads the operations of the API document: address, parameters, body and answer."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from clients.generate.document import Schema, document

METHODS = ("get", "post", "put", "patch", "delete")
SESSION = "/v1/sessions/{session}"
_OF_STREAMS = {"follow", "lastEventId", "presence", "ticket"}
"""Parameters that only streams take. The clients have handwritten methods for streams."""
_ACTS = "The seat to act as"
_HEADERS = {"If-Match": "seen", "Verger-Question": "question", "Idempotency-Key": "key"}
_JSON = "application/json"


class Given(NamedTuple):
    """A parameter of an operation, or a member of its body."""

    name: str
    schema: Schema
    is_needed: bool


class Operation(NamedTuple):
    """An operation, with the arguments and the result of its method."""

    id: str
    method: str
    path: str
    summary: str
    parts: tuple[Given, ...]
    """The parameters of its path."""
    query: tuple[Given, ...]
    acts_as: bool
    """Whether the parameter `seat` says which seat acts."""
    headers: tuple[str, ...]
    """`seen`, `question` and `key`, if it takes them."""
    members: tuple[Given, ...]
    """The members of its body."""
    body: str
    """`move` or `archive` for a body that is given as a whole; empty for another body or none."""
    answer: str
    """The name of the schema of its answer, `object` for other JSON, a media type, or nothing."""
    texts: tuple[str, ...] = ()
    """For the method that returns an answer as text, though there is JSON: the media types."""

    @property
    def is_of_session(self) -> bool:
        """Whether it belongs to one session."""
        return self.path.startswith(SESSION)


def operations() -> list[Operation]:
    """Return the operations of the API document, in its order."""
    return list(_operations(document()["paths"], document()["components"]))


def _operations(paths: Schema, known: Schema) -> Iterator[Operation]:
    for path, item in paths.items():
        for method in METHODS:
            if method in item:
                one = _operation(method, path, item[method], known)
                yield one
                if texts := _texts(_answers(item[method], known)):
                    yield one._replace(id=f"{one.id}Text", answer=texts[0], texts=texts)


def _operation(method: str, path: str, one: Schema, known: Schema) -> Operation:
    parameters = [_found(each, known["parameters"]) for each in one.get("parameters", ())]
    given = {where: _given(parameters, where) for where in ("path", "query")}
    headers = {each["name"] for each in parameters if each["in"] == "header"}
    acts_as = any(each["description"].startswith(_ACTS) for each in parameters)
    body, members = _body(one.get("requestBody"), known["schemas"])
    return Operation(
        id=one["operationId"],
        method=method.upper(),
        path=path,
        summary=one["summary"].rstrip("."),
        parts=given["path"],
        query=tuple(each for each in given["query"] if not (acts_as and each.name == "seat")),
        acts_as=acts_as,
        headers=tuple(short for name, short in _HEADERS.items() if name in headers),
        members=members,
        body=body,
        answer=_answer(_answers(one, known)),
    )


def _given(parameters: list[Schema], where: str) -> tuple[Given, ...]:
    return tuple(
        Given(each["name"], each["schema"], each.get("required", False))
        for each in parameters
        if each["in"] == where and each["name"] not in _OF_STREAMS
    )


def _body(body: Schema | None, known: Schema) -> tuple[str, tuple[Given, ...]]:
    if body is None:
        return "", ()
    if _JSON not in body["content"]:
        return "archive", ()
    schema = _found(body["content"][_JSON]["schema"], known)
    if "properties" not in schema:
        return "move", ()
    needed = schema.get("required", ())
    members = schema["properties"].items()
    return "", tuple(Given(name, one, name in needed) for name, one in members)


def _answers(one: Schema, known: Schema) -> list[Schema]:
    """Return the answers that are a success."""
    every = one["responses"].items()
    return [_found(each, known["responses"]) for status, each in every if status.startswith("2")]


def _found(one: Schema, known: Schema) -> Schema:
    found: Schema = known[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
    return found


def _answer(answers: list[Schema]) -> str:
    forms = [form for answer in answers for form in answer.get("content", {}).items()]
    schemas = [content["schema"] for form, content in forms if form == _JSON]
    if len(schemas) == 1 and "$ref" in schemas[0]:
        return str(schemas[0]["$ref"].rpartition("/")[2])
    return "object" if schemas else next((form for form, _ in forms), "")


def _texts(answers: list[Schema]) -> tuple[str, ...]:
    """Return the media types of an answer that is also text. Streams are no text."""
    forms = [form for answer in answers for form in answer.get("content", {})]
    texts = [one for one in forms if one.startswith("text/") and one != "text/event-stream"]
    return tuple(texts) if _JSON in forms else ()


def words(id: str) -> str:
    """Return the id of an operation in the style of Python: `getNetwork` is `get_network`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", id).lower()
