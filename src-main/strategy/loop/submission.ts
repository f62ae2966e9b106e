import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { CallEntry } from '../../../src-shared/strategy/strategy-info.ts'
import { callEntry, userText } from '../messages.ts'
import { type Routine, recordOwnTool } from '../steps.ts'
import { readInText } from '../strategy-tools/read-in-text.ts'
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

/**
 * Runs the tool loop until the model has called the tool with valid arguments, or has written them in text. What is
 * read from text is recorded as a call, so that the log and the window show it like any other.
 */
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
    const id = `text_${loop.messages.length + added.length}`
    const isText = loop.task.readsText === true && (end.ending === 'answered' || end.ending === 'last-answer')
    const inText = isText ? readInText(tool, end.text, id, end.cutOff) : null
    if (inText?.valid) {
      const entry = callEntry(yield* recordOwnTool(inText.call, inText.result))
      return { ...work, calls: [...calls, entry], ok: true, value: inText.value }
    }
    if (reminders >= maxReminders || end.outOfBudget)
      return { ...work, ok: false, failure: onlyProse(loop.role, tool.info.name) }
    added = [...added, userText(reminder(loop, tool, inText?.problem ?? null))]
  }
}

function reminder({ prompts, task }: Loop, { info }: StrategyTool, problem: string | null): string {
  const again = prompts.callReminder({ tool: info.name })
  if (task.readsText !== true) return again
  const form = prompts.textForm({ tool: info.name, schema: JSON.stringify(info.parameters) })
  return [...(problem === null ? [] : [problem]), again, form].join('\n\n')
}

function onlyProse(role: string, tool: string): Failure {
  return {
    kind: 'strategy-gave-up',
    message: `The model for ${role} answered in text instead of calling ${tool}.`,
    advice: `Choose a model that can call tools for the role ${role}, and send the message again.`,
  }
}
