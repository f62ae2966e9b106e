import { type DigestedTable, digestedTables } from '../../store/database/row-digests.ts'
import type { Store } from '../../store/store.ts'

/** After so long the check begins, ms: whoever opens a window looks at something first. */
const firstAfterMs = 20_000
/** Events that are checked at a time: about a millisecond. */
const most = 500
/** Between two parts of the work others have their turn, ms. */
const between = 5

/**
 * Looks at all that is stored once, bit by bit in quiet moments, so that damage is marked in the lists before anybody
 * comes to the damaged place (T40).
 * @returns ends it
 */
export function checkStore(store: Store): () => void {
  const work = parts(store)
  let timer = setTimeout(goOn, firstAfterMs).unref()
  function goOn(): void {
    try {
      if (work.next().done) return
    } catch {
      // What can't be read now is read, and told of, by whoever wants it.
      return
    }
    timer = setTimeout(goOn, between).unref()
  }
  return () => clearTimeout(timer)
}

const isDigested = (table: string): table is DigestedTable => Object.hasOwn(digestedTables, table)

function* parts(store: Store): Generator<void> {
  for (const table of Object.keys(digestedTables).filter(isDigested)) {
    store.allWhole(table)
    yield
  }
  for (const { id } of store.runs.list(null, Number.MAX_SAFE_INTEGER))
    for (let after = -1, read = most; read === most; ) {
      // It notes what it finds.
      read = store.events.read(id, after, most).length
      after += read
      yield
    }
}
