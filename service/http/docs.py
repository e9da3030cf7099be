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
    """Get the OpenAPI document of this server.

    If you name rulesets, it contains only these.
    """
    # This runs in a thread, because the document may have to be built first, and moves must not
    # wait.
    document = await to_thread(request.app.state["openapi"], _named(rulesets))
    return Response(document, media_type="application/json", headers=_CACHED)


@get("/v1/asyncapi.json", include_in_schema=False)
async def get_asyncapi(request: AnyRequest) -> Response[Any]:
    """Get the AsyncAPI document.

    It describes the messages of streams and webhooks.
    """
    made = await to_thread(request.app.state["asyncapi"])
    return Response(made, media_type="application/json", headers=_CACHED)


def _named(rulesets: str | None) -> frozenset[str]:
    """Return the rulesets in a comma-separated list, which can be empty. For None, return all rulesets."""
    if rulesets is None:
        return frozenset(RULESETS)
    named = {name for name in rulesets.split(",") if name}
    if unknown := sorted(named - set(RULESETS)):
        reason = f"no ruleset {unknown[0][:100]}; there are: {', '.join(RULESETS)}"
        raise ProblemError(ProblemCode.INVALID_PARAMETER, parameter="rulesets", reason=reason)
    return frozenset(named)
