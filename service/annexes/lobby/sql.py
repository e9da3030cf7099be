"""The SQL statements of the lobby: listings, and asks (requests for a seat)."""

# Listings

_LISTINGS = """
    SELECT session, id, language, plays, about, listed_at, until FROM listings WHERE until > now()
"""

# Binds: the position, the limit, and in the second statement the language. Its first part has an index.
_PAGE = "AND (listed_at, id) < ($1, $2)"
_ORDER = "ORDER BY listed_at DESC, id DESC LIMIT $3"
LISTINGS = f"{_LISTINGS} {_PAGE} {_ORDER}"
LISTINGS_IN_LANGUAGE = f"""
    {_LISTINGS} {_PAGE}
        AND split_part(language, '-', 1) = split_part($4, '-', 1)
        AND (language = $4 OR starts_with(language, $4 || '-'))
    {_ORDER}
"""

LISTING_OF_SESSION = f"{_LISTINGS} AND session = $1"
LISTING = f"{_LISTINGS} AND id = $1"

KEEP_LISTING = """
    INSERT INTO listings (session, id, language, plays, about, until)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (session) DO UPDATE SET language = $3, plays = $4, about = $5, until = $6
"""

LOCK_LISTING = "SELECT FROM listings WHERE session = $1 FOR UPDATE"
DELETE_LISTING = "DELETE FROM listings WHERE session = $1"
DELETE_OLD_LISTINGS = "DELETE FROM listings WHERE until < now()"

# Asks

_ASKS = """
    SELECT id, session, token, name, note, asked_at, until, state, seat FROM asks
    WHERE until > now()
"""
ASK = f"{_ASKS} AND id = $1"
ASKS_AT_TABLE = f"{_ASKS} AND session = $1 AND state = 'waiting' ORDER BY asked_at, id"
ASKS_OF_TOKEN = f"{_ASKS} AND token = $1 ORDER BY asked_at DESC, id"

COUNT_AT_TABLE = "SELECT count(*) FROM asks WHERE state = 'waiting' AND session = $1"
COUNT_OF_TOKEN = "SELECT count(*) FROM asks WHERE state = 'waiting' AND token = $1"

INSERT_ASK = """
    INSERT INTO asks (id, session, token, is_new, name, note, until)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (session, token) DO NOTHING
    RETURNING id
"""

WITHDRAW = "DELETE FROM asks WHERE id = $1 AND state <> 'let_in' RETURNING id"
DECLINE = "UPDATE asks SET state = 'declined' WHERE id = $1 AND state = 'waiting' RETURNING id"
LET_IN = """
    UPDATE asks SET state = 'let_in', seat = $2, until = $3
    WHERE id = $1 AND state = 'waiting'
    RETURNING is_new
"""

DELETE_OLD_ASKS = "DELETE FROM asks WHERE until < now()"

# The tokens of asks

LOCK_TOKEN = "SELECT FROM tokens WHERE id = $1 FOR UPDATE"
CHANGE_GRANT = """
    UPDATE tokens SET scopes = $2, expires_at = $3, is_renewable = $4 WHERE id = $1
"""
