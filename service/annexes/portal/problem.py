"""Pages of problems: the meaning of each code, its remedy, its operations and an example."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from http import HTTPStatus
from string import Formatter
from typing import Any

from verger.domain.core.decider import Ruleset
from verger.domain.core.identifier import RuleId
from verger.domain.core.reason import KNOWN, Code
from verger.domain.core.refusal_code import MOVES_OPEN
from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.portal import example
from verger.service.annexes.portal.page import PortalPage
from verger.service.problem.captured import captured, refusals
from verger.service.problem.documented import codes_of, problem_form
from verger.service.problem.entry import ProblemKind
from verger.service.problem.facts import FACTS
from verger.service.problem.table import KINDS, UNANSWERED

_IN_CODE = re.compile(r"`facts\.(\w+)`")
_TYPES = {str: "string", int: "integer", bool: "boolean", list: "strings", type(None): "null"}


def pages(document: Mapping[str, Any]) -> Iterable[PortalPage]:
    """Yield a page for each code, and a page that lists them. The API document has the codes of each operation."""
    yield PortalPage("problems", "Problems", "\n".join(_index()))
    operations = _operations(document)
    for code, kind in KINDS.items():
        text = "\n".join(_whole(code, kind, operations.get(code, ())))
        yield PortalPage(f"problems/{code}", kind.title, text)


def anchors() -> Mapping[str, str]:
    """Return the address of the page of each code."""
    return {code: f"/docs/problems/{code}" for code in KINDS}


def origin(code: str) -> str:
    """Return the origin of a code: the name of a game, `table` if every game has it, or `server`."""
    games = (name for name, ruleset in RULESETS.items() if code in ruleset.reasons)
    return next(games, "table" if code in Code.reasons() else "server")


def _index() -> Iterator[str]:
    yield (
        "# Problems\n\nEvery error is `application/problem+json` (RFC 9457), in the same form at every"
        " address. In programs, use its `code`. Show people its `detail` and its `remedy`. Each code has a page"
        " here. The `type` of a problem is the address of this page.\n"
    )
    titles = {"server": "From the server", "table": "From the rules of every game"}
    titles |= {name: f"From the rules of {ruleset.title}" for name, ruleset in RULESETS.items()}
    for place, title in titles.items():
        codes = [code for code in KINDS if origin(code) == place]
        yield f"## {title}\n\n| status | code | |\n| --- | --- | --- |"
        for code in sorted(codes, key=lambda code: (KINDS[code].status, code)):
            yield f"| {int(KINDS[code].status)} | [`{code}`](/docs/problems/{code}) | {KINDS[code].title} |"
        yield ""


def _whole(code: str, kind: ProblemKind, operations: Iterable[str]) -> Iterator[str]:
    status = HTTPStatus(kind.status)
    yield f"# {kind.title}\n\n`{code}` · status {status.value} {status.phrase} · {_from(code)}\n"
    yield f"## Meaning\n\n{_told(kind.meaning)}\n"
    yield f"## How to go on\n\n{_told(kind.remedy)}\n"
    yield from _ways(code)
    if kind.retry_after:
        yield f"The answer has the header `Retry-After`, with at most {kind.retry_after} seconds.\n"
    found = captured().get(code)
    yield from _facts(code, found)
    yield from _rules(code)
    yield from _answered(code, operations)
    if found:
        yield "## Example\n"
        yield from example.shown(found)


def _ways(code: str) -> Iterator[str]:
    """Yield the moves that can help, each with the remedy for a seat that can make it."""
    reason = KNOWN.get(code)
    if reason is None or not reason.ways:
        return
    yield f"If `facts.{MOVES_OPEN}` lists one of these moves, the remedy is:\n"
    for move, sentence in reason.ways.items():
        yield f"- `{move}`: {_told(sentence)}"
    yield ""


def _from(code: str) -> str:
    place = origin(code)
    if place in RULESETS:
        return f"from the rules of [{RULESETS[place].title}](/docs/rulesets/{place})"
    return {"server": "from the server", "table": "from the rules of every game"}[place]


def _told(text: str) -> str:
    """Return a sentence with the name of each fact in place of its value."""
    return text.format_map({name: f"`{name}`" for name in _braced(text)}).replace("``", "`")


def _braced(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def named(code: str) -> set[str]:
    """Return the facts that a code's sentences name: in braces, or as code if they are not always present."""
    reason = KNOWN.get(code)
    text = reason.text if reason else KINDS[code].meaning + KINDS[code].remedy
    return _braced(text) | set(_IN_CODE.findall(text))


def _facts(code: str, found: example.Example | None) -> Iterator[str]:
    shown = found["response"]["body"].get("facts", {}) if found else {}
    names = [*shown, *sorted(named(code) - set(shown))]
    if not names:
        return
    yield "## Facts\n\nIn `facts` of the problem, for programs:\n"
    yield "| fact | meaning | type | in the example |\n| --- | --- | --- | --- |"
    for name in names:
        value = shown.get(name)
        type_ = _TYPES[type(value)] if name in shown else ""
        said = f"`{json.dumps(value, ensure_ascii=False)}`" if name in shown else ""
        yield f"| `{name}` | {FACTS[name]} | {type_} | {said.replace('|', '&#124;')} |"
    yield ""


def _rules(code: str) -> Iterator[str]:
    known = refusals().get(code)
    if not known:
        return
    yield "## Rules with this code\n\nThe `rule` of a problem is the id of the rule that refused the move.\n"
    for id, games in _by_rule(code, known).items():
        rule = games[0].rules[RuleId(id)]
        at = ", ".join(f"[{game.title}](/docs/rulesets/{game.name}#{id})" for game in games)
        section = "not in the text" if rule.section == "house" else rule.section
        yield f"- `{id}` in {at} ({section}): {rule.statement}"
    yield ""


def _by_rule(code: str, known: Mapping[str, list[str]]) -> Mapping[str, list[Ruleset[Any]]]:
    """Return the games of each rule. A rule that several games share has one entry."""
    found: dict[str, list[Ruleset[Any]]] = {}
    for name, rules in known.items():
        for id in rules:
            statement = RULESETS[name].rules[RuleId(id)].statement
            found[id] = [
                game
                for game in RULESETS.values()
                if id in game.rules
                and game.rules[RuleId(id)].statement == statement
                and (game.name == name or origin(code) == "table")
            ]
    return dict(sorted(found.items()))


def _answered(code: str, operations: Iterable[str]) -> Iterator[str]:
    yield "## Operations with this code\n"
    if code in UNANSWERED:
        yield f"None: {UNANSWERED[code]}.\n"
    elif not operations:
        yield "Every operation and every other address can answer with this code.\n"
    else:
        yield "In the [reference](/docs/reference):\n"
        yield from (f"- {operation}" for operation in operations)
        yield ""


def _operations(document: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """Return the operations that can answer with each code, from the API document."""
    found: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            shown = f"`{operation['operationId']}`: `{method.upper()} {path}`"
            for response in operation["responses"].values():
                form = problem_form(_resolved(document, response))
                for code in codes_of(form) if form else ():
                    found.setdefault(code, []).append(shown)
    return found


def _resolved(document: Mapping[str, Any], part: Any) -> Any:
    """Return a part of the document. If it is a reference, return the part that it points to."""
    if "$ref" not in part:
        return part
    names = part["$ref"].removeprefix("#/").split("/")
    return reduce(lambda found, name: found[name], names, document)
