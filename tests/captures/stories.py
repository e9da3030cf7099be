"""Write an evening of each game as a story, docs/stories/<game>.md: `python -m tests.captures.stories`."""

from pathlib import Path

from tests.support.log import Events, evening
from tests.support.root import TESTS
from verger.domain.core.decider import fold
from verger.domain.core.past import GrowingPast
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.deed import deed
from verger.projections.landmarks import found_in
from verger.projections.story.entry import StoryView, Undone
from verger.projections.story.markdown import markdown
from verger.projections.story.teller import Teller

FOLDER = TESTS.parent / "docs" / "stories"

EVENINGS = {
    "verge": "negotiation",
    "edgerunner": "edgerunner_net_run",
    "venus": "venus_glass_palace",
    "afterverse": "afterverse_debris",
}
"""Each game with the recorded evening that its story shows."""


def teller_of(events: Events, undone: Undone = "omitted") -> Teller:
    """Return the object that writes the story of these events."""
    ruleset = RULESETS[events[0].move.ruleset]
    state, past = ruleset.empty, GrowingPast()
    for version, event in enumerate(events, 1):
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))
    return Teller(ruleset, state, len(events), found_in(ruleset, events), undone)


def story_of(events: Events, undone: Undone = "omitted") -> StoryView:
    """Return the whole story of these events."""
    teller = teller_of(events, undone)
    entries = [teller.account(version, event) for version, event in enumerate(events, 1)]
    return teller.story(1, len(events), [entry for entry in entries if entry], None)


def stories() -> dict[Path, str]:
    """Return the text of each file of a story."""
    return {
        FOLDER / f"{game}.md": markdown(story_of(evening(name))) for game, name in EVENINGS.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in stories().items():
        path.write_text(text, encoding="utf-8")
