import type { Store } from '../../store/store.ts'

/** So often it is looked whether a run has ended, ms. */
const lookEveryMs = 4000

/**
 * Packs the logs of runs that are over, one at a time in quiet moments. Several hosts may do so at once.
 * @returns ends it
 */
export function packLogs(store: Pick<Store, 'looseLogs'>): () => void {
  let timer: NodeJS.Timeout | null = null
  const after = (ms: number) => {
    timer = setTimeout(goOn, ms)
    timer.unref()
  }
  function goOn(): void {
    try {
      after(packNext(store) ? 0 : lookEveryMs)
    } catch {
      // What can't be written now is made up for later.
      after(lookEveryMs)
    }
  }
  after(lookEveryMs)
  return () => {
    if (timer !== null) clearTimeout(timer)
  }
}

/** @returns whether there was one */
export function packNext({ looseLogs }: Pick<Store, 'looseLogs'>): boolean {
  const runId = looseLogs.next()
  if (runId !== undefined) looseLogs.pack(runId)
  return runId !== undefined
}
