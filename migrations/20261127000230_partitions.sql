-- The log in parts, by a hash of the session: nothing orders sessions against each other, and every key
-- begins with the session, so each statement of a move finds the one part that it is about. A part's
-- indexes are a quarter of the whole's, and the parts are vacuumed and copied side by side.
--
-- All events are copied once, with nobody reading or writing them meanwhile, and the disk holds both.

-- migrate:up

-- Everything in them is as it was: no guard has to look at it again.
ALTER TABLE events RENAME TO events_in_one;
CREATE TABLE events (LIKE events_in_one INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS)
    PARTITION BY HASH (session);
CREATE TABLE events_0 PARTITION OF events FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE events_1 PARTITION OF events FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE events_2 PARTITION OF events FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE events_3 PARTITION OF events FOR VALUES WITH (MODULUS 4, REMAINDER 3);
INSERT INTO events SELECT * FROM events_in_one;
DROP TABLE events_in_one;

ALTER TABLE events ADD PRIMARY KEY (session, version);
CREATE UNIQUE INDEX events_request ON events (session, request_key) WHERE request_key IS NOT NULL;
CREATE INDEX events_redactions ON events (session, version) WHERE type = 'redact';

-- Every guard, and the place in the feed, on the whole and on each part: triggers for statements fire
-- for the table that is named alone. The service's role may write to the whole, and to no part.
DO $$
DECLARE
    part regclass;
BEGIN
    FOR part IN SELECT relid FROM pg_partition_tree('events') ORDER BY level, relid LOOP
        PERFORM guard_events(part);
        EXECUTE format(
            'CREATE TRIGGER events_have_a_place AFTER INSERT ON %s REFERENCING NEW TABLE AS appended'
            ' FOR EACH STATEMENT EXECUTE FUNCTION place_in_feed()', part);
    END LOOP;
END
$$;

GRANT SELECT, INSERT ON events TO verger_service;

-- migrate:down
