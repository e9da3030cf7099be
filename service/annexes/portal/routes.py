"""The portal over HTTP: each page as HTML and as Markdown, with entity tags."""

from asyncio import to_thread

from litestar import Response, get
from litestar.response import Redirect

from verger.service.annexes.portal.document import document_answer
from verger.service.annexes.portal.site import Site
from verger.service.edge.accepting import best
from verger.service.edge.body import AnyRequest
from verger.service.edge.whole import PUBLIC
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

_CACHED = {"Cache-Control": PUBLIC.to_header()}

_MARKDOWN = "text/markdown"
_HTML = "text/html"


@get("/", include_in_schema=False)
async def get_root() -> Redirect:
    """Redirect the bare address to the documents."""
    return Redirect("/docs")


@get(["/docs", "/docs/{path:path}"], include_in_schema=False)
async def get_document(request: AnyRequest, path: str = "") -> Response[bytes]:
    """Return a file of the portal by its name, or a page by its address, in the requested form."""
    # In a thread, because the first request for a page renders it.
    return await to_thread(_document, request, str(path).strip("/"))


def _document(request: AnyRequest, name: str) -> Response[bytes]:
    site: Site = request.app.state["site"]
    if file := site.file(name):
        return document_answer(request, file, _CACHED)
    if name.endswith(".md"):
        stem = name.removesuffix(".md")
        page = site.markdown("" if stem == "index" else stem)
        return document_answer(request, page, _CACHED) if page else _missing(request, site)
    wanted = best(request.headers.get("accept"), (_HTML, _MARKDOWN))
    page = site.markdown(name) if wanted == _MARKDOWN else site.html(name)
    if page is None:
        return _missing(request, site)
    link = f'</docs/{name or "index"}.md>; rel="alternate"; type="{_MARKDOWN}"'
    return document_answer(request, page, {"Vary": "Accept", "Link": link, **_CACHED})


def _missing(request: AnyRequest, site: Site) -> Response[bytes]:
    """Return a page to clients that ask for HTML, and a problem to all others."""
    if best(request.headers.get("accept"), ("application/problem+json", _HTML)) != _HTML:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    page = site.missing()
    return Response(
        page.body, status_code=404, media_type=page.media_type, headers={"Vary": "Accept"}
    )
