import type { Question } from '../../../src-shared/model/question.ts'
import { failureOf } from '../failures.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { RunContext } from '../run-context.ts'
import { waitForUser } from './user.ts'

/**
 * A question that a tool asks the user: a step of its own under the tool's path, so that the window shows it.
 * An answer that was given before a crash is not asked for again.
 */
export async function askInside(toolPath: string, question: Question, context: RunContext): Promise<string> {
  const path = `${toolPath}.ask`
  const fingerprint = fingerprintOf('ask-user', question)
  const past = context.journal.get(path)
  if (past?.fingerprint === fingerprint && past.outcome?.ok && typeof past.outcome.value === 'string')
    return past.outcome.value
  const again = past !== undefined
  context.log.emit({ type: 'step-start', path, print: fingerprint, again, step: 'ask-user', ask: { question } })
  context.log.commit()
  const since = context.ports.clock.elapsed()
  const end = { type: 'step-end', path, step: 'ask-user' } as const
  try {
    const value = await waitForUser(path, question, context)
    const durationMs = context.ports.clock.elapsed() - since
    context.log.emit({ ...end, outcome: { ok: true, value }, durationMs })
    context.log.commit()
    return value
  } catch (error) {
    const failure = failureOf(error)
    context.log.emit({ ...end, outcome: { ok: false, failure }, durationMs: context.ports.clock.elapsed() - since })
    throw error
  }
}
