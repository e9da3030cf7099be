"""`verger story`: writes an archive as a story for people."""

from argparse import ArgumentTypeError, Namespace
from datetime import tzinfo
from pathlib import Path
from typing import Any, get_args

import msgspec

from verger.domain.core.decider import Event
from verger.projections.landmarks import found_in
from verger.projections.story.entry import StoryView, Undone
from verger.projections.story.markdown import markdown
from verger.projections.story.page import page
from verger.projections.story.teller import Teller
from verger.service.archive.read import read_as
from verger.service.cli.command import CommandError, Commands
from verger.service.cli.progress import read_states
from verger.service.settings import Settings
from verger.service.zone import zone_named

_WRITERS = {"markdown": markdown, "html": page}


def add(commands: Commands) -> None:
    """Add this command to the parser."""
    story = commands.add_parser("story", description="Write the story of an archive as a text")
    story.add_argument("file", type=Path, help="an archive; the story has no sealed texts")
    story.add_argument(
        "--form",
        choices=(*_WRITERS, "json"),
        default="markdown",
        help="the form of the story (default: markdown)",
    )
    story.add_argument(
        "--from", type=int, default=1, dest="since", metavar="VERSION", help="the first version"
    )
    story.add_argument("--to", type=int, dest="until", metavar="VERSION", help="the last version")
    story.add_argument(
        "--undone",
        choices=get_args(Undone),
        default="omitted",
        help="leave out or strike out undone events (default: omitted)",
    )
    story.add_argument(
        "--zone",
        type=_zone,
        default="UTC",
        help="the time zone of the dates, such as Europe/Berlin (default: UTC)",
    )
    story.set_defaults(run=_story)


def _zone(name: str) -> tzinfo:
    try:
        return zone_named(name)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def _story(settings: Settings, asked: Namespace) -> int:
    story = told(asked.file, asked.since, asked.until, asked.undone)
    if asked.form == "json":
        print(msgspec.json.encode(story).decode())
    else:
        print(_WRITERS[asked.form](story, asked.zone), end="")
    return 0


def told(file: Path, since: int, until: int | None, undone: Undone) -> StoryView:
    """Return the story of these versions of an archive."""
    events: list[Event[Any, Any]] = []
    playback = None
    for row, playback in read_states(file):
        events.append(read_as(playback.codec.events, row))
    if playback is None:
        raise CommandError("the archive has no events")
    ruleset = playback.codec.ruleset
    finder = found_in(ruleset, events)
    teller = Teller(
        ruleset=ruleset, state=playback.state, version=len(events), finder=finder, undone=undone
    )
    last = len(events) if until is None else until
    if not 1 <= since <= last <= len(events):
        raise CommandError(f"the archive has no versions {since} to {last}")
    entries = (teller.account(version, events[version - 1]) for version in range(since, last + 1))
    return teller.story(since, last, [entry for entry in entries if entry], None)
