-- When a seat or a token ends, all access that came from it ends too.

-- migrate:up

-- Before, only a code for another device named a token. Now every code names the token that handed it out.
ALTER TABLE claims ADD COLUMN joins boolean NOT NULL DEFAULT false; -- for another device, so nobody loses the seat
UPDATE claims SET joins = token IS NOT NULL;

ALTER TABLE webhooks ADD COLUMN ends_at timestamptz; -- the fixed end of the token that registered the webhook

CREATE INDEX webhooks_by_end ON webhooks (ends_at) WHERE ends_at IS NOT NULL; -- to delete those that have ended

-- The app whose key handed the token out. An app changes its keys, so such tokens end with the app.
ALTER TABLE tokens ADD COLUMN handed_out_by uuid REFERENCES apps;
CREATE INDEX tokens_by_handing_app ON tokens (handed_out_by) WHERE handed_out_by IS NOT NULL;

-- former_seats: tokens whose seats in a session have all ended. Such a token cannot read the session only
-- because it can read the session that this one was forked from.
CREATE TABLE former_seats (
    session uuid NOT NULL,
    token uuid NOT NULL REFERENCES tokens ON DELETE CASCADE,
    PRIMARY KEY (session, token)
);
CREATE INDEX former_seats_by_token ON former_seats (token);

CREATE TRIGGER stubs_end_former_seats AFTER INSERT OR UPDATE ON stubs
    FOR EACH ROW WHEN (NEW.code = 'session_deleted') EXECUTE FUNCTION forget_ended('former_seats');

GRANT SELECT, INSERT, DELETE ON former_seats TO verger_service;

-- migrate:down
