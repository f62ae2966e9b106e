import type { Store } from '../../store/store.ts'

/** Poll interval for ended runs, ms. */
const lookEveryMs = 4000

/**
 * Packs the logs of ended runs, one at a time in idle moments. Several hosts may do so at once.
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
      // What can't be written now is done later.
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
