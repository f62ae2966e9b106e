import { describe, expect, it } from 'vitest'
import { resumeRun } from '../../src-main/agent/run.ts'
import type { RunEnd } from '../../src-main/agent/run-end.ts'
import type { ModelReply, ModelRequest } from '../../src-shared/model/message.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import type { StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import { type FakeFiles, fakeFiles } from '../kit/agent/agent-fake-files.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { type ScriptedModel, scriptedModel } from '../kit/agent/agent-scripted-model.ts'
import { sampleOf } from '../kit/project/sample.ts'

/** The strategies that work on files under a check, run whole by the agent against a model and files in memory. */
interface Case {
  readonly choice: StrategyChoice
  /** What the file holds at the start and at the end. */
  readonly start: string
  readonly end: string
  readonly phases: readonly string[]
  says(request: ModelRequest, question: string): ModelReply
}

const write = (content: string) => reply('', [call('w', 'write_file', { content })])
const afterTool = (request: ModelRequest) => request.messages.at(-1)?.role === 'tool'

function testFirst(request: ModelRequest, question: string): ModelReply {
  const [content, said] = question.startsWith('Tests first')
    ? ['test', 'A test.']
    : question.startsWith('The tests pass')
      ? ['wrong but pretty', 'Prettier.']
      : ['right', 'Done.']
  return afterTool(request) ? reply(said) : write(content)
}

function candidates(request: ModelRequest, question: string): ModelReply {
  if (request.role === 'evaluator') {
    const better = question.indexOf('right 2') < question.indexOf('# Solution B') ? 'A' : 'B'
    return reply('', [call('v', 'submit_preference', { better, reasoning: 'so' })])
  }
  const said = request.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []))
  const number = Number(/in [\d.]+-(\d)/.exec(said.join())?.[1])
  if (said.length === 0) return reply('', [call('r', 'read_file')])
  return said.length === 1 ? write(number === 0 ? 'wrong' : `right ${number}`) : reply(`Candidate ${number}.`)
}

const cases: readonly Case[] = [
  {
    choice: { name: 'tdd', options: {} },
    start: 'nothing',
    end: 'right',
    phases: ['red', 'green'],
    says: testFirst,
  },
  {
    choice: { name: 'red-green-refactor', options: {} },
    start: 'nothing',
    end: 'right',
    phases: ['red', 'green', 'refactor'],
    says: testFirst,
  },
  {
    choice: { name: 'annealing', options: { pattern: 'score (\\d+)', proposals: 4, temperature: 2, cooling: 0.9 } },
    start: '5',
    end: '9',
    phases: ['score', 'propose', 'score', 'propose', 'score', 'propose', 'score', 'propose', 'score'],
    says: (request, question) => {
      const at = question.match(/^- score/gm)?.length ?? 0
      return afterTool(request) ? reply(`Proposal ${at}.`) : write(['7', '6', '9', '8'][at] ?? '0')
    },
  },
  {
    choice: { name: 'best-of-n', options: { candidates: 3 } },
    start: 'nothing',
    end: 'right 2',
    phases: ['candidate', 'candidate', 'candidate', 'choose', 'apply'],
    says: candidates,
  },
  {
    choice: {
      name: 'retry',
      options: { check: 'npm test' },
      inner: { name: 'best-of-n', options: { candidates: 3 } },
    },
    start: 'nothing',
    end: 'right 2',
    phases: ['attempt', 'candidate', 'candidate', 'candidate', 'choose', 'apply', 'check'],
    says: candidates,
  },
]

interface World {
  readonly files: FakeFiles
  readonly model: ScriptedModel
}

const newWorld = (made: Case): World => ({
  files: fakeFiles(made.start, (text) => ({ exitCode: text.includes('right') ? 0 : 1, output: `score ${text}` })),
  model: scriptedModel((request) => {
    const question = request.messages.findLast((message) => message.role === 'user')?.text ?? ''
    return made.says(request, question)
  }),
})

