import { type InnerModelRequest, type ModelReply, modelReply } from '../../../src-shared/model/message.ts'
import { type Question, questionJson } from '../../../src-shared/model/question.ts'
import { failureOf } from '../failures.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { RunContext } from '../run-context.ts'
import { innerPath } from './inner-path.ts'
import { preferredRole } from './preferred-role.ts'
import { waitForUser } from './user.ts'

/** What one tool call may ask for while it works. */
export interface InsideTool {
  askUser(question: Question): Promise<string>
  callModel(request: InnerModelRequest): Promise<ModelReply>
}
/**
 * Questions and model calls inside a tool call: steps of their own under the call's path, so that the window shows
 * them, and the budget counts them.
 */
export function insideTool(toolPath: string, context: RunContext): InsideTool {
  let [questions, models] = [0, 0]
  return {
    askUser: (question) => {
      questions += 1
      return askInside(innerPath(toolPath, 'ask', questions), question, context)
    },
    callModel: async (asked) => {
      // A call that is made again after a crash may ask for something else.
      do models += 1
      while (context.journal.has(innerPath(toolPath, 'model', models)))
      const { prefers, ...sent } = asked
      const role = preferredRole(context.roles, prefers)
      const request = { ...sent, role, tools: [], toolChoice: 'none', stopAfterCalls: 0 } as const
      const answer = await context.perform({ kind: 'call-model', request }, innerPath(toolPath, 'model', models))
      return modelReply.parse(answer)
    },
  }
}

/** An answer that was given before a crash is not asked for again. */
async function askInside(path: string, question: Question, context: RunContext): Promise<string> {
  const fingerprint = fingerprintOf('ask-user', question)
  const past = context.journal.get(path)
  if (past?.fingerprint === fingerprint && past.outcome?.ok && typeof past.outcome.value === 'string')
    return past.outcome.value
  const again = past !== undefined
  context.log.emit({
    type: 'step-start',
    path,
    print: fingerprint,
    again,
    step: 'ask-user',
    ask: { question: questionJson(question) },
  })
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
