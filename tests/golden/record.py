"""Write the recorded evenings from their scenarios: python -m tests.golden.record [name …]."""

import importlib
import json
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tests.golden.evening import Evening
from tests.support.snapshot import encode
from verger.domain.core.decider import State

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in (HERE / "scenarios").glob("*.py"))


def recorded(name: str) -> bytes:
    """An evening as its scenario plays it today."""
    scenario = importlib.import_module(f"tests.golden.scenarios.{name}")
    return lines(scenario.play(), scenario.RULES)


@cache
def game_of(name: str) -> str:
    """The name of the ruleset that an evening is played by."""
    _, start, *_ = path_of(name).read_bytes().splitlines()
    return str(json.loads(start)["move"]["ruleset"])


def path_of(name: str) -> Path:
    """Where an evening is kept."""
    return HERE / "evenings" / f"{name}.jsonl"


def digest(state: State[Any]) -> str:
    """A state's SHA-256 in hex."""
    return sha256(encode(state)).hexdigest()


def banks(state: State[Any]) -> dict[str, Any]:
    """What every account holds."""
    held: dict[str, Any] = msgspec.to_builtins(dict(getattr(state.play, "ledger", {})))
    return dict(sorted(held.items()))


def lines(evening: Evening, rules: tuple[str, ...]) -> bytes:
    """An evening as it is written down, with the rules that it is about."""
    seats = [{"kind": str(seat.kind), "name": seat.name} for seat in evening.log[0].move.seats]
    session = {
        "id": evening.session,
        "title": evening.state.table.title,
        "house_rules": evening.log[0].move.house_rules,
        "seats": seats,
        "seed": evening.seed.hex(),
        "rules": list(rules),
    }
    end = {"digest": digest(evening.state), "banks": banks(evening.state)}
    said = [json.dumps({"session": session}, ensure_ascii=False).encode()]
    said += [msgspec.json.encode(event) for event in evening.log]
    said.append(json.dumps({"end": end}).encode())
    return b"\n".join(said) + b"\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        path_of(name).write_bytes(recorded(name))
