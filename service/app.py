"""The application: the routes, `Front` before them, and the framework's errors as problems."""

import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Any

import asyncpg
from litestar import Litestar, Request, Response
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)

from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.metrics.exposition import Exposition
from verger.service.annexes.portal.site import Site
from verger.service.annexes.routes import ROUTES
from verger.service.database.outage import Cause
from verger.service.edge.parameters import Parameters
from verger.service.front import Front
from verger.service.method import Methods
from verger.service.openapi import document
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import MEDIA_TYPE, ProblemError
from verger.service.thread_safe_cache import thread_safe_cache
from verger.service.wiring import Parts


def build(parts: Parts) -> Front:
    """Return the application for these parts."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with parts.running(), _telemetry(parts, framework.state["metrics"]):
            yield

    framework = Litestar(
        ROUTES,
        lifespan=[lifespan],
        exception_handlers={Exception: _problem},
        before_request=_before,
        openapi_config=None,
        request_max_body_size=None,  # `LimitedBody` limits bodies for every route
        logging_config=None,
    )
    framework.state["parts"] = parts
    # The document is made at the first request for it. To make it takes a second, and would delay the start.
    home = parts.settings.home
    openapi = thread_safe_cache(partial(document.served, parts.settings.base_path))
    framework.state["openapi"] = openapi
    framework.state["asyncapi"] = thread_safe_cache(partial(document.served_asyncapi, home))
    framework.state["site"] = Site(partial(openapi, frozenset(RULESETS)), home)
    framework.state["metrics"] = Exposition(parts)
    framework.state["parameters"] = Parameters(framework.routes)
    methods = framework.state["methods"] = Methods(framework.routes)
    return Front(parts, framework, methods)


def _telemetry(parts: Parts, metrics: Exposition) -> AbstractAsyncContextManager[None]:
    if parts.settings.telemetry == "off":
        return nullcontext()
    # Import it only here, because its packages are optional and load slowly.
    from verger.service.annexes.metrics.telemetry import sending  # noqa: PLC0415

    return sending(metrics)


async def _before(request: Request[Any, Any, Any]) -> None:
    """Check the parameters, and read the body before the token is looked up.

    If the token were looked up first, a client could delay its body and act after it has lost its rights.
    """
    request.app.state["parameters"].check(request)
    if request.route_handler.opt.get("takes"):
        await request.body()


def _problem(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Return an error as a problem. Raise unknown errors again: `Front` answers them."""
    problem = _as_problem(error)
    if problem is None:
        raise error
    if isinstance(error, MethodNotAllowedException):
        problem.headers["Allow"] = request.app.state["methods"].of(request.url.path) or ""
    request.scope["problem"] = problem.code  # type: ignore[typeddict-unknown-key]
    base = request.app.state["parts"].settings.base_path
    body = problem.body(request.url.path, request.scope["trace_id"], base)  # type: ignore[typeddict-item]
    return Response(
        body, status_code=problem.status, media_type=MEDIA_TYPE, headers=problem.all_headers()
    )


def _as_problem(error: Exception) -> ProblemError | None:
    match error:
        case ProblemError():
            return error
        case asyncpg.exceptions.TransactionRollbackError():
            # A deadlock, or a conflict with a standby, ended the transaction. Nothing was written.
            return ProblemError(ProblemCode.UNAVAILABLE, cause=Cause.OVERLOADED)
        case ValidationException():
            return _invalid(error)
        case NotFoundException():
            return ProblemError(ProblemCode.NO_SUCH_PAGE)
        case MethodNotAllowedException():
            return ProblemError(ProblemCode.METHOD_NOT_ALLOWED)
        case HTTPException(status_code=400):
            return ProblemError(ProblemCode.MALFORMED_JSON, reason=error.detail[:200])
        case _:
            return None


_MISSING = re.compile(r"Missing required \w+ parameter '(\w+)'")
"""The error of the framework has no field for the parameter, so its name is found in the text."""


def _invalid(error: ValidationException) -> ProblemError:
    if missing := _MISSING.match(error.detail):
        return ProblemError(
            ProblemCode.INVALID_PARAMETER, parameter=missing[1], reason="it has to be given"
        )
    extra = error.extra
    first = extra[0] if isinstance(extra, list) and extra else {}
    name, reason = str(first.get("key", "?")), str(first.get("message", error.detail))
    return ProblemError(ProblemCode.INVALID_PARAMETER, parameter=name[:100], reason=reason[:200])
