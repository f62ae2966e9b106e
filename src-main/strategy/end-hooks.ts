import { type HookResult, hookResult, type StartedHook } from '../../src-shared/hooks/hook.ts'
import type { Outcome } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { userText } from './messages.ts'
import { isFinal } from './outcome.ts'
import { type EndHook, phase, type Routine, type Strategy } from './steps.ts'

/**
 * A strategy with the hooks at its end. If one says that there is more to do, the strategy works on what the hook said,
 * as if the user had sent it.
 *
 * 1. Hooks run only after work that is complete; not after a stop or a failure, and not after `/compact`.
 * 2. Each hook sends the run back at most as often as it says; after that its step says so.
 * 3. At a limit of the run they run, and send nothing back.
 */
export function withEndHooks(strategy: Strategy, hooks: readonly StartedHook[]): Strategy {
  const atEnd = hooks.filter(({ event }) => event === 'run-end')
  if (atEnd.length === 0) return strategy
  return function* (task) {
    let done = yield* strategy(task)
    if (task.compactNow !== undefined) return done
    for (let sentBack = 0; done.status === 'completed'; sentBack++) {
      const said = yield* runAll(atEnd, done, sentBack)
      if (said === null) break
      const next = yield* phase('sent-back', strategy(taskAfter(task, done, said)), 'Sent back by a hook', sentBack)
      done = joined(done, next)
    }
    return done
  }
}

/** What the hooks want done, for the model; null if nothing, or if they may send nothing back. */
function* runAll(hooks: readonly StartedHook[], done: Outcome, sentBack: number): Routine<string | null> {
  const said: string[] = []
  for (const hook of hooks) {
    const mayStillSendBack = !isFinal(done) && sentBack < hook.sendBacks
    const { decision, output } = yield* runHook({ hook, sentBack, mayStillSendBack, answer: done.text })
    if (decision === 'refuse' && mayStillSendBack)
      said.push(output === '' ? hook.command : `${hook.command}\n${output}`)
  }
  if (said.length === 0) return null
  return `[A hook of the user ran at the end of your work, and sends it back: there is more to do. What it ran and said:]\n\n${said.join('\n\n')}`
}

/** No strategy asks for this step, so it is not part of the vocabulary. */
function* runHook(end: EndHook): Routine<HookResult> {
  return hookResult.parse(yield { kind: 'hook', ...end })
}

const taskAfter = ({ attached: _, ...task }: Task, done: Outcome, said: string): Task => ({
  ...task,
  goal: said,
  history: [...task.history, ...done.messages],
  ...(done.summary !== undefined && { summary: done.summary }),
  messages: [userText(said)],
})

const joined = (before: Outcome, next: Outcome): Outcome => ({
  ...(before.summary !== undefined && { summary: before.summary }),
  ...next,
  messages: [...before.messages, ...next.messages],
  calls: [...before.calls, ...next.calls],
})
