"""Facts about the server that Schemathesis cannot learn from the document."""

import hashlib
import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import requests
import schemathesis
from schemathesis import AuthContext, Case, CheckContext, GenerationMode, HookContext, Response

from verger.domain.games.rulesets import RULESETS
from verger.service.connection.head import TARGET_BYTES
from verger.service.edge.reading import EVENT_STREAMS_ALONE
from verger.service.http.events import LIVE_ALONE, PAGES_ALONE
from verger.service.openapi.headers import IF_MATCH

# Lines of JSON are sent as the text that the document says they are.
schemathesis.serializer.alias("application/x-ndjson", "text/plain")

UNSAYABLE = {
    "ticket_and_token": "whether a token is sent besides",
    "ticket_of_streams": "which form is asked for",
    "which_seat": "how many seats a token holds",
    "feed_reset": "which history a place of the feed is of",
    "stale_version": "whether play has moved on",
    "question_closed": "whether the seat is still asked",
    "key_reused": "what a key was used for before",
    "unknown_event_type": "which game the session is of",
    "target_refused": "where a name leads to, and whether the operator lets it",
    "unreadable_archive": "what a line of an archive holds",
    "wrong_archive": "whether hashes are right",
}
"""The additional error codes for a request that fits its schema, and the reason for each."""

GAME = "verge"
"""The game of the session that is asked about."""
TOKENS: list[str | None] = json.loads(os.environ["VERGER_TOKENS"])
TOKEN_IDS = json.loads(os.environ["VERGER_TOKEN_IDS"])
STATUSES = (400, 410, 412, 422)
FORMS = (None, "application/json", "application/x-ndjson", "text/event-stream")


@schemathesis.check
def refused_for_what_no_schema_says(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """Require a reason for each answer that the configuration accepts only by its status."""
    if _is_positive(case) and response.status_code in STATUSES:
        problem = response.json()
        code = problem["code"]
        is_of_another = code == "invalid_body" and _is_of_another_game(case.body)
        is_unsayable = code == "invalid_parameter" and (
            # No schema ties a parameter to the form that is asked for.
            problem["facts"].get("reason") in {PAGES_ALONE, LIVE_ALONE, EVENT_STREAMS_ALONE}
            or _names_no_export(case)
        )
        # No schema lists the time zones, which each machine has in its own edition.
        is_unsayable |= problem.get("facts", {}).get("parameter") == "zone"
        # No schema says that PostgreSQL stores no U+0000, that a key is a point of its curve, or that
        # the keys of a webhook need its form.
        is_of_content = (
            any(part in problem["detail"] for part in ("U+0000", "belong together"))
            or problem.get("facts", {}).get("json_path") == "$.keys"
        )
        is_unsayable |= is_of_content and code in ("invalid_body", "invalid_parameter")
        assert code in UNSAYABLE or is_of_another or is_unsayable, f"{code}: {problem['facts']}"


def _names_no_export(case: Case[Any]) -> bool:
    """Return whether a session is to be archived, and no export is named: no schema ties a field to a query."""
    return (
        case.method == "DELETE"
        and bool(case.query.get("archived"))
        and "If-Match" not in case.headers
    )


def _is_of_another_game(body: Any) -> bool:
    """Return whether it is a move that fits some game's schema: which game the session is of is not said.

    Games have moves of one name, and the session's own game explains the error.
    """
    for ruleset in RULESETS.values() if isinstance(body, dict) and "move" in body else ():
        with suppress(msgspec.ValidationError):
            # JSON Schema takes 1.0 for an integer, and strict conversion does not.
            msgspec.convert(body, ruleset.move_type, strict=False)
            return ruleset.name != GAME
    return False


def _is_positive(case: Case[Any]) -> bool:
    """Return whether each part of it fits. A case may be called positive because only its body is."""
    parts = case.meta.components.values() if case.meta else ()
    # With any schema, Schemathesis accepts any value of this field.
    sent = case.headers.get("If-Match")
    fits = sent is None or re.fullmatch(IF_MATCH["schema"]["pattern"], sent) is not None
    return fits and all(part.mode is GenerationMode.POSITIVE for part in parts)


class Asking(NamedTuple):
    """The sender of a generated request: the owner of its token, if any, and the requested form."""

    token: str | None
    form: str | None


@schemathesis.auth(refresh_interval=None)
class ByTurns:
    """Everybody asks something, and streams are asked for in each form, to their end."""

    def get(self, case: Case[Any], context: AuthContext) -> Asking:
        """Chosen by the request, so that the same case is always the same request."""
        del context
        success = case.operation.definition.raw["responses"].get("200", {})
        forms = FORMS if FORMS[-1] in success.get("content", {}) else (None,)
        return Asking(_one_of(TOKENS, case, case.body), _one_of(forms, case))

    def set(self, case: Case[Any], data: Asking, context: AuthContext) -> None:
        """Set the headers of the request."""
        del context
        if data.token:
            case.headers["Authorization"] = f"Bearer {data.token}"
        if data.form:
            case.headers["Accept"] = data.form
            # A value that is no truth value is left for a refusal.
            if case.query.get("follow") in (None, True, "true"):
                case.query["follow"] = "false"


def _one_of(values: Sequence[str | None], case: Case[Any], *more: Any) -> str | None:
    known = [case.operation.label, case.query, case.path_parameters, *more]
    asked = json.dumps(known, default=str, sort_keys=True)
    return values[hashlib.sha256(asked.encode(errors="replace")).digest()[0] % len(values)]


@schemathesis.hook
def filter_case(context: HookContext, case: Case[Any]) -> bool:
    """Leave out addresses that are longer than any operation takes: all are refused with 414, as the introduction says."""
    del context
    request = case.as_transport_kwargs(base_url="http://server")
    sent = requests.Request(request["method"], request["url"], params=request["params"])
    return len(sent.prepare().path_url) <= TARGET_BYTES


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Never revoke your own token, because all later requests would be refused only for that."""
    del context, kwargs
    parameters = case.path_parameters or {}
    if parameters.get("token") in TOKEN_IDS:
        parameters["token"] = str(UUID(int=0))
