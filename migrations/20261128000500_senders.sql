-- Refusals are kept for each seat, and a request key belongs to the current holder of a seat.

-- migrate:up

-- sender: the seat that asked. For an anonymous move it is a keyed digest of the seat. Only a process with the
-- operator's secret key can compute this digest.
ALTER TABLE refusals ADD COLUMN sender text NOT NULL DEFAULT '';
UPDATE refusals SET sender = seat WHERE seat IS NOT NULL;
CREATE INDEX refusals_by_sender ON refusals (session, sender, number);

-- Finds the event with which the holder of a seat sat down.
CREATE INDEX events_sitting ON events (session, seat, version)
    WHERE type IN ('start_session', 'fork_session', 'take_seat');

-- Finds events that have a request key and hide their seat. Few sessions have such events.
CREATE INDEX events_hidden ON events (session) WHERE seat IS NULL AND request_key IS NOT NULL;

COMMENT ON COLUMN events.request_key IS
    'SHA-256 of seat, holder and Idempotency-Key; a keyed digest if the event hides its seat';

-- migrate:down
