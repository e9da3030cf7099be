"""Captured examples: a request as it was sent, and what was answered."""

import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from service.root import EXAMPLES

Example = Mapping[str, Any]


def of_problem(code: str) -> Example | None:
    """The example of a code, where a request is answered with it."""
    path = EXAMPLES / "problems" / f"{code}.json"
    return json.loads(path.read_text()) if path.exists() else None


def shown(example: Example) -> Iterator[str]:
    """Both as they go over the wire, as Markdown."""
    request, response = example["request"], example["response"]
    if "note" in example:
        yield f"{example['note']}\n"
    yield from _message(f"{request['method']} {request['path']} HTTP/1.1", request)
    status = HTTPStatus(response["status"])
    yield "is answered with\n"
    yield from _message(f"HTTP/1.1 {status} {status.phrase}", response)


def _message(first: str, message: Mapping[str, Any]) -> Iterator[str]:
    yield f"```http\n{first}"
    for name, value in message["headers"].items():
        yield f"{name}: {value}"
    if "body" in message:
        body = message["body"]
        yield ""
        yield body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, indent=2)
    yield "```\n"
