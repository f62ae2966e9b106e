const columns = 'id, project_id, tool, pattern, decision, created_at'
const of = (row: 'OLD' | 'NEW') => `row_digest(${columns.replace(/\w+/g, `${row}.$&`)})`

/**
 * Rules that ask or deny, and rules for all projects, whose `project_id` is NULL. All earlier ones allow, in one
 * project. A damaged row stays damaged.
 */
export const ruleMigration = `
CREATE TABLE rules_new (
  id TEXT PRIMARY KEY,
  project_id TEXT REFERENCES projects(id),
  tool TEXT NOT NULL,
  pattern TEXT NOT NULL,
  decision TEXT NOT NULL,
  created_at REAL NOT NULL,
  digest TEXT
) STRICT;
INSERT INTO rules_new (id, project_id, tool, pattern, decision, created_at, digest)
  SELECT id, project_id, tool, pattern, 'allow', created_at,
    CASE WHEN digest IS row_digest(id, project_id, tool, pattern, created_at)
      THEN row_digest(id, project_id, tool, pattern, 'allow', created_at) ELSE 'damaged' END
  FROM rules;
DROP TABLE rules;
ALTER TABLE rules_new RENAME TO rules;
CREATE TRIGGER rules_digest_made AFTER INSERT ON rules BEGIN
  UPDATE rules SET digest = ${of('NEW')} WHERE id = NEW.id;
END;
CREATE TRIGGER rules_digest_kept AFTER UPDATE OF ${columns} ON rules BEGIN
  UPDATE rules SET digest = CASE WHEN OLD.digest IS ${of('OLD')} THEN ${of('NEW')} ELSE 'damaged' END WHERE id = NEW.id;
END;
`
