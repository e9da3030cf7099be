-- Access ends with the seat or the token that it came from: whatever either has handed out ends with it.

-- migrate:up

-- Until now a code named a token only if it was for another device. Now each names the token that handed it out.
ALTER TABLE claims ADD COLUMN joins boolean NOT NULL DEFAULT false; -- for another device: nobody loses the seat
UPDATE claims SET joins = token IS NOT NULL;

ALTER TABLE webhooks ADD COLUMN ends_at timestamptz; -- the end of the token that registered it, if that cannot be put off

CREATE INDEX webhooks_by_end ON webhooks (ends_at) WHERE ends_at IS NOT NULL; -- to delete those that have ended

-- An app's keys change, so what they hand out ends with the app.
ALTER TABLE tokens ADD COLUMN handed_out_by uuid REFERENCES apps;
CREATE INDEX tokens_by_handing_app ON tokens (handed_out_by) WHERE handed_out_by IS NOT NULL;

-- former_seats: tokens whose seats in a session have all ended. They read it as strangers do, also if they
-- may read the session that it was forked from.
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
