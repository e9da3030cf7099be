"""HAProxy in front of the processes. One process gets all requests of a session, others are distributed."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from verger.service.address import networks
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.settings import Settings, SettingsError

SOURCE = "127.71.0.1"
"""The address that HAProxy uses for requests to a process. No client has it, so it can be trusted."""
ANSWER_SECONDS = 5.0
AT = "haproxy.sock"


def program() -> str:
    """Return the path of HAProxy. Raises SettingsError if there is none."""
    if found := shutil.which("haproxy"):
        return found
    raise SettingsError(
        "VERGER_PROCESSES: several processes need HAProxy in front of them, but no haproxy is"
        " installed: install the package of the system"
    )


def run(folder: Path, settings: Settings, ports: Sequence[int]) -> subprocess.Popen[bytes]:
    """Run HAProxy in front of processes at these ports. Its output is in the folder's file `said`."""
    file = folder / "haproxy.cfg"
    file.write_text(configuration(folder, settings, ports), "utf-8")
    with (folder / "said").open("wb") as said:
        words = tied([program(), "-db", "-f", str(file)])
        return subprocess.Popen(words, stdout=said, stderr=said)  # noqa: S603, no shell


def tied(words: Sequence[str]) -> list[str]:
    """Return a command whose process receives SIGTERM when this process ends for any reason."""
    return [sys.executable, "-I", "-S", "-c", _TIED, str(os.getpid()), *words]


# setpriv fails if capset is forbidden, as in the unit of deploy/systemd/. preexec_fn is not safe,
# because the parent has threads. 1 is PR_SET_PDEATHSIG.
_TIED = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM)
if os.getppid() == int(sys.argv[1]):
    os.execvp(sys.argv[2], sys.argv[2:])
"""


def drain(folder: Path, number: int) -> None:
    """Send a process no more requests."""
    _set(folder, number, "state drain")


def ready(folder: Path, number: int) -> None:
    """Send a process requests again immediately, before the next check of its health."""
    _set(folder, number, "health up")
    _set(folder, number, "state ready")


def _set(folder: Path, number: int, what: str) -> None:
    for backend in ("sessions", "others"):
        # If HAProxy has died, it starts again without these settings.
        with suppress(OSError), socket.socket(socket.AF_UNIX) as link:
            link.settimeout(ANSWER_SECONDS)
            link.connect(str(folder / AT))
            link.sendall(f"set server {backend}/p{number} {what}\n".encode())
            link.recv(1_024)


def configuration(folder: Path, settings: Settings, ports: Sequence[int]) -> str:
    """Return the configuration file of HAProxy."""
    servers = [(f"p{number}", port) for number, port in enumerate(ports, 1)]
    # As with one process, `::` means every IPv6 address and no IPv4 address.
    bind = "[{}]:{} v6only" if ":" in settings.host else "{}:{}"
    nets = " ".join(map(str, networks(settings.trusted_proxies)))
    return _FILE.format(
        socket=folder / AT,
        bind=bind.format(settings.host, settings.port),
        but_trusted=f"unless {{ src {nets} }}" if nets else "",
        servers="\n".join(f"    server {name} 127.0.0.1:{port}" for name, port in servers),
        each="\n".join(_EACH.format(name=name, port=port) for name, port in servers),
        errors="\n".join(_errors(settings.base_path, len(ports))),
        without_base=_without(settings.base_path),
        source=SOURCE,
    )


def _without(base: str) -> str:
    """Remove the base path from requests before all other rules, because they know only the rest of the path."""
    if not base:
        return ""
    return f"""    http-request set-path / if {{ path {base} }}
    http-request set-path %[path,bytes({len(base)})] if {{ path_beg {base}/ }}
"""


def _errors(base: str, count: int) -> Iterator[str]:
    """Yield the problems that HAProxy itself returns: for a broken request, and if no process answers."""
    broken = ProblemError(ProblemCode.MALFORMED_REQUEST, reason="its body is broken or ends early")
    cause = f"%[nbsrv(others)] of {count} processes answer"
    away = ProblemError(ProblemCode.UNAVAILABLE, cause=cause)
    for status, problem in ((400, broken), (502, away), (503, away), (504, away)):
        own = "".join(f" hdr {name} {value}" for name, value in problem.all_headers().items())
        yield _ERROR.format(status=status, body=problem.body("/", "%ID", base).decode(), own=own)


_FILE = """
global
    stats socket {socket} mode 600 level admin
    nbthread 1
defaults
    mode http
    timeout connect 2s
    timeout http-request 30s
    timeout http-keep-alive 75s
    # A live stream sends something every 15 seconds. The slowest answer is an export.
    timeout client 150s
    timeout server 150s
    timeout tunnel 150s
    option redispatch 1
    retries 5
    # A request that a process may have received is not sent again.
    retry-on conn-failure
    http-reuse safe
    unique-id-format %[uuid()]
    # Only these checks decide which process is down. Clients could cause the errors that `observe` counts. The
    # timeout is longer than the interval, because a busy process is not dead.
    option httpchk GET /healthz
    timeout check 2s
    default-server source {source} check inter 500ms fall 2 rise 1
{errors}
frontend all
    bind {bind}
{without_base}    # Only trusted proxies may set X-Forwarded-Proto. /process/N/… leads to one process, for health and metrics.
    http-request del-header X-Forwarded-Proto {but_trusted}
    acl itself path_reg ^/process/[0-9]+/(healthz|readyz|metrics)$
    acl told req.hdr(X-Forwarded-For) -m found
    http-request set-header X-Forwarded-For "%[req.fhdr(X-Forwarded-For)], %[src]" if told !itself
    http-request set-header X-Forwarded-For %[src] if !told !itself
    # Clients get status 503 whether a process refused the connection, ended it or was too slow.
    http-after-response set-status 503 if {{ status 502 504 }}
    use_backend p%[path,field(3,/)] if itself
    use_backend sessions if {{ path_beg /v1/sessions/ }}
    default_backend others
backend sessions
    # By the path up to the id of the session.
    balance uri depth 3
    hash-type consistent
{servers}
backend others
    balance leastconn
{servers}
{each}
"""

_EACH = """backend {name}
    http-request set-path /%[path,field(4,/)]
    server {name} 127.0.0.1:{port}"""

_ERROR = """    http-error status {status} content-type application/problem+json lf-string '{body}'\
 hdr Trace-Id %ID hdr Cache-Control no-store hdr Access-Control-Allow-Origin *{own}"""
