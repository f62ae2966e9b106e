import type { Database } from './database.ts'
import { countRow, hitRow } from './rows.ts'
import type { SearchTable } from './store.ts'

/** Characters of one entry that are indexed; the end of a longer text is not found. */
const longestText = 200_000
const marks = { start: '\u0002', end: '\u0003' } as const

export function searchTable(database: Database): SearchTable {
  return {
    add: (entry) =>
      database.transaction(() => {
        database.run(
          'INSERT INTO search_entries (conversation_id, turn_id, run_id, project_id) VALUES (?, ?, ?, ?)',
          entry.conversationId,
          entry.turnId,
          entry.runId,
          entry.projectId,
        )
        database.run(
          'INSERT INTO search_text (rowid, text) VALUES (last_insert_rowid(), ?)',
          withoutControls(entry.text.slice(0, longestText)),
        )
      }),
    count: (conversationId, runId) =>
      database.get(
        countRow,
        'SELECT count(*) AS count FROM search_entries WHERE conversation_id = ? AND run_id = ?',
        conversationId,
        runId,
      )?.count ?? 0,
    query: (projectId, words, limit) => {
      const match = matchOf(words)
      if (match === '') return []
      return database.all(
        hitRow,
        `SELECT e.conversation_id AS conversationId, e.turn_id AS turnId, e.run_id AS runId, c.title AS title,
           snippet(search_text, 0, ?, ?, '…', 16) AS excerpt
         FROM search_text JOIN search_entries e ON e.number = search_text.rowid
           JOIN conversations c ON c.id = e.conversation_id JOIN turns t ON t.id = e.turn_id
         WHERE search_text MATCH ? AND e.project_id = ? AND c.deleted_at IS NULL AND t.deleted_by IS NULL
         ORDER BY search_text.rank, e.number DESC LIMIT ?`,
        marks.start,
        marks.end,
        match,
        projectId,
        limit,
      )
    },
  }
}

/** So that a text can neither end an FTS5 expression nor forge a mark. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

/**
 * The words as an FTS5 expression: each quoted, so that none is an operator, all of them required, the last
 * one as a beginning. Words without a letter or digit have nothing to find. Source: https://sqlite.org/fts5.html#fts5_strings
 */
function matchOf(words: string): string {
  const found = withoutControls(words)
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (found.length === 0) return ''
  return `${found.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')}*`
}
