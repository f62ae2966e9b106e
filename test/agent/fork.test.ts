import { describe, expect, it } from 'vitest'
import { forkedEvents } from '../../src-main/agent/fork/fork-log.ts'
import { messagesAt } from '../../src-main/agent/fork/fork-messages.ts'
import { rebuildMessages } from '../../src-main/agent/replay/rebuild-messages.ts'
import { replayRun } from '../../src-main/agent/replay/replay.ts'
import { agentStepOf } from '../../src-shared/run/agent-update.ts'
import type { RunEvent, StoredEvent } from '../../src-shared/run/event.ts'
import type { EditedAnswer } from '../../src-shared/run/fork.ts'
import { emptyRunView, foldItems } from '../../src-shared/run/view/fold.ts'
import { choiceLabel, type StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import { expectOneEnd } from '../kit/agent/agent-lives.ts'
import { configFor } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { everyChoice, type Life, liveOnce, newWorld } from '../kit/agent/registry-runs.ts'

const toolLoop: StrategyChoice = { name: 'tool-loop', options: {} }

/** The beginning of a fork's log, as the host writes it. */
function forkOf(life: Life, path: string, answer: EditedAnswer | null = null): Life {
  const copied = forkedEvents(logOf(life), path, answer)
  const [first] = life.events
  if (first?.type !== 'run-start') throw new Error('no first event')
  const ms = copied.at(-1)?.ms ?? 0
  const forkedFrom = { runId: first.runId, path, copied: copied.length, ms, edited: answer !== null, messages: [] }
  const events: RunEvent[] = [{ ...first, runId: 'run-2', forkedFrom }, ...copied]
  return { ...life, events }
}

const logOf = ({ events, bodies }: Life) => ({ events, readBody: (ref: string) => bodies.get(ref) ?? '' })
const leaves = (events: readonly StoredEvent[]) =>
  events.flatMap((event) => (/^(model|tool|step)-start$/.test(event.type) && 'path' in event ? [event.path] : []))
const count = (events: readonly StoredEvent[], type: string) => events.filter((event) => event.type === type).length
const isCopyPath = (events: readonly StoredEvent[], path: string) =>
  events.some((event) => event.type === 'phase-start' && event.copy && path.startsWith(`${event.path}.`))

async function expectGoodFork(choice: StrategyChoice, fork: Life, world = newWorld()): Promise<Life> {
  const requestCount = world.model.received.length
  const done = await liveOnce(choice, world, fork)
  expectOneEnd(done.events)
  expect(done.end.failure?.kind).not.toBe('strategy-changed')
  expect(count(done.events, 'run-resume')).toBe(0)
  const made = world.model.received.length - requestCount
  expect(made).toBe(count(done.events, 'model-end') - count(fork.events, 'model-end'))
  // Only what was newly done counts, in the run's end and in the fold at every moment.
  expect(done.end.totals.modelCalls).toBe(made)
  const items = done.events.map((event) => ({ kind: 'event' as const, event }))
  expect(foldItems(emptyRunView(), items).totals).toEqual(done.end.totals)
  expect(foldItems(emptyRunView(), items.slice(0, -1)).totals.modelCalls).toBe(made)
  expect((await replayRun(logOf(done), configFor(choice))).divergence).toBeNull()
  return done
}

describe.each(everyChoice.map((choice) => [choiceLabel(choice), choice] as const))('%s', (_, choice) => {
  it('goes on from any step: what came before is answered, the rest is done, and it replays', async () => {
    const life = await liveOnce(choice)
    // What another agent did can be branched only as a whole.
    for (const path of leaves(life.events).filter(
      (each) => !isCopyPath(life.events, each) && agentStepOf(each) === each,
    )) {
      const fork = forkOf(life, path)
      expect(leaves(fork.events)).not.toContain(path)
      for (const each of leaves(fork.events))
        expect(rebuildMessages(fork.events, each, logOf(life).readBody)).toEqual(
          rebuildMessages(life.events, each, logOf(life).readBody),
        )
      await expectGoodFork(choice, fork)
    }
  })
})

describe('a fork', () => {
  it('that crashes anywhere is resumed, and comes to the same', async () => {
    const choice: StrategyChoice = { name: 'plan-revise-execute', options: {} }
    const life = await liveOnce(choice)
    const path = leaves(life.events).at(-3) ?? ''
    const whole = await expectGoodFork(choice, forkOf(life, path))
    for (let diesAt = 1; ; diesAt++) {
      const world = newWorld()
      const first = await liveOnce(choice, world, forkOf(life, path), diesAt)
      if (!first.dead) break
      const second = await liveOnce(choice, world, first)
      expect(second.end).toMatchObject({ status: whole.end.status, text: whole.end.text })
      expect(second.end.totals.modelCalls).toBeLessThanOrEqual(whole.end.totals.modelCalls + 1)
      expect((await replayRun(logOf(second), configFor(choice))).divergence).toBeNull()
    }
  })

  it('of a fork goes on in the same way', async () => {
    const life = await liveOnce(toolLoop)
    const paths = leaves(life.events)
    const one = await expectGoodFork(toolLoop, forkOf(life, paths.at(-1) ?? ''))
    await expectGoodFork(toolLoop, forkOf(one, paths.at(1) ?? ''))
  })

  it('with an edited answer of the model is told that, and no model is asked for it', async () => {
    const life = await liveOnce(toolLoop)
    const calls = [{ tool: 'shell', arguments: '{"command":"ls"}' }]
    const world = newWorld((request) => reply(`after ${request.messages.at(-1)?.role}`))
    const done = await expectGoodFork(toolLoop, forkOf(life, '0', { text: 'I look first.', calls }), world)
    expect(done.end.text).toBe('after tool')
    expect(world.model.received).toHaveLength(1)
    expect(world.model.received[0]?.text).toContain('I look first.')
  })

  it('with an edited result of a tool does not run the tool', async () => {
    const life = await liveOnce(toolLoop)
    const [path = ''] = life.events.flatMap((event) => (event.type === 'tool-start' ? [event.path] : []))
    const world = newWorld()
    const done = await expectGoodFork(toolLoop, forkOf(life, path, { text: 'The disk is full.', calls: [] }), world)
    expect(world.files.written).toEqual([])
    expect(world.model.received[0]?.text).toContain('The disk is full.')
    expect(done.end.totals).toMatchObject({ toolCalls: 0, modelCalls: 1 })
  })

  it('takes over nothing of a branch that had not ended, and what had', async () => {
    const twice = () =>
      reply('', [call('a', 'write_file', { content: 'a' }), call('b', 'write_file', { content: 'b' })])
    const world = newWorld((request) => (request.messages.at(-1)?.role === 'tool' ? reply('Both.') : twice()))
    const life = await liveOnce(toolLoop, world)
    const [one = '', other = ''] = life.events.flatMap((event) => (event.type === 'tool-start' ? [event.path] : []))
    // Both began before either ended: so the other one is done anew too, and not called interrupted.
    expect(leaves(forkOf(life, one).events)).not.toContain(other)
    expect(count(forkOf(life, one).events, 'tool-begin')).toBe(0)
  })

  it('names a step that is not there, and one whose copy is gone', async () => {
    const life = await liveOnce({ name: 'best-of-n', options: { candidates: 2 } })
    expect(() => forkedEvents(logOf(life), '99', null)).toThrow('no step "99"')
    const inside = leaves(life.events).find((path) => isCopyPath(life.events, path)) ?? ''
    expect(() => forkedEvents(logOf(life), inside, null)).toThrow('copy of the files')
  })
})

describe('the messages at a step', () => {
  it('are what a model saw of the turn, and after a tool call its result with all before', async () => {
    const life = await liveOnce({ name: 'conversation', options: {}, inner: toolLoop })
    const [first = '', tool = '', last = ''] = life.events.flatMap((event) =>
      event.type === 'model-start' || event.type === 'tool-start' ? [event.path] : [],
    )
    const roles = (path: string, answer: EditedAnswer | null = null) =>
      messagesAt(logOf(life), path, answer).map((message) => message.role)
    expect(roles(first)).toEqual(['user'])
    expect(roles(tool)).toEqual(['user', 'assistant', 'tool'])
    expect(roles(last)).toEqual(['user', 'assistant', 'tool'])
    expect(roles(last, { text: 'No.', calls: [] })).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(messagesAt(logOf(life), tool, { text: 'Full.', calls: [] }).at(-1)).toMatchObject({
      text: 'Full.',
      ok: true,
    })
    expect(() => messagesAt(logOf(life), '77', null)).toThrow('no model call')
  })
})
