"""The viewer over HTTP: its page, the same for every session, and the files that the page is made of."""

import re
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
from service.viewer import linked

FOLDER = Path(service.viewer.__file__).parent
ASSETS = FOLDER / "assets"

CACHE_CONTROL = "no-cache"
"""A browser asks each time whether what it has is current."""
FOR_EVER = "public, max-age=31536000, immutable"
"""What is named by its content is never another."""

POLICY = (
    f"default-src 'none'; script-src 'self'; style-src 'self' '{RULES_HASH}'; img-src 'self' data:;"
    " connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Nothing but the page's own files runs or styles, and no text can become markup (Trusted Types).

The rules inside a picture are those of `picture.css`, letter by letter.
"""

_NAMED = re.compile(r"main\.[0-9a-f]{20}(?P<suffix>\.js|\.css)")
_TYPES = {".js": "text/javascript", ".css": "text/css"}


@get(["/watch", "/watch/{session:str}"], include_in_schema=False)
async def get_viewer(request: AnyRequest, session: str = "") -> Response[bytes]:
    """The page; its scripts ask for the session that it shows, and whether there is one."""
    headers = {"Cache-Control": CACHE_CONTROL, "Content-Security-Policy": POLICY}
    return document_answer(request, _page(), headers)


@get("/watch/assets/{name:path}", include_in_schema=False)
async def get_viewer_file(request: AnyRequest, name: str) -> Response[bytes]:
    """A script or a style of the page: all of them as one, or one of those that it is made of."""
    path = name.removeprefix("/")
    if named := _NAMED.fullmatch(path):
        return _answered(request, path, named["suffix"])
    file = _files().get(path)
    if file is None:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    return document_answer(request, file, {"Cache-Control": CACHE_CONTROL})


def _answered(request: AnyRequest, name: str, suffix: str) -> Response[bytes]:
    """All scripts or styles as one. Under another name, they are not those that were asked for.

    While releases take turns, a page of one may ask a process of the other: what that has serves too.
    """
    own, file = _linked()[suffix]
    kept = FOR_EVER if name == own else CACHE_CONTROL
    return document_answer(request, file, {"Cache-Control": kept})


@cache
def _files() -> dict[str, StaticFile]:
    """The scripts and styles by their paths below `assets/`: nothing else there is served."""
    return {
        path.relative_to(ASSETS).as_posix(): StaticFile.of(path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(ASSETS.rglob("*.*"))
    }


@cache
def _linked() -> dict[str, tuple[str, StaticFile]]:
    """All scripts as one and all styles as one, by their suffix; each has its name from its content."""
    made = {".js": linked.script(ASSETS, "main.js"), ".css": linked.sheet(ASSETS, "main.css")}
    files = {suffix: StaticFile.of(text, _TYPES[suffix]) for suffix, text in made.items()}
    return {suffix: (f"main.{file.tag[1:-1]}{suffix}", file) for suffix, file in files.items()}


@cache
def _page() -> StaticFile:
    """The page, which names its script and its style by their contents."""
    page = (FOLDER / "page.html").read_text()
    for suffix, (name, _) in _linked().items():
        page = page.replace(f"/watch/assets/main{suffix}", f"/watch/assets/{name}")
    return StaticFile.of(page, HTML)
