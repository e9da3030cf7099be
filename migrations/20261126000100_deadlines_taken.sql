-- Several processes share what is due: what one takes, the others leave alone for a moment.

-- migrate:up

-- taken_until: by the database's clock, when the others may have it again. In no index, so that
-- taking a deadline rewrites none.
ALTER TABLE deadlines ADD COLUMN taken_until timestamptz NOT NULL DEFAULT '-infinity';

-- migrate:down
