"""The application: every route, and the front door before them."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, Request, Response, Router
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)

from service.database.outage import UnavailableError
from service.front import Front
from service.http import (
    archives,
    checkpoints,
    conflicts,
    deliveries,
    diff,
    disputes,
    docs,
    events,
    forks,
    graphs,
    landmarks,
    notes,
    operations,
    pictures,
    redactions,
    refusals,
    rulesets,
    seats,
    sessions,
    state,
    timeline,
    tokens,
    watch,
    webhooks,
    what_if,
)
from service.method import Methods
from service.metrics.exposition import Exposition
from service.openapi import document
from service.portal.site import Site
from service.problem.problem import MEDIA_TYPE, ProblemError
from service.thread_safe_cache import thread_safe_cache
from service.wiring import Parts

RESOURCES = Router(
    path="/v1",
    route_handlers=[
        sessions.start_session,
        sessions.list_sessions,
        sessions.get_session,
        seats.claim_seat,
        seats.add_seat,
        seats.remove_seat,
        seats.renew_claim_code,
        tokens.issue_token,
        tokens.list_tokens,
        tokens.revoke_token,
        webhooks.register_webhook,
        webhooks.list_webhooks,
        webhooks.get_webhook,
        webhooks.change_webhook,
        webhooks.delete_webhook,
        webhooks.rotate_webhook_secret,
        deliveries.ping_webhook,
        deliveries.list_deliveries,
        deliveries.get_delivery,
        deliveries.redeliver,
        state.get_options,
        state.get_awaited,
        state.get_state,
        state.get_network,
        graphs.get_network_dot,
        graphs.get_network_graphml,
        pictures.get_network_picture,
        pictures.get_map_picture,
        state.get_dice,
        state.get_sheets,
        state.get_banks,
        state.get_ledger,
        conflicts.get_conflict,
        conflicts.list_paths,
        diff.get_diff,
        timeline.get_timeline,
        landmarks.list_landmarks,
        what_if.ask_what_if,
        events.list_events,
        events.get_event,
        events.get_ruling,
        archives.export_session,
        archives.import_session,
        checkpoints.get_checkpoint,
        checkpoints.list_keys,
        forks.fork_session,
        forks.list_forks,
        refusals.list_refusals,
        disputes.list_disputes,
        disputes.get_dispute,
        notes.list_notes,
        redactions.redact,
        rulesets.list_rulesets,
        rulesets.get_ruleset,
        rulesets.get_schemas,
        rulesets.get_odds,
    ],
)
"""Every route under `/v1`, but for `POST /v1/sessions/{session}/moves`: see service/http/moves."""

OPERATIONS = [
    operations.get_health,
    operations.get_readiness,
    operations.get_metrics,
    docs.get_root,
    docs.get_openapi,
    docs.get_document,
    watch.get_viewer,
    watch.get_viewer_file,
]


ROUTES: list[Any] = [RESOURCES, *OPERATIONS]


def build(parts: Parts) -> Front:
    """The application of these parts."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with parts.running():
            yield

    framework = Litestar(
        ROUTES,
        lifespan=[lifespan],
        exception_handlers={Exception: _problem},
        before_request=_refuse_null,
        openapi_config=None,
        request_max_body_size=None,  # the front door limits bodies, for every route
        logging_config=None,
    )
    framework.state["parts"] = parts
    # Made when somebody asks: it takes a second, and starting should not.
    framework.state["openapi"] = openapi = thread_safe_cache(partial(document.encoded, ROUTES))
    framework.state["site"] = Site(openapi)
    framework.state["metrics"] = Exposition(parts)
    methods = framework.state["methods"] = Methods(framework.routes)
    return Front(parts, framework, methods)


def _refuse_null(request: Request[Any, Any, Any]) -> None:
    """The framework would take the word null for a parameter that was not sent."""
    for name in (
        "at",
        "laid_out",
        "as_of",
        "after",
        "before",
        "seat",
        "from",
        "to",
        "rule",
        "status",
        "follow",
    ):
        if "null" in request.query_params.getall(name, ()):
            raise ProblemError("invalid_parameter", parameter=name, reason="null is no value")


def _problem(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The framework's own errors, as problems of the one table; others go to the front door."""
    problem = _as_problem(error)
    if problem is None:
        raise error
    if problem.code == "method_not_allowed":
        problem.headers["Allow"] = request.app.state["methods"].of(request.url.path) or ""
    request.scope["problem"] = problem.code  # type: ignore[typeddict-unknown-key]
    body = problem.body(request.url.path, request.scope["trace_id"])  # type: ignore[typeddict-item]
    return Response(
        body, status_code=problem.status, media_type=MEDIA_TYPE, headers=problem.all_headers()
    )


def _as_problem(error: Exception) -> ProblemError | None:
    match error:
        case ProblemError():
            return error
        case UnavailableError():
            return ProblemError("unavailable")
        case ValidationException():
            return _invalid(error)
        case NotFoundException():
            return ProblemError("no_such_page")
        case MethodNotAllowedException():
            return ProblemError("method_not_allowed")
        case HTTPException(status_code=400):
            return ProblemError("malformed_json", reason=error.detail[:200])
        case _:
            return None


_MISSING = re.compile(r"Missing required \w+ parameter '(\w+)'")
"""The framework has no other word for it; the parameters are our own."""


def _invalid(error: ValidationException) -> ProblemError:
    if missing := _MISSING.match(error.detail):
        return ProblemError("invalid_parameter", parameter=missing[1], reason="it has to be given")
    extra = error.extra
    first = extra[0] if isinstance(extra, list) and extra else {}
    name, reason = str(first.get("key", "?")), str(first.get("message", error.detail))
    return ProblemError("invalid_parameter", parameter=name[:100], reason=reason[:200])
