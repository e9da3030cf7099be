-- What is kept for a time only goes when that is over: answers to repeated requests, and claim codes.

-- migrate:up

CREATE INDEX requests_by_time ON requests (at);
-- By when a code ended: once it was used or void, or has expired.
CREATE INDEX claims_by_end ON claims (least(used_at, expires_at))
    WHERE used_at IS NOT NULL OR expires_at IS NOT NULL;

GRANT DELETE ON requests, claims TO verger_service;

-- migrate:down
