"""Refusals of moves about the log: rewinds, undone versions, seeds of dice."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class LogCodes(Codes):
    """The codes about the log."""

    NOT_EARLIER = ReasonCode(
        "not_earlier",
        "Not an earlier version",
        "Play cannot be rewound to version {version}: the newest version is {head}.",
        "Choose a version before version {head}.",
    )
    NOT_ON_THE_LINE = ReasonCode(
        "not_on_the_line",
        "Not among the latest moves of current play",
        "Version {version} is not among the latest moves that led to the present play.",
        "Choose a version that has not been undone, from {earliest_version} on.",
    )
    NOT_OF_PLAY = ReasonCode(
        "not_of_play",
        "Not a move of play",
        "The event of version {version} is not a move of play, so it is never undone.",
        "Choose a move of play: the timeline lists them.",
    )
    REWIND_OPEN = ReasonCode(
        "rewind_open",
        "Another rewind is open",
        "The table is being asked whether to go back to version {rewind_version}.",
        "Wait for the answer of {waiting_names}, or until play goes on.",
    )
    NOTHING_ROLLED = ReasonCode(
        "nothing_rolled",
        "No dice to check",
        "The server committed to the present seed in version {since_version}, and has rolled no dice since then.",
        "Wait until dice have been rolled.",
    )
    FACE_DOWN = ReasonCode(
        "face_down",
        "Dice lie face down",
        "Dice of this seed lie face down, in notes that are still sealed.",
        "Wait until {author_names} has revealed them.",
    )