interface Life {
  readonly end: RunEnd
  readonly dead: boolean
  readonly events: readonly StoredEvent[]
  readonly bodies: ReadonlyMap<string, string>
}
const nothing: Life['events'] = []

/** Starts the run, or goes on with it, until it ends or its process dies at an append or a commit. */
async function live(made: Case, world: World, past: Pick<Life, 'events' | 'bodies'>, diesAt: number): Promise<Life> {
  let looks = 0
  let dead = false
  const log = memoryLog({
    ...past,
    fault: () => {
      if (!dead && looks++ < diesAt) return
      dead = true
      throw new Error('the process is dead')
    },
  })
  const { tools, workspace } = world.files
  const ports = testPorts(log, world.model, { tools, workspace })
  const what = configFor(made.choice)
  const end = await (past.events.length > 0
    ? resumeRun(ports, what, new AbortController().signal)
    : startTestRun(ports, what))
  return { end, dead, events: [...past.events, ...log.appended.slice(0, log.committed)], bodies: log.bodies }
}
const fresh = { events: nothing, bodies: new Map<string, string>() }

/** Without the names of copies, which tell how many were lost. */
const resultOf = ({ status, text, meta, messages }: RunEnd): unknown =>
  JSON.parse(JSON.stringify({ status, text, meta, messages }).replaceAll(/\.anew\d+/g, ''))
const startsOf = (events: Life['events']) =>
  events.flatMap((event) => (event.type === 'phase-start' ? [event.name] : []))

/** Every start has its end, and the run's end is the last event, once. */
function expectClosed(events: Life['events']): void {
  const open = new Map<string, number>()
  for (const event of events) {
    if (!('path' in event)) continue
    const key = `${event.type.split('-')[0]} ${event.path}`
    if (event.type.endsWith('-start')) open.set(key, 1)
    if (event.type.endsWith('-end')) expect(open.delete(key), key).toBe(true)
  }
  expect([...open.keys()]).toEqual([])
  expect(events.filter((event) => event.type === 'run-end')).toHaveLength(1)
  expect(events.at(-1)?.type).toBe('run-end')
}

describe.each(sampleOf(cases, 6))('$choice.name', (made) => {
  it('goes through its phases to its end', async () => {
    const world = newWorld(made)
    const { end, events } = await live(made, world, fresh, Number.POSITIVE_INFINITY)
    expect(end).toMatchObject({ status: 'completed', failure: null })
    expect(startsOf(events)).toEqual(made.phases)
    expect(world.files.project()).toBe(made.end)
    expect(world.files.copies()).toEqual([])
    expectClosed(events)
  })

  it('ends the same after a crash at any moment, and makes no finished model call again (T1)', async () => {
    const whole = await live(made, newWorld(made), fresh, Number.POSITIVE_INFINITY)
    const calls = (events: Life['events']) => events.filter((event) => event.type === 'model-end').length
    let crashes = 0
    for (let diesAt = 1; ; diesAt++) {
      const world = newWorld(made)
      const first = await live(made, world, fresh, diesAt)
      if (!first.dead) break
      crashes++
      if (first.events.length === 0) continue
      const requestCount = world.model.received.length
      const second = await live(made, world, first, Number.POSITIVE_INFINITY)
      expect(resultOf(second.end)).toEqual(resultOf(whole.end))
      expect(world.files.project()).toBe(made.end)
      expect(world.model.received.length - requestCount).toBe(calls(whole.events) - calls(first.events))
    }
    expect(crashes).toBeGreaterThan(20)
  })

  it('ends the same after crash upon crash (T1)', async () => {
    const whole = await live(made, newWorld(made), fresh, Number.POSITIVE_INFINITY)
    const world = newWorld(made)
    // Long enough for parallel branches to come to a commit: the memory log has none of its own between steps.
    const moments = 60
    let now = await live(made, world, fresh, moments)
    for (let lives = 0; now.dead && lives < 200; lives++) now = await live(made, world, now, moments)
    expect(resultOf(now.end)).toEqual(resultOf(whole.end))
    expect(world.files.project()).toBe(made.end)
  })

  it('ends once, aborted, where it is stopped at any event, and leaves nothing open (T11)', async () => {
    const whole = await live(made, newWorld(made), fresh, Number.POSITIVE_INFINITY)
    for (const { seq } of whole.events.slice(0, -1)) {
      const stop = new AbortController()
      const log = memoryLog({ onEvent: (event) => event.seq === seq && stop.abort() })
      const { files, model } = newWorld(made)
      const ports = testPorts(log, model, { tools: files.tools, workspace: files.workspace })
      const end = await startTestRun(ports, configFor(made.choice), stop.signal)
      // What comes after the last step has nothing left to stop.
      const isOver = !log.appended.some((event) => event.seq > seq && /^(model|tool|step)-start$/.test(event.type))
      if (!isOver || end.status !== 'completed') expect(end.status).toBe('aborted')
      expect(end.messages.at(-1)?.role).toBe('assistant')
      expectClosed(log.appended)
      if (made.choice.name === 'best-of-n' && files.project() !== made.start) expect(files.project()).toBe(made.end)
    }
  })
})

