import { describe, expect, it } from 'vitest'
import type { Strategy } from '../../src-main/strategy/steps.ts'
import { note } from '../../src-main/strategy/steps.ts'
import type { Budget } from '../../src-shared/strategy/task.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { allowingUser, configFor, scriptedTools, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply, unlimited } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

const choice = { name: 'conversation', options: {}, inner: { name: 'tool-loop', options: { maxTurns: 1000 } } }

/** A model that never stops calling tools, as long as it is offered any. */
const endless = () =>
  scriptedModel((request) => (request.tools.length > 0 ? reply('More.', [call('1', 'read_file')]) : reply('So far.')))
const runWith = (budget: Partial<Budget>, model = endless()) =>
  startTestRun(testPorts(memoryLog(), model), configFor(choice, { budget: { ...unlimited, ...budget } }))

describe('a budget (T11)', () => {
  it.each([
    ['model calls', { modelCalls: 10 }, 10],
    ['tool calls', { toolCalls: 10 }, 11],
    ['steps', { steps: 60 }, 20],
    ['tokens', { tokens: 1100 }, 11],
    ['cost', { cost: 0.01 }, 11],
  ] as const)('of %s asks for the last answer at the soft limit, and gets it', async (_, budget, most) => {
    const end = await runWith(budget)
    expect(end).toMatchObject({ status: 'completed', text: 'So far.', meta: { ending: 'last-answer' } })
    expect(end.totals.modelCalls).toBeLessThanOrEqual(most)
    expect(end.totals.modelCalls).toBeGreaterThan(5)
  })

  it.each([
    ['model calls', { modelCalls: 5 }, '5 model calls'],
    ['tool calls', { toolCalls: 5 }, '5 tool calls'],
    ['steps', { steps: 25 }, '25 steps'],
    ['tokens', { tokens: 600 }, '600 tokens'],
    ['cost', { cost: 0.005 }, '$0.005'],
  ] as const)('of %s ends a run that does not heed it, with the work kept', async (_, budget, said) => {
    const deaf = scriptedModel(() => reply('', [call('1', 'read_file')]))
    // Limits that are never near until they are spent, so that the loop is not told before.
    const stubborn = await runWith({ ...budget, soft: 1000 }, 'modelCalls' in budget ? deaf : endless())
    expect(stubborn).toMatchObject({
      status: 'failed',
      failure: { kind: 'budget-spent', message: expect.stringContaining(said) },
    })
    expect(stubborn.messages.length).toBeGreaterThan(3)
    expect(stubborn.messages.at(-1)?.role).toBe('assistant')
  })

  it('of wall time ends the run in the middle of a step', async () => {
    const log = memoryLog()
    // All of the time is left until the model is called, however slowly the run gets there.
    let ms = 0
    const clock = { now: () => 0, elapsed: () => ms }
    const endless = scriptedModel(() => {
      ms = 20
      return new Promise<never>(() => {})
    })
    const ports = testPorts(log, endless, { clock })
    const end = await startTestRun(ports, configFor(choice, { budget: { ...unlimited, wallMs: 20 } }))
    expect(end).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent' } })
    expect(log.appended.at(-2)).toMatchObject({ type: 'model-end', outcome: { ok: false } })
  })

  it('of wall time does not count the time spent waiting for the user', async () => {
    let ms = 0
    const clock = { now: () => 0, elapsed: () => ms }
    const user = {
      ...allowingUser,
      ask: async () => {
        ms += 3_600_000
        return 'late'
      },
    }
    const tools = scriptedTools((_, context) => context.askUser({ question: 'Which?', options: ['x'], freeText: true }))
    const model = scriptedModel((_, index) => (index === 0 ? reply('', [call('1', 'ask_user')]) : reply('Done.')))
    const ports = testPorts(memoryLog({ elapsed: () => ms }), model, { clock, user, tools })
    const end = await startTestRun(ports, configFor(choice, { budget: { ...unlimited, wallMs: 60_000 } }))
    expect(end).toMatchObject({ status: 'completed', totals: { waitingMs: 3_600_000 } })
  })

  it('can not be caught by a strategy', async () => {
    const stubborn: Strategy = function* () {
      for (;;) {
        try {
          yield* note('again', {})
        } catch {
          yield* note('caught', {})
        }
      }
    }
    const log = memoryLog()
    const end = await startTestRun(
      testPorts(log, endless()),
      configFor(stubborn, { budget: { ...unlimited, steps: 30 } }),
    )
    expect(end.failure?.kind).toBe('budget-spent')
    expect(log.appended.filter((event) => event.type === 'step-start')).toHaveLength(30)
  })
})
