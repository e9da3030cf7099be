"""Follow any number of generated sessions: `python -m tests.models --game verge --sessions 300`."""

import argparse
import gc
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.models.following import MODELS, mismatches, play

FIRST_SEED = 10_000


def _follow(game: str, seed: int) -> tuple[int, list[str]]:
    played = play(game, seed)
    found = mismatches(game, played)
    return len([step for step in played.steps if step.accepted]), found


def follow(game: str, sessions: int, first: int, jobs: int) -> int:
    """Print the differences between a game's model and the server. Return the number of sessions with a difference."""
    moves = found = 0
    seeds = range(first, first + sessions)
    with ProcessPoolExecutor(jobs) as pool:
        for seed, (accepted, parted) in zip(
            seeds, pool.map(partial(_follow, game), seeds), strict=True
        ):
            moves, found = moves + accepted, found + bool(parted)
            for line in parted:
                sys.stdout.write(f"seed {seed}: {line}\n")
    sys.stdout.write(f"{game}: {sessions} sessions, {moves:,} moves, {found} with a mismatch\n")
    return found


def main() -> None:
    """Follow sessions. The exit status is 1 if a model and the server differ."""
    # As in the tests: almost nothing is in cycles.
    gc.set_threshold(50_000, 20, 50)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=MODELS, help="this game alone")
    parser.add_argument("--sessions", type=int, default=300, help="of each game")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first session's seed")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    games = [asked.game] if asked.game else list(MODELS)
    found = [follow(game, asked.sessions, asked.first, asked.jobs) for game in games]
    raise SystemExit(bool(sum(found)))


if __name__ == "__main__":
    main()
