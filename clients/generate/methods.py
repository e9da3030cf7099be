"""Writes the operations as methods of the Python client: of a session, and of a server."""

import json
import re
from collections.abc import Iterator

from clients.generate.answers import opened
from clients.generate.operations import SESSION, Given, Operation, operations, words
from clients.generate.structs import type_of

HEAD = '''"""The operations of the API. `make openapi` generates this file from the API document."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from verger_client import types as answers
from verger_client._async.connection import AsyncConnection
from verger_client.wire import given, part
'''
_SERVER = '''

class AsyncServerOperations:
    """Every operation that is not about one session.

    `key` is the Idempotency-Key; by default each call has a new one. Every method raises `Problem`
    and `Unreachable`.
    """

    _connection: AsyncConnection
'''
_SESSION = '''

class AsyncSessionOperations:
    """Every operation of a session. The seat of the session acts, if the operation takes a seat.

    `at` is the version to read at, `key` the Idempotency-Key, `seen` the version for If-Match, and
    `question` the id for Verger-Question. Every method raises `Problem` and `Unreachable`.
    """

    id: str
    seat: str | None
    _connection: AsyncConnection
    _home: str
'''
_OF_HEADER = {"seen": "int | str", "question": "str", "key": "str"}
_AS_GIVEN = {
    r"\bdatetime\b": "datetime | str",
    r"tuple\[(.*), \.\.\.\]": r"Sequence[\1]",
    r"dict\[": "Mapping[",
    r"\b(?!Sequence|Mapping|None|Any)[A-Z]\w+": "Mapping[str, Any]",
}
"""For each type in answers, the wider type in arguments. For example, an object can be any mapping."""
_BODIES = {"move": "move: Mapping[str, Any]", "archive": "archive: bytes"}


def module() -> str:
    """Return the module of all methods."""
    every = operations()
    of_session = [_method(one) for one in every if one.is_of_session]
    of_server = [_method(one) for one in every if not one.is_of_session]
    return "".join([HEAD, _SERVER, *of_server, _SESSION, *of_session])


def _method(one: Operation) -> str:
    gives, statement = _statement(one)
    parameters = ",\n        ".join(_parameters(one))
    return (
        f"\n    async def {words(one.id)}(\n        {parameters},\n    ) -> {gives}:\n"
        f'        """{one.summary}."""\n'
        f"        {statement}\n"
    )


def _parameters(one: Operation) -> Iterator[str]:
    yield "self"
    yield from (f"{_name(each)}: {_kind(each)}" for each in one.parts if not _is_bound(one, each))
    if one.texts:
        yield f"accept: {type_of({'enum': one.texts})}"
    if one.body:
        yield _BODIES[one.body]
    more = [*one.members, *one.query]
    named = [f"{_name(each)}: {_kind(each)}" for each in more if each.is_needed]
    named += [f"{_name(each)}: {_or_none(_kind(each))}" for each in more if not each.is_needed]
    named += ["acting: str | None = None"] if one.acts_as and not one.is_of_session else []
    named += [f"{each}: {_OF_HEADER[each]} | None = None" for each in one.headers]
    if named:
        yield "*"
        yield from named


def _is_bound(one: Operation, each: Given) -> bool:
    return one.is_of_session and each.name == "session"


def _statement(one: Operation) -> tuple[str, str]:
    """Return the type of a method's result, and the statement that requests it."""
    asked = ", ".join(_asked(one))
    if not one.answer:
        return "None", f"await self._connection.ask({asked})"
    if "/" in one.answer:
        member = "content" if one.answer.endswith("ndjson") else "text"
        asked = f"{asked}, accept={'accept' if one.texts else json.dumps(one.answer)}"
        gives = "bytes" if member == "content" else "str"
        return gives, f"return (await self._connection.ask({asked})).{member}"
    gives = "dict[str, Any]" if one.answer == "object" else f"answers.{one.answer}"
    return gives, f"return await self._connection.read({gives}, {asked})"


def _asked(one: Operation) -> Iterator[str]:
    """Yield the arguments of the request."""
    path = re.sub(r"\{(\w+)\}", r"{part(\1)}", one.path.replace(SESSION, "{self._home}"))
    yield f'"{one.method}"'
    yield f'{"f" if "{" in path else ""}"{path}"'
    query = [f'"{each.name}": {_name(each)}' for each in one.query]
    query += [f'"seat": {"self.seat" if one.is_of_session else "acting"}'] if one.acts_as else []
    if query:
        yield f"{{{', '.join(query)}}}"
    if one.body:
        yield f"body={one.body}"
    elif one.members:
        yield f"body=given({', '.join(f'{each.name}={_name(each)}' for each in one.members)})"
    yield from (f"{each}={each}" for each in one.headers)


def _kind(each: Given) -> str:
    """Return the type of a parameter. A time can also be given as text, and a list as any sequence."""
    kind = type_of(opened(each.schema))
    for word, other in _AS_GIVEN.items():
        kind = re.sub(word, other, kind)
    return kind


def _or_none(kind: str) -> str:
    return f"{kind} = None" if kind.endswith("None") else f"{kind} | None = None"


def _name(each: Given) -> str:
    return f"{each.name}_" if each.name in ("from", "type") else each.name
