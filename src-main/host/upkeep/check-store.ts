import { type DigestedTable, digestedTables } from '../../store/database/row-digests.ts'
import type { Store } from '../../store/store.ts'

/** Delay before the check starts, ms, so that opening a window comes first. */
const firstAfterMs = 20_000
/** Events that are checked at a time: about a millisecond. */
const most = 500
/** Pause between two parts of the work, ms, for other tasks. */
const between = 5

/**
 * Checks all stored data once, step by step in idle moments, so that damage is marked in the lists before anybody
 * opens it (T40).
 * @returns ends it
 */
export function checkStore(store: Store): () => void {
  const work = parts(store)
  let timer = setTimeout(goOn, firstAfterMs).unref()
  function goOn(): void {
    try {
      if (work.next().done) return
    } catch {
      // What can't be read now is reported when it is requested.
      return
    }
    timer = setTimeout(goOn, between).unref()
  }
  return () => clearTimeout(timer)
}

/** Rows of a table whose indexes are compared with it, at once: some 100 ms. */
const maxRows = 50_000
/** The same at the start of a command. */
const fewRows = 5000

/** What lists are read by, before a command prints one. */
export function checkLists(store: Store): void {
  for (const table of ['projects', 'conversations', 'turns', 'runs'] as const) store.indexesWhole(table, fewRows)
}

const isDigested = (table: string): table is DigestedTable => Object.hasOwn(digestedTables, table)

function* parts(store: Store): Generator<void> {
  for (const table of Object.keys(digestedTables).filter(isDigested)) {
    store.allWhole(table)
    yield
    store.indexesWhole(table, maxRows)
    yield
  }
  for (const { id } of store.runs.list(null, Number.MAX_SAFE_INTEGER))
    for (let after = -1, read = most; read === most; ) {
      // The call records the damage that it finds.
      read = store.events.read(id, after, most).length
      after += read
      yield
    }
}
