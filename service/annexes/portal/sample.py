"""Pages of each ruleset's moves and effects: the meaning and the members of each, and a sample."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from verger.domain.core.decider import Ruleset
from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.portal.page import PortalPage
from verger.service.schema import json_schema
from verger.service.schema.samples import samples, tagged

Json = Mapping[str, Any]
Form = Literal["moves", "effects"]

_LEADS: Mapping[Form, str] = {
    "moves": "Every move that a session of `{name}` takes, as a client sends it to"
    " `POST /v1/sessions/{{session}}/moves`.",
    "effects": "Every effect that an event of `{name}` can have: the small facts that the state is"
    " computed from, in order.",
}


def pages() -> Iterable[PortalPage]:
    """Yield a page of moves and a page of effects for each ruleset."""
    for ruleset in RULESETS.values():
        for form in _LEADS:
            title = f"The {form} of {ruleset.title}"
            text = "\n".join(_whole(title, ruleset, form))
            yield PortalPage(f"rulesets/{ruleset.name}/{form}", title, text)


def _whole(title: str, ruleset: Ruleset[Any], form: Form) -> Iterator[str]:
    name, kind = ruleset.name, form[:-1]
    whole = json_schema.alone(ruleset.move_type if form == "moves" else ruleset.effect_type)
    yield f"# {title}\n\n{_LEADS[form].format(name=name)}\n"
    yield (
        f"The rules are [on their own page](/docs/rulesets/{name}). The whole JSON Schema, with the same"
        f" samples, is `GET /v1/rulesets/{name}/schemas`. Every sample comes from recorded play.\n"
    )
    for tag, part in sorted(tagged(whole, kind).items()):
        yield f"## `{tag}`\n\n{part.get('description', '')}\n"
        yield from _members(part, kind)
        if tag in samples(name, form):
            shown = json.dumps(samples(name, form)[tag], ensure_ascii=False, indent=2)
            yield f"```json\n{shown}\n```\n"


def _members(part: Json, kind: str) -> Iterator[str]:
    members = {name: one for name, one in part["properties"].items() if name != kind}
    if not members:
        return
    yield "| member | type | |\n| --- | --- | --- |"
    for name, one in members.items():
        said = " ".join(str(one.get("description", "")).split()).replace("|", "&#124;")
        needed = "" if name in part.get("required", ()) else "optional. "
        yield f"| `{name}` | {_type(one)} | {needed[:1].upper()}{needed[1:]}{said} |"
    yield ""


def _type(one: Json) -> str:
    """Return the type of a member in a few words."""
    if "$ref" in one:
        return f"`{one['$ref'].rpartition('/')[2]}`"
    if "const" in one or "enum" in one:
        return " or ".join(
            f"`{json.dumps(value)}`" for value in one.get("enum", [one.get("const")])
        )
    for several in ("anyOf", "oneOf"):
        if several in one:
            return " or ".join(dict.fromkeys(_type(inner) for inner in one[several]))
    if one.get("type") == "array":
        return f"array of {_type(one['items'])}" if isinstance(one.get("items"), dict) else "array"
    types = one.get("type", "any")
    return " or ".join(types) if isinstance(types, list) else str(types)
