-- A database may go back: a standby that had not heard of the newest events becomes the primary, or a
-- backup is restored. What processes had of a session and its log has no longer is on record here.

-- migrate:up

-- lost: what a process had read or appended, and did not find again.
CREATE TABLE lost (
    session uuid NOT NULL,
    version bigint NOT NULL, -- the newest that the process had
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- of that version
    kept bigint NOT NULL, -- the newest version that is as the process had it; 0 where the session is gone
    at timestamptz NOT NULL DEFAULT now(), -- when that was found
    PRIMARY KEY (session, version, hash) -- several processes may find the same
);

GRANT SELECT, INSERT ON lost TO verger_service;

-- A snapshot knows the event that it is the state after: of another event it is not read.
ALTER TABLE snapshots ADD COLUMN hash bytea CHECK (octet_length(hash) = 32);
UPDATE snapshots SET hash = events.hash FROM events
    WHERE events.session = snapshots.session AND events.version = snapshots.version;
DELETE FROM snapshots WHERE hash IS NULL;
ALTER TABLE snapshots ALTER COLUMN hash SET NOT NULL;

-- migrate:down
