-- Sessions that somebody starts to try a game: the server ends them once nobody plays there.

-- migrate:up

-- trials: those sessions, until they are ended. Whoever looks at one puts the next look off first, so
-- that several processes share them out.
CREATE TABLE trials (
    session uuid PRIMARY KEY,
    look_at timestamptz NOT NULL
);

CREATE INDEX trials_by_look ON trials (look_at);

CREATE TRIGGER stubs_end_trials AFTER INSERT ON stubs
    FOR EACH ROW EXECUTE FUNCTION forget_ended('trials');

GRANT SELECT, INSERT, UPDATE (look_at) ON trials TO verger_service;

-- migrate:down
