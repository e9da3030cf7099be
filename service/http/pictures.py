"""Pictures: a session's network or map as SVG. Elements keep their places in all versions."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter

from verger.domain.core.decider import State
from verger.domain.core.identifier import SeatId
from verger.projections.games import shown_by
from verger.projections.picture.entry import Pin
from verger.projections.picture.ghost import Ghost, apart, entries, ghosts_of, ghosts_of_move
from verger.projections.picture.written import Pins
from verger.projections.shown import Picture
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import TEXT, Operation
from verger.service.edge.reading import (
    At,
    LogPoint,
    Seat,
    SessionAt,
    not_modified,
    only_with,
    read_at,
    tag_at,
)
from verger.service.edge.whole import ASK_AGAIN
from verger.service.http.picture_style import STYLE_SOURCES, STYLES
from verger.service.play.wishes import wishes_at, with_repeated
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts
from verger.service.work import in_thread

SVG = "image/svg+xml"

POLICY = f"default-src 'none'; style-src {STYLE_SOURCES}; frame-ancestors 'none'; sandbox"
"""The policy of a picture that is opened directly: only its own styles, and no scripts."""

LaidOut = Annotated[
    int | None,
    Parameter(
        ge=1,
        le=2**53,
        description="The version whose history determines the layout. It must not be earlier than `at`."
        " With the same value, every element has the same place at each `at`. Default: the"
        " newest version.",
    ),
]

Orientation = Annotated[
    Literal["landscape", "portrait"],
    Parameter(
        description="The shape of the screen. A portrait layout is higher than wide, for phones. It has its"
        " own places. Default: landscape.",
    ),
]

_PIN = r"[a-z]{1,2}[0-9]{1,6}:[0-9]{1,15}:-?[0-9]{1,5}:-?[0-9]{1,5}"

Pinned = Annotated[
    str | None,
    Parameter(
        max_length=4_000,
        pattern=f"^({_PIN}(,{_PIN})*)?$",
        description="Elements that are moved only in this picture. For example, `n3:57:120:-40` moves the"
        " node `n3` 120 units to the right and 40 units up, in version 57 and later. Separate"
        " several elements with commas.",
    ),
]


class LaidOutFor(NamedTuple):
    """The layout that a reader asked for: its version, its orientation, and the elements that were moved by hand."""

    until: int | None = None
    """Default: the newest version."""
    orientation: str = "landscape"
    pinned: str | None = None

    @property
    def pins(self) -> Pins:
        """The moved elements, each with the first version that shows it at its new place."""
        each = (pin.split(":") for pin in (self.pinned or "").split(",") if pin)
        return [(int(at), Pin(id, int(across), int(down))) for id, at, across, down in each]


def _picture(name: str, operation_id: str, description: str) -> HTTPRouteHandler:
    """Return the handler of a picture, with its description in the API document."""

    async def read(
        request: AnyRequest,
        session: str,
        at: At = None,
        laid_out: LaidOut = None,
        orientation: Orientation = "landscape",
        pinned: Pinned = None,
        seat: Seat = None,
    ) -> Response[Any]:
        async with read_at(request, session, LogPoint(at), seat) as point:
            return await _drawn(request, point, name, LaidOutFor(laid_out, orientation, pinned))

    read.__doc__ = description
    opt = Operation(forms={SVG: TEXT}, problems=(ProblemCode.NOT_IN_THIS_GAME,))
    return get(f"/sessions/{{session:str}}/{name}.svg", operation_id=operation_id, opt=opt)(read)


get_network_picture = _picture(
    "network",
    "getNetworkPicture",
    """Draw the network.

    The answer is an SVG picture. Each element keeps its place in the pictures of all versions, so
    you can compare them. Elements have their ids in `data-id`. The guide to pictures lists their
    classes. Not every game has a network (`not_in_this_game`).
    """,
)
get_map_picture = _picture(
    "map",
    "getMapPicture",
    """Draw the map.

    The answer is an SVG picture of the zones, the people in them, and the ways across their
    borders. Elements have their ids in `data-id`. The guide to pictures lists their classes. Not
    every game has a map (`not_in_this_game`).
    """,
)


async def _drawn(
    request: AnyRequest, point: SessionAt, name: str, how: LaidOutFor
) -> Response[Any]:
    picture = only_with(point, name).pictures[name]
    parts = parts_of(request)
    until = await _last_version_of_layout(parts, point, how.until)
    headers = {
        "ETag": f'"{point.version}-{await tag_at(parts, point.session, until)}"',
        "Cache-Control": ASK_AGAIN,
        "Vary": "Authorization",
    }
    if known := not_modified(request, headers):
        return known
    state, laid = point.state, how._replace(until=until)

    async def make() -> tuple[object, str]:
        open = await wishes_at(parts.sessions, point.session, state, point.version)
        wishes = await with_repeated(parts.sessions, point.session, open, point.version)
        ghosts = ghosts_of(picture.elements, state, wishes)
        return state, await _with(parts, point, picture, ghosts, laid)

    # The cache also keeps the state. So no other state in memory can have the same id.
    _, drawn = await parts.layouts.pictures.of((id(state), point.version, name, *laid), make)
    return Response(drawn, media_type=SVG, headers={**headers, "Content-Security-Policy": POLICY})


async def drawn_with(
    parts: Parts,
    point: SessionAt,
    mover: SeatId,
    after: State[Any] | None,
    how: LaidOutFor,
) -> Response[Any]:
    """Return the game's picture with the changes by a seat's move as ghosts. `after` is the state after the move."""
    picture = next(iter(shown_by(point.session.codec.ruleset.name).pictures.values()), None)
    if picture is None:
        ruleset = point.session.codec.ruleset.name
        raise ProblemError(ProblemCode.NOT_IN_THIS_GAME, ruleset=ruleset, resource="picture")
    state = after or point.state
    made = int(after is not None)
    open = await wishes_at(parts.sessions, point.session, state, point.version, made)
    wishes = await with_repeated(parts.sessions, point.session, open, point.version)
    ghosts = ghosts_of_move(picture.elements, (point.state, state), mover, wishes)
    drawn = await _with(parts, point, picture, ghosts, how)
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": POLICY}
    return Response(drawn, media_type=SVG, headers=headers)


async def _with(
    parts: Parts,
    point: SessionAt,
    picture: Picture,
    ghosts: Sequence[Ghost],
    how: LaidOutFor,
) -> str:
    """Draw a picture with these ghosts, in the layout that a reader asked for."""
    separate = apart(ghosts)
    more = entries(separate, picture.entry)
    frame = await parts.layouts.of(
        point.session,
        picture.reader,
        point.version,
        how.until or point.version,
        how.pins,
        more,
        is_tall=how.orientation == "portrait",
    )
    return await in_thread(
        partial(picture.draw, point.state, frame, point.version, STYLES, separate)
    )


async def _last_version_of_layout(parts: Parts, point: SessionAt, laid_out: int | None) -> int:
    """Return the newest version that the layout includes: the requested one, but not before the shown one.

    Default: the newest version of the session.
    """
    session = point.session
    if laid_out is None:
        return session.version
    if laid_out > session.version:
        session.heard(laid_out)
        await parts.sessions.freshen(session)
    if laid_out > session.version:
        raise ProblemError(ProblemCode.NO_SUCH_VERSION, version=laid_out, head=session.version)
    return max(laid_out, point.version)
