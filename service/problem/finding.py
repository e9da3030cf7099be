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
        remedy="Read `GET /v1/sessions` for the sessions that your token can read. To join another session,"
        " claim a seat.",
    )
    NO_SUCH_VERSION = ServerCode(
        "no_such_version",
        status=_S.NOT_FOUND,
        title="No such version",
        meaning="There is no version {version}: the session has versions 1 to {head}.",
        remedy="Name a version from 1 to {head}.",
    )
    NO_SUCH_CONFLICT = ServerCode(
        "no_such_conflict",
        status=_S.NOT_FOUND,
        title="No such conflict is under way",
        meaning="At this version, no conflict or another conflict is under way.",
        remedy="Name the conflict in `play.conflict` of the state. For an earlier conflict, name a version"
        " with `?at=`.",
    )
    NOT_IN_THIS_GAME = ServerCode(
        "not_in_this_game",
        status=_S.NOT_FOUND,
        title="The game has no such resource",
        meaning="The game of the session is {ruleset}, which has no {resource}.",
        remedy="Read the state with `GET …/state`: it contains everything of the game.",
    )
    NO_SUCH_DISPUTE = ServerCode(
        "no_such_dispute",
        status=_S.NOT_FOUND,
        title="No such dispute",
        meaning="The session has no dispute {dispute}.",
        remedy="Read `GET …/disputes`, and use an id from there, such as `q1`.",
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
        remedy="Read `GET /v1/rulesets`, and use a name from there.",
    )
