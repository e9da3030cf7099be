-- The event of a redaction names every event from which something is taken out, and nothing else
-- changes: what it does not name nobody can rewrite under its cover.

-- migrate:up

CREATE FUNCTION refuse_what_no_redaction_names() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- Once a statement, as the event of a large redaction is long.
    IF EXISTS (
        SELECT FROM changed
        WHERE (session, version) NOT IN (
            SELECT newest.session, jsonb_array_elements_text(
                newest.data::jsonb #> '{move,rewritten}'
            )::bigint
            FROM public.events AS newest
            WHERE (newest.session, newest.version) IN (
                SELECT session, max(version) FROM public.events
                WHERE session IN (SELECT session FROM changed) GROUP BY session
            )
        )
    ) THEN
        RAISE EXCEPTION 'the log is written once: no redaction names this event'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER events_are_redacted_by_name
    AFTER UPDATE ON events
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_what_no_redaction_names();

-- The prints of bodies hang on their keys from now on; from those before, which nothing was mixed
-- into, a short text could be guessed. A request from before this is not recognised any more.
UPDATE requests SET print = sha256(salt);
COMMENT ON COLUMN requests.print IS 'HMAC of the body by the request''s key and the salt';

-- migrate:down
