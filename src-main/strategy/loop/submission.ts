import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { CallEntry } from '../../../src-shared/strategy/strategy-info.ts'
import { userText } from '../messages.ts'
import type { Routine } from '../steps.ts'
import type { OwnTool } from '../strategy-tools/own-tool.ts'
import type { LoopWork } from './loop.ts'
import { runLoop } from './tool-loop.ts'

/** What came of asking a model for one call of a tool of the strategy's own. */
export type Submission<T> = {
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  /** A soft limit was told of. */
  readonly spent: boolean
} & ({ readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure })

/** A model that answers in prose is asked again this often. */
const maxReminders = 2

/** Runs the tool loop until the model has called the tool rightly; prose is answered with a reminder. */
export function* askForSubmission<T>(work: Omit<LoopWork, 'own'>, tool: OwnTool<T>): Routine<Submission<T>> {
  let added: readonly Message[] = []
  let calls: readonly CallEntry[] = []
  for (let reminders = 0; ; reminders++) {
    const end = yield* runLoop({ ...work, messages: [...work.messages, ...added], own: [tool] })
    added = [...added, ...end.added]
    calls = [...calls, ...end.calls]
    const so = { added, calls, spent: end.spent }
    if (end.failure !== null) return { ...so, ok: false, failure: end.failure }
    const judged = end.submitted === null ? null : tool.judge(end.submitted)
    if (judged?.ok) return { ...so, ok: true, value: judged.value }
    if (reminders >= maxReminders || end.spent)
      return { ...so, ok: false, failure: onlyProse(work.role, tool.info.name) }
    added = [...added, userText(reminder(tool.info.name))]
  }
}

const reminder = (tool: string): string =>
  `You answered in text. An answer counts only as a call of the tool ${tool}: call it now.`

function onlyProse(role: string, tool: string): Failure {
  return {
    kind: 'strategy-gave-up',
    message: `The model for ${role} answered in text instead of calling ${tool}.`,
    advice: `Choose a model that can call tools for the role ${role}, and send the message again.`,
  }
}
