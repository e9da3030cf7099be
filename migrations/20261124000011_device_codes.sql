-- A code by which another device gets a token for a seat that is taken.

-- migrate:up

-- Null where the code is for taking an empty seat. Who lost the seat leaves no code behind.
ALTER TABLE claims ADD COLUMN token uuid REFERENCES tokens ON DELETE CASCADE; -- the one whose holder asked for it

-- migrate:down
