"""Error codes about requests that cannot be read."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class RequestProblems:
    """The codes about requests that cannot be read."""

    MALFORMED_REQUEST = ServerCode(
        "malformed_request",
        status=_S.BAD_REQUEST,
        title="This is not an HTTP request",
        meaning="The bytes cannot be read as a request of HTTP/1.1: {reason}. The connection is closed.",
        remedy="Send the request with an HTTP library, which writes heads and bodies according to RFC 9112.",
    )
    UNKNOWN_METHOD = ServerCode(
        "unknown_method",
        status=_S.NOT_IMPLEMENTED,
        title="No such method",
        meaning="No address of this server takes a method of this name. The connection is closed.",
        remedy="Use a method from the API reference, in capitals. `OPTIONS` lists the methods of an address.",
    )
    URI_TOO_LONG = ServerCode(
        "uri_too_long",
        status=_S.REQUEST_URI_TOO_LONG,
        title="The address is too long",
        meaning="The path and the query together have more than {bytes_allowed} bytes. The connection is closed.",
        remedy="Send at most {bytes_allowed} bytes of path and query. Send longer content in the body of a request.",
    )
    HEAD_TOO_LARGE = ServerCode(
        "head_too_large",
        status=_S.REQUEST_HEADER_FIELDS_TOO_LARGE,
        title="The head of the request is too large",
        meaning="The head has more than {bytes_allowed} bytes or more than 200 fields. The connection is closed.",
        remedy="Send fewer or shorter header fields.",
    )
    UNKNOWN_EXPECTATION = ServerCode(
        "unknown_expectation",
        status=_S.EXPECTATION_FAILED,
        title="The server does not know this expectation",
        meaning="The `Expect` field has another value than `100-continue`. The connection is closed.",
        remedy="Leave out the `Expect` field, or send `100-continue`.",
    )
    UNSUPPORTED_TRANSFER_CODING = ServerCode(
        "unsupported_transfer_coding",
        status=_S.NOT_IMPLEMENTED,
        title="The server does not know this transfer coding",
        meaning="The `Transfer-Encoding` field has another value than `chunked`. The connection is closed.",
        remedy="Send the body with a `Content-Length`, or with the transfer coding `chunked`.",
    )
    UNSUPPORTED_HTTP_VERSION = ServerCode(
        "unsupported_http_version",
        status=_S.HTTP_VERSION_NOT_SUPPORTED,
        title="The server does not support this version of HTTP",
        meaning="The request names another version of HTTP than 1.0 and 1.1. The connection is closed.",
        remedy="Send the request with HTTP/1.1.",
    )
    MALFORMED_JSON = ServerCode(
        "malformed_json",
        status=_S.BAD_REQUEST,
        title="The body is not JSON",
        meaning="The body cannot be read as JSON: {reason}.",
        remedy="Send one JSON value in UTF-8, without deep nesting.",
    )
    INVALID_BODY = ServerCode(
        "invalid_body",
        status=_S.BAD_REQUEST,
        title="The body does not fit its schema",
        meaning="At `{json_path}` of the body: {reason}.",
        remedy="Compare the body with the schema of the operation. The schemas of moves are at `GET"
        " /v1/rulesets/{{ruleset}}/schemas`.",
    )
    INVALID_PARAMETER = ServerCode(
        "invalid_parameter",
        status=_S.BAD_REQUEST,
        title="A parameter does not fit its schema",
        meaning="The parameter or header `{parameter}`: {reason}.",
        remedy="Send a value that the API reference allows, or leave out an optional parameter.",
    )
    OTHER_GAME = ServerCode(
        "other_game",
        status=_S.CONFLICT,
        title="The move belongs to another game",
        meaning="The game of the session is {ruleset}, and this is a move of {rulesets_with_move}.",
        remedy="Send a move of the session's game. `GET …/options` lists the possible moves, and `GET"
        " /v1/rulesets/{{ruleset}}/schemas` lists all.",
    )
    BAD_HANDSHAKE = ServerCode(
        "bad_handshake",
        status=_S.BAD_REQUEST,
        title="The WebSocket handshake cannot be used",
        meaning="The handshake cannot be used: {reason}.",
        remedy="Offer the subprotocol `verger.v1`, or none. The page `/docs/streams` has an example.",
    )
    FOREIGN_ORIGIN = ServerCode(
        "foreign_origin",
        status=_S.FORBIDDEN,
        title="Pages of this origin cannot call the API",
        meaning="A page of {origin} sent the handshake. The operator of the server has a list of origins, and"
        " this one is not on it.",
        remedy="Ask the operator to add the origin to `VERGER_ORIGINS`, or send the request through your own"
        " server.",
    )
    NO_SUCH_PAGE = ServerCode(
        "no_such_page",
        status=_S.NOT_FOUND,
        title="There is nothing at this address",
        meaning="No operation and no page has this address.",
        remedy="Look for the operation in the reference, at `/docs/reference`.",
    )
    METHOD_NOT_ALLOWED = ServerCode(
        "method_not_allowed",
        status=_S.METHOD_NOT_ALLOWED,
        title="The address does not take this method",
        meaning="The address exists and takes other methods.",
        remedy="Use a method from the Allow header.",
    )
    NOT_ACCEPTABLE = ServerCode(
        "not_acceptable",
        status=_S.NOT_ACCEPTABLE,
        title="This format is not available",
        meaning="The server cannot answer here in a form that the Accept header names.",
        remedy="Accept one of {media_types}.",
    )
    REQUEST_TIMEOUT = ServerCode(
        "request_timeout",
        status=_S.REQUEST_TIMEOUT,
        title="The body did not arrive in time",
        meaning="The whole body has to arrive within ten seconds, or within a longer time for an archive."
        " Nothing was done.",
        remedy="Send the request again without pauses. With the same Idempotency-Key this is safe.",
    )
    BODY_TOO_LARGE = ServerCode(
        "body_too_large",
        status=_S.REQUEST_ENTITY_TOO_LARGE,
        title="The body is too large",
        meaning="The body has more than {bytes_allowed} bytes.",
        remedy="Send at most {bytes_allowed} bytes. For a larger archive, ask the operator to use `verger"
        " import`.",
    )
    UNSUPPORTED_MEDIA_TYPE = ServerCode(
        "unsupported_media_type",
        status=_S.UNSUPPORTED_MEDIA_TYPE,
        title="The body is not sent as JSON",
        meaning="The body was sent as `{media_type_sent}`.",
        remedy="Send `Content-Type: application/json` in UTF-8, without a `Content-Encoding`. For an archive,"
        " send `application/x-ndjson`.",
    )
    STALE_VERSION = ServerCode(
        "stale_version",
        status=_S.PRECONDITION_FAILED,
        title="The session has moved on",
        meaning="`If-Match` named version {version_expected}, and the newest is {head}. `events` holds the"
        " events since then. If there are more, they follow after `facts.next_after`, and the Link"
        " header has their address. Nothing was done.",
        remedy="Read `events` and decide whether you still want the move. Then send it with the new version.",
    )
    QUESTION_CLOSED = ServerCode(
        "question_closed",
        status=_S.PRECONDITION_FAILED,
        title="The question is no longer open",
        meaning="`Verger-Question` named a question that your seat is not asked at version {head}: it was"
        " answered, or play went on. Nothing was done.",
        remedy="Read your options, and answer one of the questions that are open now.",
    )
    UNUSABLE_KEY = ServerCode(
        "unusable_key",
        status=_S.BAD_REQUEST,
        title="The Idempotency-Key cannot be used",
        meaning="The key has {key_characters} characters. It can have {key_characters_minimum} to"
        " {key_characters_maximum}, all of them printable ASCII.",
        remedy="Send {key_characters_minimum} to {key_characters_maximum} printable ASCII characters, for"
        " example a random UUID.",
    )
    KEY_REUSED = ServerCode(
        "key_reused",
        status=_S.UNPROCESSABLE_ENTITY,
        title="The key was used for another request",
        meaning="An Idempotency-Key belongs to one request, and the body of this request differs from the"
        " first.",
        remedy="Send a new key with this body, or send the first body again with this key.",
    )
    REQUEST_RUNNING = ServerCode(
        "request_running",
        status=_S.CONFLICT,
        title="A request with this key is under way",
        meaning="The first request with this Idempotency-Key has not been answered yet.",
        remedy="Wait for the answer, or repeat the request in a moment with the same key.",
        retry_after=1,
    )
