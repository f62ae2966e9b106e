import { expect, test } from 'vitest'
import { withEndHooks } from '../../src-main/strategy/end-hooks.ts'
import { userText } from '../../src-main/strategy/messages.ts'
import { outcomeOf } from '../../src-main/strategy/outcome.ts'
import { readClock, type Strategy } from '../../src-main/strategy/steps.ts'
import { type HookResult, hook, type StartedHook } from '../../src-shared/hooks/hook.ts'
import type { Outcome } from '../../src-shared/strategy/strategy-info.ts'
import { task } from '../kit/agent/agent-replies.ts'
import { play } from '../kit/agent/play.ts'

const atEnd = (about: Partial<StartedHook> = {}): StartedHook => ({
  ...hook.parse({ event: 'run-end', command: 'npm test', ...about }),
  source: 'user',
})
const result = (decision: HookResult['decision'], output = ''): HookResult => ({
  ended: 'exited',
  exitCode: decision === 'refuse' ? 2 : 0,
  decision,
  output,
})

/** Answers with what it was given, by a step, so that a pass is seen. */
const echo = (more: Partial<Outcome> = {}): Strategy =>
  function* (given) {
    yield* readClock('a step')
    const work = { text: `${given.history.length} ${given.goal}`, added: [], calls: [], meta: {} }
    return { ...outcomeOf(given, work), ...more }
  }

const played = (hooks: readonly StartedHook[], answers: readonly HookResult[], strategy = echo()) => {
  let at = 0
  const answer = ({ kind }: { readonly kind: string }) => (kind === 'hook' ? answers[at++] : 0)
  const { steps, phases, result: end } = play(withEndHooks(strategy, hooks)(task('Mend it.')), answer)
  return { kinds: steps.map(({ kind }) => kind), steps, phases, end }
}

test('a hook that is content changes nothing, and without hooks there is no step', () => {
  expect(played([atEnd()], [result('continue')])).toMatchObject({
    kinds: ['read-clock', 'hook'],
    end: { text: '0 Mend it.', messages: [userText('Mend it.')] },
  })
  expect(played([atEnd({ event: 'after-edit' })], []).kinds).toEqual(['read-clock'])
})

test('a hook sends the run back on what it said, after the work so far', () => {
  const { kinds, phases, end } = played([atEnd()], [result('refuse', '2 tests fail'), result('continue')])
  expect(kinds).toEqual(['read-clock', 'hook', 'read-clock', 'hook'])
  expect(phases).toEqual(['Sent back by a hook'])
  expect(end.text).toContain('2 tests fail')
  expect(end.text.startsWith('1 ')).toBe(true)
  expect(end.messages).toHaveLength(2)
})

test('it sends the run back only as often as it may, and says so in its last step', () => {
  const { steps, phases } = played([atEnd({ sendBacks: 1 })], [result('refuse'), result('refuse')])
  expect(phases).toHaveLength(1)
  expect(steps.filter(({ kind }) => kind === 'hook')).toMatchObject([
    { sentBack: 0, mayStillSendBack: true },
    { sentBack: 1, mayStillSendBack: false },
  ])
})

test('after a failure no hook runs, and at a limit of the run none sends it back', () => {
  const failure = { kind: 'strategy-gave-up', message: 'No.', advice: '' } as const
  expect(played([atEnd()], [], echo({ status: 'failed', failure })).kinds).toEqual(['read-clock'])
  const spent = played([atEnd()], [result('refuse', 'more')], echo({ outOfBudget: true }))
  expect(spent.kinds).toEqual(['read-clock', 'hook'])
})
