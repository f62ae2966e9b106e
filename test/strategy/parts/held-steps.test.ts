import { expect, it } from 'vitest'
import { assistantText } from '../../../src-main/strategy/messages.ts'
import { type Held, heldSteps } from '../../../src-main/strategy/parts/held-steps.ts'
import {
  all,
  delegate,
  phase,
  promptAgent,
  type Routine,
  runTool,
  StepFailed,
} from '../../../src-main/strategy/steps.ts'
import { noLimits } from '../../../src-shared/model/tool.ts'
import { call, task } from '../../kit/agent/agent-replies.ts'
import { play } from '../../kit/agent/play.ts'

const tests = { writable: ['test/**'], readOnly: [] }
const held = (more: Partial<Held> = {}): Held => ({ limits: tests, sessions: 'conversation', ...more })
const stepsOf = (routine: Routine<unknown>, how: Held) => play(heldSteps(routine, how), () => 'answered').steps

it('holds tool calls and prompts to the limits, in phases and branches too, and leaves other steps as they are', () => {
  function* work(): Routine<unknown> {
    yield* phase('inside', all([runTool(call('1', 'write_file')), promptAgent({ agent: 'a', prompt: 'b' })]))
    return yield* runTool(call('2', 'write_file'), { writable: ['test/**', 'src/**'], readOnly: ['src/a'] })
  }
  expect(stepsOf(work(), held())).toMatchObject([
    { kind: 'run-tool', limits: tests },
    { kind: 'prompt-agent', limits: tests, session: 'new' },
    // What both allow, and nothing that one of them forbids.
    { kind: 'run-tool', limits: { writable: ['test/**'], readOnly: ['src/a'] } },
  ])
})

it('keeps the sessions of agents apart if asked to, except one that is named', () => {
  function* work(): Routine<unknown> {
    yield* promptAgent({ agent: 'a', prompt: 'b', session: 'conversation' })
    return yield* promptAgent({ agent: 'a', prompt: 'b', session: 'ses_1' })
  }
  const sessions = (how: Held) => stepsOf(work(), how).map((step) => ('session' in step ? step.session : ''))
  expect(sessions(held())).toEqual(['conversation', 'ses_1'])
  expect(sessions(held({ limits: noLimits, sessions: 'new' }))).toEqual(['new', 'ses_1'])
})

it('refuses a child run under limits, which could not be held to them', () => {
  const child = () => delegate({ name: 'tool-loop', options: {} }, task())
  const { steps, result } = play(heldSteps(child(), held()), [])
  expect([steps, result]).toMatchObject([[], { status: 'failed', failure: { kind: 'strategy-gave-up' } }])
  expect(stepsOf(child(), held({ limits: noLimits }))).toMatchObject([{ kind: 'delegate' }])
})

it('passes failures of steps on to the routine, which may go on', () => {
  const failure = { kind: 'tool-failed', message: 'No.', advice: '' } as const
  function* work(): Routine<string> {
    try {
      yield* runTool(call('1', 'shell'))
    } catch (error) {
      return error instanceof StepFailed ? error.failure.message : ''
    }
    return assistantText('').text
  }
  const fails = () => {
    throw new StepFailed(failure)
  }
  expect(play(heldSteps(work(), held()), fails).result).toBe('No.')
})
