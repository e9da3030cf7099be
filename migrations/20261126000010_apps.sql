-- Sites, clubs and bots that run many tables: the operator makes an app for each, and its keys are
-- tokens that start sessions and read those, but sit in none.

-- migrate:up

-- apps: whom the operator lets start sessions, and how many at a time.
CREATE TABLE apps (
    id uuid PRIMARY KEY,
    name text NOT NULL UNIQUE,
    session_limit integer NOT NULL CHECK (session_limit >= 0),
    made_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz
);

ALTER TABLE tokens ADD COLUMN app uuid REFERENCES apps; -- whose key it is; null for every other
CREATE INDEX tokens_by_app ON tokens (app) WHERE app IS NOT NULL;

-- app_sessions: the sessions that apps have started, until they are ended.
CREATE TABLE app_sessions (
    session uuid PRIMARY KEY,
    app uuid NOT NULL REFERENCES apps
);

CREATE INDEX app_sessions_by_app ON app_sessions (app, session);

CREATE FUNCTION forget_app_session() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM public.app_sessions WHERE session = NEW.session;
    RETURN NULL;
END
$$;

CREATE TRIGGER stubs_end_what_apps_started AFTER INSERT ON stubs
    FOR EACH ROW EXECUTE FUNCTION forget_app_session();

GRANT SELECT, INSERT ON apps, app_sessions TO verger_service;
GRANT UPDATE (ended_at) ON apps TO verger_service;

-- migrate:down
