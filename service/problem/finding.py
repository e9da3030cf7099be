"""Error codes about things that are not there."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class FindingProblems:
    """The codes about things that are not there."""

    NO_SUCH_SESSION = ServerCode(
        "no_such_session",
        status=_S.NOT_FOUND,
        title="No such session",
        meaning="The session does not exist, or the token has no seat in it. An onlooker can only read.",
        remedy="See `GET /v1/sessions` for those that the token may read; to join another, claim a seat.",
    )
    NO_SUCH_VERSION = ServerCode(
        "no_such_version",
        status=_S.NOT_FOUND,
        title="No such version",
        meaning="There is no version {version}: the session has versions 1 to {head}.",
        remedy="Name one of these.",
    )
    NO_SUCH_CONFLICT = ServerCode(
        "no_such_conflict",
        status=_S.NOT_FOUND,
        title="No such conflict is under way",
        meaning="At this version another conflict is under way, or none.",
        remedy="Name the one of `play.conflict` in the state, or a version with `?at=` at which it was.",
    )
    NOT_IN_THIS_GAME = ServerCode(
        "not_in_this_game",
        status=_S.NOT_FOUND,
        title="This game has none of it",
        meaning="The session is one of {ruleset}, which has no {resource}.",
        remedy="Read the state, `GET …/state`: it has what the game has.",
    )
    NO_SUCH_DISPUTE = ServerCode(
        "no_such_dispute",
        status=_S.NOT_FOUND,
        title="No such dispute",
        meaning="The session has no dispute {dispute}.",
        remedy="See `GET …/disputes` for those there are, `q1`, `q2` and so on.",
    )
    NO_SUCH_ELEMENT = ServerCode(
        "no_such_element",
        status=_S.NOT_FOUND,
        title="No such element",
        meaning="No event up to version {version} concerns an element {element}.",
        remedy="Use an id from `GET …/network`, `GET …/sheets` or `GET …/state`, or read a later version.",
    )
    NO_SUCH_RULESET = ServerCode(
        "no_such_ruleset",
        status=_S.NOT_FOUND,
        title="No such ruleset",
        meaning="The server has no ruleset {ruleset}.",
        remedy="See `GET /v1/rulesets` for those there are.",
    )
