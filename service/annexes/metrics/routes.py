"""Metrics over HTTP, in the formats that scrapers ask for."""

from asyncio import to_thread

from litestar import Response, get

from verger.service.annexes.metrics.exposition import FORMS, Exposition
from verger.service.edge.accepting import best
from verger.service.edge.body import AnyRequest
from verger.service.edge.operation import TEXT, Operation
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

PASSED_ON = ("x-forwarded-for", "forwarded")
"""Headers that a proxy adds: `Forwarded` (RFC 7239), and its older form."""


@get(
    "/metrics",
    operation_id="getMetrics",
    opt=Operation(
        forms=dict.fromkeys(FORMS, TEXT),
        bearer="never",
        counted=False,
        stored=False,
        headers=("Cache-Control",),
        problems=(ProblemCode.NO_SUCH_PAGE,),
    ),
)
async def get_metrics(request: AnyRequest) -> Response[bytes]:
    """Get the metrics of the process.

    Use it for Prometheus. The answer is in the text format of Prometheus, or in OpenMetrics if
    `Accept` asks for it. The page on metrics explains each name. The figures describe only this
    process, and the server needs no database to return them. Requests through a proxy (with
    `X-Forwarded-For` or `Forwarded`) get 404.
    """
    if any(field in request.headers for field in PASSED_ON):
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    exposition: Exposition = request.app.state["metrics"]
    form = best(request.headers.get("accept"), tuple(FORMS)) or next(iter(FORMS))
    # The values are read here, at one moment. A thread writes the text, so that no move waits for it.
    body = await to_thread(exposition.scrape().written, form)
    headers = {"Vary": "Accept", "Cache-Control": "no-store"}
    return Response(body, media_type=FORMS[form], headers=headers)
