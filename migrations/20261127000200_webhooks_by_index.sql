-- Webhooks that have work are found by an index: what a look costs is what there is to do.

-- migrate:up

-- head: a version that the session's log is known to have reached; not known yet where it is null. It is
-- behind the log for as long as nobody has looked; where the cursor is before it there is work.
ALTER TABLE webhook_logs ADD COLUMN head bigint;

CREATE INDEX webhook_logs_behind ON webhook_logs (webhook) WHERE cursor < head;
CREATE INDEX webhook_logs_unknown ON webhook_logs (session) WHERE head IS NULL;

-- webhook_reading: how far the feed was read for webhooks; one row. Everything before this place was.
CREATE TABLE webhook_reading (
    history text NOT NULL, -- of the server, in which the place means something
    place bigint NOT NULL,
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
);

INSERT INTO webhook_reading (history, place) VALUES ('', 0);

-- Reads on in the feed, and puts down which logs have moved; then looks at the logs of which nothing is
-- known: new ones, which may have moved before anybody saw that they are covered, and all where places
-- mean nothing any more or more events have come than a look at every log would take. In the order of
-- sessions, as deliveries are made, so that neither waits for the other; who comes while another is at
-- it leaves it to that one.
CREATE FUNCTION read_for_webhooks(at_most bigint) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    present text := public.history_of_feed();
    known public.webhook_reading;
    until bigint;
    moved record;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('read_for_webhooks', 0)) THEN
        RETURN;
    END IF;
    SELECT * INTO known FROM public.webhook_reading;
    -- Asked before anything is read: what is under way now is read again the next time.
    until := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
    IF known.history = present AND NOT EXISTS (
        SELECT FROM public.feed WHERE place >= known.place OFFSET at_most
    ) THEN
        FOR moved IN
            SELECT session, max(version) AS version FROM public.feed
            WHERE place >= known.place GROUP BY session ORDER BY session
        LOOP
            UPDATE public.webhook_logs SET head = moved.version
            WHERE session = moved.session AND cursor < moved.version AND head < moved.version;
        END LOOP;
        -- Where nothing has come, nothing is written.
        IF FOUND THEN
            UPDATE public.webhook_reading SET place = until;
        END IF;
    ELSE
        PERFORM FROM public.webhook_logs ORDER BY session FOR NO KEY UPDATE;
        UPDATE public.webhook_logs SET head = NULL WHERE head IS NOT NULL;
        UPDATE public.webhook_reading SET history = present, place = until;
    END IF;
    -- The others the next time.
    FOR moved IN
        SELECT DISTINCT session FROM public.webhook_logs WHERE head IS NULL ORDER BY session LIMIT 10000
    LOOP
        UPDATE public.webhook_logs SET head = coalesce(
            (SELECT max(version) FROM public.events AS event WHERE event.session = moved.session), 0
        ) WHERE session = moved.session AND head IS NULL;
    END LOOP;
END
$$;

REVOKE ALL ON FUNCTION read_for_webhooks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_for_webhooks TO verger_service;
GRANT SELECT, UPDATE ON webhook_reading TO verger_service;

-- migrate:down
