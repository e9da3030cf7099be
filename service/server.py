"""Running the server: uvicorn, with a stop that ends live streams first."""

from types import FrameType

import uvicorn

from service import log
from service.app import build
from service.settings import Settings
from service.wiring import Parts

KEEP_ALIVE_SECONDS = 75


class Server(uvicorn.Server):
    """Tells the parts as soon as a stop is asked for: streams would otherwise hold it up."""

    def __init__(self, config: uvicorn.Config, parts: Parts) -> None:
        super().__init__(config)
        self._parts = parts

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop."""
        self._parts.stopping.set()
        super().handle_exit(sig, frame)


def server(settings: Settings) -> Server:
    """A server that has only to be run."""
    log.configure(settings)
    parts = Parts(settings)
    config = uvicorn.Config(
        build(parts),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=2048,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=settings.stop_seconds,
    )
    return Server(config, parts)
