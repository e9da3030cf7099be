"""The viewer over HTTP: its page, the same for every session, and the files that the page is made of."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from litestar import Response, get

import verger.service.annexes.page
from verger.service.annexes.portal.document import document_answer
from verger.service.annexes.portal.site import HTML, StaticFile
from verger.service.base_path import in_html
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.http.picture_style import SHEET, STYLE_SOURCES, source_of
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

FOLDER = Path(verger.service.annexes.page.__file__).parent
BUILT = FOLDER / "built"
"""The scripts and styles that `make page` builds from `web/`."""

CACHE_CONTROL = "no-cache"
"""A browser asks each time whether its copy is current."""
FOR_EVER = "public, max-age=31536000, immutable"
"""The address names the content, so the content never changes."""

STYLES = (BUILT / "main.css").read_text("utf-8")
"""The page contains its styles, so that browsers show it one request earlier."""

POLICY = (
    f"default-src 'none'; script-src 'self'; style-src {source_of(STYLES)} {STYLE_SOURCES};"
    " img-src 'self' data:;"
    " connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types worker"
)
"""Only the page's own files can run or style it, and no text can become markup (Trusted Types).

The only Trusted Types policy, `worker`, creates the address of the worker's script. A picture can contain only the styles of
`service/http/picture_style.py`, letter by letter.
"""

RELEASE = re.compile(r"[0-9a-f]{20}")
"""The folder in the addresses of a release's files."""
AGAIN = StaticFile.of("setTimeout(() => location.reload(), 1000);\n", "text/javascript")
"""The script for the page of another release: it loads the page again.

During a change of release, the page of the other release may send its requests to this process. The
scripts of two releases do not fit each other.
"""
_TYPES = {".js": "text/javascript", ".css": "text/css"}


@get(["/watch", "/watch/{session:str}"], include_in_schema=False)
async def get_viewer(request: AnyRequest, session: str = "") -> Response[bytes]:
    """Return the page. Its scripts request the session that it shows, and find out whether there is one."""
    headers = {"Cache-Control": CACHE_CONTROL, "Content-Security-Policy": POLICY}
    return document_answer(request, _page(parts_of(request).settings.base_path), headers)


@get("/watch/assets/{name:path}", include_in_schema=False)
async def get_viewer_file(request: AnyRequest, name: str) -> Response[bytes]:
    """Return a script or a style of the page, also below the folder of a release."""
    path = name.removeprefix("/")
    release, _, below = path.partition("/")
    if release == _release() and below in _files():
        return document_answer(request, _files()[below], {"Cache-Control": FOR_EVER})
    is_of_other = RELEASE.fullmatch(release) and below == "main.js"
    file = AGAIN if is_of_other else _files().get(path)
    if file is None:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    return document_answer(request, file, {"Cache-Control": CACHE_CONTROL})


@cache
def _files() -> dict[str, StaticFile]:
    """Return the scripts and styles by their names."""
    built = {path.name: path.read_bytes() for path in sorted(BUILT.iterdir())}
    built["picture.css"] = SHEET.encode()
    return {name: StaticFile.of(text, _TYPES[Path(name).suffix]) for name, text in built.items()}


@cache
def _release() -> str:
    """Return the folder in the addresses of scripts and styles: a digest of their contents."""
    tags = "".join(file.tag for file in _files().values())
    return sha256(tags.encode()).hexdigest()[:20]


@cache
def _page(base: str) -> StaticFile:
    """Return the page with its styles. It names its script below the base path."""
    page = (FOLDER / "page.html").read_text("utf-8")
    page = page.replace("<style></style>", f"<style>{STYLES}</style>")
    page = page.replace("/watch/assets/", f"/watch/assets/{_release()}/")
    return StaticFile.of(in_html(base, page), HTML)
