"""A long run of generated play with every law held: `make fuzz ARGS="--moves 1000000 --jobs 2"`.

A walk that breaks a law is saved under `var/fuzz`. To replay it: `make fuzz ARGS="--again FILE"`.
"""

import argparse
import gc
import inspect
import itertools
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from types import ModuleType

from tests.laws import (
    test_accounts,
    test_awaited,
    test_facts,
    test_figures,
    test_folding,
    test_folding_by_clients,
    test_going_on,
    test_judging,
    test_options_tell,
    test_previews,
    test_questions,
    test_remedies,
    test_silence,
    test_texts,
    test_wording,
)
from tests.laws.game import habits_of
from tests.laws.kept import keep, play_again
from tests.laws.played import Played, remembered
from tests.laws.walk import Walk
from verger.domain.games.rulesets import RULESETS

FOLDER = Path("var/fuzz")
LAWS = {
    module.__name__.removeprefix("tests.laws.test_"): module
    for module in (
        test_judging,
        test_facts,
        test_options_tell,
        test_folding,
        test_awaited,
        test_figures,
        test_going_on,
        test_wording,
        test_remedies,
        test_silence,
        test_texts,
        test_previews,
        test_questions,
        test_accounts,
        test_folding_by_clients,
    )
}
"""The modules of laws, by the name that `--laws` gives them."""

Law = Callable[[Played], None]


def laws(names: Iterable[str] = LAWS) -> Iterator[tuple[str, Law]]:
    """Every law of single walks in these modules."""
    for name in names:
        yield from laws_of(LAWS[name])


def laws_of(module: ModuleType) -> Iterator[tuple[str, Law]]:
    """The laws of single walks in a module: its tests with the parameter `played`."""
    for name, law in vars(module).items():
        parameters = inspect.signature(law).parameters if name.startswith("test_") else ()
        if "played" in parameters:
            yield name, _from_anywhere(law) if "part" in parameters else law


def _from_anywhere(law: Callable[[Played, float], None]) -> Law:
    return lambda played: law(played, len(played.history) % 11 / 10)


def broken(played: Played, names: Iterable[str] = LAWS) -> list[str]:
    """The laws that a session breaks."""
    with remembered():
        return list(_broken(played, names))


def _broken(played: Played, names: Iterable[str]) -> Iterator[str]:
    for name, law in laws(names):
        try:
            law(played)
        except Exception as error:  # noqa: BLE001  # any error is a finding
            yield f"{name}: {_said(error)}"


def _said(error: Exception) -> str:
    return traceback.format_exception_only(error)[-1].strip()[:2_000]


def hold(name: str, seed: int, names: Iterable[str]) -> tuple[int, list[str]]:
    """Play a walk. Return the number of its moves, and the laws that it breaks. A crash also counts as a broken law."""
    played = Walk(RULESETS[name], habits_of(RULESETS[name]), seed)
    try:
        played.play()
        found = broken(played, names)
    except Exception as error:  # noqa: BLE001  # any error is a finding
        found = [f"play goes on: {''.join(traceback.format_exception(error))[-2_000:]}"]
    if found:
        keep(FOLDER / name / f"{seed}.jsonl", played, found)
    return len(played.steps), found


def say(line: str) -> None:
    """Report the progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def fuzz(games: list[str], names: list[str], first: int, moves: int, jobs: int) -> int:
    """Play games in turn until this number of moves is made. Return how many sessions broke a law."""
    made = found = 0
    asked = ((game, seed) for seed in itertools.count(first) for game in games)
    holds = partial(hold, names=names)
    with ProcessPoolExecutor(jobs) as pool:
        for played in itertools.count(jobs * 8, jobs * 8):
            batch = list(itertools.islice(asked, jobs * 8))
            for (game, seed), (steps, laws) in zip(
                batch, pool.map(holds, *zip(*batch, strict=True)), strict=True
            ):
                made, found = made + steps, found + bool(laws)
                for law in laws:
                    say(f"{game}, seed {seed}: {law}")
            say(f"{made:,} moves in {played:,} sessions, {found} with a law broken")
            if made >= moves:
                break
    return found


def again(path: Path) -> int:
    """Replay a saved session. Return how many laws it breaks now."""
    found = broken(play_again(path))
    for law in found:
        say(law)
    return len(found)


def main() -> None:
    """Exit with a status that shows whether all laws held."""
    # As in the tests: almost nothing is in cycles.
    gc.set_threshold(50_000, 20, 50)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", choices=RULESETS, help="only this game")
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=1_000, help="the first walk's seed")
    parser.add_argument(
        "--laws", nargs="+", choices=LAWS, default=list(LAWS), help="only these laws"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", type=Path, help="play a file that was left once more")
    asked = parser.parse_args()
    games = [asked.ruleset] if asked.ruleset else list(RULESETS)
    if asked.again:
        raise SystemExit(bool(again(asked.again)))
    raise SystemExit(bool(fuzz(games, asked.laws, asked.first, asked.moves, asked.jobs)))


if __name__ == "__main__":
    main()
