/** The tables that got a digest (row-digests.ts), as of this migration: primary key, and the columns that it covers. */
const tables: readonly { readonly name: string; readonly key: string; readonly columns: string }[] = [
  { name: 'projects', key: 'id', columns: 'id, folder, name, opened_at, listed' },
  {
    name: 'conversations',
    key: 'id',
    columns: 'id, project_id, title, created_at, updated_at, status, strategy, cost, turns, changes, deleted_at',
  },
  {
    name: 'turns',
    key: 'number',
    columns:
      'number, id, conversation_id, parent_id, message, created_at, name, starred, archived, deleted_by, deleted_at',
  },
  {
    name: 'runs',
    key: 'number',
    columns: 'number, id, turn_id, conversation_id, project_id, status, cost, owner, record, deleted',
  },
  { name: 'drafts', key: 'run_id, path', columns: 'run_id, path, text, reasoning, output' },
  { name: 'rules', key: 'id', columns: 'id, project_id, tool, pattern, created_at' },
  {
    name: 'workspaces',
    key: 'number',
    columns: 'number, id, project_id, purpose, owner, name, from_snapshot, folder, created_at, state, host, last',
  },
  { name: 'file_acts', key: 'number', columns: 'number, place, project_id, kind, run_id, at, before, after' },
  { name: 'run_snapshots', key: 'run_id, snapshot', columns: 'run_id, snapshot' },
  { name: 'imports', key: 'conversation_id', columns: 'conversation_id, bundle, imported_at' },
  { name: 'kept_changes', key: 'run_id, before, after', columns: 'run_id, before, after, changes' },
  { name: 'comparisons', key: 'number', columns: 'number, id, project_id, conversation_id, state, host, record' },
  { name: 'batches', key: 'number', columns: 'number, id, project_id, state, host, record' },
  { name: 'trials', key: 'batch_id, number', columns: 'batch_id, number, record' },
  { name: 'tasks', key: 'number', columns: 'number, id, project_id, record' },
  { name: 'run_strategies', key: 'run_id, name, ref', columns: 'run_id, name, ref, imported' },
  { name: 'turn_lists', key: 'turn_id', columns: 'turn_id, list, length' },
  { name: 'run_outlines', key: 'run_id', columns: 'run_id, format, seq, plain, text' },
]

/**
 * A digest of each row, and triggers that update it. A damaged row stays damaged when it is changed. `row_digest` is a
 * function that this app registers: no other program can write these tables.
 */
export const digestMigration = `${tables.map(digestOf).join('')}
-- Logs in which damage was found, so that lists can mark their runs. seq: the first event that is damaged.
CREATE TABLE damaged_logs (
  run_id TEXT PRIMARY KEY REFERENCES runs(id),
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

function digestOf({ name, key, columns }: (typeof tables)[number]): string {
  const of = (row: 'OLD' | 'NEW') => `row_digest(${columns.replace(/\w+/g, `${row}.$&`)})`
  const itself = key
    .split(', ')
    .map((column) => `${column} = NEW.${column}`)
    .join(' AND ')
  return `
ALTER TABLE ${name} ADD COLUMN digest TEXT;
UPDATE ${name} SET digest = row_digest(${columns});
CREATE TRIGGER ${name}_digest_made AFTER INSERT ON ${name} BEGIN
  UPDATE ${name} SET digest = ${of('NEW')} WHERE ${itself};
END;
CREATE TRIGGER ${name}_digest_kept AFTER UPDATE OF ${columns} ON ${name} BEGIN
  UPDATE ${name} SET digest = CASE WHEN OLD.digest IS ${of('OLD')} THEN ${of('NEW')} ELSE 'damaged' END
  WHERE ${itself};
END;
`
}
