"""Operations: is the process alive, can it serve, and the documents that it carries along."""

import html
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from litestar import Response, get
from litestar.response import Redirect
from litestar.static_files import create_static_files_router

from service.http.body import AnyRequest, parts_of
from service.kind import KINDS
from service.outage import UnavailableError
from service.problem import ProblemError


class HealthView(msgspec.Struct, frozen=True):
    """The process is alive."""

    status: str


class ReadyView(msgspec.Struct, frozen=True):
    """The process can serve: its database answers. Redis may be away; streams poll then."""

    status: str
    database: str
    redis: str
    """`connected`, `away`, or `not configured`."""


@get("/healthz", operation_id="getHealth")
async def get_health() -> HealthView:
    """Whether the process is alive; it needs no database for that."""
    return HealthView("alive")


@get("/readyz", operation_id="getReadiness")
async def get_readiness(request: AnyRequest) -> ReadyView:
    """Whether the process can serve; 503 while its database is away or it is stopping."""
    parts = parts_of(request)
    if parts.stopping.is_set():
        raise UnavailableError("stopping")
    await parts.database.row("SELECT FROM events LIMIT 1")
    redis = "connected" if parts.wakeups.connected else "away"
    return ReadyView("ready", "connected", redis if parts.settings.redis_url else "not configured")


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}}
code{{background:#8882;padding:.1em .3em}}</style></head>
<body>{body}</body></html>"""


def page(title: str, body: str) -> Response[str]:
    """A plain page."""
    text = _PAGE.format(title=html.escape(title), body=body)
    return Response(text, media_type="text/html")


def _with_facts(meaning: str) -> str:
    """The names of facts, in braces or backquotes, as code."""
    return re.sub(r"[{`]([^}`]+)[}`]", r"<code>\1</code>", html.escape(meaning))


@get("/", include_in_schema=False)
async def get_root() -> Redirect:
    """Lead whoever opens the bare address to the documents."""
    return Redirect("/docs")


@get("/docs/problems/{code:str}", include_in_schema=False)
async def get_problem_page(code: str) -> Response[str]:
    """What a problem's code means."""
    kind = KINDS.get(code)
    if kind is None:
        raise ProblemError("no_such_page")
    body = (
        f"<h1>{html.escape(kind.title)}</h1><p><code>{code}</code>, status {int(kind.status)}</p>"
        f"<p>{_with_facts(kind.meaning)}</p><p><a href='/docs'>The API</a></p>"
    )
    return page(kind.title, body)


@get("/docs", include_in_schema=False)
async def get_docs() -> Response[str]:
    """The API's reference with try-it, from files that the server carries along."""
    body = (
        '<link rel="stylesheet" href="/docs/assets/swagger-ui.css"><div id="api"></div>'
        '<script src="/docs/assets/swagger-ui-bundle.js"></script><script>SwaggerUIBundle('
        '{url:"/v1/openapi.json",dom_id:"#api",deepLinking:true})</script>'
    )
    text = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Verger</title></head><body>{body}</body></html>'
    return Response(text, media_type="text/html")


@get("/v1/openapi.json", include_in_schema=False)
async def get_openapi(request: AnyRequest) -> Response[Any]:
    """The OpenAPI document of exactly this server."""
    return Response(request.app.state["openapi"], media_type="application/json")


def _assets() -> Path:
    """Swagger UI's files, which the package swagger-ui-py brings."""
    spec = find_spec("swagger_ui")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "static"


assets = create_static_files_router(
    path="/docs/assets", directories=[_assets()], include_in_schema=False
)
