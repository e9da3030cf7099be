-- What time alone makes happen, such as the end of a window of consent, happens with nobody
-- asking and whichever process runs then: so when that is stands where every process sees it.

-- migrate:up

-- deadlines: when something is due next in a session; written with the event that changes it.
CREATE TABLE deadlines (
    session uuid PRIMARY KEY,
    at timestamptz NOT NULL
);

-- With the session: the clocks look every second, and read nothing but this.
CREATE INDEX deadlines_by_time ON deadlines (at, session);

GRANT SELECT, INSERT, UPDATE, DELETE ON deadlines TO verger_service;

-- migrate:down
