"""The facts about an operation that its route declares: errors, headers, scope, types and links.

A route passes them as `opt` to its decorator. service/openapi makes the API document from them.
"""

from collections.abc import Mapping
from typing import Any, Literal, NewType, TypedDict

import msgspec

from verger.service.identity.grant import Needed
from verger.service.problem.code import AnyCode
from verger.service.schema.json_schema import Schema

Header = Literal[
    "ETag",
    "Location",
    "Link",
    "Cache-Control",
    "Content-Disposition",
    "Accept-Ranges",
    "Idempotent-Replayed",
]
"""A header that only the answers of some operations have."""

MADE: tuple[Header, ...] = ("ETag", "Location")
VERSIONED: tuple[Header, ...] = ("ETag", "Cache-Control")
PAGED: tuple[Header, ...] = ("Link",)

InWords = NewType("InWords", str)
"""A sentence about the needed rights, if one scope cannot express them."""

TEXT: Schema = {"type": "string"}


class Content(msgspec.Struct, frozen=True):
    """A body that is described by hand, not by a type."""

    description: str
    media_type: str
    schema: Schema


class Success(msgspec.Struct, frozen=True):
    """A JSON answer with another status than the usual success."""

    description: str
    gives: Any
    headers: tuple[Header, ...]


class Link(msgspec.Struct, frozen=True):
    """An operation that an answer leads to (OpenAPI 3.1, Link Object)."""

    to: str
    """Its operation id."""
    description: str
    values: Mapping[str, str] = {}
    """The place of each parameter in the answer, as a JSON Pointer without its first slash.
    Path parameters of both operations need no entry."""


class Operation(TypedDict, total=False):
    """A route's declaration of its operation."""

    takes: type
    """The type of the request's body."""
    brings: Content
    """The body of the request, if no type describes it."""
    gives: Any
    """The type of the answer, if the annotation of the handler does not have it."""
    forms: Mapping[str, Schema]
    """The schemas of other forms of the answer, by media type."""
    tells: tuple[type, ...]
    """Further types that these forms refer to."""
    success: str
    """The description of the answer. Default: the first line of the docstring."""
    also: Mapping[int, Success]
    """Other successes, by status."""
    headers: tuple[Header, ...]
    """Headers of the answer. A read at a version also has `VERSIONED`, which is not listed here."""
    links: tuple[Link, ...]
    problems: tuple[AnyCode, ...]
    """The error codes of the operation, without those that every operation with such parameters can have."""
    key: Literal["plain", "secret"]
    """Set if it takes an Idempotency-Key. With `secret`, secrets in the answer derive from the key."""
    request_headers: tuple[Literal["If-Match", "Last-Event-ID", "Verger-Question"], ...]
    bearer: Literal["always", "optional", "never"]
    """The need for a token. Default: always, except for onlookers who read a session."""
    scope: Needed | InWords
    """The scope that its token needs; `read` by default."""
    reads: Literal[True]
    """Set if a POST only reads. Its answer is compressed like that of a read."""
    counted: Literal[False]
    """Set if the operation is exempt from limits."""
    stored: Literal[False]
    """Set if the operation works without the database."""
