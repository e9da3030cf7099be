"""Documents over HTTP: served as they are, with an entity tag."""

from functools import lru_cache
from typing import Any

from litestar import Response

from verger.service.annexes.portal.site import HTML, StaticFile
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.reading import not_modified


def document_answer(
    request: AnyRequest, document: StaticFile, headers: dict[str, str]
) -> Response[Any]:
    """Return a document, or status 304 if the client already has it."""
    if document.media_type == HTML and parts_of(request).settings.drill == "on":
        document = _in_drill(document)
    told = {"ETag": document.tag, **headers}
    if known := not_modified(request, told):
        return known
    return Response(document.body, media_type=document.media_type, headers=told)


DRILL = (
    b'<p role="note"><strong>This is a drill.</strong> This server is a copy of another one. It sends'
    b" no messages and signs nothing, and your moves stay in the copy.</p>"
)


@lru_cache(200)
def _in_drill(page: StaticFile) -> StaticFile:
    """Return a page with a notice at the top that this server is a drill."""
    return StaticFile.of(page.body.replace(b"<body>", b"<body>" + DRILL, 1), page.media_type)
