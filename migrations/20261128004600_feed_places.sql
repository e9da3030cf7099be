-- The feed waits only for transactions that write events of this database. A place was a transaction's
-- id, so the feed waited for the oldest transaction of the whole server, whatever that one did.

-- migrate:up

-- Transactions that write events with a place of the old kind end first.
LOCK TABLE events, feed IN SHARE ROW EXCLUSIVE MODE;

COMMENT ON COLUMN feed.place IS 'A number of feed_places: one for each statement that writes events';

-- It begins after every place that was given out or shown before.
CREATE SEQUENCE feed_places;
SELECT setval('feed_places', pg_snapshot_xmax(pg_current_snapshot())::text::bigint);

-- Gives a place to events that this transaction writes. The first time, it locks the newest place that
-- was given out until then, and keeps that lock until it ends: all its own places are higher. The lock
-- is shared, so nobody waits for it. A transaction that wrote events and does nothing more is ended
-- after a minute, as readers wait for it.
CREATE FUNCTION take_place() RETURNS bigint LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF current_setting('verger.has_place', true) IS DISTINCT FROM 'yes' THEN
        PERFORM pg_advisory_xact_lock_shared(4600, last_value::bit(32)::int) FROM public.feed_places;
        PERFORM set_config('verger.has_place', 'yes', true);
        IF current_setting('idle_in_transaction_session_timeout') = '0' THEN
            PERFORM set_config('idle_in_transaction_session_timeout', '60s', true);
        END IF;
    END IF;
    RETURN nextval('public.feed_places');
END
$$;

CREATE OR REPLACE FUNCTION place_in_feed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    place bigint;
BEGIN
    IF NOT EXISTS (SELECT FROM appended) THEN
        RETURN NULL;
    END IF;
    place := public.take_place();
    INSERT INTO public.feed (place, session, version, type)
    SELECT place, event.session, event.version, event.type FROM appended AS event;
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION take_place FROM PUBLIC;

-- feed_writers: the transactions under way that write events, each with the place that it has locked, of
-- which a lock has the lower 32 bits.
CREATE VIEW feed_writers AS
SELECT pid, virtualtransaction, objid::bigint AS place FROM pg_locks
WHERE locktype = 'advisory' AND classid = 4600 AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());

-- Gives the newest place that was given out, and the place before which the feed is complete. The order
-- of these statements matters. Whoever took a place up to `given` had its lock before that was read. So
-- it either still has the lock, or its events are seen by each statement that begins later. A place that
-- nobody's committed events have is not passed over: after a crash it may be given out again.
CREATE FUNCTION feed_until(OUT given bigint, OUT until bigint) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    behind bigint;
BEGIN
    IF pg_is_in_recovery() THEN
        RETURN; -- a standby does not know who is writing
    END IF;
    SELECT last_value INTO given FROM public.feed_places;
    -- One that locked a later place than `given` holds nothing back.
    SELECT coalesce(max(place), 0) INTO behind FROM (
        SELECT (given - place) & 4294967295 AS place FROM public.feed_writers
    ) AS writers WHERE place < 2147483648;
    until := 1 + least(given - behind, coalesce((SELECT max(place) FROM public.feed), 0));
END
$$;

-- Gives the transactions that the feed waits for: a server process, or the name of a prepared one; and
-- for how long each has been under way, where the owner of this may see that.
CREATE FUNCTION feed_obstacles() RETURNS TABLE (
    transaction text, pid int, application text, prepared text, seconds float
) LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(held.gid, writer.virtualtransaction), writer.pid, activity.application_name, held.gid,
        extract(epoch FROM clock_timestamp() - coalesce(activity.xact_start, held.prepared))::float
    FROM public.feed_writers AS writer
    LEFT JOIN pg_stat_activity AS activity ON activity.pid = writer.pid
    LEFT JOIN pg_locks AS own ON writer.pid IS NULL AND own.pid IS NULL
        AND own.locktype = 'transactionid' AND own.virtualtransaction = writer.virtualtransaction
    LEFT JOIN pg_prepared_xacts AS held ON held.transaction = own.transactionid
$$;

REVOKE ALL ON FUNCTION feed_until, feed_obstacles FROM PUBLIC;
GRANT EXECUTE ON FUNCTION feed_until, feed_obstacles TO verger_service;
GRANT SELECT ON feed_places, feed_writers TO verger_service;

-- As before, with the places of now, and without waiting for the makers of deliveries.
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
    -- Asked before anything is read: what is under way now is read again the next time.
    until := (SELECT complete.until FROM public.feed_until() AS complete);
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
    -- The others the next time. A log that somebody holds is left for the next time too. The reader would
    -- wait for a maker of deliveries, which can wait for a moved log: a deadlock.
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
