"""The API documents of this server: OpenAPI and AsyncAPI."""

from asyncio import to_thread
from typing import Any

from litestar import Response, get

from verger.domain.games.rulesets import RULESETS
from verger.service.edge.body import AnyRequest
from verger.service.edge.whole import PUBLIC
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

_CACHED = {"Cache-Control": PUBLIC.to_header()}


@get("/v1/openapi.json", include_in_schema=False)
async def get_openapi(request: AnyRequest, rulesets: str | None = None) -> Response[Any]:
    """The OpenAPI document of exactly this server, with these rulesets alone where some are named."""
    # In a thread, as it may have to be built first: no move waits for that.
    document = await to_thread(request.app.state["openapi"], _named(rulesets))
    return Response(document, media_type="application/json", headers=_CACHED)


@get("/v1/asyncapi.json", include_in_schema=False)
async def get_asyncapi(request: AnyRequest) -> Response[Any]:
    """The AsyncAPI document: what this server sends to those who follow, and to webhooks."""
    made = await to_thread(request.app.state["asyncapi"])
    return Response(made, media_type="application/json", headers=_CACHED)


def _named(rulesets: str | None) -> frozenset[str]:
    """The rulesets of a list with commas, which may be empty; all of them where there is no list."""
    if rulesets is None:
        return frozenset(RULESETS)
    named = {name for name in rulesets.split(",") if name}
    if unknown := sorted(named - set(RULESETS)):
        reason = f"no ruleset {unknown[0][:100]}; there are: {', '.join(RULESETS)}"
        raise ProblemError(ProblemCode.INVALID_PARAMETER, parameter="rulesets", reason=reason)
    return frozenset(named)
