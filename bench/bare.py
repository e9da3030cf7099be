"""A handler of the framework that only returns a constant. The server is compared with it."""

import sys

import msgspec
import uvicorn
from litestar import Litestar, post


class Move(msgspec.Struct):
    """A body with the members of a small move."""

    move: str
    overview: str


class Answer(msgspec.Struct):
    """The constant answer."""

    version: int
    accepted: bool


@post("/moves")
async def moves(data: Move) -> Answer:
    """Return the constant answer."""
    assert data.move
    return Answer(1, accepted=True)


if __name__ == "__main__":
    app = Litestar([moves], openapi_config=None, logging_config=None)
    uvicorn.run(
        app,
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
    )
