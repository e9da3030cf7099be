"""What Schemathesis cannot know of the server from the document."""

import hashlib
import json
import os
from typing import Any
from uuid import UUID

import schemathesis
from schemathesis import Case, CheckContext, GenerationMode, HookContext, Response

# Lines of JSON are sent as the text that the document says they are.
schemathesis.serializer.alias("application/x-ndjson", "text/plain")

UNSAYABLE = {
    "which_seat": "how many seats a token holds",
    "stale_version": "whether play has moved on",
    "key_reused": "what a key was used for before",
    "unknown_event_type": "which game the session is of",
    "target_refused": "where a name leads to, and whether the operator lets it",
    "unreadable_archive": "what a line of an archive holds",
    "wrong_archive": "whether hashes are right",
}
"""The codes beyond the usual that a request may meet which fits its schema, and what it hangs on."""

STATUSES = (400, 412, 422)
FORMS = (None, "application/json", "application/x-ndjson", "text/event-stream")


@schemathesis.check
def refused_for_what_no_schema_says(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """Require a reason for what the configuration lets pass by its status alone."""
    is_positive = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
    if is_positive and response.status_code in STATUSES:
        problem = response.json()
        assert problem["code"] in UNSAYABLE, f"{problem['code']}: {problem['facts']}"


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Ask for streams in each of their forms, to their end; and never revoke the own token."""
    if case.operation.definition.raw["operationId"] == "listEvents":
        _choose_form(case)
    parameters = case.path_parameters or {}
    if parameters.get("token") == os.environ["VERGER_TOKEN_ID"]:
        parameters["token"] = str(UUID(int=0))


def _choose_form(case: Case[Any]) -> None:
    """A form by what else is asked, so that the same case is always the same request."""
    asked = json.dumps([case.query, case.path_parameters], default=str, sort_keys=True)
    form = FORMS[hashlib.sha256(asked.encode()).digest()[0] % len(FORMS)]
    if form is None:
        return
    case.headers["Accept"] = form
    # What is no truth value at all is left to be refused.
    if case.query.get("follow") in (None, True, "true"):
        case.query["follow"] = "false"
