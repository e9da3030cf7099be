"""Documents over HTTP: served as they are, with an entity tag."""

from typing import Any

from litestar import Response

from verger.service.annexes.portal.site import StaticFile
from verger.service.edge.body import AnyRequest
from verger.service.edge.reading import not_modified


def document_answer(
    request: AnyRequest, document: StaticFile, headers: dict[str, str]
) -> Response[Any]:
    """Return a document, or only its tag if the client has the document already."""
    told = {"ETag": document.tag, **headers}
    if known := not_modified(request, told):
        return known
    return Response(document.body, media_type=document.media_type, headers=told)
