-- The lobby: tables that their hosts have listed, and who asks for a seat there. Nothing of it is play, and
-- nothing of it is in a log.

-- migrate:up

-- listings: the sessions that are listed; what else is shown of them is asked of their logs.
CREATE TABLE listings (
    session uuid PRIMARY KEY,
    id uuid NOT NULL UNIQUE, -- by which strangers name it, who need not know the session's
    language text NOT NULL,
    plays text NOT NULL, -- when they play
    about text NOT NULL,
    listed_at timestamptz NOT NULL DEFAULT now(),
    until timestamptz NOT NULL
);

CREATE INDEX listings_in_order ON listings (listed_at, id);

-- asks: who asks for a seat, and what came of it.
CREATE TABLE asks (
    id uuid PRIMARY KEY,
    session uuid NOT NULL,
    token uuid NOT NULL REFERENCES tokens ON DELETE CASCADE, -- it gets the seat
    is_new boolean NOT NULL, -- whether the token was made for it, and may do nothing yet
    name text NOT NULL,
    note text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    until timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'let_in', 'declined')),
    seat text,
    CHECK ((state = 'let_in') = (seat IS NOT NULL)),
    UNIQUE (session, token)
);

CREATE INDEX asks_by_token ON asks (token);

CREATE TRIGGER stubs_end_listings_and_asks AFTER INSERT ON stubs
    FOR EACH ROW EXECUTE FUNCTION forget_ended('listings', 'asks');

GRANT SELECT, INSERT, UPDATE, DELETE ON listings, asks TO verger_service;
GRANT UPDATE (scopes, is_renewable) ON tokens TO verger_service;

-- migrate:down
