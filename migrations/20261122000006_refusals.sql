-- Moves that the rules refused, so that somebody can look them up and dispute the ruling. They
-- change nothing and are no part of the log; a session keeps its newest ones.

-- migrate:up

-- refusals: a refused move, who asked for it, the version that it was judged at, and the ruling.
CREATE TABLE refusals (
    session uuid NOT NULL,
    number bigint NOT NULL, -- 1, 2, 3 … in the session
    version bigint NOT NULL,
    type text NOT NULL,
    seat text, -- null where the move was anonymous
    move text, -- JSON; null where it was too long to keep
    ruling text NOT NULL, -- JSON
    at timestamptz NOT NULL,
    PRIMARY KEY (session, number)
);

GRANT SELECT, INSERT, DELETE ON refusals TO verger_service;

-- migrate:down