describe('a phase in a copy', () => {
  const [, , , made] = cases
  if (made === undefined) throw new Error('the case is gone')

  it('whose copy is gone after a crash starts again in a new one, at paths of its own, and ends the same', async () => {
    const whole = await live(made, newWorld(made), fresh, Number.POSITIVE_INFINITY)
    let anew = 0
    for (let diesAt = 1; ; diesAt++) {
      const world = newWorld(made)
      const first = await live(made, world, fresh, diesAt)
      if (!first.dead) break
      if (first.events.length === 0) continue
      world.files.loseCopies()
      const second = await live(made, world, first, Number.POSITIVE_INFINITY)
      expect(resultOf(second.end)).toEqual(resultOf(whole.end))
      expect(world.files.project()).toBe(made.end)
      expect(world.files.copies()).toEqual([])
      const attempts = second.events.flatMap((event) =>
        event.type === 'phase-start' && event.copy?.attempt === 1 ? [event.path] : [],
      )
      anew += attempts.length
      for (const path of attempts)
        expect(second.events.some((event) => 'path' in event && event.path.startsWith(`${path}.anew1.`))).toBe(true)
    }
    expect(anew).toBeGreaterThan(20)
  })

  it('survives losing its copies again and again', async () => {
    const whole = await live(made, newWorld(made), fresh, Number.POSITIVE_INFINITY)
    const world = newWorld(made)
    let now = await live(made, world, fresh, 40)
    for (let lives = 0; now.dead && lives < 50; lives++) {
      if (lives % 2 === 0) world.files.loseCopies()
      now = await live(made, world, now, 40 + 10 * lives)
    }
    expect(resultOf(now.end)).toEqual(resultOf(whole.end))
    expect(world.files.project()).toBe(made.end)
  })

  it('writes nowhere but in its copy', async () => {
    const world = newWorld(made)
    await live(made, world, fresh, Number.POSITIVE_INFINITY)
    expect(world.files.written.map(({ workspace }) => workspace).sort()).toEqual(['1-0.0', '1-1.0', '1-2.0'])
  })

  it('that cannot be made is the failure of that candidate alone', async () => {
    const world = newWorld(made)
    const { workspace, tools } = world.files
    const { open, reopen } = workspace.copies
    const broken = {
      reopen,
      open: (name: string, copy: Parameters<typeof open>[1]) =>
        name === '1-2.0' ? Promise.reject(new Error('the disk is full')) : open(name, copy),
    }
    const log = memoryLog()
    const end = await startTestRun(
      testPorts(log, world.model, { tools, workspace: { ...workspace, copies: broken } }),
      configFor(made.choice),
    )
    expect(end.status).toBe('completed')
    expect(world.files.project()).toBe('right 1')
    expect(JSON.stringify(end.meta)).toContain('the disk is full')
    expectClosed(log.appended)
  })
})
