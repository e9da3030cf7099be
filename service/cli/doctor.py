"""`verger doctor`: checks everything that a server needs, and says what to do."""

import logging
from argparse import Namespace

import structlog

from verger.service.cli.checkup.diagnosis import Level
from verger.service.cli.checkup.examination import examined
from verger.service.cli.command import FOUND_WRONG, Commands
from verger.service.settings import Settings


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    commands.add_parser(
        "doctor", description="Check settings, database, keys, proxy and disks"
    ).set_defaults(run=_doctor)


def _doctor(settings: Settings, asked: Namespace) -> int:
    # Turn the log off, because the printed lines have the same content.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    levels = []
    for finding in examined(settings):
        print(finding, flush=True)
        levels.append(finding.level)
    print(f"{levels.count(Level.BAD)} bad, {levels.count(Level.WARN)} to look at")
    return FOUND_WRONG if Level.BAD in levels else 0
