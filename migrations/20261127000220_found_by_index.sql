-- Statements that read a growing table from end to end have an index.

-- migrate:up

-- When a token goes, its codes do.
CREATE INDEX claims_by_token ON claims (token) WHERE token IS NOT NULL;
-- What is over goes when somebody lists a table or asks, and finished deliveries once an hour.
CREATE INDEX listings_by_end ON listings (until);
CREATE INDEX asks_by_end ON asks (until);
CREATE INDEX deliveries_by_age ON deliveries (made_at) WHERE next_at IS NULL;

-- migrate:down
