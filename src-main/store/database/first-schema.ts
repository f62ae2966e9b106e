/**
 * The tables of version 1: projects, conversations, turns, runs, their events and bodies, and what is found by search.
 */
export const firstSchema = `
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  folder TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  opened_at REAL NOT NULL,
  listed INTEGER NOT NULL DEFAULT 1
) STRICT;

-- status, strategy, cost, turns and changes are projections of the turns and runs, kept by the same
-- transactions that write those.
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  title TEXT NOT NULL,
  created_at REAL NOT NULL,
  updated_at REAL NOT NULL,
  status TEXT,
  strategy TEXT,
  cost REAL,
  turns INTEGER NOT NULL DEFAULT 0,
  changes TEXT,
  deleted_at REAL
) STRICT;
CREATE INDEX conversations_by_project ON conversations(project_id, updated_at);

CREATE TABLE turns (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversations(id),
  parent_id TEXT REFERENCES turns(id),
  message TEXT NOT NULL,
  created_at REAL NOT NULL
) STRICT;
CREATE INDEX turns_by_conversation ON turns(conversation_id, number);
CREATE INDEX turns_by_parent ON turns(parent_id);

-- number: the order runs were made in; clocks jump.
CREATE TABLE runs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  turn_id TEXT NOT NULL REFERENCES turns(id),
  conversation_id TEXT NOT NULL REFERENCES conversations(id),
  project_id TEXT NOT NULL REFERENCES projects(id),
  status TEXT NOT NULL,
  cost REAL,
  owner TEXT,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX runs_by_turn ON runs(turn_id, number);
CREATE INDEX runs_by_conversation ON runs(conversation_id, number, cost);
CREATE INDEX runs_by_project ON runs(project_id, number);
CREATE INDEX runs_by_status ON runs(status);

CREATE TABLE events (
  run_id TEXT NOT NULL REFERENCES runs(id),
  seq INTEGER NOT NULL,
  text TEXT NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (run_id, seq)
) STRICT;
-- The last event of each log, so that a lost end is noticed too.
CREATE TABLE event_heads (
  run_id TEXT PRIMARY KEY REFERENCES runs(id),
  seq INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;

CREATE TABLE bodies (
  ref TEXT PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE drafts (
  run_id TEXT NOT NULL REFERENCES runs(id),
  path TEXT NOT NULL,
  text TEXT NOT NULL,
  reasoning TEXT NOT NULL,
  output TEXT NOT NULL,
  PRIMARY KEY (run_id, path)
) STRICT;

CREATE TABLE rules (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects(id),
  tool TEXT NOT NULL,
  pattern TEXT NOT NULL,
  created_at REAL NOT NULL,
  UNIQUE (project_id, tool, pattern)
) STRICT;

CREATE TABLE hosts (
  id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  beat_at REAL NOT NULL,
  url TEXT,
  shell TEXT NOT NULL
) STRICT;

CREATE TABLE search_entries (
  number INTEGER PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations(id),
  turn_id TEXT NOT NULL REFERENCES turns(id),
  run_id TEXT REFERENCES runs(id),
  project_id TEXT NOT NULL REFERENCES projects(id)
) STRICT;
CREATE INDEX search_entries_by_conversation ON search_entries(conversation_id);
-- rowid: the entry's number.
CREATE VIRTUAL TABLE search_text USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');
`
