-- One order over the events of all sessions, for who follows many of them at once. It is no order of
-- play: sessions know nothing of each other. Nothing on a move's path waits for another session.

-- migrate:up

-- feed: where each event stands in that order: by the transaction that wrote it. What is below the
-- oldest transaction under way is complete and stays as it is, though transactions end in any order.
CREATE TABLE feed (
    place bigint NOT NULL, -- the transaction's id
    session uuid NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (place, session, version)
);

-- feed_history: the server's history in which places mean something; one row.
CREATE TABLE feed_history (
    history text NOT NULL,
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
);

CREATE INDEX feed_by_session ON feed (session); -- for the end of one

CREATE FUNCTION place_in_feed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.feed (place, session, version)
    SELECT pg_current_xact_id()::text::bigint, event.session, event.version FROM appended AS event;
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION place_in_feed FROM PUBLIC;

CREATE TRIGGER events_have_a_place AFTER INSERT ON events
    REFERENCING NEW TABLE AS appended
    FOR EACH STATEMENT EXECUTE FUNCTION place_in_feed();

-- By its system identifier and its time line, which a restore and a standby that takes over change.
CREATE FUNCTION present_history() RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT left(encode(sha256(convert_to(
        (SELECT system_identifier FROM pg_control_system()) || ' '
        || left(pg_walfile_name(pg_current_wal_lsn()), 8), 'UTF8'
    )), 'hex'), 8)
$$;

INSERT INTO feed_history (history) VALUES (present_history());

-- The history that places are of now. A restored database, and a standby that took over, may give out
-- transaction ids again that were seen before: what stands in the feed from before is dropped then,
-- and whoever followed has to be told. What is being written waits for that, and is in the new one.
CREATE FUNCTION history_of_feed() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    known text := (SELECT history FROM public.feed_history);
    present text;
BEGIN
    IF pg_is_in_recovery() THEN
        RETURN known;
    END IF;
    present := public.present_history();
    IF known IS DISTINCT FROM present THEN
        LOCK TABLE public.feed_history IN EXCLUSIVE MODE;
        IF (SELECT history FROM public.feed_history) IS DISTINCT FROM present THEN
            TRUNCATE public.feed;
            DELETE FROM public.feed_history;
            INSERT INTO public.feed_history (history) VALUES (present);
        END IF;
    END IF;
    RETURN present;
END
$$;

REVOKE ALL ON FUNCTION history_of_feed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_of_feed TO verger_service;
GRANT SELECT ON feed TO verger_service;

-- As before, and what apps have of a session goes too, but never an app's key; so does its part of the
-- feed. Ends a session whose newest event is this one: leaves a stub, and deletes all else that is kept
-- of it. Gives false where its newest event is another one by now; VG002 where it has forks.
CREATE OR REPLACE FUNCTION end_session(
    of_session uuid, at_version bigint, at_hash bytea, with_code text, by_whom text
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    its_tokens uuid[];
    held record;
BEGIN
    -- A fork that is being made is waited for; one that comes later finds nothing to follow.
    LOCK TABLE public.forks IN SHARE ROW EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM public.forks WHERE parent = of_session) THEN
        RAISE EXCEPTION 'the session has forks' USING ERRCODE = 'VG002';
    END IF;
    -- Two who end it wait for each other here.
    PERFORM pg_advisory_xact_lock(hashtextextended(of_session::text, 0));
    SELECT version, hash INTO held FROM public.events
        WHERE session = of_session ORDER BY version DESC LIMIT 1;
    IF (held.version, held.hash) IS DISTINCT FROM (at_version, at_hash) THEN
        RETURN false;
    END IF;
    -- The next version's place is taken for as long as this lasts. Whoever is appending that was
    -- there first, which ends this, or waits, and finds nothing to follow.
    INSERT INTO public.events (session, version, type, data, salt, hash, format, at)
    VALUES (
        of_session, at_version + 1, 'end', '', decode(repeat('00', 16), 'hex'),
        sha256(
            at_hash || uuid_send(of_session) || int8send(at_version + 1)
            || sha256(decode(repeat('00', 16), 'hex'))
        ), 1, now()
    );
    INSERT INTO public.stubs (session, code, version, hash, by)
        VALUES (of_session, with_code, at_version, at_hash, by_whom);

    -- Twice: whoever is issuing a further token by one of these is waited for, and that one found.
    FOR twice IN 1..2 LOOP
        SELECT array_agg(DISTINCT token) INTO its_tokens FROM (
            SELECT token FROM public.token_seats WHERE session = of_session
            UNION SELECT token FROM public.readers WHERE session = of_session
            UNION SELECT token FROM public.imports WHERE session = of_session AND token IS NOT NULL
        ) AS its;
        PERFORM FROM public.tokens WHERE id = ANY (its_tokens) ORDER BY id FOR UPDATE;
    END LOOP;
    DELETE FROM public.token_seats WHERE session = of_session;
    DELETE FROM public.readers WHERE session = of_session;
    DELETE FROM public.imports WHERE session = of_session;
    DELETE FROM public.claims WHERE session = of_session;
    -- Tokens that are for nothing else; an app's keys are for what it has yet to start.
    SELECT array_agg(id) INTO its_tokens FROM public.tokens AS token
    WHERE id = ANY (its_tokens) AND app IS NULL
        AND NOT EXISTS (SELECT FROM public.token_seats AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.readers AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.imports AS one WHERE one.token = token.id);
    DELETE FROM public.stream_tickets WHERE session = of_session OR token = ANY (its_tokens);
    DELETE FROM public.tokens WHERE id = ANY (its_tokens);
    DELETE FROM public.requests
        WHERE public.uuids_in(answer) && array_append(its_tokens, of_session);
    DELETE FROM public.webhooks WHERE session = of_session;
    DELETE FROM public.deadlines WHERE session = of_session;
    DELETE FROM public.open_sessions WHERE session = of_session;
    DELETE FROM public.lost WHERE session = of_session;
    DELETE FROM public.app_sessions WHERE session = of_session;
    DELETE FROM public.feed WHERE session = of_session;
    DELETE FROM public.forks WHERE session = of_session;
    DELETE FROM public.events WHERE session = of_session;
    -- Last, and with whoever is writing one waited for: they look for the event before they write.
    LOCK TABLE public.refusals, public.snapshots IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM public.refusals WHERE session = of_session;
    DELETE FROM public.snapshots WHERE session = of_session;
    RETURN true;
END
$$;

DROP TRIGGER stubs_end_what_apps_started ON stubs;
DROP FUNCTION forget_app_session();

-- migrate:down
