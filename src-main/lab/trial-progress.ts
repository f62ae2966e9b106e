import { parseOutside } from '../../src-shared/base/excess.ts'
import { type TrialProgress, trialProgress } from '../../src-shared/comparison/machines/machine-state.ts'
import type { LabConnection } from './lab-connection.ts'

/** Tells home how far a trial is, if it listens. Nothing depends on it, and nothing is stored. */
export function sendProgress({ nats, names }: LabConnection, progress: TrialProgress): void {
  if (nats.isClosed()) return
  nats.publish(names.progress(progress.experiment, `${progress.trial}`), JSON.stringify(progress))
}

/** What is not valid, or is of another experiment, is left out. @returns ends it */
export function followProgress(
  { nats, names }: LabConnection,
  experiment: string,
  heard: (progress: TrialProgress) => void,
): () => void {
  const following = nats.subscribe(names.progress(experiment, '*'), {
    callback: (_, message) => {
      const read = trialProgress.safeParse(parsed(message.string()))
      if (read.success && read.data.experiment === experiment) heard(read.data)
    },
  })
  return () => following.unsubscribe()
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return null
  }
}
