"""What a route says of its operation beyond its address, its parameters and its docstring.

It is the `opt` of the route's decorator; service/openapi makes the API document of it.
"""

from collections.abc import Mapping
from typing import Any, Literal, NewType, TypedDict

import msgspec

from service.identity.grant import Needed
from service.problem.code import AnyCode
from service.schema.json_schema import Schema

Header = Literal[
    "ETag",
    "Location",
    "Link",
    "Cache-Control",
    "Vary",
    "Content-Disposition",
    "Idempotent-Replayed",
]
"""A header field that answers carry where their operation says so."""

MADE: tuple[Header, ...] = ("ETag", "Location")
VERSIONED: tuple[Header, ...] = ("ETag", "Cache-Control", "Vary")
VARYING: tuple[Header, ...] = ("Vary", "Cache-Control")

InWords = NewType("InWords", str)
"""A sentence, where one scope does not say which is needed."""

TEXT: Schema = {"type": "string"}


class Content(msgspec.Struct, frozen=True):
    """A body that is described by hand, not by a type."""

    description: str
    media_type: str
    schema: Schema


class Success(msgspec.Struct, frozen=True):
    """An answer of JSON besides the usual one."""

    description: str
    gives: Any
    headers: tuple[Header, ...]


class Link(msgspec.Struct, frozen=True):
    """An operation that an answer leads to (OpenAPI 3.1, Link Object)."""

    to: str
    """Its operation id."""
    description: str
    values: Mapping[str, str] = {}
    """Where in the answer, as a JSON Pointer without its first slash, each of its parameters stands;
    those of the path that both have alike need not be named."""


class Operation(TypedDict, total=False):
    """What a route says of itself."""

    takes: type
    """The type of the request's body."""
    brings: Content
    """The request's body where no type describes it."""
    gives: Any
    """The type of the answer, where the handler's annotation does not tell it."""
    forms: Mapping[str, Schema]
    """The schemas of other forms of the answer, by media type."""
    success: str
    """What the answer is, where the docstring's first line does not say it."""
    also: Mapping[int, Success]
    """Other successes, by status."""
    headers: tuple[Header, ...]
    """What the answer carries; what is read at a version carries `VERSIONED` unasked."""
    links: tuple[Link, ...]
    problems: tuple[AnyCode, ...]
    """Those codes that do not follow from parameters, body, token and key."""
    key: Literal["plain", "secret"]
    """Whether it takes an Idempotency-Key, and whether secrets of the answer hang on that."""
    request_headers: tuple[Literal["If-Match", "Last-Event-ID"], ...]
    bearer: Literal["always", "optional", "never"]
    """Whether it takes a token: always without this, but from onlookers for the reads of a session."""
    scope: Needed | InWords
    """What its token needs: `read` without this."""
    cost: int
    """As how many requests it counts: one without this; no limit is for what costs nothing."""
    stored: Literal[False]
    """That it works without the database."""
