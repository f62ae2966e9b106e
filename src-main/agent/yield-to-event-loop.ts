/**
 * Yields to the event loop while strategies request steps that are all answered synchronously: so Stop, other runs and
 * windows are served within some `turnMs`. If the loop turns by itself, since a step waits for something, nothing is
 * added: a turn costs more than all other work between two steps. One clock for all runs of the process, since
 * they share its loop.
 */
const turnMs = 8
/** Time of the first step in this turn of the loop; null if none yet. */
let since: number | null = null
const turned = () => {
  since = null
}

export function isYieldDue(): boolean {
  if (since !== null) return performance.now() - since >= turnMs
  since = performance.now()
  setImmediate(turned)
  return false
}

export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
