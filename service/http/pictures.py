"""Pictures: the network of a session as SVG, with everything at one place at whatever version."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter

from projections.network_paper import NetworkReader
from projections.network_picture import network_picture
from service.http.body import AnyRequest, parts_of
from service.http.reading import IMMUTABLE, At, Found, Point, Seat, only_with, read_at
from service.problem import ProblemError

SVG = "image/svg+xml"

RULES = (Path(__file__).resolve().parent.parent / "viewer" / "assets" / "picture.css").read_text()
"""How pictures look: the same rules in the picture itself and in a page that shows it."""

RULES_HASH = f"sha256-{b64encode(sha256(RULES.encode()).digest()).decode()}"
"""What a policy allows them by."""
POLICY = f"default-src 'none'; style-src '{RULES_HASH}'; frame-ancestors 'none'; sandbox"
"""Of a picture that is opened by itself: its own rules and nothing else, least of all a script."""

LaidOut = Annotated[
    int | None,
    Parameter(
        ge=1,
        le=2**53,
        description="The version up to which the history is laid out, `at` or a later one; the"
        " newest without it. With one and the same, everything stands at one place at every `at`.",
    ),
]


@get(
    "/sessions/{session:str}/network.svg",
    operation_id="getNetworkPicture",
    opt={"gives": str, "form": SVG},
)
async def get_network_picture(
    request: AnyRequest, session: str, at: At = None, laid_out: LaidOut = None, seat: Seat = None
) -> Response[Any]:
    """The network as a picture, with everything that was ever written at a place of its own.

    Elements have their ids in `data-id`; see the guide to pictures for their classes.
    """
    async with read_at(request, session, Point(at), seat) as found:
        only_with(found, "network")
        until = _until(found, laid_out)
        if known := _known(request, found, until, fixed=laid_out is not None):
            return known
        parts = parts_of(request)
        frame = await parts.layouts.of(found.hot, "network", NetworkReader, found.version, until)
        drawn = network_picture(found.state, frame, found.version, RULES)
        return Response(
            drawn, media_type=SVG, headers=_headers(found, until, fixed=laid_out is not None)
        )


def _until(found: Found, laid_out: int | None) -> int:
    head = found.hot.version
    if laid_out is None:
        return head
    if laid_out > head:
        raise ProblemError("no_such_version", version=laid_out, head=head)
    if laid_out < found.version:
        reason = f"before version {found.version}, which is drawn"
        raise ProblemError("invalid_parameter", parameter="laid_out", reason=reason)
    return laid_out


def _headers(found: Found, until: int, *, fixed: bool) -> dict[str, str]:
    return {
        "ETag": f'"{found.version}-{until}"',
        "Cache-Control": IMMUTABLE if found.is_fixed and fixed else "private, no-cache",
        "Vary": "Authorization",
        "Content-Security-Policy": POLICY,
    }


def _known(request: AnyRequest, found: Found, until: int, *, fixed: bool) -> Response[Any] | None:
    """The answer to whom has this picture already."""
    headers = _headers(found, until, fixed=fixed)
    if headers["ETag"] not in request.headers.get("if-none-match", ""):
        return None
    del headers["Content-Security-Policy"]
    return Response(None, status_code=304, headers=headers)
