"""Writes the operations as methods of the TypeScript client: of a session, and of a server."""

import re
from collections.abc import Iterator

from clients.generate.answers import opened
from clients.generate.interfaces import type_of
from clients.generate.operations import SESSION, Given, Operation, operations

HEAD = """\
// The operations of the API. `make openapi` generates this file from the API document.

/** @typedef {import("./connection.js").Connection} Connection */

/** Every operation that is not about one session. `key` is the Idempotency-Key. */
export class ServerOperations {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
  }
"""
_SESSION = """\
}

/**
 * Every operation of a session, and those of the server. The seat of the session acts, if an operation takes a seat. `at` is the version
 * to read at, `seen` the version for If-Match, and `question` the id for Verger-Question.
 */
export class SessionOperations extends ServerOperations {
  /**
   * @param {Connection} connection
   * @param {string} id
   * @param {string | null} seat
   */
  constructor(connection, id, seat) {
    super(connection);
    this.id = id;
    /** The seat that acts; null for somebody who looks on. */
    this.seat = seat;
  }

  /** The path of the session, which follows the address of the server. */
  get home() {
    return `/v1/sessions/${encodeURIComponent(this.id)}`;
  }
"""
_OF_HEADER = {"seen": "number | string", "question": "string", "key": "string"}
_BODIES = {"move": 'import("./forms.js").Move', "archive": "string | Uint8Array"}


def module() -> str:
    """Return the module of all methods."""
    every = operations()
    of_session = [_method(one) for one in every if one.is_of_session]
    of_server = [_method(one) for one in every if not one.is_of_session]
    return "".join([HEAD, *of_server, _SESSION, *of_session, "}\n"])


def _method(one: Operation) -> str:
    needed = [*(_name(part) for part in _parts(one)), *([one.body] if one.body else [])]
    taken = ", ".join([*needed, *_taken(one)])
    documented = "\n".join(f"   * {line}" for line in [f"{one.summary}.", *_documented(one)])
    return (
        f"\n  /**\n{documented}\n   */\n  {one.id}({taken}) {{\n"
        f"    return this.connection.{_how(one)}({', '.join(_asked(one))});\n  }}\n"
    )


def _parts(one: Operation) -> list[Given]:
    parts = [part for part in one.parts if not (one.is_of_session and part.name == "session")]
    return [*parts, *([Given("accept", {"enum": one.texts}, is_needed=True)] if one.texts else [])]


def _how(one: Operation) -> str:
    if not one.answer:
        return "nothing"
    if "/" not in one.answer:
        return "json"
    return "bytes" if one.answer.endswith("ndjson") else "text"


def _taken(one: Operation) -> Iterator[str]:
    """Yield the destructured object of a method's named parameters, if it has any."""
    if not (_named(one) or _names_seat(one)):
        return
    rest = "body" if one.members else "query"
    apart = [*one.headers, *([each.name for each in one.query] if one.members else [])]
    apart += ["acting"] if _names_seat(one) else []
    apart += [f"...{rest}"] if one.members or one.query else []
    whole = rest if apart == [f"...{rest}"] else f"{{ {', '.join(apart)} }}"
    yield whole if _is_needed(one) else f"{whole} = {{}}"


def _named(one: Operation) -> list[Given]:
    return [*one.members, *one.query] + [Given(each, {}, is_needed=False) for each in one.headers]


def _is_needed(one: Operation) -> bool:
    return any(each.is_needed for each in _named(one))


def _names_seat(one: Operation) -> bool:
    """Whether a caller can name the acting seat. In methods of a session, it is the seat of the session."""
    return one.acts_as and not one.is_of_session


def _documented(one: Operation) -> Iterator[str]:
    for part in _parts(one):
        yield f"@param {{{_kind(part)}}} {_name(part)}"
    if one.body:
        yield f"@param {{{_BODIES[one.body]}}} {one.body}"
    members = [
        f"{each.name}{'' if each.is_needed else '?'}: {_kind(each)}"
        for each in (*one.members, *one.query)
    ]
    members += [f"{each}?: {_OF_HEADER[each]}" for each in one.headers]
    members += ["acting?: string"] if _names_seat(one) else []
    if members:
        name = next(_taken(one)).removesuffix(" = {}")
        name = name if name.isalpha() else "given"
        given = name if _is_needed(one) else f"[{name}]"
        yield f"@param {{{{{', '.join(members)}}}}} {given}"
    kinds = {"nothing": "void", "text": "string", "bytes": "Uint8Array"}
    answer = "any" if one.answer == "object" else f'import("./answers.js").{one.answer}'
    yield f"@returns {{Promise<{kinds.get(_how(one), answer)}>}}"


def _asked(one: Operation) -> Iterator[str]:
    """Yield the arguments of the request."""
    path = re.sub(r"\{(\w+)\}", _put_in, one.path.replace(SESSION, "${this.home}"))
    yield f'"{one.method}"'
    quoted = f"`{path}`" if "$" in path else f'"{path}"'
    yield "this.home" if path == "${this.home}" else quoted
    seat = ["seat: this.seat"] if one.acts_as and one.is_of_session else []
    seat += ["seat: acting"] if _names_seat(one) else []
    rest = [] if one.members or not one.query else ["...query"]
    query = [*rest, *([each.name for each in one.query] if one.members else []), *seat]
    how = [f"query: {{ {', '.join(query)} }}"] if query and query != ["...query"] else []
    how += ["query"] if query == ["...query"] else []
    how += [f"body: {one.body}"] if one.body else (["body"] if one.members else [])
    how += list(one.headers)
    form = "accept" if one.texts else f'accept: "{one.answer}"'
    how += [form] if "/" in one.answer else []
    if how:
        yield f"{{ {', '.join(how)} }}"


def _put_in(found: re.Match[str]) -> str:
    return f"${{encodeURIComponent({_camel(found[1])})}}"


def _kind(each: Given) -> str:
    """Return the type of a parameter. An object can be any record."""
    if each.name == "accept":
        return type_of(each.schema)
    kind = type_of(opened(each.schema)).replace(" | null", "")
    return re.sub(r"\b(?!Record)[A-Z]\w+", "Record<string, any>", kind)


def _name(each: Given) -> str:
    return _camel(each.name)


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)
