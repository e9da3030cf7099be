"""Check the viewer's forms with recorded moves: a form that is filled with a move must send that move."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Route

from tests.golden.test_evenings import evening, ruleset_of
from tests.support import page_modules
from tests.support.options import listed
from verger.domain.core.decider import Event, Ruleset, State, fold
from verger.domain.core.past import GrowingPast
from verger.domain.judging.deed import deed
from verger.domain.judging.offer import options_of

Case = tuple[dict[str, Any], dict[str, Any]]
"""An option, and a recorded move that it permits."""

MAKE = """async (sent) => {
    const { cases, moves, rules } = JSON.parse(sent);
    const from = (name) => import(`/watch/assets/modules/${name}.js`);
    const [{ Part }, { Described }, { Names }] = await Promise.all(["fields/part", "fields/schema", "session/names"].map(from));
    const described = new Described(moves);
    const nothing = { page: () => "/docs", listed: async () => [], refused: [] };
    const table = { names: new Names(new Map(), new Map()), rules, ...nothing };
    return JSON.stringify(cases.map(([option, move]) => {
        const part = new Part(option, described.shape(option.fixed), table);
        document.body.replaceChildren(part.element);
        part.write(move);
        const wrong = part.check().map((field) => `${field.title}: ${field.said.textContent}`);
        return [part.read(), wrong];
    }));
}"""


MODULES = ("fields/part", "fields/schema", "session/names")


def with_modules(page: Page, folder: Path) -> None:
    """Let a page import the modules that `MAKE` needs, as if the server had them."""
    page_modules.build(folder, *MODULES)
    below = "/watch/assets/modules/"

    def give(route: Route) -> None:
        route.fulfill(path=folder / route.request.url.partition(below)[2])

    page.route(f"**{below}**", give)


def made_by_forms(page: Page, ruleset: Ruleset[Any], cases: list[Case]) -> list[Any]:
    """Fill the form of each option with its move.

    For each, return the move that the form would send, and the faults that it finds.
    """
    rules = [{"id": id, "statement": rule.statement} for id, rule in ruleset.rules.items()]
    moves = page.request.get(f"/v1/rulesets/{ruleset.name}/schemas").json()["move"]
    sent = json.dumps({"cases": cases, "moves": moves, "rules": rules})
    return list(json.loads(page.evaluate(MAKE, sent)))


def cases_of(name: str) -> Iterator[Case]:
    """Yield the moves of an evening that were in the options, each with its option."""
    ruleset, past = ruleset_of(name), GrowingPast()
    rules, state = list(ruleset.rules), ruleset.empty
    for version, event in enumerate(evening(name).events, 1):
        yield from _case(ruleset, state, version, event, rules)
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))


def _case(
    ruleset: Ruleset[Any], state: State[Any], version: int, event: Event[Any, Any], rules: list[Any]
) -> Iterator[Case]:
    move = json.loads(msgspec.json.encode(event.move))
    there = options_of(ruleset, state, version - 1, event.seat) if event.seat else []
    if found := next((option for option in there if listed([option], move, rules)), None):
        yield msgspec.to_builtins(found), move


def plain(value: Any) -> Any:
    """Return a move without missing values: null and empty lists."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if part not in (None, [])}
    return [plain(part) for part in value] if isinstance(value, list) else value
