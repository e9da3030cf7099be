"""End a session in the database, while servers use the database."""

from tests.support.postgres import execute

BY = "operator"


def end(url: str, session: object, code: str = "session_archived") -> None:
    """Replace a session with a stub, which names its newest event."""
    # This is not retried: if a test makes a move between the two steps, it must call this again.
    newest = f"SELECT * FROM events WHERE session = '{session}' ORDER BY version DESC LIMIT 1"  # noqa: S608
    done = f"SELECT end_session(session, version, hash, '{code}', '{BY}') FROM ({newest}) AS n"  # noqa: S608
    assert execute(url, done) == "t"
