"""Pages of the rulesets: every rule with its id, every house rule with its values, and every roll."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from verger.domain.core.amendment import RuleAmendment
from verger.domain.core.decider import Ruleset
from verger.domain.core.house_rule import HouseRule
from verger.domain.core.identifier import RuleId
from verger.domain.core.rule import Rule
from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.portal.page import PortalPage

_WITHOUT_SECTION = "Rules that are not in the text"


def pages() -> Iterable[PortalPage]:
    """Yield a page for each ruleset, and a page that lists them."""
    yield PortalPage("rulesets", "Rulesets", "\n".join(_list()))
    for ruleset in RULESETS.values():
        title = f"The rules of {ruleset.title}"
        yield PortalPage(f"rulesets/{ruleset.name}", title, "\n".join(_whole(title, ruleset)))


def anchors() -> Mapping[str, Mapping[str, str]]:
    """Return the address of each rule and house rule, by ruleset and id."""
    return {
        name: {id: f"/docs/rulesets/{name}#{id}" for id in (*ruleset.rules, *ruleset.house_rules)}
        for name, ruleset in RULESETS.items()
    }


def _list() -> Iterator[str]:
    yield "# Rulesets\n"
    yield "A session is played by one ruleset, at the version that was the newest when it began.\n"
    yield "| ruleset | game | version | rules | house rules |"
    yield "| --- | --- | --- | --- | --- |"
    for one in RULESETS.values():
        rules = f"[{len(one.rules)} rules](/docs/rulesets/{one.name})"
        house = f"[{len(one.house_rules)}](/docs/rulesets/{one.name}#house-rules)"
        game = f"[{one.title}](/docs/{one.name})"
        yield f"| `{one.name}` | {game} | {one.version} | {rules} | {house} |"
    yield "\nThe same as data: `GET /v1/rulesets` and `GET /v1/rulesets/{ruleset}`."


def _whole(title: str, ruleset: Ruleset[Any]) -> Iterator[str]:
    yield f"# {title}\n"
    yield (
        f"Every rule that judges a move of `{ruleset.name}` version {ruleset.version}, in our own words. "
        f"Rulings and refusals name rules by these ids. [The guide to the game](/docs/{ruleset.name}) explains how to play. "
        f"There are samples of the [moves](/docs/rulesets/{ruleset.name}/moves) and "
        f"[effects](/docs/rulesets/{ruleset.name}/effects) of this game. "
        f"`GET /v1/rulesets/{ruleset.name}` returns the same as data.\n"
    )
    yield from _amendments(ruleset)
    yield from _house_rules(ruleset)
    yield from _tokens(ruleset)
    yield from _rolls(ruleset)
    for section, rules in _sections(ruleset.rules):
        yield f"## {section}\n"
        for rule in rules:
            yield f"### `{rule.id}`\n\n{rule.statement}\n"
            for one in ruleset.amendments:
                if rule.id in one.rules:
                    yield f"Mended by [amendment {one.number}](#{_anchor(one)}): {one.title}.\n"


def _anchor(amendment: RuleAmendment) -> str:
    return f"amendment-{amendment.number}"


def _title(amendment: RuleAmendment) -> str:
    return amendment.title[:1].upper() + amendment.title[1:]


def _amendments(ruleset: Ruleset[Any]) -> Iterator[str]:
    """Yield the amendments of a ruleset, the newest first."""
    if not ruleset.amendments:
        return
    yield "## How rules were mended\n"
    yield (
        "A session is judged by the amendments that were in force when it began. Its table can "
        "agree on others: see the house rule [`amendments`](#amendments).\n"
    )
    for one in reversed(ruleset.amendments):
        mended = ", ".join(f"[`{id}`](#{id})" for id in one.rules)
        yield f"### Amendment {one.number}\n\n**{_title(one)}.** {one.statement}\n"
        yield f"- Since: {one.since}\n- Mends: {mended}\n"


def _sections(rules: Mapping[RuleId, Rule]) -> Iterator[tuple[str, list[Rule]]]:
    """Yield each section of the game's text with its rules. Our own decisions come last."""
    ordered = list(dict.fromkeys(rule.section for rule in rules.values()))
    ordered.sort(key=lambda section: section == "house")
    for section in ordered:
        found = [rule for rule in rules.values() if rule.section == section]
        yield (_WITHOUT_SECTION if section == "house" else section), found


def _house_rules(ruleset: Ruleset[Any]) -> Iterator[str]:
    yield "## House rules\n"
    yield (
        "Options that a table can choose. Send them as `house_rules` when you start a session, "
        "or change them by agreement.\n"
    )
    for rule in ruleset.house_rules.values():
        yield f"### `{rule.id}`\n\n{rule.statement}\n"
        yield f"- Values: {_values(rule)}"
        yield f"- Affects: {', '.join(f'`{id}`' for id in rule.bears_on)}\n"


def _values(rule: HouseRule) -> str:
    if not rule.choices:
        return f"a number from {rule.least} to {rule.most}; the default is {rule.default}"
    first, *others = (f"`{value}`: {name}" for value, name in rule.names.items())
    return ", ".join([f"{first} (the default)", *others])


def _tokens(ruleset: Ruleset[Any]) -> Iterator[str]:
    if ruleset.tokens is None:
        return
    kinds = ", ".join(f"`{kind}`" for kind in ruleset.tokens.nothing.__struct_fields__)
    yield f"## Tokens\n\nKinds, as `GET …/banks` names them: {kinds}.\n"


def _rolls(ruleset: Ruleset[Any]) -> Iterator[str]:
    if not ruleset.odds:
        return
    yield "## Rolls\n"
    yield "The exact odds of each result of these rolls are served:\n"
    for roll in ruleset.odds:
        yield f"- `GET /v1/rulesets/{ruleset.name}/odds/{roll}?dice=2`"
    yield ""
