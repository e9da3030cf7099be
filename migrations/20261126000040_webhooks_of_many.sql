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

-- What is kept of a session in the tables that a trigger on stubs names goes when its stub comes.
CREATE FUNCTION forget_ended() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    FOR number IN 0..TG_NARGS - 1 LOOP
        EXECUTE format('DELETE FROM public.%I WHERE session = $1', TG_ARGV[number])
        USING NEW.session;
    END LOOP;
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION forget_ended FROM PUBLIC;

CREATE TRIGGER stubs_end_webhook_logs AFTER INSERT ON stubs
    FOR EACH ROW EXECUTE FUNCTION forget_ended('webhook_logs');

-- migrate:down
