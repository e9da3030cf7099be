"""The viewer over HTTP: its page, the same for every session, and the files that the page is made of."""

import re
from functools import cache, partial
from pathlib import Path

from litestar import Response, get

import verger.service.annexes.page
from verger.service.annexes.page import linked
from verger.service.annexes.portal.document import document_answer
from verger.service.annexes.portal.site import HTML, StaticFile
from verger.service.base_path import in_html
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.http.picture_style import STYLE_SOURCES
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.root import ROOT

FOLDER = Path(verger.service.annexes.page.__file__).parent
ASSETS = FOLDER / "assets"
CLIENT = ROOT / "clients" / "typescript" / "verger-client"
"""The page imports some modules of the TypeScript client, as if this folder were in `assets/`."""

CACHE_CONTROL = "no-cache"
"""A browser asks each time whether what it has is current."""
FOR_EVER = "public, max-age=31536000, immutable"
"""What is named by its content is never another."""

POLICY = (
    f"default-src 'none'; script-src 'self'; style-src 'self' {STYLE_SOURCES}; img-src 'self' data:;"
    " connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types worker"
)
"""Nothing but the page's own files runs or styles, and no text can become markup (Trusted Types): the
one policy, `worker`, gives one address.

The styles inside a picture are those of `service/http/picture_style.py`, letter by letter.
"""

_NAMED = re.compile(r"main\.[0-9a-f]{20}(\.js|\.css)")
_TYPES = {".js": "text/javascript", ".css": "text/css"}


@get(["/watch", "/watch/{session:str}"], include_in_schema=False)
async def get_viewer(request: AnyRequest, session: str = "") -> Response[bytes]:
    """The page; its scripts ask for the session that it shows, and whether there is one."""
    headers = {"Cache-Control": CACHE_CONTROL, "Content-Security-Policy": POLICY}
    return document_answer(request, _page(parts_of(request).settings.base_path), headers)


@get("/watch/assets/{name:path}", include_in_schema=False)
async def get_viewer_file(request: AnyRequest, name: str) -> Response[bytes]:
    """A script or a style of the page: all of them as one, or one of those that it is made of."""
    path = name.removeprefix("/")
    if path in _linked():
        return document_answer(request, _linked()[path], {"Cache-Control": FOR_EVER})
    file = _files().get(path) or _present(path)
    if file is None:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    return document_answer(request, file, {"Cache-Control": CACHE_CONTROL})


def _present(path: str) -> StaticFile | None:
    """What this process has in place of another release's linked script or styles.

    While releases take turns, a page of one may ask a process of the other. The later script fits its
    own first one alone.
    """
    named = _NAMED.fullmatch(path)
    return next(
        (
            file
            for name, file in _linked().items()
            if named and name.startswith("main") and name.endswith(named[1])
        ),
        None,
    )


@cache
def _files() -> dict[str, StaticFile]:
    """The scripts and styles by their paths below `assets/`: nothing else there is served."""
    own = {path.relative_to(ASSETS).as_posix(): path for path in sorted(ASSETS.rglob("*.*"))}
    clients = {f"{CLIENT.name}/{path.name}": path for path in sorted(CLIENT.glob("*.js"))}
    return {
        name: StaticFile.of(path.read_bytes(), _TYPES[path.suffix])
        for name, path in (own | clients).items()
    }


def _place(module: str) -> Path:
    """The file of a module, by its path below `assets/`."""
    folder, _, name = module.partition("/")
    return CLIENT / name if folder == CLIENT.name else ASSETS / module


@cache
def _linked() -> dict[str, StaticFile]:
    """All scripts as two and all styles as one, each by a name that it has from its content."""
    made: dict[str, StaticFile] = {}

    def named(of: str, suffix: str, text: str) -> str:
        file = StaticFile.of(text, _TYPES[suffix])
        made[name := f"{of}.{file.tag[1:-1]}{suffix}"] = file
        return f"./{name}"

    first, _ = linked.scripts(_place, "main.js", partial(named, "later", ".js"))
    named("main", ".js", first)
    named("main", ".css", linked.sheet(ASSETS, "main.css"))
    return made


@cache
def _page(base: str) -> StaticFile:
    """The page, which names its first script and its styles by their contents, below the base path."""
    page = (FOLDER / "page.html").read_text("utf-8")
    for name in _linked():
        of, _, suffix = name.split(".")
        page = page.replace(f"/watch/assets/{of}.{suffix}", f"/watch/assets/{name}")
    return StaticFile.of(in_html(base, page), HTML)
