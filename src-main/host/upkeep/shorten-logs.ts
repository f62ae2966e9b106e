import type { Store } from '../../store/store.ts'
import { openHistories } from '../opening/histories.ts'
import { shortenNext } from './shorten-log.ts'

/** Poll interval for imported logs, and for shrinking the file, ms. */
const lookEveryMs = 60_000

/**
 * Rewrites logs of an older format, one at a time in idle moments, and then shrinks the file. Until then, and
 * if it is stopped early, logs of both formats are read. Several hosts may do so at once.
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
      // What can't be written now is done later.
      after(lookEveryMs, goOn)
    }
  }
  after(0, goOn)
  return () => {
    if (timer !== null) clearTimeout(timer)
  }
}
