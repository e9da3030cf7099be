-- Reading the feed for webhooks waits for no delivery that is being made.

-- migrate:up

-- As before, except for logs of which nothing is known. They are read after the moved logs, so they are not in the
-- order of sessions. A log that somebody holds is left for the next time. If the reader waited for it, a maker of
-- deliveries could hold it and wait for a moved log: a deadlock, which ended one of the two.
CREATE OR REPLACE FUNCTION read_for_webhooks(at_most bigint) RETURNS void LANGUAGE plpgsql
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
    -- This is read first. Transactions that are open now are read again the next time.
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
        -- If there is nothing new, nothing is written.
        IF FOUND THEN
            UPDATE public.webhook_reading SET place = until;
        END IF;
    ELSE
        PERFORM FROM public.webhook_logs ORDER BY session FOR NO KEY UPDATE;
        UPDATE public.webhook_logs SET head = NULL WHERE head IS NOT NULL;
        UPDATE public.webhook_reading SET history = present, place = until;
    END IF;
    FOR moved IN
        SELECT webhook, session FROM public.webhook_logs
        WHERE head IS NULL ORDER BY session LIMIT 10000 FOR NO KEY UPDATE SKIP LOCKED
    LOOP
        UPDATE public.webhook_logs SET head = coalesce(
            (SELECT max(version) FROM public.events AS event WHERE event.session = moved.session), 0
        ) WHERE webhook = moved.webhook AND session = moved.session;
    END LOOP;
END
$$;

-- migrate:down
