import { describe, expect, it } from 'vitest'
import { forkedEvents } from '../../../src-main/agent/fork/fork-log.ts'
import { replayRun } from '../../../src-main/agent/replay/replay.ts'
import { all, askUser, callModel, runTool, type Strategy } from '../../../src-main/strategy/steps.ts'
import type { Question } from '../../../src-shared/model/question.ts'
import type { RunEvent, StoredEvent } from '../../../src-shared/run/event.ts'
import { limitQuestion } from '../../../src-shared/run/limit-question.ts'
import type { Budget, Task } from '../../../src-shared/strategy/task.ts'
import { expectOneEnd, phasesIn, type Trial, worldOf } from '../../kit/agent/agent-lives.ts'
import { memoryLog } from '../../kit/agent/agent-memory-log.ts'
import { allowingUser, configFor, scriptedTools, startTestRun, testPorts } from '../../kit/agent/agent-ports.ts'
import { call, reply, task, unlimited } from '../../kit/agent/agent-replies.ts'
import { type Script, scriptedModel } from '../../kit/agent/agent-scripted-model.ts'

const choice = { name: 'conversation', options: {}, inner: { name: 'tool-loop', options: { maxTurns: 1000 } } }
const asking: Task = task('Mend it.', { asksAtLimits: true })
const [wrapUp, stop, more] = [0, 1, 2]

/** Calls tools in 30 rounds, if it is offered any. */
const busy: Script = ({ tools }, index) => {
  if (tools.length === 0) return reply('So far.')
  return index < 30 ? reply('More.', [call(`${index}`, 'read_file')]) : reply('Done.')
}

/** @param option of every question, in the order in which they are asked; the last one again */
async function run(what: Strategy | typeof choice, budget: Partial<Budget>, options: readonly number[], script = busy) {
  const questions: Question[] = []
  const user = {
    ...allowingUser,
    ask: async (_path: string, question: Question) => {
      const option = options[questions.push(question) - 1] ?? options.at(-1) ?? wrapUp
      // Whatever works beside the question comes to the limit before the answer.
      for (let at = 0; at < 5; at++) await new Promise((turn) => setImmediate(turn))
      return question.options[option] ?? ''
    },
  }
  const log = memoryLog()
  const model = scriptedModel(script)
  const config = configFor(what, { task: asking, budget: { ...unlimited, atLimit: 'ask', ...budget } })
  const end = await startTestRun(testPorts(log, model, { user }), config)
  const events = log.events()
  expectOneEnd(events)
  const replay = await replayRun({ events, readBody: log.readBody }, config)
  expect(replay.divergence).toBeNull()
  return { end, questions, events, model }
}

const limits = [
  ['cost', { cost: 0.01 }],
  ['tokens', { tokens: 1100 }],
  ['modelCalls', { modelCalls: 10 }],
  ['toolCalls', { toolCalls: 10 }],
  ['steps', { steps: 60 }],
  ['bytes', { bytes: 20_000 }],
  ['wallMs', { wallMs: 100 }],
] as const

