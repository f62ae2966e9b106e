import type { Question } from '../../../src-shared/model/question.ts'
import { failureOf } from '../failures.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { RunContext } from '../run-context.ts'
import { waitForUser } from './user.ts'

/**
 * A question that a tool asks the user: a step of its own under the tool's path, so that the window shows it.
 * An answer that was given before a crash is not asked for again.
 */
export async function askInside(toolPath: string, question: Question, stage: RunContext): Promise<string> {
  const path = `${toolPath}.ask`
  const fingerprint = fingerprintOf('ask-user', question)
  const past = stage.journal.get(path)
  if (past?.fingerprint === fingerprint && past.outcome?.ok && typeof past.outcome.value === 'string')
    return past.outcome.value
  const again = past !== undefined
  stage.log.emit({ type: 'step-start', path, print: fingerprint, again, step: 'ask-user', ask: { question } })
  stage.log.commit()
  const since = stage.ports.clock.elapsed()
  const end = { type: 'step-end', path, step: 'ask-user' } as const
  try {
    const value = await waitForUser(path, question, stage)
    const durationMs = stage.ports.clock.elapsed() - since
    stage.log.emit({ ...end, outcome: { ok: true, value }, durationMs })
    stage.log.commit()
    return value
  } catch (error) {
    const failure = failureOf(error)
    stage.log.emit({ ...end, outcome: { ok: false, failure }, durationMs: stage.ports.clock.elapsed() - since })
    throw error
  }
}
