"""The surfaces (texts that people read), and a reader for each kind of file."""

import ast
import io
import json
import re
import subprocess
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from tests.support.root import ROOT

_FENCED = r"^[ \t]*(?:```|~~~).*?^[ \t]*(?:```|~~~)[^\n]*$"
_CODE = re.compile(
    rf"{_FENCED}|<!--.*?-->|``.+?``|`[^`\n]*(?:\n[^`\n]+)?`|\]\([^)\s]*\)|https?://[^\s)>\"]+"
    r"|</?[a-z][^>\n]*>",
    re.DOTALL | re.MULTILINE,
)
_BLOCK = re.compile(r"\n\s*\n|\n(?=[ \t]*(?:[-*]|\d+\.|#+)[ \t])|\n(?=\|)")
_MARK = re.compile(r"(?:\s*(?:[-*>]|\d+\.|#+)[ \t]+|[\s|]+)*")
_SIGN = re.compile(
    r"(?m)^\s*(?:#+!?|//+|--+|/?\*+)[ :]*|\s*\*/$|@\w+(?: \{.*\})?(?: \[?[\w.=]+\]?)?|noqa:.*?,|noqa:.*"
)
_COMMENT = re.compile(r"(?m)(?:^|(?<=\s))(?:#|//|--) .*|(?s:/\*.*?\*/|<!--.*?-->)")
_SHOWN = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`|>[^<>{}=;]+<")
_PROSE = re.compile(r"[A-Za-z_][,;:]? [A-Za-z]{2,}")
_QUERY = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|LOCK|SET)\b")


class File(NamedTuple):
    """A file of the project: its path and its content."""

    name: str
    source: str


Text = tuple[int, str]
"""The line of a text, and its sentences."""
Reader = Callable[[File], Iterator[Text]]


def hide_code(text: str) -> str:
    """Replace code and addresses by blanks. The length stays the same, so that places stay right."""
    return _CODE.sub(_blank, text)


def markdown(file: File) -> Iterator[Text]:
    """Read paragraphs, headings, items of lists and rows of tables."""
    whole, start = hide_code(file.source), 0
    for end in [*(gap.start() for gap in _BLOCK.finditer(whole)), len(whole)]:
        begin = found.end() if (found := _MARK.match(whole, start, end)) else start
        yield whole.count("\n", 0, begin) + 1, re.sub(r"\*+", "", whole[begin:end])
        start = end


def headings(file: File) -> Iterator[Text]:
    """Read only the headings of a Markdown page."""
    whole = re.sub(f"(?ms){_FENCED}", lambda found: "\n" * found[0].count("\n"), file.source)
    for number, line in enumerate(whole.splitlines(), start=1):
        if line.startswith("#"):
            yield number, line.lstrip("# ").replace("`", "")


def documented(file: File) -> Iterator[Text]:
    """Read the docstrings of a Python module, those of attributes too, and its comments."""
    for node in _statements(ast.parse(file.source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(words), lineno=line)):
                yield line, words
            case _:
                pass
    if re.search(r"(?:^|\s)#", file.source):
        tokens = tokenize.generate_tokens(io.StringIO(file.source).readline)
        yield from _joined((t.start[0], t.string) for t in tokens if t.type == tokenize.COMMENT)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for part in getattr(node, name, ()):
            yield part
            yield from _statements(part)


def _joined(comments: Iterable[Text]) -> Iterator[Text]:
    """Join comments on lines that follow each other."""
    first, lines = 0, list[str]()
    for line, comment in [*comments, (-1, "")]:
        if lines and line != first + len(lines):
            yield first, "\n".join(lines)
            lines = []
        first = first if lines else line
        lines += _SIGN.sub("", comment).rstrip("\n").split("\n")


def strings(file: File) -> Iterator[Text]:
    """Read the texts of several words in Python code."""
    nodes = list(ast.walk(ast.parse(file.source)))
    inner = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    inner |= {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.expr) and node not in inner:
            words = _string(node)
            if _PROSE.search(words) and not _QUERY.match(words):
                yield node.lineno, words


def _string(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(words)):
            return words
        case ast.JoinedStr(values=parts):
            return "".join(_string(part) or "_" for part in parts)
        case _:
            return ""


def logged(file: File) -> Iterator[Text]:
    """Read the names of logged events and their texts."""
    for node in ast.walk(ast.parse(file.source)) if "_log." in file.source else ():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("_log") | ast.Attribute(attr="_log"))):
                for part in ast.walk(node):
                    yield node.lineno, _string(part).replace("_", " ")
            case _:
                pass


def names(file: File) -> Iterator[Text]:
    """Read the names of tests as sentences."""
    for found in re.finditer(r"^(?:async )?def test_(\w+)", file.source, re.MULTILINE):
        yield _line(file, found), found[1].replace("_", " ")


