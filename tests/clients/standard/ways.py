"""The ways to a server: directly, and through each proxy that operators use."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.clients.standard.programs import version
from tests.support import caddy
from tests.support.patience import until
from tests.support.port import free_port
from tests.support.program import found, running_at
from verger.service.annexes.processes import balancer
from verger.service.settings import Settings

NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/log; {user}
events {{}}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {more}
    server {{
        listen 127.0.0.1:{port};
        location / {{ proxy_pass http://127.0.0.1:{server}; proxy_set_header Host $http_host; }}
    }}
}}
"""
"""A configuration as in most guides to nginx, without settings of buffers, timeouts or the version of HTTP."""
ALL_TYPES = "gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;"


class Way(NamedTuple):
    """A way to a server, and the program of its proxy."""

    name: str
    program: str | None
    before: Callable[[Path, int], AbstractContextManager[int]]
    """Yield a port that forwards connections to the server at another port."""

    @property
    def version(self) -> str:
        """The version of the proxy, or "" without a proxy."""
        return version(self.program) if self.program else ""


@contextmanager
def direct(_: Path, server: int) -> Iterator[int]:
    """Use the server without a proxy."""
    yield server


@contextmanager
def through_caddy(folder: Path, server: int) -> Iterator[int]:
    """Run Caddy with the file in deploy/."""
    port = free_port()
    with caddy.at(port, folder, {"UPSTREAMS": f"127.0.0.1:{server}"}):
        until(lambda: caddy.answers(caddy.address(port)))
        yield port


@contextmanager
def through_haproxy(folder: Path, server: int) -> Iterator[int]:
    """Run HAProxy with the file that the server writes for several processes."""
    file, port = folder / "haproxy.cfg", free_port()
    file.write_text(balancer.configuration(folder, Settings(port=port), [server]))
    with running_at(port, [str(found("haproxy")), "-db", "-f", str(file)], folder / "log"):
        until(lambda: caddy.answers(caddy.address(port)))
        yield port


def through_nginx(more: str) -> Callable[[Path, int], AbstractContextManager[int]]:
    """Return a way through nginx with the short configuration and these lines."""

    @contextmanager
    def before(folder: Path, server: int) -> Iterator[int]:
        file, port = folder / "nginx.conf", free_port()
        # If root starts nginx, its workers run as another user by default, who cannot write to this folder.
        user = "" if os.geteuid() else "user root;"
        given = {"folder": folder, "port": port, "server": server, "more": more, "user": user}
        file.write_text(NGINX.format(**given))
        words = [str(found("nginx")), "-p", str(folder), "-c", str(file)]
        with running_at(port, words, folder / "log"):
            yield port

    return before


DIRECT = Way("directly", None, direct)
PROXIES = (
    Way("Caddy", caddy.CADDY, through_caddy),
    Way("HAProxy", found("haproxy"), through_haproxy),
    Way("nginx", found("nginx"), through_nginx("")),
    Way("nginx, gzip for all types", found("nginx"), through_nginx(ALL_TYPES)),
)
