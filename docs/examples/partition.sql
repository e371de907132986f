-- Splits the lines of all games into sixteen tables, by a hash of the game. Stop all servers, make a backup, then run it once:
--   psql -v ON_ERROR_STOP=1 --single-transaction -f partition.sql postgresql://surefoot@localhost/surefoot
ALTER TABLE entries RENAME TO entries_whole;
CREATE TABLE entries (LIKE entries_whole INCLUDING DEFAULTS) PARTITION BY HASH (game);
ALTER TABLE entries ADD PRIMARY KEY (game, number);
ALTER TABLE entries ADD UNIQUE (game, seat, request);
ALTER TABLE entries ADD FOREIGN KEY (game) REFERENCES games (id);
DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format('CREATE TABLE entries_%s PARTITION OF entries FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    END LOOP;
END $$;
INSERT INTO entries SELECT * FROM entries_whole;
DROP TABLE entries_whole;
