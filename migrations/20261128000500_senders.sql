-- Refusals are kept for each seat, and a request key belongs to whoever holds the seat that sends it.

-- migrate:up

-- sender: the seat that asked. For an anonymous move it is a keyed digest of the seat, which only a
-- process that has the operator's secret key can compute.
ALTER TABLE refusals ADD COLUMN sender text NOT NULL DEFAULT '';
UPDATE refusals SET sender = seat WHERE seat IS NOT NULL;
CREATE INDEX refusals_by_sender ON refusals (session, sender, number);

-- The events by which somebody sat down: they tell since when a seat has its holder.
CREATE INDEX events_sitting ON events (session, seat, version)
    WHERE type IN ('start_session', 'fork_session', 'take_seat');

-- The keyed events that hide their seat, of which few sessions have any.
CREATE INDEX events_hidden ON events (session) WHERE seat IS NULL AND request_key IS NOT NULL;

COMMENT ON COLUMN events.request_key IS
    'SHA-256 of seat, holder and Idempotency-Key; a keyed digest if the event hides its seat';

-- migrate:down
