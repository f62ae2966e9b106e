import type { z } from 'zod'
import type { Database } from '../database/database.ts'
import { foundRow, idRow, seqRow, titleRow, wordRow } from '../database/rows.ts'
import { textAt } from '../log/read-events.ts'
import type { SearchEntry, SearchTable } from '../store.ts'
import { indexWords, isAscii, type Phrase, phrasesOf } from './search-words.ts'

/** Characters of one entry that are indexed; the end of a longer text is not found. */
const maxText = 20_000
/** A shorter last word must match as a whole word: nearly every text has a word with that prefix. */
const minOpen = 3
/** A word of this length or more is also searched for inside names. */
const minInside = 3
/** How many of the names that contain a word are searched for. */
const maxNames = 30

/**
 * The search over all projects.
 *
 * 1. The index holds words, not texts: a text is read from where it is stored.
 * 2. Newest first, and limited: so a frequent word costs as little as a rare one. FTS5 walks
 *    its lists from the end, and ranking all matches would take too long. Source: https://sqlite.org/fts5.html
 * 3. Project and kind are words too, so that a search in one project does not walk through all others.
 * 4. Parts of words are looked up among the distinct words, by their trigrams: an
 *    index of those is a fraction of the size of one of all texts.
 */
export function searchTable(database: Database): SearchTable {
  const known = new Set<string>()
  return {
    add: (entry) => database.transaction(() => add(database, known, entry)),
    reach: (of, seq) => {
      database.run(
        `INSERT INTO search_progress (source, seq) VALUES (?, ?)
         ON CONFLICT (source) DO UPDATE SET seq = max(seq, excluded.seq)`,
        of,
        seq,
      )
    },
    reached: (of) => database.get(seqRow, 'SELECT seq FROM search_progress WHERE source = ?', of)?.seq ?? -1,
    behind: (limit) => behind(database, limit),
    find: (typed, { projectId, kinds, limit }) => {
      const phrases = phrasesOf(typed)
      if (phrases.length === 0) return []
      const scope = [...(projectId === null ? [] : [placeWord(projectId)]), kinds]
      const match = `place : (${scope.map(quoted).join(' AND ')}) AND text : (${expression(database, phrases)})`
      return database.all(foundRow, selectFound, match, limit).map((found) => withEvent(database, found))
    },
    titles: (projectId) =>
      projectId === null
        ? database.all(titleRow, selectTitles)
        : database.all(titleRow, `${selectTitles} AND c.project_id = ?`, projectId),
  }
}

const selectFound = `SELECT e.project_id AS projectId, e.conversation_id AS conversationId, e.turn_id AS turnId,
    e.run_id AS runId, e.seq, e.path, e.kind, e.who, e.at, c.title, c.updated_at AS updatedAt,
    t.message AS source,
    t.digest IS row_digest(t.number, t.id, t.conversation_id, t.parent_id, t.message,
      t.created_at, t.name, t.starred, t.archived, t.deleted_by, t.deleted_at) AS whole
  FROM search_text JOIN search_entries e ON e.number = search_text.rowid
    JOIN conversations c ON c.id = e.conversation_id JOIN turns t ON t.id = e.turn_id
  WHERE search_text MATCH ? AND c.deleted_at IS NULL AND t.deleted_by IS NULL
  ORDER BY search_text.rowid DESC LIMIT ?`

/** The text of an event is read from its log. */
function withEvent(database: Database, { seq, ...found }: z.infer<typeof foundRow>): SearchEntry {
  if (seq === null || found.runId === null) return found
  const event = textAt(database, found.runId, seq)
  return { ...found, source: event?.text ?? null, whole: event?.damaged === false }
}

const selectTitles = `SELECT c.project_id AS projectId, c.id AS conversationId, c.title, c.updated_at AS updatedAt
  FROM conversations c WHERE c.deleted_at IS NULL AND c.turns > 0`

function add(database: Database, known: Set<string>, entry: Parameters<SearchTable['add']>[0]): void {
  const { text, kind, projectId } = entry
  const words = indexWords(text.slice(0, maxText))
  if (words.length === 0) return
  database.run(
    `INSERT INTO search_entries (project_id, conversation_id, turn_id, run_id, seq, path, kind, who, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    projectId,
    entry.conversationId,
    entry.turnId,
    entry.runId,
    entry.seq,
    entry.path,
    kind,
    entry.who,
    entry.at,
  )
  database.run(
    'INSERT INTO search_text (rowid, text, place) VALUES (last_insert_rowid(), ?, ?)',
    words.join(' '),
    `${placeWord(projectId)} ${kind === 'message' || kind === 'answer' ? 'said' : 'done'}`,
  )
  addNames(database, known, words)
}

/** Names as people choose them, once each: one with many digits is a number or a hash. */
function addNames(database: Database, known: Set<string>, words: readonly string[]): void {
  for (const word of new Set(words)) {
    if (word.length <= minInside || known.has(word) || !isName(word)) continue
    if (known.size >= 200_000) known.clear()
    known.add(word)
    if (database.run('INSERT OR IGNORE INTO search_names (name) VALUES (?)', word) === 1)
      database.run('INSERT INTO search_inside (rowid, name) VALUES (last_insert_rowid(), ?)', word)
  }
}

const isName = (word: string): boolean => word.length <= 40 && !/\d.*\d.*\d/.test(word)

/** As one word of letters and digits, whatever the id looks like. */
const placeWord = (projectId: string): string => `in${projectId.toLowerCase().replace(/[^a-z0-9]/g, '')}`

const quoted = (words: string): string => `"${words.replaceAll('"', '""')}"`

/** All phrases are required; each in any one of its readings. */
function expression(database: Database, phrases: readonly Phrase[]): string {
  return phrases.map((phrase) => `(${readings(database, phrase).join(' OR ')})`).join(' AND ')
}

function readings(database: Database, { words, open }: Phrase): string[] {
  const [only, ...more] = words
  const last = words.at(-1) ?? ''
  const mayGoOn = open && (last.length >= minOpen || !isAscii(last))
  const asTyped = `${quoted(words.join(' '))}${mayGoOn ? '*' : ''}`
  if (only === undefined || more.length > 0 || only.length < minInside) return [asTyped]
  const names = database
    .all(wordRow, 'SELECT name FROM search_inside WHERE name LIKE ? LIMIT ?', `%${only}%`, maxNames)
    .map(({ name }) => name)
    .filter((name) => !(mayGoOn ? name.startsWith(only) : name === only))
  return [asTyped, ...names.map(quoted)]
}

function behind(database: Database, limit: number): ReturnType<SearchTable['behind']> {
  const ids = (rows: readonly z.infer<typeof idRow>[]) => rows.map(({ id }) => id)
  return {
    turns: ids(
      database.all(
        idRow,
        `SELECT t.id FROM turns t LEFT JOIN search_progress p ON p.source = t.id WHERE p.source IS NULL
         ORDER BY t.number LIMIT ?`,
        limit,
      ),
    ),
    runs: ids(
      database.all(
        idRow,
        `SELECT r.id FROM runs r JOIN event_heads h ON h.run_id = r.id LEFT JOIN search_progress p ON p.source = r.id
         WHERE h.seq > coalesce(p.seq, -1) AND r.status NOT IN ('running', 'waiting') ORDER BY r.number LIMIT ?`,
        limit,
      ),
    ),
  }
}
