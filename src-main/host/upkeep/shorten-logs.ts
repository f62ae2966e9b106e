import type { Store } from '../../store/store.ts'
import { openHistories } from '../opening/histories.ts'
import { shortenNext } from './shorten-log.ts'

/** So often it is looked whether more came in by imports, and whether the file can be made smaller now, ms. */
const lookEveryMs = 60_000

/**
 * Writes logs of an older form again, one at a time in quiet moments, and then makes the file smaller. Until then, and
 * where it is ended on the way, logs of both forms are read. Several hosts may do so at once.
 * @returns ends it
 */
export function shortenLogs(store: Store): () => void {
  const histories = openHistories(store)
  let timer: NodeJS.Timeout | null = null
  const after = (ms: number, work: () => void) => {
    timer = setTimeout(work, ms)
    timer.unref()
  }
  function goOn(): void {
    timer = null
    try {
      const more = shortenNext(store, histories)
      if (!more && store.runs.withStatus(['running', 'waiting']).length === 0) store.reclaim()
      after(more ? 0 : lookEveryMs, goOn)
    } catch {
      // What can't be written now is made up for later.
      after(lookEveryMs, goOn)
    }
  }
  after(0, goOn)
  return () => {
    if (timer !== null) clearTimeout(timer)
  }
}
