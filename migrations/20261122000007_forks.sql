-- Forks: sessions that go on from a version of another. A fork's own rows begin after that version;
-- what comes before is read from its parent's rows, which are never copied and never change.

-- migrate:up

-- forks: where each fork comes from; written with its first own event, and part of the log.
CREATE TABLE forks (
    session uuid PRIMARY KEY,
    parent uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0), -- the parent's: the fork's first own event is the next
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- the parent's at that version
    at timestamptz NOT NULL
);

CREATE INDEX forks_by_parent ON forks (parent, at, session);

CREATE TRIGGER forks_are_immutable
    BEFORE UPDATE OR DELETE OR TRUNCATE ON forks
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- readers: tokens that may read a session without a seat in it.
CREATE TABLE readers (
    session uuid NOT NULL,
    token uuid NOT NULL REFERENCES tokens,
    PRIMARY KEY (session, token)
);

CREATE INDEX readers_by_token ON readers (token, session);

GRANT SELECT, INSERT ON forks, readers TO verger_service;

-- migrate:down
