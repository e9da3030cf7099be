-- The log. One row is one accepted move; nothing orders sessions against each other, so every
-- key begins with the session. Rows are written once: the service's role may only insert and
-- read, and a trigger refuses everybody else too.

-- migrate:up

DO $$
BEGIN
    -- Asked first: who may not create roles would be refused even where it exists.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'verger_service') THEN
        CREATE ROLE verger_service NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- roles belong to the whole server: another database made it
END
$$;

DO $$
BEGIN
    -- Since PostgreSQL 16 who creates a role may not yet act as it.
    EXECUTE format('GRANT verger_service TO %I', current_user);
EXCEPTION WHEN OTHERS THEN
    -- A superuser needs no grant; anybody else finds out at the service's first connection.
    RAISE NOTICE 'verger_service was not granted to %: %', current_user, SQLERRM;
END
$$;

-- events: the accepted moves of all sessions, each session's chained by hash.
CREATE TABLE events (
    session uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    type text NOT NULL,
    seat text, -- null where the move was anonymous
    request_key bytea, -- SHA-256 of seat and Idempotency-Key
    request_print bytea, -- SHA-256 of the request's body
    data text NOT NULL, -- the JSON exactly as hashed
    sealed text, -- JSON: parts for some eyes only, whose digests are in data
    salt bytea NOT NULL CHECK (octet_length(salt) = 16),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    format smallint NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (session, version)
);

CREATE UNIQUE INDEX events_request ON events (session, request_key)
    WHERE request_key IS NOT NULL;

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is written once: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER events_are_immutable
    BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

GRANT SELECT, INSERT ON events TO verger_service;
-- So that a process can see, before it serves, that nothing is left to migrate.
GRANT SELECT ON schema_migrations TO verger_service;

-- migrate:down
