-- What the server has stated of all sessions at a time, signed: a tree over the heads of their logs, which
-- only ever grows. Nothing of it goes: who kept a statement can tell later what has vanished since.

-- migrate:up

-- stated_heads: the leaves of the tree; one for each session whose head was another than the last one stated.
CREATE TABLE stated_heads (
    number bigint PRIMARY KEY CHECK (number >= 0), -- from 0, without a gap
    session uuid NOT NULL,
    version bigint NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- of that version
    standing text NOT NULL CHECK (standing IN ('here', 'archived', 'deleted'))
);

CREATE INDEX stated_heads_by_session ON stated_heads (session, number);

-- stated_nodes: the nodes of the tree all of whose leaves are there, the leaves' hashes among them.
CREATE TABLE stated_nodes (
    level smallint NOT NULL,
    number bigint NOT NULL, -- from the left, from 0
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (level, number)
);

-- statements: what was signed, each after the one before it.
CREATE TABLE statements (
    number bigint PRIMARY KEY CHECK (number > 0),
    size bigint NOT NULL CHECK (size >= 0), -- leaves of the tree
    root bytea NOT NULL CHECK (octet_length(root) = 32),
    at timestamptz NOT NULL,
    previous bytea NOT NULL CHECK (octet_length(previous) = 32), -- SHA-256 of what was signed before
    next_key bytea NOT NULL CHECK (octet_length(next_key) = 32), -- that signs the next one
    key text NOT NULL, -- the id of the one that signed it
    signature bytea NOT NULL CHECK (octet_length(signature) = 64),
    history text NOT NULL, -- of the server, and how far the feed was read in it
    place bigint NOT NULL
);

-- Those that ended lately.
CREATE INDEX stubs_by_time ON stubs (at);

DO $$
DECLARE
    kept regclass;
BEGIN
    FOREACH kept IN ARRAY ARRAY['stated_heads', 'stated_nodes', 'statements']::regclass[] LOOP
        EXECUTE format(
            'CREATE TRIGGER statements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON %s'
            ' FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting()', kept);
    END LOOP;
END
$$;

GRANT SELECT, INSERT ON stated_heads, stated_nodes, statements TO verger_service;

-- migrate:down