def described(file: File) -> Iterator[Text]:
    """Read the titles, summaries and descriptions of an API document, each different one once."""
    said = re.compile(r'"(?:title|summary|description)": ("(?:[^"\\]|\\.)*")')
    texts = {found[1]: found for found in said.finditer(file.source)}
    for words, found in texts.items():
        for paragraph in json.loads(words).split("\n\n"):
            yield _line(file, found), paragraph


def targets(file: File) -> Iterator[Text]:
    """Read the sentences that `make help` shows."""
    for number, line in enumerate(file.source.splitlines(), start=1):
        if found := re.search(r":.*## (.*)", line):
            yield number, found[1]


def remarks(file: File) -> Iterator[Text]:
    """Read the comments of a script or of settings."""
    return _joined((_line(file, found), found[0]) for found in _COMMENT.finditer(file.source))


def shown(file: File) -> Iterator[Text]:
    """Read the texts of several words in a page or its scripts."""
    bare = file._replace(source=_COMMENT.sub(_blank, file.source))
    for found in _SHOWN.finditer(bare.source):
        if _PROSE.search(found[0]):
            yield _line(file, found), found[0].strip('"`<> \n')


def _line(file: File, found: re.Match[str]) -> int:
    return file.source.count("\n", 0, found.start()) + 1


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"\S", "_" if "`" in found[0] else " ", found[0])


TOP = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "docs/index.md")
COPIED = "!service/annexes/portal/assets/minisearch.js"
WORDS = "!service/annexes/portal/assets/synonyms.js"
BUILT = "!service/annexes/page/built/*"
REASONS = ("domain/**/reasons/*.py", "domain/**/reason.py")
RULES = (
    *("domain/**/rulebook/*.py", "domain/**/rulebook.py"),
    *("domain/**/rules.py", "domain/**/house_rules.py"),
)

SURFACES: Mapping[str, Mapping[Reader, tuple[str, ...]]] = {
    "top-level pages": {markdown: TOP},
    "guides": {markdown: ("docs/*.md", "docs/start/*.md", "docs/readings/*.md", "!docs/index.md")},
    "how-to pages": {markdown: ("docs/how-to/*.md",)},
    "decisions": {markdown: ("docs/decisions/*.md",)},
    "changelog": {markdown: ("CHANGELOG.md",)},
    "folder READMEs": {markdown: ("*/**/README.md", "!clients/**")},
    "headings": {headings: ("**/*.md", "!docs/stories/*")},
    "API descriptions": {described: ("openapi/openapi.json", "openapi/asyncapi.json")},
    "problems and refusals": {strings: ("service/problem/*.py", *REASONS)},
    "rules": {strings: RULES},
    "options and sentences of play": {
        strings: (
            "domain/**/*.py",
            "projections/**/*.py",
            *(f"!{pattern}" for pattern in (*REASONS, *RULES)),
        )
    },
    "command line": {strings: ("service/cli/*.py", "service/settings.py"), targets: ("Makefile",)},
    "log": {logged: ("service/**/*.py",)},
    "pages of the server": {
        shown: ("service/**/*.html", "service/**/*.js", "web/src/**/*.ts*", COPIED, WORDS, BUILT),
        strings: ("service/annexes/portal/*.py",),
    },
    "clients": {
        markdown: ("clients/**/README.md",),
        documented: ("clients/**/*.py",),
        remarks: ("clients/**/*.js",),
    },
    "code of domain": {documented: ("domain/**/*.py",)},
    "code of projections": {documented: ("projections/**/*.py",)},
    "code of service": {
        documented: ("service/**/*.py",),
        remarks: ("service/**/*.js", "web/**/*.ts*", COPIED, BUILT),
    },
    "code of tests": {documented: ("tests/**/*.py",), remarks: ("tests/**/*.js",)},
    "names of tests": {names: ("tests/**/test_*.py",)},
    "other code": {
        documented: ("bench/**/*.py", "deploy/**/*.py", "docs/*.py", "verger/*.py"),
        remarks: ("**/*.sh", "**/*.sql", "**/*.y*ml", "**/*.toml", "**/Dockerfile", "Makefile"),
    },
}


def files(patterns: Iterable[str]) -> Iterator[str]:
    """List the project's files that match Git's patterns, without those after a `!`."""
    only = [f":(exclude,glob){p[1:]}" if p[0] == "!" else f":(glob){p}" for p in patterns]
    command = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *only)
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    yield from (
        name for name in dict.fromkeys(listed.stdout.split("\n")) if (ROOT / name).is_file()
    )


def read(reader: Reader, name: str) -> Iterator[Text]:
    """Read the texts of a file, with code replaced by blanks."""
    for line, words in reader(File(name, (ROOT / name).read_text(encoding="utf-8"))):
        yield line, hide_code(words)
