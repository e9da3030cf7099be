-- A process that lets go of a session leaves a snapshot of its head, so that whoever reads it next folds nothing.

-- migrate:up

-- Whether a snapshot is kept for that alone: the next one of its session replaces it.
ALTER TABLE snapshots ADD COLUMN is_head boolean NOT NULL DEFAULT false;

-- migrate:down
