/** The tables that packed logs need. */
export const packMigration = `
-- Logs of runs that are over, packed (log-pages.ts). place: the run's number * 65536 + the seq of the page's last event;
-- words: what it was packed with; hash: of its last event.
CREATE TABLE log_pages (
  place INTEGER PRIMARY KEY,
  words INTEGER NOT NULL,
  hash BLOB NOT NULL,
  packed BLOB NOT NULL
) STRICT;
-- Runs, by their number, whose logs are to be packed in quiet moments.
CREATE TABLE loose_logs (number INTEGER PRIMARY KEY) STRICT;
INSERT INTO loose_logs SELECT number FROM runs WHERE status NOT IN ('running', 'waiting', 'interrupted');
-- Hosts that may not know of pages: nothing is packed while one of them lives.
CREATE TABLE older_hosts (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO older_hosts SELECT id FROM hosts;
`
