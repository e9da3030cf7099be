"""Documents over HTTP: served as they are, with an entity tag."""

from litestar import Response

from service.edge.body import AnyRequest
from service.portal.site import StaticFile


def document_answer(
    request: AnyRequest, document: StaticFile, headers: dict[str, str]
) -> Response[bytes]:
    """A document, or nothing but its tag where the asker has it already."""
    known = request.headers.get("if-none-match", "")
    is_known = known == "*" or document.tag in known
    return Response(
        b"" if is_known else document.body,
        status_code=304 if is_known else 200,
        media_type=document.media_type,
        headers={"ETag": document.tag, **headers},
    )
