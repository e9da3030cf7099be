-- A cache: states at some versions, so that deep logs need not be folded from their start.
-- Dropping every row loses nothing.

-- migrate:up

-- snapshots: a session's state after an event, in the format of the code that wrote it.
CREATE TABLE snapshots (
    session uuid NOT NULL,
    version bigint NOT NULL,
    format text NOT NULL,
    digest bytea NOT NULL CHECK (octet_length(digest) = 32), -- SHA-256 of state
    state text NOT NULL,
    PRIMARY KEY (session, version)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots TO verger_service;

-- migrate:down
