"""A long run of generated play with every law held: `make fuzz ARGS="--moves 1000000 --jobs 2"`.

What breaks a law is left as a file of moves under `var/fuzz`, to be replayed and kept.
"""

import argparse
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

from tests.laws import test_laws
from tests.laws.walk import Walk, walk

FOLDER = Path("var/fuzz")

Law = Callable[[int], None]


def laws() -> Iterator[Law]:
    """Every law that holds of one walk, as the tests have them."""
    for name, law in vars(test_laws).items():
        if name.startswith("test_") and any(
            mark.name == "parametrize" and mark.args[0] == "seed"
            for mark in getattr(law, "pytestmark", ())
        ):
            yield law if "part" not in law.__code__.co_varnames else _from_anywhere(law)


def _from_anywhere(law: Callable[[int, float], None]) -> Law:
    return lambda seed: law(seed, seed % 11 / 10)


def hold(seed: int) -> tuple[int, list[str]]:
    """The moves of a walk, and the laws that it breaks."""
    broken: list[str] = []
    for law in laws():
        try:
            law(seed)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is a finding
            last = traceback.format_exception_only(error)[-1].strip()
            broken.append(f"{getattr(law, '__name__', 'a law')}: {last[:2_000]}")
    played = walk(seed)
    if broken:
        _keep(seed, played, broken)
    walk.cache_clear()
    return len(played.steps), broken


def _keep(seed: int, played: Walk, broken: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    moves = [{"seat": step.seat, **step.sent} for step in played.steps]
    found: dict[str, Any] = {"seed": seed, "broken": broken, "moves": moves}
    (FOLDER / f"{seed}.json").write_text(json.dumps(found, indent=1))


def say(line: str) -> None:
    """Tell how far it is."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Play until so many moves are made; the exit status tells whether all laws held."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=1_000, help="the first walk's seed")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    made = found = walks = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        seeds = count(asked.first)
        while made < asked.moves:
            batch = [next(seeds) for _ in range(asked.jobs * 8)]
            for seed, (moves, broken) in zip(batch, pool.map(hold, batch), strict=True):
                made, walks = made + moves, walks + 1
                found += bool(broken)
                for law in broken:
                    say(f"seed {seed}: {law}")
            say(f"{made:,} moves in {walks:,} sessions, {found} with a law broken")
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
