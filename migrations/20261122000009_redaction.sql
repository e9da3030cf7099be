-- Texts may be taken out of the log for good, by an event that says who did so and why. It is the
-- one thing for which rows change: what the chain holds of them stays, and nothing else may go.

-- migrate:up

-- A redacted event keeps the digest of what its data was; with the salt gone nobody can find out
-- by guessing what that said.
ALTER TABLE events
    ADD COLUMN digest bytea CHECK (octet_length(digest) = 32), -- null unless redacted
    DROP CONSTRAINT events_salt_check,
    ADD CONSTRAINT events_salt_check
        CHECK (CASE WHEN digest IS NULL THEN octet_length(salt) IN (16, 48) ELSE salt = '' END);

-- For who loads a session: whether something was taken out meanwhile.
CREATE INDEX events_redactions ON events (session, version) WHERE type = 'redact';

-- Whether the session's newest event is a redaction of this very transaction.
CREATE FUNCTION is_redacting(of_session uuid) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT newest.type = 'redact' AND newest.xmin = pg_current_xact_id_if_assigned()::xid
    FROM (
        SELECT type, xmin FROM public.events
        WHERE session = of_session ORDER BY version DESC LIMIT 1
    ) AS newest
$$;

CREATE FUNCTION refuse_all_but_redaction() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- A statement on no row at all is refused too, unless it may be a redaction's.
    IF TG_LEVEL = 'STATEMENT' THEN
        IF EXISTS (
            SELECT FROM public.events
            WHERE type = 'redact' AND xmin = pg_current_xact_id_if_assigned()::xid
        ) THEN
            RETURN NULL;
        END IF;
    ELSIF public.is_redacting(OLD.session)
        AND OLD.version < (SELECT max(version) FROM public.events WHERE session = OLD.session)
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
            sha256(
                OLD.salt
                || sha256(coalesce(OLD.request_key, '') || coalesce(OLD.request_print, ''))
                || convert_to(OLD.data, 'UTF8')
            )
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
CREATE TRIGGER events_are_updated_only_by_redaction
    BEFORE UPDATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_all_but_redaction();
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

-- What else may repeat a text is rewritten with it: refusals by their numbers, what tokens are
-- called, and the answers that gave secrets out.
CREATE FUNCTION redact_refusals(
    of_session uuid, numbers bigint[], left_moves text[], left_rulings text[]
) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    UPDATE public.refusals AS refusal SET move = now_left.move, ruling = now_left.ruling
    FROM unnest(numbers, left_moves, left_rulings) AS now_left (number, move, ruling)
    WHERE refusal.session = of_session AND refusal.number = now_left.number
        AND public.is_redacting(of_session)
$$;

CREATE FUNCTION redact_labels(of_session uuid, ids uuid[], left_labels text[])
RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    UPDATE public.tokens AS token SET label = now_left.label
    FROM unnest(ids, left_labels) AS now_left (id, label)
    WHERE token.id = now_left.id AND public.is_redacting(of_session)
        AND EXISTS (
            SELECT FROM public.token_seats AS held
            WHERE held.token = token.id AND held.session = of_session
        )
$$;

CREATE FUNCTION redact_answers(of_session uuid, hashes bytea[], left_answers text[])
RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    UPDATE public.requests AS request SET answer = now_left.answer
    FROM unnest(hashes, left_answers) AS now_left (key_hash, answer)
    WHERE request.key_hash = now_left.key_hash AND public.is_redacting(of_session)
$$;

REVOKE ALL ON FUNCTION redact_events, redact_refusals, redact_labels, redact_answers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_events, redact_refusals, redact_labels, redact_answers
    TO verger_service;

-- migrate:down
