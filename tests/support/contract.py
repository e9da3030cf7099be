"""Every answer that a test gets is checked against the OpenAPI document in the repository."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs

from verger.service.openapi.document import FILE
from verger.service.openapi.headers import (
    COUNTED,
    EVERY_ANSWER,
    KEPT_BY_NOBODY,
    OF_READS,
    SOMETIMES,
)
from verger.service.problem.documented import codes_of, problem_form

Document = dict[str, Any]

PARAMETER = re.compile(r"\{(\w+)\}")
"""A parameter in a path of the document."""

OF_EVERY_SERVER = {
    "connection", "content-encoding", "content-length", "content-type", "date", "transfer-encoding", "via",
    "access-control-allow-origin", "access-control-expose-headers", "content-security-policy",
    "cross-origin-resource-policy", "referrer-policy", "sec-websocket-version", "vary", "x-accel-buffering", "x-content-type-options",
}  # fmt: skip
"""Headers that the API need not describe, because HTTP or browsers define them."""

OF_A_PROXY = re.compile(
    r"no process answers|the process of this request did not answer|\d+ of \d+ processes answer"
)
"""The cause in a 503 answer that a proxy wrote itself. Such an answer has no headers about rate limits."""

OF_OPERATORS = ("getHealth", "getReadiness", "getMetrics")
"""Operations without rate limits."""

_HERE = "urn:verger:document"
_file = [FILE]


@cache
def document() -> Document:
    """The checked-in document, or the document of the other server whose answers are checked."""
    found: Document = json.loads(_file[-1].read_text())
    return found


@contextmanager
def of_another(file: Path) -> Iterator[None]:
    """Check answers against another server's document for a while."""
    _file.append(file)
    _forget()
    yield
    _file.pop()
    _forget()


def _forget() -> None:
    for known in (document, _operations, _validator, _registry):
        known.cache_clear()


@cache
def _operations() -> list[tuple[str, re.Pattern[str], Document]]:
    return [
        (method.upper(), re.compile(PARAMETER.sub("[^/]+", path)), operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    ]


def resolved(part: Document) -> Document:
    """A part of the document, with a reference followed."""
    while reference := part.get("$ref"):
        part = document()
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
    return part


def codes(response: Document) -> Sequence[str]:
    """The codes of a problem's response; none of any other response."""
    form = problem_form(response)
    return codes_of(form) if form else ()


def operation_of(method: str, path: str) -> Document | None:
    """The operation that answers at an address, if the document has one."""
    found = (
        operation
        for name, pattern, operation in _operations()
        if name == method and pattern.fullmatch(path)
    )
    return next(found, None)


def check(answer: httpx.Response) -> None:
    """Require that an answer matches its operation in the document.

    Addresses of no operation are ignored.
    """
    operation = operation_of(answer.request.method, answer.request.url.path)
    # A redirect answers another spelling of an address, which is not in the document.
    if operation is None or answer.is_redirect:
        return
    name, status = operation["operationId"], str(answer.status_code)
    assert status in operation["responses"], f"{name}: undocumented status {status}: {answer.text}"
    promised = resolved(operation["responses"][status])
    _check_headers(answer, promised, name)
    kind = answer.headers.get("content-type", "").partition(";")[0]
    forms = promised.get("content", {})
    assert kind in forms or (not forms and not answer.content), f"{name}: undocumented form {kind}"
    if kind.endswith("json") and not kind.endswith("ndjson"):
        validator(forms[kind]["schema"]).validate(answer.json())
        if (form := problem_form(promised)) is not None:
            code = answer.json()["code"]
            assert code in codes_of(form), f"{name}: undocumented code {code}"


def _check_headers(answer: httpx.Response, promised: Document, name: str) -> None:
    kind = answer.headers.get("content-type", "")
    counted = () if name in OF_OPERATORS or _is_of_a_proxy(answer) else COUNTED
    is_read = answer.request.method in ("GET", "HEAD") and not answer.is_error
    fields = {*promised.get("headers", {}), *EVERY_ANSWER, *counted}
    if is_read and counted:
        fields |= {*OF_READS}
    if not is_read:
        fields |= {*KEPT_BY_NOBODY}
        assert answer.headers["Cache-Control"] == "no-store", name
    # A stream has no tag, because it ends with the next events.
    without = {"ETag"} if "event-stream" in kind or "ndjson" in kind else set()
    missing = {field for field in fields - SOMETIMES - without if field not in answer.headers}
    assert not missing, f"{name}: missing headers {missing}"
    surplus = set(answer.headers) - OF_EVERY_SERVER - {field.lower() for field in fields}
    assert not surplus, f"{name}: undocumented headers {surplus}"


def _is_of_a_proxy(answer: httpx.Response) -> bool:
    # Not every 503 has facts.
    cause = answer.json().get("facts", {}).get("cause", "") if answer.status_code == 503 else ""
    return bool(OF_A_PROXY.fullmatch(cause))


def validator(schema: Document) -> jsonschema_rs.Draft202012Validator:
    """A validator for a schema of the document."""
    return _validator(json.dumps(schema).replace('"#/', f'"{_HERE}#/'))


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads(schema), registry=_registry())


@cache
def _registry() -> jsonschema_rs.Registry:
    """The document's components, read once for all references."""
    return jsonschema_rs.Registry([(_HERE, {"components": document()["components"]})])
