"""Ending a session at a database, while servers serve it."""

from tests.support.postgres import execute

BY = "operator"


def end(url: str, session: object, code: str = "session_archived") -> None:
    """Leave a stub of a session with its current newest event."""
    # Nobody retries: a test that plays on until then has to ask again.
    newest = f"SELECT * FROM events WHERE session = '{session}' ORDER BY version DESC LIMIT 1"  # noqa: S608
    done = f"SELECT end_session(session, version, hash, '{code}', '{BY}') FROM ({newest}) AS n"  # noqa: S608
    assert execute(url, done) == "t"
