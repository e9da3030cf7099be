"""Captured examples: a request as it was sent, and its answer."""

import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

Example = Mapping[str, Any]


def shown(example: Example) -> Iterator[str]:
    """Return the request and the answer as they go over the wire, in Markdown."""
    request, response = example["request"], example["response"]
    if "note" in example:
        yield f"{example['note']}\n"
    yield from _message(f"{request['method']} {request['path']} HTTP/1.1", request)
    status = HTTPStatus(response["status"])
    yield "The answer:\n"
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
