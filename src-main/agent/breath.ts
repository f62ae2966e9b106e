/**
 * Lets the event loop turn while strategies ask for steps that are all answered at once: so Stop, other runs and
 * windows are heard within some `turnMs`. If the loop turns by itself, since a step waits for something, nothing is
 * added: a turn is worth more than all else that is done between two steps. One clock for all runs of the process, as
 * they share its loop.
 */
const turnMs = 8
/** When the first step of this turn of the loop was asked about; null if none was yet. */
let since: number | null = null
const turned = () => {
  since = null
}

export function isBreathDue(): boolean {
  if (since !== null) return performance.now() - since >= turnMs
  since = performance.now()
  setImmediate(turned)
  return false
}

export const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
