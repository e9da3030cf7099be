"""The viewer over HTTP: its page, the same for every session, and the files that the page is made of."""

from functools import cache
from pathlib import Path

from litestar import Response, get

import service.viewer
from service.edge.body import AnyRequest
from service.http.pictures import RULES_HASH
from service.portal.document import document_answer
from service.portal.site import HTML, StaticFile
from service.problem.code import ProblemCode
from service.problem.problem import ProblemError

FOLDER = Path(service.viewer.__file__).parent
ASSETS = FOLDER / "assets"

CACHE_CONTROL = "no-cache"
"""Modules have to match: a browser asks each time whether those that it has are current."""

POLICY = (
    f"default-src 'none'; script-src 'self'; style-src 'self' '{RULES_HASH}'; img-src 'self' data:;"
    " connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Nothing but the page's own files runs or styles, and no text can become markup (Trusted Types).

The rules inside a picture are those of `picture.css`, letter by letter.
"""

_TYPES = {".js": "text/javascript", ".css": "text/css"}


@get(["/watch", "/watch/{session:str}"], include_in_schema=False)
async def get_viewer(request: AnyRequest, session: str = "") -> Response[bytes]:
    """The page; its scripts ask for the session that it shows, and whether there is one."""
    headers = {"Cache-Control": CACHE_CONTROL, "Content-Security-Policy": POLICY}
    return document_answer(request, _page(), headers)


@get("/watch/assets/{name:path}", include_in_schema=False)
async def get_viewer_file(request: AnyRequest, name: str) -> Response[bytes]:
    """A script or a style of the page."""
    file = _files().get(name.removeprefix("/"))
    if file is None:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    return document_answer(request, file, {"Cache-Control": CACHE_CONTROL})


@cache
def _files() -> dict[str, StaticFile]:
    """The scripts and styles by their paths below `assets/`: nothing else there is served."""
    return {
        path.relative_to(ASSETS).as_posix(): StaticFile.of(path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(ASSETS.rglob("*.*"))
    }


@cache
def _page() -> StaticFile:
    """The page, which preloads all of its scripts: else one is found after the other."""
    scripts = (name for name in _files() if name.endswith(".js"))
    links = "\n".join(f'<link rel="modulepreload" href="/watch/assets/{name}">' for name in scripts)
    page = (FOLDER / "page.html").read_text()
    return StaticFile.of(page.replace("</head>", f"{links}\n</head>", 1).encode(), HTML)
