"""The reference: every operation as text."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from verger.service.annexes.portal.markdown import PageHeading
from verger.service.annexes.portal.page import PortalPage

PATH = "reference"

Operation = Mapping[str, Any]


def pages(document: Mapping[str, Any]) -> Iterable[PortalPage]:
    """Yield the only page. Browsers get Swagger UI at its address, with the API document without the games."""
    yield PortalPage(PATH, "API reference", "\n".join(_whole(document)))


def in_browser(parts: Iterable[tuple[PageHeading, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield the headings, anchors and words of this page as Swagger UI has them in a browser."""
    tag = ""
    for heading, words in parts:
        if heading.level == 2:
            tag = f"/{heading.text.lower()}"
        yield heading.text, f"{tag}/{heading.text}" if heading.level > 2 else tag, words


def _whole(document: Mapping[str, Any]) -> Iterator[str]:
    yield "# API reference\n"
    yield (
        "Every operation, in the order of a newcomer's questions. Schemas, examples and all possible "
        "answers are in the [OpenAPI document](/v1/openapi.json). In a browser, you can try the operations on this page.\n"
    )
    for tag in document["tags"]:
        yield f"## {tag['name'].capitalize()}\n\n{tag.get('description', '')}\n"
        for address, operation in _operations(document, tag["name"]):
            yield f"### {operation['operationId']}\n\n`{address}`\n\n{operation['summary']}.\n"
            yield f"{operation['description']}\n"
            yield from _answers(operation)


def _operations(document: Mapping[str, Any], tag: str) -> Iterator[tuple[str, Operation]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if tag in operation.get("tags", ()):
                yield f"{method.upper()} {path}", operation


def _answers(operation: Operation) -> Iterator[str]:
    for place in ("path", "query", "header"):
        named = [p for p in operation.get("parameters", ()) if p.get("in") == place]
        if named:
            yield f"- In the {place}: {', '.join(_parameter(one) for one in named)}"
    yield f"- Answers: {', '.join(f'`{status}`' for status in operation['responses'])}\n"


def _parameter(one: Mapping[str, Any]) -> str:
    return f"`{one['name']}`" + (" (required)" if one.get("required") else "")
