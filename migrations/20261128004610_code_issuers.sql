-- A column of its own names the token that handed out a code. An older release takes every code with a `token`
-- for one of another device, so it refused codes that newer processes had made. A newer process took a device code
-- of an older one for a code that takes the seat over.

-- migrate:up

ALTER TABLE claims ADD COLUMN issuer uuid REFERENCES tokens ON DELETE CASCADE; -- null if the code is for another device
UPDATE claims SET issuer = token, token = NULL WHERE NOT joins;
ALTER TABLE claims DROP COLUMN joins;
CREATE INDEX claims_by_issuer ON claims (issuer) WHERE issuer IS NOT NULL;

COMMENT ON COLUMN claims.token IS 'The token that handed the code out for another device of its holder';

-- migrate:down