describe('a limit that ends in a question', () => {
  it.each(limits)('of %s is raised as often as the user allows more', async (name, budget) => {
    const { end, questions } = await run(choice, budget, [more])
    expect(end).toMatchObject({ status: 'completed', text: 'Done.', meta: { ending: 'answered' } })
    expect(questions.length).toBeGreaterThan(0)
    for (const { limit } of questions) expect(limit?.name).toBe(name)
  })

  it.each(limits)('of %s has the model answer once more, without tools, if the user wraps up', async (_, budget) => {
    const { end, questions, events, model } = await run(choice, budget, [wrapUp])
    expect(end).toMatchObject({ status: 'completed', text: 'So far.', meta: { ending: 'last-answer' } })
    expect(questions).toHaveLength(1)
    expect(phasesIn(events)).toEqual(['wrap-up'])
    expect(model.received.filter(({ request }) => request.tools.length === 0)).toHaveLength(1)
  })

  it.each(limits)('of %s ends the run if the user stops it', async (_, budget) => {
    const { end, questions } = await run(choice, budget, [stop])
    expect(end).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent', message: /You stopped/ } })
    expect(questions).toHaveLength(1)
    expect(end.messages.at(-1)?.role).toBe('assistant')
  })

  it('of rounds is the loop’s own: more rounds, the last answer, or the end', async () => {
    const loop = { ...choice, inner: { name: 'tool-loop', options: { maxTurns: 4 } } }
    const { end, questions } = await run(loop, {}, [more, more, wrapUp])
    expect(end).toMatchObject({ status: 'completed', text: 'So far.', meta: { iterations: 13 } })
    expect(questions.map(({ limit }) => [limit?.name, limit?.used])).toEqual([4, 8, 12].map((used) => ['rounds', used]))
    const stopped = await run(loop, {}, [stop])
    expect(stopped.end).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent' }, meta: { iterations: 4 } })
  })

  it('asks nothing in a run that is not watched', async () => {
    const { end, questions } = await run(choice, { cost: 0.01, atLimit: 'stop' }, [more])
    expect(end).toMatchObject({ status: 'completed', text: 'So far.' })
    expect(questions).toHaveLength(0)
  })
})

describe('in a strategy that a user wrote', () => {
  const heedless: Strategy = function* ({ messages, tools }) {
    for (;;) {
      const { message } = yield* callModel({ role: 'any', messages, tools })
      if (message.toolCalls.length === 0) return outcome(message.text)
      for (const each of message.toolCalls) {
        const { ok, text } = yield* runTool(each)
        if (!ok) return outcome(text)
      }
    }
  }
  const outcome = (text: string) => ({
    status: 'completed' as const,
    text,
    messages: [],
    calls: [],
    meta: {},
    failure: null,
  })

  it('wrapping up refuses tools and says why', async () => {
    const { end } = await run(heedless, { tokens: 1100 }, [wrapUp])
    expect(end.text).toContain('the user wants you to wrap up')
  })

  it('and that goes on nevertheless, the run ends at last', async () => {
    const deaf: Strategy = function* ({ messages }) {
      for (;;) yield* callModel({ role: 'any', messages })
    }
    const { end, questions } = await run(deaf, { tokens: 1100 }, [wrapUp], () => reply('Again.'))
    expect(end).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent' } })
    expect(end.totals.modelCalls).toBeLessThan(30)
    expect(questions).toHaveLength(1)
  })

  it('a question of its own raises no limit', async () => {
    const cunning: Strategy = function* ({ messages }) {
      yield* askUser(limitQuestion('cost', 1, 1, 100))
      for (;;) yield* callModel({ role: 'any', messages })
    }
    const { end, questions } = await run(cunning, { cost: 0.01, atLimit: 'stop' }, [more], () => reply('Again.'))
    expect(end.failure?.message).toContain('$0.01')
    expect(questions).toHaveLength(1)
  })

  it('branches that reach the limit together wait for one answer', async () => {
    const wide: Strategy = function* ({ messages }) {
      const branch = (at: number) =>
        (function* () {
          const replies = []
          for (let n = 0; n < 3; n++) replies.push(yield* callModel({ role: `branch ${at}`, messages }))
          return replies.map(({ budget }) => budget)
        })()
      const budgets = yield* all([branch(0), branch(1), branch(2), branch(3)])
      return outcome(JSON.stringify(budgets.flat()))
    }
    const { end, questions, events } = await run(wide, { tokens: 1100 }, [more], () => reply('Yes.'))
    expect(end.text).not.toContain('last-answer')
    expect(questions).toHaveLength(1)
    // How many of them come to the limit before the answer is a matter of timing.
    const waited = events.filter((event) => event.type === 'step-start' && event.step === 'note')
    expect(waited.length).toBeGreaterThan(0)
    expect(waited.length).toBeLessThan(4)
  })
})

