import { describe, expect, it } from 'vitest'
import { replayRun } from '../../src-main/agent/replay/replay.ts'
import { promptsOf } from '../../src-main/agent/started-prompts.ts'
import { buildStrategy, builtInPrompts } from '../../src-main/strategy/registry.ts'
import { all, callModel, delegate, phase, runTool, type Strategy } from '../../src-main/strategy/steps.ts'
import { agentStepOf } from '../../src-shared/run/agent-update.ts'
import type { EventOf, StoredEvent } from '../../src-shared/run/event.ts'
import { choiceLabel, type StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'
import { everyChoice, type Life, liveOnce, newWorld } from '../kit/agent/registry-runs.ts'

const logOf = ({ events, bodies }: Pick<Life, 'events' | 'bodies'>) => ({
  events,
  readBody: (ref: string) => bodies.get(ref) ?? '',
})
/** Without what another agent did inside its step. */
const answers = (events: readonly StoredEvent[]) =>
  events.filter(
    (event) =>
      (event.type === 'model-end' || event.type === 'tool-end' || event.type === 'step-end') &&
      agentStepOf(event.path) === event.path,
  ).length

const replayed = (life: Pick<Life, 'events' | 'bodies'>, what: StrategyChoice | Strategy) =>
  replayRun(logOf(life), configFor(what))

/** Work of any shape: a model call, two tools side by side, a phase, a child run. */
const shaped = (words: { goal: string; child: string; tools: number }): Strategy =>
  function* (task) {
    const first = yield* callModel({ role: 'any', messages: [{ role: 'user', text: words.goal }] })
    const calls = Array.from({ length: words.tools }, (_, at) => runTool(call(`c${at}`, 'write_file', { at })))
    const results = yield* all(calls)
    const child = yield* phase(
      'ask',
      delegate(
        { name: 'chat', options: {} },
        { ...task, goal: words.child, messages: [{ role: 'user', text: words.child }], depth: 1 },
      ),
    )
    const text = [first.message.text, ...results.map((result) => result.text), child.text].join()
    return { status: 'completed', text, messages: [], calls: [], meta: {}, failure: null }
  }
const words = { goal: 'Mend it.', child: 'Look at it.', tools: 2 }

async function shapedRun(): Promise<Pick<Life, 'events' | 'bodies'>> {
  const log = memoryLog()
  await startTestRun(
    testPorts(
      log,
      scriptedModel(() => reply('Fine.')),
    ),
    configFor(shaped(words)),
  )
  return { events: log.events(), bodies: log.bodies }
}

describe.each(everyChoice.map((choice) => [choiceLabel(choice), choice] as const))('a replay of %s', (_, choice) => {
  it('comes to every step and to the same outcome, and acts on nothing (T7)', async () => {
    const world = newWorld()
    const life = await liveOnce(choice, world)
    expect(life.end.status).toBe('completed')
    const before = JSON.stringify([life.events, world.files.written, world.model.received.length])
    const came = await replayed(life, choice)
    expect(came).toMatchObject({ divergence: null, reached: 'outcome', steps: answers(life.events) })
    expect(JSON.stringify([life.events, world.files.written, world.model.received.length])).toBe(before)
  })

  it('of a run that crashed anywhere, resumed or not, is equal as well', async () => {
    for (let diesAt = 2; ; diesAt += 3) {
      const world = newWorld()
      const first = await liveOnce(choice, world, undefined, diesAt)
      if (!first.dead) break
      if (first.events.length === 0) continue
      expect(await replayed(first, choice)).toMatchObject({ divergence: null, reached: 'cut' })
      if (diesAt % 2 === 0) world.files.loseCopies()
      const second = await liveOnce(choice, world, first)
      expect(await replayed(second, choice)).toMatchObject({ divergence: null, reached: 'outcome' })
    }
  })

  it('of a run that was stopped at any event goes as far as the run went', async () => {
    const whole = await liveOnce(choice)
    for (const { seq } of whole.events.slice(0, -1).filter((_event, at) => at % 2 === 0)) {
      const life = await liveOnce(choice, newWorld(), undefined, undefined, seq)
      expect(await replayed(life, choice)).toMatchObject({ divergence: null })
    }
  })
})

describe('a changed strategy', () => {
  it('is equal where it is not changed', async () => {
    const life = await shapedRun()
    expect(await replayed(life, shaped(words))).toEqual({
      steps: 4,
      versions: { logged: 'own@1', present: 'own@1' },
      reached: 'outcome',
      divergence: null,
    })
  })

  it.each([
    [
      { ...words, goal: 'Break it.' },
      '0',
      'a model call of any; message 1: user Mend it.',
      'a model call of any; message 1: user Break it.',
    ],
    [{ ...words, tools: 3 }, '1', '2 parallel branches', '3 parallel branches'],
    [
      { ...words, child: 'Look away.' },
      '2.0',
      'a child run of chat for Look at it.',
      'a child run of chat for Look away.',
    ],
  ])('%j is named by step, expected and got', async (other, path, expected, got) => {
    const { divergence } = await replayed(await shapedRun(), shaped(other))
    expect(divergence).toEqual({ path, expected, got })
  })

  it('that asks for more, or for less, or ends otherwise, is named too', async () => {
    const life = await shapedRun()
    const more: Strategy = function* (task) {
      const end = yield* shaped(words)(task)
      yield* runTool(call('late', 'shell', { command: 'ls' }))
      return end
    }
    expect((await replayed(life, more)).divergence).toEqual({
      path: '3',
      expected: 'no step here',
      got: 'the tool call shell {"command":"ls"}',
    })
    // biome-ignore lint/correctness/useYield: a strategy that asks for nothing
    const less: Strategy = function* () {
      return { status: 'completed', text: '', messages: [], calls: [], meta: {}, failure: null }
    }
    expect((await replayed(life, less)).divergence).toEqual({
      path: '0',
      expected: 'a model call of any',
      got: 'the end, without this step',
    })
    const otherwise: Strategy = function* (task) {
      return { ...(yield* shaped(words)(task)), text: 'Otherwise.' }
    }
    expect((await replayed(life, otherwise)).divergence).toMatchObject({ path: '', got: 'the answer Otherwise.' })
  })

  it('an answer that was changed in the log shows at the step that depends on it', async () => {
    const { events, bodies } = await shapedRun()
    const forged = events.map((event) =>
      event.type === 'model-end' && event.path === '0' && event.outcome.ok
        ? {
            ...event,
            outcome: {
              ok: true as const,
              value: { ...event.outcome.value, message: { ...event.outcome.value.message, text: 'Bad.' } },
            },
          }
        : event,
    )
    const { divergence } = await replayed({ events: forged, bodies }, shaped(words))
    expect(divergence?.got).toMatch(/^the answer Bad\./)
  })
})

it('replays a run with the default prompts of its time, whatever they are today', async () => {
  const book = { ...builtInPrompts, chat: { emptyNudge: 'Say something.' } }
  const choice = { name: 'chat', options: {} }
  const log = memoryLog()
  const model = scriptedModel((_, index) => reply(index === 0 ? '' : 'Here.'))
  await startTestRun(testPorts(log, model), configFor(choice, { ...built(book), prompts: book }))

  const events = log.events()
  const read = { events, readBody: (ref: string) => log.readBody(ref) }
  const start = events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  const stored = start && promptsOf(start, (ref) => log.bodies.get(ref))
  expect(stored).toEqual(book)
  expect(await replayRun(read, built(stored))).toMatchObject({ divergence: null })
  expect(await replayRun(read, built(undefined))).not.toMatchObject({ divergence: null })
  expect(start && promptsOf(start, () => undefined)).toBeUndefined()

  function built(prompts: typeof stored) {
    const made = buildStrategy(choice, prompts)
    if (!made.ok) throw new Error(made.failure.message)
    return { ...made, buildChild: buildStrategy }
  }
})
