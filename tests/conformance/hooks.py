"""Hooks of Schemathesis, with facts about the server that it cannot learn from the API document."""

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

# The document describes lines of JSON as a string, so Schemathesis must send them as text.
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
"""Error codes that are allowed for a request that fits its schema. Each has the condition that no schema can express."""

GAME = "verge"
"""The game of the sessions that requests name."""
TOKENS: list[str | None] = json.loads(os.environ["VERGER_TOKENS"])
TOKEN_IDS = json.loads(os.environ["VERGER_TOKEN_IDS"])
STATUSES = (400, 410, 412, 422)
FORMS = (None, "application/json", "application/x-ndjson", "text/event-stream")


@schemathesis.check
def refused_for_what_no_schema_says(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """Refuse an error for a good request, unless its reason is a condition that no schema can express."""
    if _is_positive(case) and response.status_code in STATUSES:
        problem = response.json()
        code = problem["code"]
        is_of_another = code == "invalid_body" and _is_of_another_game(case.body)
        is_unsayable = code == "invalid_parameter" and (
            # No schema can say that a parameter is allowed only for some requested forms.
            problem["facts"].get("reason") in {PAGES_ALONE, LIVE_ALONE, EVENT_STREAMS_ALONE}
            or _names_no_export(case)
        )
        # No schema lists the time zones, because each machine has its own edition of them.
        is_unsayable |= problem.get("facts", {}).get("parameter") == "zone"
        # No schema says that PostgreSQL cannot store U+0000, that a key must be a point of its curve, or
        # that only webhooks of one form may have keys.
        is_of_content = (
            any(part in problem["detail"] for part in ("U+0000", "belong together"))
            or problem.get("facts", {}).get("json_path") == "$.keys"
        )
        is_unsayable |= is_of_content and code in ("invalid_body", "invalid_parameter")
        assert code in UNSAYABLE or is_of_another or is_unsayable, f"{code}: {problem['facts']}"


def _names_no_export(case: Case[Any]) -> bool:
    """Return whether a request ends a session as archived, but does not name the export. No schema can require `If-Match` here."""
    return (
        case.method == "DELETE"
        and bool(case.query.get("archived"))
        and "If-Match" not in case.headers
    )


def _is_of_another_game(body: Any) -> bool:
    """Return whether a body is a move of another game than the session's, because no schema can say which game it has.

    If several games have the move, the first game whose type fits counts.
    """
    for ruleset in RULESETS.values() if isinstance(body, dict) and "move" in body else ():
        with suppress(msgspec.ValidationError):
            # In JSON Schema, 1.0 is an integer, but strict conversion refuses it.
            msgspec.convert(body, ruleset.move_type, strict=False)
            return ruleset.name != GAME
    return False


def _is_positive(case: Case[Any]) -> bool:
    """Return whether each part of a request fits. Schemathesis may call a case positive if only its body fits."""
    parts = case.meta.components.values() if case.meta else ()
    # Schemathesis accepts every value of this field, even one that its schema forbids.
    sent = case.headers.get("If-Match")
    fits = sent is None or re.fullmatch(IF_MATCH["schema"]["pattern"], sent) is not None
    return fits and all(part.mode is GenerationMode.POSITIVE for part in parts)


class Asking(NamedTuple):
    """The token of a generated request, if any, and the requested form."""

    token: str | None
    form: str | None


@schemathesis.auth(refresh_interval=None)
class ByTurns:
    """Sends requests with all tokens in turns, and requests streams in each form. A stream ends with its last known event."""

    def get(self, case: Case[Any], context: AuthContext) -> Asking:
        """Choose by a digest of the request, so that the same case always gives the same request."""
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
            # A wrong value stays, so that the server refuses it.
            if case.query.get("follow") in (None, True, "true"):
                case.query["follow"] = "false"


def _one_of(values: Sequence[str | None], case: Case[Any], *more: Any) -> str | None:
    known = [case.operation.label, case.query, case.path_parameters, *more]
    asked = json.dumps(known, default=str, sort_keys=True)
    return values[hashlib.sha256(asked.encode(errors="replace")).digest()[0] % len(values)]


@schemathesis.hook
def filter_case(context: HookContext, case: Case[Any]) -> bool:
    """Leave out addresses that are too long. Every operation refuses them with 414, as the API's introduction says."""
    del context
    request = case.as_transport_kwargs(base_url="http://server")
    sent = requests.Request(request["method"], request["url"], params=request["params"])
    return len(sent.prepare().path_url) <= TARGET_BYTES


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Replace the id of a token of this run, because all later requests with a revoked token would be refused."""
    del context, kwargs
    parameters = case.path_parameters or {}
    if parameters.get("token") in TOKEN_IDS:
        parameters["token"] = str(UUID(int=0))
