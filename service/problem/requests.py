"""Problems of requests themselves: how they are written, sent and repeated."""

from http import HTTPStatus

from verger.service.problem.code import ProblemCode
from verger.service.problem.entry import ProblemKind

_S = HTTPStatus

REQUESTS: dict[ProblemCode, ProblemKind] = {
    ProblemCode.MALFORMED_REQUEST: ProblemKind(
        _S.BAD_REQUEST,
        "This is no HTTP request",
        "What was sent cannot be read as a request of HTTP/1.1: {reason}. The connection is closed.",
        "Send it with a library for HTTP, which writes heads and bodies as RFC 9112 has them.",
    ),
    ProblemCode.UNKNOWN_METHOD: ProblemKind(
        _S.NOT_IMPLEMENTED,
        "No such method",
        "No address of this server takes a method of this name. The connection is closed.",
        "Use a method that the reference names, in capitals; `OPTIONS` of an address lists its own.",
    ),
    ProblemCode.URI_TOO_LONG: ProblemKind(
        _S.REQUEST_URI_TOO_LONG,
        "The address is too long",
        "The path and the query together have more than {bytes_allowed} bytes. The connection is closed.",
        "Send at most {bytes_allowed} bytes of path and query. Send longer content in the body of a request.",
    ),
    ProblemCode.HEAD_TOO_LARGE: ProblemKind(
        _S.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The head of the request is too large",
        "The head has more than {bytes_allowed} bytes or more than 200 fields. The connection is closed.",
        "Send fewer or shorter header fields.",
    ),
    ProblemCode.UNKNOWN_EXPECTATION: ProblemKind(
        _S.EXPECTATION_FAILED,
        "The server does not know this expectation",
        "The `Expect` field has another value than `100-continue`. The connection is closed.",
        "Leave out the `Expect` field, or send `100-continue`.",
    ),
    ProblemCode.UNSUPPORTED_TRANSFER_CODING: ProblemKind(
        _S.NOT_IMPLEMENTED,
        "The server does not know this transfer coding",
        "The `Transfer-Encoding` field has another value than `chunked`. The connection is closed.",
        "Send the body with a `Content-Length`, or with the transfer coding `chunked`.",
    ),
    ProblemCode.UNSUPPORTED_HTTP_VERSION: ProblemKind(
        _S.HTTP_VERSION_NOT_SUPPORTED,
        "The server does not speak this version of HTTP",
        "The request names another version of HTTP than 1.0 and 1.1. The connection is closed.",
        "Send the request with HTTP/1.1.",
    ),
    ProblemCode.MALFORMED_JSON: ProblemKind(
        _S.BAD_REQUEST,
        "The body is not JSON",
        "The body cannot be read as JSON: {reason}.",
        "Send one JSON value in UTF-8, not nested deeply.",
    ),
    ProblemCode.INVALID_BODY: ProblemKind(
        _S.BAD_REQUEST,
        "The body does not fit its schema",
        "At `{json_path}` of the body: {reason}.",
        "Compare the body with the operation's schema; for a move, with"
        " `GET /v1/rulesets/{{ruleset}}/schemas`.",
    ),
    ProblemCode.INVALID_PARAMETER: ProblemKind(
        _S.BAD_REQUEST,
        "A parameter does not fit its schema",
        "The parameter or header `{parameter}`: {reason}.",
        "Send a value that the reference allows; what is optional may be left out.",
    ),
    ProblemCode.OTHER_GAME: ProblemKind(
        _S.CONFLICT,
        "The move is another game's",
        "The session is one of {ruleset}, and this is a move of {rulesets_with_move}.",
        "Send a move of the session's game: `GET …/options` lists those that are open,"
        " `GET /v1/rulesets/{{ruleset}}/schemas` all of them.",
    ),
    ProblemCode.BAD_HANDSHAKE: ProblemKind(
        _S.BAD_REQUEST,
        "The WebSocket handshake cannot be used",
        "It cannot be used as it is: {reason}.",
        "Offer the subprotocol `verger.v1`, or none; see `/docs/streams`.",
    ),
    ProblemCode.FOREIGN_ORIGIN: ProblemKind(
        _S.FORBIDDEN,
        "No page of this origin may call the API",
        "The handshake was sent by a page of {origin}, and whoever runs the server has listed the"
        " origins whose pages may call it.",
        "Ask whoever runs the server to list it in `VERGER_ORIGINS`, or ask through a server of your own.",
    ),
    ProblemCode.NO_SUCH_PAGE: ProblemKind(
        _S.NOT_FOUND,
        "There is nothing at this address",
        "No operation and no page has this address.",
        "Look for it in the reference, at `/docs/reference`.",
    ),
    ProblemCode.METHOD_NOT_ALLOWED: ProblemKind(
        _S.METHOD_NOT_ALLOWED,
        "Not this method here",
        "The address is there and takes other methods.",
        "Use one of those that the Allow header lists.",
    ),
    ProblemCode.NOT_ACCEPTABLE: ProblemKind(
        _S.NOT_ACCEPTABLE,
        "No such form",
        "Nothing that the Accept header names can be answered here.",
        "Accept one of {media_types}.",
    ),
    ProblemCode.REQUEST_TIMEOUT: ProblemKind(
        _S.REQUEST_TIMEOUT,
        "The body did not arrive in time",
        "The body did not arrive whole within ten seconds, an archive's within its longer time."
        " Nothing was done.",
        "Send it again, in one go; with the same Idempotency-Key it is safe.",
    ),
    ProblemCode.BODY_TOO_LARGE: ProblemKind(
        _S.REQUEST_ENTITY_TOO_LARGE,
        "The body is too large",
        "It has more than {bytes_allowed} bytes.",
        "Send at most {bytes_allowed} bytes; a larger archive is brought in by whoever runs the"
        " server, with `verger import`.",
    ),
    ProblemCode.UNSUPPORTED_MEDIA_TYPE: ProblemKind(
        _S.UNSUPPORTED_MEDIA_TYPE,
        "Not JSON",
        "The body was sent as `{media_type_sent}`.",
        "Send `Content-Type: application/json`, in UTF-8 and without a `Content-Encoding`; with an"
        " archive `application/x-ndjson`.",
    ),
    ProblemCode.STALE_VERSION: ProblemKind(
        _S.PRECONDITION_FAILED,
        "The session has moved on",
        "`If-Match` named version {version_expected}, and the newest is {head}; `events` holds"
        " what happened since. Where that is more than an answer holds, the rest is after"
        " `facts.next_after`, as the Link header says. Nothing was done.",
        "Take in `events`, decide whether the move is still meant, and send it with the new version.",
    ),
    ProblemCode.UNUSABLE_KEY: ProblemKind(
        _S.BAD_REQUEST,
        "The Idempotency-Key cannot be used",
        "The key has {key_characters} characters, and it takes {key_characters_minimum} to {key_characters_maximum}, all of them printable ASCII.",
        "Send {key_characters_minimum} to {key_characters_maximum} printable ASCII characters, best a random UUID.",
    ),
    ProblemCode.KEY_REUSED: ProblemKind(
        _S.UNPROCESSABLE_ENTITY,
        "The key was used for another request",
        "An Idempotency-Key belongs to one request, and this one's body is another than the first's.",
        "Send a new key with a new request, the same body with the same key.",
    ),
    ProblemCode.REQUEST_RUNNING: ProblemKind(
        status=_S.CONFLICT,
        title="A request with this key is under way",
        meaning="The first request with this Idempotency-Key has not been answered yet.",
        remedy="Wait for its answer, or repeat it in a moment with the same key.",
        retry_after=1,
    ),
}
