import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { Host } from '../../host/host.ts'

/** The run of an id as it was typed. @throws FailureError if there is none */
export function runNamed(host: Host, id: string): Run {
  const run = host.runs.get(id)
  if (run !== undefined) return run
  throw new FailureError({
    kind: 'not-found',
    message: `There is no run ${JSON.stringify(id)}.`,
    advice: '`agent list` lists all runs.',
  })
}
