-- Webhooks that cover many sessions: all that an app has started, or all in which a token has a seat.
-- A webhook has a cursor in each log that it covers; a seat's has one.

-- migrate:up

ALTER TABLE webhooks
    ALTER COLUMN session DROP NOT NULL,
    ALTER COLUMN seat DROP NOT NULL,
    ADD COLUMN token uuid REFERENCES tokens ON DELETE CASCADE,
    ADD COLUMN app uuid REFERENCES apps,
    ADD CHECK (num_nonnulls(session, token, app) = 1), -- whose it is
    ADD CHECK ((session IS NULL) = (seat IS NULL));

CREATE INDEX webhooks_by_token ON webhooks (token) WHERE token IS NOT NULL;
CREATE INDEX webhooks_by_app ON webhooks (app) WHERE app IS NOT NULL;

-- webhook_logs: how far a webhook has come in a session's log.
CREATE TABLE webhook_logs (
    webhook uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    session uuid NOT NULL,
    cursor bigint NOT NULL, -- the newest version that deliveries were made of
    asked bytea, -- a digest of what its seats are asked there, as far as the cursor has come
    PRIMARY KEY (webhook, session)
);

CREATE INDEX webhook_logs_by_session ON webhook_logs (session);

INSERT INTO webhook_logs (webhook, session, cursor, asked)
SELECT id, session, cursor, asked FROM webhooks;
ALTER TABLE webhooks DROP COLUMN cursor, DROP COLUMN asked;

-- What is delivered of a log goes with the webhook's cursor in it; a ping is of none.
ALTER TABLE deliveries ADD COLUMN session uuid;
UPDATE deliveries d SET session = w.session
FROM webhooks w WHERE w.id = d.webhook AND d.version IS NOT NULL;
ALTER TABLE deliveries
    ADD CHECK (version IS NULL OR session IS NOT NULL),
    ADD FOREIGN KEY (webhook, session) REFERENCES webhook_logs (webhook, session)
        ON DELETE CASCADE;

-- Where an event stands in the feed is asked by the event too.
DROP INDEX feed_by_session;
CREATE INDEX feed_by_session ON feed (session, version);

-- webhook_cover: the sessions that each webhook of many covers now.
CREATE VIEW webhook_cover AS
SELECT w.id AS webhook, s.session FROM webhooks w JOIN token_seats s ON s.token = w.token
UNION
SELECT w.id, s.session FROM webhooks w JOIN app_sessions s ON s.app = w.app;

-- A session that comes to be covered is told of from then on, with the event that this is written with.
CREATE FUNCTION cover_by_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.webhook_logs (webhook, session, cursor)
    SELECT cover.webhook, cover.session, newest.version
        - (newest.xmin = pg_current_xact_id_if_assigned()::xid)::int
    FROM public.webhook_cover AS cover CROSS JOIN LATERAL (
        SELECT version, xmin FROM public.events
        WHERE session = cover.session ORDER BY version DESC LIMIT 1
    ) AS newest
    WHERE cover.session IN (SELECT session FROM came)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- One that is covered no more is told of no more, nor what was still to be sent of it.
CREATE FUNCTION uncover_by_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM public.webhook_logs AS log USING public.webhooks AS hook
    WHERE hook.id = log.webhook AND hook.session IS NULL
        AND log.session IN (SELECT session FROM gone)
        AND NOT EXISTS (
            SELECT FROM public.webhook_cover AS cover
            WHERE cover.webhook = log.webhook AND cover.session = log.session
        );
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION cover_by_webhooks, uncover_by_webhooks FROM PUBLIC;

CREATE TRIGGER seats_are_covered AFTER INSERT ON token_seats
    REFERENCING NEW TABLE AS came
    FOR EACH STATEMENT EXECUTE FUNCTION cover_by_webhooks();
CREATE TRIGGER what_apps_start_is_covered AFTER INSERT ON app_sessions
    REFERENCING NEW TABLE AS came
    FOR EACH STATEMENT EXECUTE FUNCTION cover_by_webhooks();
CREATE TRIGGER seats_are_uncovered AFTER DELETE ON token_seats
    REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION uncover_by_webhooks();
CREATE TRIGGER what_apps_started_is_uncovered AFTER DELETE ON app_sessions
    REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION uncover_by_webhooks();

GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_logs TO verger_service;
GRANT SELECT ON webhook_cover TO verger_service;

-- As before, and the cursors of webhooks that cover it among others go too, with its deliveries. Ends a session whose newest event is this one: leaves a stub, and deletes all else that is kept
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
    DELETE FROM public.webhook_logs WHERE session = of_session;
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

-- migrate:down
