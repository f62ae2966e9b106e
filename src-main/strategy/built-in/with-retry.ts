import { z } from 'zod'
import type { Message } from '../../../src-shared/model/message.ts'
import { type Prompts, prompt } from '../../../src-shared/strategy/prompts.ts'
import type { Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { timesOption } from '../loop/loop-options.ts'
import { userText } from '../messages.ts'
import { addedBy, isFinal, outcomeOf } from '../outcome.ts'
import { detectFailure } from '../parts/failure-detector.ts'
import { noProgress, plus } from '../parts/progress.ts'
import { note, phase, type Routine, restore, type Strategy, snapshot } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'

const options = z.strictObject({
  maxRetries: timesOption(1, 20, 2, 'Attempts after the first one, at most'),
  check: z
    .string()
    .default('')
    .describe(
      'A command that must exit with 0 after an attempt, such as npm test; it alone decides. Empty: none is run',
    ),
  onToolFailure: z
    .boolean()
    .default(true)
    .describe('Without a check: also try again where the last call of some tool failed and was never made good'),
  restore: z
    .boolean()
    .default(false)
    .describe('Start each further attempt from the files as they were before the first one'),
})

const retryPrompts = {
  retry: prompt(
    'Asks for another attempt',
    'An earlier attempt at this failed. {reason}{answer}\n\n{files} Do the task, and avoid that failure.',
    { required: ['reason'], optional: ['answer', 'files'] },
  ),
  answer: prompt('Stands for {answer} of that, if there was one', '\n\nIts answer was:\n\n{answer}', {
    required: ['answer'],
  }),
  filesRestored: prompt(
    'Stands for {files} of that if they were restored',
    'All files are again as they were before it.',
  ),
  filesKept: prompt(
    'Stands for {files} of that if they were not',
    'The files are as it left them: look at them before you change anything.',
  ),
}
type RetryPrompts = Prompts<typeof retryPrompts>
type RetryOptions = z.infer<typeof options> & { readonly prompts: RetryPrompts }

/**
 * Up to N more attempts of the inner strategy; each is given the reason why the one before failed.
 *
 * 1. An error that the inner strategy throws (an endpoint that is down) is not caught: it fails the run.
 * 2. Once a limit of the run is reached, or the user ended the work, there are no further attempts.
 */
function* retryRun(task: Task, inner: Strategy, chosen: RetryOptions): Routine<Outcome> {
  const attempts = chosen.maxRetries + 1
  const before = chosen.restore ? yield* snapshot('before the first attempt') : null
  let request: readonly Message[] = []
  let done = noProgress
  const reasons: string[] = []
  for (let attempt = 1; ; attempt++) {
    const title = `attempt ${attempt} of ${attempts}`
    const nextTask = { ...task, messages: [...task.messages, ...request] }
    const outcome = yield* phase('attempt', inner(nextTask), title, attempt - 1)
    done = plus(done, { added: addedBy(outcome, task), calls: outcome.calls })
    const found = yield* detectFailure(outcome, chosen, attempt - 1)
    yield* note(found === null ? `${title} succeeded` : `${title} failed`, { reason: found?.reason ?? null })
    if (found !== null) reasons.push(found.reason)
    if (found === null || attempt >= attempts || isFinal(outcome)) {
      const meta = { ...outcome.meta, attempts: attempt, succeeded: found === null, reasons }
      const text = outcome.text.trim() === '' && found === null ? passedAnyway(chosen.check, outcome) : outcome.text
      const work = { ...outcome, text, added: done.added, calls: done.calls, meta }
      return outcomeOf(task, work, found === null ? null : (outcome.failure ?? found.failure))
    }
    if (before !== null) yield* restore(before)
    request = [userText(retryRequest(chosen.prompts, outcome, found.reason, before !== null))]
    // Undone work is not added to the conversation: a model would believe that it is in the files.
    done = before === null ? plus(done, { added: request }) : { ...done, added: request }
  }
}

/** The answer of an attempt that gave none, but whose check passes. */
const passedAnyway = (check: string, { failure }: Outcome): string =>
  `\`${check.trim()}\` passes.${failure === null ? '' : ` The attempt itself ended early: ${failure.message}`}`

function retryRequest(prompts: RetryPrompts, outcome: Outcome, reason: string, undone: boolean): string {
  const files = undone ? prompts.filesRestored() : prompts.filesKept()
  const answer = outcome.text.trim() === '' ? '' : prompts.answer({ answer: shortened(outcome.text) })
  return prompts.retry({ reason, answer, files })
}

const shortened = (text: string): string => (text.length > 4000 ? `${text.slice(0, 4000)} …` : text)

export const retry = defineStrategy({
  name: 'retry',
  title: 'Retry',
  summary: 'Tries the inner strategy again if it fails, and says why it failed.',
  version: 2,
  wrapper: true,
  options,
  prompts: retryPrompts,
  roles: [],
  phases: [
    { name: 'attempt', to: ['check', 'attempt'], when: { attempt: 'failed' }, inner: true },
    { name: 'check', to: ['attempt'], when: { attempt: 'failed' } },
  ],
  build: (chosen, inner) => {
    if (inner === null) throw new Error('retry wraps a strategy and was given none')
    return (task) => retryRun(task, inner, chosen)
  },
})
