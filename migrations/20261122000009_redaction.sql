-- Texts may be taken out of the log for good, by an event that says who did so and why. It is the
-- one thing for which rows change: what the chain holds of them stays, and nothing else may go.

-- migrate:up

-- A redacted event keeps the digest of what its data was; with the salt gone nobody can find out
-- by guessing what that said.
ALTER TABLE events
    ADD COLUMN digest bytea CHECK (octet_length(digest) = 32), -- null unless redacted
    DROP CONSTRAINT events_salt_check,
    ADD CONSTRAINT events_salt_check
        CHECK (octet_length(salt) = CASE WHEN digest IS NULL THEN 16 ELSE 0 END);

-- For who loads a session: whether something was taken out meanwhile.
CREATE INDEX events_redactions ON events (session, version) WHERE type = 'redact';

CREATE FUNCTION refuse_all_but_redaction() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    newest record;
BEGIN
    SELECT version, type, xmin AS written_by INTO newest
        FROM public.events WHERE session = OLD.session ORDER BY version DESC LIMIT 1;
    -- The event that says so is of this very transaction, and later than what it redacts.
    IF newest.type = 'redact' AND newest.written_by = pg_current_xact_id()::xid
        AND newest.version > OLD.version
        -- What the chain and the index hold stays; the print of the request could be guessed from.
        AND (NEW.session, NEW.version, NEW.type, NEW.seat, NEW.request_key, NEW.hash, NEW.format, NEW.at)
            IS NOT DISTINCT FROM
            (OLD.session, OLD.version, OLD.type, OLD.seat, OLD.request_key, OLD.hash, OLD.format, OLD.at)
        AND NEW.request_print IS NULL
        AND NEW.salt = ''
        AND (NEW.data <> OLD.data OR NEW.sealed IS DISTINCT FROM OLD.sealed)
        -- Sealed parts may go, and none may come or change.
        AND (NEW.sealed IS NULL OR OLD.sealed::jsonb @> NEW.sealed::jsonb)
        AND NEW.digest IN (
            OLD.digest,
            sha256(OLD.salt || convert_to(OLD.data, 'UTF8')),
            sha256(OLD.salt || sha256(OLD.request_key || OLD.request_print) || convert_to(OLD.data, 'UTF8'))
        )
        AND (OLD.digest IS NULL OR NEW.digest = OLD.digest)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the log is written once: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

DROP TRIGGER events_are_immutable ON events;
CREATE TRIGGER events_are_immutable
    BEFORE DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER events_are_only_redacted
    BEFORE UPDATE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_all_but_redaction();

-- The service's role cannot update an event; by this it can redact, and gives what is left of each
-- event and the digest of what it was. Gives the number of events that were redacted.
CREATE FUNCTION redact_events(
    of_session uuid, versions bigint[], left_data text[], left_sealed text[], digests bytea[]
) RETURNS bigint LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    WITH redacted AS (
        UPDATE public.events AS event
        SET data = now_left.data, sealed = now_left.sealed, digest = now_left.digest,
            salt = '', request_print = NULL
        FROM unnest(versions, left_data, left_sealed, digests)
            AS now_left (version, data, sealed, digest)
        WHERE event.session = of_session AND event.version = now_left.version
        RETURNING 1
    )
    SELECT count(*) FROM redacted
$$;

REVOKE ALL ON FUNCTION redact_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_events TO verger_service;

-- What else may repeat a text is rewritten with it.
GRANT UPDATE (move, ruling) ON refusals TO verger_service;
GRANT UPDATE (answer) ON requests TO verger_service;
GRANT UPDATE (label) ON tokens TO verger_service;

-- migrate:down
