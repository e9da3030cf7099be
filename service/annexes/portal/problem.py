"""Pages of problems: the meaning of each code, the operations that answer with it, a remedy and an example."""

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
    """A page for each code, and one that lists them; the document knows which operation has which."""
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
        " address: match on its `code`, show people its `detail` and its `remedy`. Each code has a page"
        " here. The `type` of a problem links to it.\n"
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
    yield f"## What it means\n\n{_told(kind.meaning)}\n"
    yield f"## How to go on\n\n{_told(kind.remedy)}\n"
    yield from _ways(code)
    if kind.retry_after:
        yield f"The answer has `Retry-After: {kind.retry_after}`, in seconds, or less.\n"
    found = captured().get(code)
    yield from _facts(code, found)
    yield from _rules(code)
    yield from _answered(code, operations)
    if found:
        yield "## Example\n"
        yield from example.shown(found)


def _ways(code: str) -> Iterator[str]:
    """The moves that help if they are open to the seat, and the sentence about each."""
    reason = KNOWN.get(code)
    if reason is None or not reason.ways:
        return
    yield f"If `facts.{MOVES_OPEN}` lists a move, the remedy is about this move instead:\n"
    for move, sentence in reason.ways.items():
        yield f"- `{move}`: {_told(sentence)}"
    yield ""


def _from(code: str) -> str:
    place = origin(code)
    if place in RULESETS:
        return f"from the rules of [{RULESETS[place].title}](/docs/rulesets/{place})"
    return {"server": "from the server", "table": "from the rules of every game"}[place]


def _told(text: str) -> str:
    """A sentence of the table, with the names of the facts that it is filled with."""
    return text.format_map({name: f"`{name}`" for name in _braced(text)}).replace("``", "`")


def _braced(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def named(code: str) -> set[str]:
    """The facts that a code's sentences name: in braces, or as code if not always present."""
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
    yield "## Which rules refuse with it\n\nThe problem's `rule` names the one that did.\n"
    for id, games in _by_rule(code, known).items():
        rule = games[0].rules[RuleId(id)]
        at = ", ".join(f"[{game.title}](/docs/rulesets/{game.name}#{id})" for game in games)
        section = "not in the text" if rule.section == "house" else rule.section
        yield f"- `{id}` in {at} ({section}): {rule.statement}"
    yield ""


def _by_rule(code: str, known: Mapping[str, list[str]]) -> Mapping[str, list[Ruleset[Any]]]:
    """The games that have each rule; a rule that every game has is there once."""
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
    yield "## Which operations answer with it\n"
    if code in UNANSWERED:
        yield f"None: {UNANSWERED[code]}.\n"
    elif not operations:
        yield "Every operation and every other address can answer with it.\n"
    else:
        yield "In the [reference](/docs/reference):\n"
        yield from (f"- {operation}" for operation in operations)
        yield ""


def _operations(document: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """The operations that can answer with each code, by the document."""
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
    """A part of the document, with its reference followed if it is one."""
    if "$ref" not in part:
        return part
    names = part["$ref"].removeprefix("#/").split("/")
    return reduce(lambda found, name: found[name], names, document)
