"""The SQL statements of redaction. Only functions of the database can rewrite events, refusals, tokens and answers."""

from verger.domain.history.redaction import REDACT

# Each function takes the session, and then an array for each column of the rewritten rows.
REDACT_EVENTS = "SELECT redact_events($1, $2, $3, $4, $5, $6)"
REDACT_REFUSALS = "SELECT redact_refusals($1, $2, $3, $4)"
REDACT_TOKENS = "SELECT redact_tokens($1, $2, $3, $4)"
REDACT_ANSWERS = "SELECT redact_answers($1, $2, $3)"

LOCK_DERIVED = "LOCK TABLE refusals, snapshots, arrangements IN SHARE ROW EXCLUSIVE MODE"
DELETE_SNAPSHOTS = "DELETE FROM snapshots WHERE session = $1"
DELETE_ARRANGEMENT = "DELETE FROM arrangements WHERE session = $1"

REFUSALS = "SELECT number, move, ruling FROM refusals WHERE session = $1"

LABELS = """
    SELECT DISTINCT t.id, t.label, t.via
    FROM tokens t
    JOIN token_seats s ON s.token = t.id
    WHERE s.session = $1
"""

ANSWERS = "SELECT key_hash, answer FROM requests WHERE uuids_in(answer) && $1::uuid[]"

DESCRIBED = (
    ("webhooks", "description"),
    ("listings", "plays"),
    ("listings", "about"),
    ("asks", "name"),
    ("asks", "note"),
)
"""Tables with a column of free text. The URL of a webhook does not count as free text."""


def descriptions(table: str, column: str) -> str:
    """Return the statement that reads the texts of a column."""
    return f"SELECT id, {column} AS text FROM {table} WHERE session = $1"


def replace_description(table: str, column: str) -> str:
    """Return the statement that replaces a text of a column."""
    return f"UPDATE {table} SET {column} = $2 WHERE id = $1"


# Binds: a lineage part (session, after, until).
LATER_REDACTIONS = f"""
    SELECT version, data, format FROM events
    WHERE session = $1 AND version > $2 AND version <= $3 AND type = '{REDACT}'
    ORDER BY version
"""
REDACTED_EVENTS = """
    SELECT version, kept FROM events
    WHERE session = $1 AND version > $2 AND version <= $3 AND kept IS NOT NULL
    ORDER BY version
"""