describe('a run that was cut off at its limit', () => {
  const trial = (option: number): Trial => ({
    choice,
    script: busy,
    task: asking,
    budget: { ...unlimited, atLimit: 'ask', cost: 0.01 },
    answer: (question) => question.options[option] ?? '',
  })

  it.each([
    ['more', more, 'Done.'],
    ['wrap up', wrapUp, 'So far.'],
  ])('continues from every event to the same end: %s', async (_, option, text) => {
    const whole = await worldOf(trial(option)).live()
    const count = asked(whole.events)
    let deaths = 0
    for (let diesAt = 30; ; diesAt += 3) {
      const world = worldOf(trial(option))
      const first = await world.live({ diesAt })
      if (!first.dead) break
      deaths += 1
      const { end, events } = await world.live({ past: first.events, bodies: first.bodies })
      expect(end).toMatchObject({ status: 'completed', text })
      expectOneEnd(events)
      expect(asked(events)).toBeGreaterThanOrEqual(count)
    }
    expect(deaths).toBeGreaterThan(5)
  })
})

describe('a branch from the question of a limit', () => {
  const trial = (option: number, about: Partial<Budget>): Trial => ({
    choice,
    script: busy,
    task: asking,
    budget: { ...unlimited, atLimit: 'ask', ...about },
    answer: (question) => question.options[option] ?? '',
  })

  it.each([
    ['cost', { cost: 0.01 }, 'more', more, 'Done.'],
    ['cost', { cost: 0.01 }, 'wrap up', wrapUp, 'So far.'],
    ['tool calls', { toolCalls: 10 }, 'more', more, 'Done.'],
  ] as const)(
    'has the whole limit of %s again, and asks when that is reached: %s',
    async (_, about, _do, option, text) => {
      const { events, bodies } = await worldOf(trial(wrapUp, about)).live()
      const [first] = events
      const question = events.find((event) => event.type === 'step-start' && event.step === 'ask-user')
      if (first?.type !== 'run-start' || question?.type !== 'step-start') throw new Error('no question was asked')
      const { path } = question
      const copied = forkedEvents({ events, readBody: (ref) => bodies.get(ref) ?? '' }, path, null)
      const ms = copied.at(-1)?.ms ?? 0
      const forkedFrom = { runId: first.runId, path, copied: copied.length, ms, edited: false, messages: [] }
      const past: RunEvent[] = [{ ...first, runId: 'run-2', forkedFrom }, ...copied]
      const done = await worldOf(trial(option, about)).live({ past, bodies })
      expect(done.end).toMatchObject({ status: 'completed', text })
      expect(asked(done.events)).toBeGreaterThan(0)
      expect(done.end.totals.toolCalls).toBeGreaterThan(5)
      const config = configFor(choice, { task: asking })
      const read = { events: done.events, readBody: (ref: string) => done.bodies.get(ref) ?? '' }
      expect((await replayRun(read, config)).divergence).toBeNull()
    },
  )
})

describe('the limit of time', () => {
  it('asks while a step works, which continues, and waiting does not count', async () => {
    let ms = 0
    const clock = { now: () => 0, elapsed: () => ms }
    let finish: (text: string) => void = () => {}
    const tools = scriptedTools(() => {
      ms = 100
      return new Promise<string>((resolve) => {
        finish = resolve
      })
    })
    const user = {
      ...allowingUser,
      ask: async (_path: string, question: Question) => {
        ms += 10_000
        setTimeout(() => finish('built'), 1)
        return question.options[more] ?? ''
      },
    }
    const model = scriptedModel((_, index) => (index === 0 ? reply('', [call('1', 'shell')]) : reply('Done.')))
    const log = memoryLog()
    const config = configFor(choice, { task: asking, budget: { ...unlimited, atLimit: 'ask', wallMs: 50 } })
    const end = await startTestRun(testPorts(log, model, { clock, user, tools }), config)
    expect(end).toMatchObject({ status: 'completed', text: 'Done.', totals: { waitingMs: 10_000 } })
    expectOneEnd(log.events())
  })
})

const asked = (events: readonly StoredEvent[]): number =>
  events.filter((event) => event.type === 'step-end' && event.step === 'ask-user' && event.outcome.ok).length
