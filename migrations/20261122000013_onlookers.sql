-- Whether anyone may look on at a session is said by its log. Strangers must not be able to have
-- the server fold one session after another to be told no: so those that are open are listed.

-- migrate:up

-- open_sessions: where anyone may look on; written with the event that changes it. Imports bring no row:
-- nobody sits there who could let anyone in.
CREATE TABLE open_sessions (
    session uuid PRIMARY KEY
);

GRANT SELECT, INSERT, DELETE ON open_sessions TO verger_service;

-- migrate:down
