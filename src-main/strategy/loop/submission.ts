import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { CallEntry } from '../../../src-shared/strategy/strategy-info.ts'
import { userText } from '../messages.ts'
import type { Routine } from '../steps.ts'
import type { StrategyTool } from '../strategy-tools/strategy-tool.ts'
import type { Loop } from './loop.ts'
import { runLoop } from './tool-loop.ts'

/** The result of asking a model for one call of a strategy's tool. */
export type Submission<T> = {
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  readonly outOfBudget: boolean
} & ({ readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure })

/** How often a model that answers in prose is reminded. */
const maxReminders = 2

/** Runs the tool loop until the model has called the tool with valid arguments. */
export function* askForSubmission<T>(loop: Loop, tool: StrategyTool<T>): Routine<Submission<T>> {
  let added: readonly Message[] = []
  let calls: readonly CallEntry[] = []
  for (let reminders = 0; ; reminders++) {
    const end = yield* runLoop({ ...loop, messages: [...loop.messages, ...added], strategyTools: [tool] })
    added = [...added, ...end.added]
    calls = [...calls, ...end.calls]
    const work = { added, calls, outOfBudget: end.outOfBudget }
    if (end.ending === 'failed') return { ...work, ok: false, failure: end.failure }
    const submitted = end.ending === 'submitted' ? tool.validate(end.submitted) : null
    if (submitted?.ok) return { ...work, ok: true, value: submitted.value }
    if (reminders >= maxReminders || end.outOfBudget)
      return { ...work, ok: false, failure: onlyProse(loop.role, tool.info.name) }
    added = [...added, userText(loop.prompts.callReminder({ tool: tool.info.name }))]
  }
}

function onlyProse(role: string, tool: string): Failure {
  return {
    kind: 'strategy-gave-up',
    message: `The model for ${role} answered in text instead of calling ${tool}.`,
    advice: `Choose a model that can call tools for the role ${role}, and send the message again.`,
  }
}
