"""Refusals of moves about the log: rewinds, undone versions, seeds of dice."""

from verger.domain.core.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.NOT_EARLIER: Reason(
        "Not an earlier version",
        "Play cannot be rewound to version {version}: the newest is {head}.",
        "Choose a version before the newest.",
    ),
    _C.NOT_ON_THE_LINE: Reason(
        "Not among the latest moves of the current line of play",
        "Version {version} is not among the latest moves that led to the play of now.",
        "Only a move from version {earliest_version} on that has not been undone can be named.",
    ),
    _C.REWIND_OPEN: Reason(
        "Another rewind is being asked for",
        "The table is being asked whether to go back to version {rewind_version}.",
        "Wait for the answer of {waiting_names}, or until play goes on.",
    ),
    _C.NOTHING_ROLLED: Reason(
        "No dice to check",
        "The server has rolled no dice since version {since_version}, which committed to their seed.",
        "Wait until dice have been rolled.",
    ),
    _C.FACE_DOWN: Reason(
        "Dice lie face down",
        "Dice of this seed lie face down, in notes that are still sealed.",
        "Wait until {author_names} has revealed them.",
    ),
}
