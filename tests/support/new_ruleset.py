"""Write a new game's files from the example in the docs: `make new-ruleset NAME=pebbles`."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.captures.anew import record
from tests.support.root import DOCS, ROOT
from verger.domain.games.rulesets import RULESETS

PAGE = DOCS / "own-ruleset.md"
LIST = "domain/games/rulesets.py"

PARTS = {
    "rules": ("The rules of {title}.", "HEAP TAKE RULES"),
    "effects": ("The effects of moves in {title}.", "StonesTaken Effect"),
    "state": ("The state of {title}, and how effects change it.", "Play _on_stones evolve"),
    "landmark": ("Landmarks of {title}.", "LANDMARKS"),
    "agenda": ("The proposals of the game, and its house rules.", "ANSWER TABLE"),
    "taking": ("Judge the moves that take stones.", "TakeStones turn take"),
    "moves": ("The moves of {title}.", "Asked Move RecordedMove"),
    "decide": ("Choose the function that judges each move.", "CHAPTERS decide"),
    "options/__init__": ("The possible moves in {title}.", ""),
    "options/offer": (
        "List the possible moves of a seat, and the seats that must act.",
        "options awaited",
    ),
    "views": ("The view of {title} that a seat receives.", "PlayView view"),
    "ruleset": ("The ruleset of {title}, as the service uses it.", "RULESET"),
}
"""The module of each part of the game, in the order of their imports."""

EVENING = """{{"session": {{"id": "first-{name}", "seed": "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e", "rules": ["heap.take"]}}}}
{{"seat": "s1", "move": {{"move": "start_session", "title": "First evening of {title}", "ruleset": "{name}", "ruleset_version": 1,\
 "house_rules": {{}}, "seats": [{{"kind": "gm", "name": "Ann"}}, {{"kind": "player", "name": "Bo"}}]}}}}
{{"seat": "s2", "move": {{"move": "take_seat", "name": "Bo"}}}}
{{"seat": "s1", "move": {{"move": "take_stones", "number": 3}}}}
{{"seat": "s2", "move": {{"move": "take_stones", "number": 3}}}}
{{"seat": "s1", "move": {{"move": "take_stones", "number": 3}}}}
{{"seat": "s2", "move": {{"move": "take_stones", "number": 3}}}}
{{"seat": "s1", "move": {{"move": "take_stones", "number": 3}}}}
"""
"""The moves of an evening. `make record` adds the events that follow from them."""

BESIDE = {
    "docs/{name}.md": """# {title}

In turn, each seat takes one to three stones from a heap. The seat that takes the last stone wins. To play it, start a session with
`"ruleset": "{name}"`. The rules are at `/docs/rulesets/{name}`, and as data at `GET /v1/rulesets/{name}`. This move takes three stones:

```json
{{"move": "take_stones", "number": 3}}
```

Every table has the house rules `undo`, `disputes`, `seat_limit`, `onlookers` and `session`.
""",
    "tests/support/{name}.py": '''"""Start tests of {title}, and name the rules that they cover."""

from verger.domain.games.{name} import RULESET
from tests.support.game import Game, Naming, seated

rule = Naming(RULESET)


def table(*names: str) -> Game:
    """Seat these people at a table, the GM first."""
    return seated(Game(RULESET), "A game of {title}", *names)
''',
    "tests/domain/games/{name}/test_taking.py": '''"""Tests of the moves that take stones."""

from verger.domain.core.reason import Code
from tests.support.{name} import rule, table


@rule("heap.take")
def test_seats_take_stones_in_turn() -> None:
    game = table("Ann", "Bo")
    assert game.move("Ann", "take_stones", number=2).ruling.sentence == "Ann takes 2."
    assert game.awaited() == {{"take_stones": ("Bo",)}}


@rule("heap.take")
def test_nobody_takes_stones_out_of_turn() -> None:
    table("Ann", "Bo").refused("Bo", Code.OUT_OF_TURN, "take_stones", number=1)
''',
    "tests/laws/habits/{name}.py": '''"""Random play of {title}. It makes more moves than usual, because a heap is soon empty."""

from tests.laws.habit import Habits

HABITS = Habits(moves=900)
''',
    "tests/golden/evenings/{name}_first_evening.jsonl": EVENING,
}


def example() -> str:
    """The source of the whole example game in the docs."""
    (found,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return str(found)


def files(name: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of a game and of its tests."""
    title, folder, source = name.capitalize(), f"domain/games/{name}", example()
    source = source.replace('"stones"', f'"{name}"').replace("Last Stone", title)
    tree = ast.parse(source)
    known = [
        ast.unparse(node) for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    stands = {
        id: str(ast.get_source_segment(source, node)) for node in tree.body for id in named(node)
    }
    for part, (told, ids) in PARTS.items():
        there = list(dict.fromkeys(stands[id] for id in ids.split()))
        header = ["\n".join(known)] if there else []
        yield (
            f"{folder}/{part}.py",
            "\n\n".join([f'"""{told.format(title=title)}"""', *header, *there]),
        )
        if imported := sorted(id for id, text in stands.items() if text in there):
            known.append(
                f"from verger.domain.games.{name}.{part.replace('/', '.')} import {', '.join(imported)}"
            )
    init = f'"""{ast.get_docstring(tree)}"""\n\n{known[-1]}\n\n__all__ = ["RULESET"]\n'
    yield f"{folder}/__init__.py", init
    for path, text in BESIDE.items():
        yield path.format(name=name), text.format(name=name, title=title)


def named(node: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            return [one.id for one in ast.walk(target) if isinstance(one, ast.Name)]
        case _:
            return []


def listed(source: str, name: str) -> str:
    """The list of rulesets with one more: an import, and a name in the tuple."""
    new = f"from verger.domain.games.{name} import RULESET as {name.upper()}\n"
    first = source.index("from verger.domain.games.")
    source = source[:first] + new + source[first:]
    return re.sub(r"(?<=\] = \()(.*)(?=\)\n)", rf"\1, {name.upper()}", source, count=1)


def write(folder: Path, name: str) -> None:
    """Write a game into a project's folder, and put it on the list."""
    written = {**dict(files(name)), LIST: listed((folder / LIST).read_text(), name)}
    for path, text in written.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    ruff, modules = (
        Path(sys.executable).with_name("ruff"),
        [p for p in written if p.endswith(".py")],
    )
    for command in (("check", "--quiet", "--fix", "--select", "F401,I"), ("format", "--quiet")):
        subprocess.run([ruff, *command, *modules], cwd=folder, check=True)


if __name__ == "__main__":
    word = "".join(sys.argv[1:])
    if not word.isidentifier() or not word.islower() or word in RULESETS:
        sys.exit("NAME= has to be a word in small letters, of which there is no game yet")
    write(ROOT, word)
    record(ROOT)
