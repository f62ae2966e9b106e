import { describe, expect, it } from 'vitest'
import { editedStep } from '../../../src-main/agent/debug/edited-step.ts'
import { namedBodies } from '../../../src-main/agent/messages/named-bodies.ts'
import type { DebugPort } from '../../../src-main/agent/ports.ts'
import { rebuildMessages } from '../../../src-main/agent/replay/rebuild-messages.ts'
import { replayRun } from '../../../src-main/agent/replay/replay.ts'
import { resumeRun } from '../../../src-main/agent/run.ts'
import {
  all,
  callModel,
  check,
  delegate,
  note,
  phase,
  runTool,
  type Strategy,
} from '../../../src-main/strategy/steps.ts'
import type { Breakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import { kindOf } from '../../../src-shared/run/debug/match-breakpoint.ts'
import {
  editedRequest,
  type PauseAction,
  type PauseAnswer,
  type PausedStep,
  type PauseEdit,
} from '../../../src-shared/run/debug/pause-events.ts'
import type { EventOf, EventType, StoredEvent } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import { type MemoryLog, memoryLog } from '../../kit/agent/agent-memory-log.ts'
import { configFor, scriptedTools, startTestRun, testPorts } from '../../kit/agent/agent-ports.ts'
import { call, reply } from '../../kit/agent/agent-replies.ts'
import { scriptedModel } from '../../kit/agent/agent-scripted-model.ts'

const go: PauseAnswer = { action: { kind: 'continue' }, edit: null }
const act = (kind: 'step' | 'step-over'): PauseAnswer => ({ action: { kind }, edit: null })
const edited = (edit: PauseEdit, action: PauseAction = { kind: 'continue' }): PauseAnswer => ({ action, edit })

/** Decides at each pause; what it was asked is in `asked`. `never`: the process is killed there. */
function debugPort(
  breakpoints: readonly Breakpoint[],
  decide: (path: string, shown: PausedStep, at: number) => PauseAnswer | 'never',
) {
  const asked: { path: string; kind: string; reason: string; shown: PausedStep }[] = []
  const port: DebugPort = {
    isArmed: () => breakpoints.length > 0,
    breakpoints: () => breakpoints,
    takePause: () => false,
    pause: (path, shown) => {
      asked.push({ path, kind: kindOf(shown.step), reason: shown.reason.kind, shown })
      const answer = decide(path, shown, asked.length - 1)
      return answer === 'never' ? new Promise(() => {}) : Promise.resolve(answer)
    },
  }
  return { port, asked }
}

function* twice() {
  yield* runTool(call('s1', 'shell', { command: 'a' }))
  yield* runTool(call('s2', 'shell', { command: 'b' }))
}

const work: Strategy = function* (task) {
  const first = yield* callModel({ role: 'engineer', messages: task.messages })
  const second = yield* callModel({
    role: 'engineer',
    messages: [...task.messages, first.message, { role: 'user', text: 'Now?' }],
  })
  const written = yield* phase('write', runTool(call('w', 'write_file', { path: 'src/a.ts', text: 'a' })))
  const tested = yield* check('npm test')
  yield* note('scored', { score: 0.4 })
  const [left, right] = yield* all([
    runTool(call('l', 'read_file', { path: 'l' })),
    runTool(call('r', 'shell', { command: 'r' })),
  ])
  const text = [first.message.text, second.message.text, written.text, tested.output, left.text, right.text].join('|')
  return { status: 'completed', text, messages: [], calls: [], meta: {}, failure: null }
}

const script = () => scriptedModel((request) => reply(`heard ${request.messages.at(-1)?.text}`))
const tools = scriptedTools((made) => `ran ${made.tool} ${made.arguments}`)

async function run(debug: DebugPort, log: MemoryLog = memoryLog()) {
  const model = script()
  const end = await startTestRun(testPorts(log, model, { debug, tools }), configFor(work))
  return { end, log, model, events: log.events() }
}
const of = <T extends EventType>(events: readonly StoredEvent[], type: T) =>
  events.filter((event): event is EventOf<T> => event.type === type)

const tool = (name: string): Breakpoint => ({ on: 'tool', name })

describe('a run with breakpoints', () => {
  it('pauses before the step starts, and continues as if it had not', async () => {
    const { port, asked } = debugPort([tool('write_file')], () => go)
    const { end, events } = await run(port)
    expect(end.text).toContain('ran write_file {"path":"src/a.ts","text":"a"}')
    expect(asked.map(({ kind, reason }) => [kind, reason])).toEqual([['run-tool', 'breakpoint']])
    const types = events.flatMap((event) => ('path' in event && event.path === asked[0]?.path ? [event.type] : []))
    expect(types).toEqual(['pause-ask', 'pause-answer', 'tool-start', 'tool-end'])
    expect(end.totals.waitingMs).toBeGreaterThan(0)
  })

  it('steps, steps over a phase, and runs to a point', async () => {
    const answers: readonly PauseAnswer[] = [
      act('step'),
      act('step'),
      act('step-over'),
      { action: { kind: 'run-to', at: { on: 'step', kind: 'run-tool' } }, edit: null },
      go,
    ]
    const { port, asked } = debugPort([{ on: 'step', kind: 'call-model' }], (_path, _shown, at) => answers[at] ?? go)
    await run({ ...port, breakpoints: () => (asked.length === 0 ? port.breakpoints() : []) })
    expect(asked.map(({ kind, reason, path }) => [path, kind, reason])).toEqual([
      ['0', 'call-model', 'breakpoint'],
      ['1', 'call-model', 'step'],
      ['2.0', 'run-tool', 'step'],
      ['3', 'check', 'step'],
      ['5/0.0', 'run-tool', 'run-to'],
    ])
  })

  it('steps over the phase that is named', async () => {
    const nested: Strategy = function* () {
      yield* phase('outer', phase('inner', twice()))
      yield* note('after', {})
      return { status: 'completed', text: '', messages: [], calls: [], meta: {}, failure: null }
    }
    const { port, asked } = debugPort([tool('shell')], (_path, { around }) => {
      const outer = around.find(({ name }) => name === 'outer')
      return { action: { kind: 'step-over', ...(outer && { group: outer.path }) }, edit: null }
    })
    const once: DebugPort = { ...port, breakpoints: () => (asked.length === 0 ? port.breakpoints() : []) }
    await startTestRun(testPorts(memoryLog(), script(), { debug: once, tools }), configFor(nested))
    expect(asked.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['run-tool', 'breakpoint'],
      ['note', 'step'],
    ])
    expect(asked[0]?.shown.around.map(({ name }) => name)).toEqual(['outer', 'inner'])
  })

  it('pauses at the first step of a sub-agent, by its name or its strategy’s', async () => {
    const delegating: Strategy = function* (task) {
      const child = { ...task, depth: 1, agent: 'reviewer', tools: [] }
      return yield* delegate({ name: 'tool-loop', options: {} }, child)
    }
    for (const name of ['reviewer', 'tool-loop']) {
      const { port, asked } = debugPort([{ on: 'agent', name }], () => go)
      await startTestRun(testPorts(memoryLog(), script(), { debug: port }), configFor(delegating))
      expect(asked.map(({ path }) => path)).toEqual(['0.0'])
    }
  })

  it('pauses at the first step of a phase, after a low score and above a cost', async () => {
    const phases = debugPort([{ on: 'phase', name: 'write' }], () => go)
    await run(phases.port)
    expect(phases.asked.map(({ path }) => path)).toEqual(['2.0'])
    const scores = debugPort([{ on: 'score', below: 0.5 }], () => go)
    await run(scores.port)
    expect(scores.asked.map(({ path }) => path)).toEqual(['5/0.0'])
    const costs = debugPort([{ on: 'cost', above: 0.0015 }], () => go)
    await run(costs.port)
    expect(costs.asked.map(({ path }) => path)).toEqual(['2.0'])
  })

  it('asks one question a step and writes nothing if nothing can pause it', async () => {
    let questions = 0
    const none = () => expect.unreachable()
    const idle: DebugPort = {
      isArmed: () => {
        questions++
        return false
      },
      breakpoints: none,
      takePause: none,
      pause: none,
    }
    const [bare, armed] = [memoryLog(), memoryLog()]
    await startTestRun(testPorts(bare, script(), { tools }), configFor(work))
    await run(idle, armed)
    expect(armed.events()).toEqual(bare.events())
    const leaves =
      of(bare.events(), 'model-start').length +
      of(bare.events(), 'tool-start').length +
      of(bare.events(), 'step-start').length
    expect(questions).toBe(2 * leaves)
  })
})

/** Edits the second request, the written file and the check's answer. */
function editing(path: string, { content }: PausedStep): PauseAnswer {
  if (path === '1' && content.kind === 'request')
    return edited({
      kind: 'request',
      request: { ...content.request, messages: [{ role: 'user', text: 'Something else?' }] },
    })
  if (content.kind === 'call') return edited({ kind: 'call', arguments: '{"path":"b.ts"}', limits: content.limits })
  return edited({ kind: 'answer', answer: { text: '{"exitCode":1,"output":"by hand"}', calls: [] } })
}
const points: readonly Breakpoint[] = [
  { on: 'step', kind: 'call-model' },
  tool('write_file'),
  { on: 'step', kind: 'check' },
]
const editor = () => debugPort(points, (path, shown) => (path === '0' ? go : editing(path, shown)))

const logOf = ({ events, log }: { events: readonly StoredEvent[]; log: MemoryLog }) => ({
  events,
  readBody: (ref: string) => log.bodies.get(ref) ?? '',
})

describe('a step that the user edits', () => {
  it('is performed as edited, and the log has what was asked for and what was done', async () => {
    const done = await run(editor().port)
    expect(done.end.text).toContain('heard Something else?|The user edited this call before it ran.')
    expect(done.end.text).toContain('ran write_file {"path":"b.ts"}|by hand|')
    expect(of(done.events, 'pause-answer').map(({ edit }) => edit?.kind ?? null)).toEqual([
      null,
      'request',
      'call',
      'answer',
    ])
    const readBody = (ref: string) => done.log.bodies.get(ref) ?? ''
    expect(rebuildMessages(done.events, '1', readBody)?.map(({ text }) => text)).toEqual(['Something else?'])
    // An export takes both requests along.
    const request = of(done.events, 'pause-answer').find(({ edit }) => edit?.kind === 'request')
    const taken = request === undefined ? [] : namedBodies(readBody).of(request)
    expect(taken.map((ref) => editedRequest.parse(JSON.parse(readBody(ref))).messages.at(-1)?.text)).toEqual([
      'Something else?',
      'Now?',
    ])
    const before = done.events.slice(
      0,
      done.events.findIndex((event) => event.type === 'pause-answer' && event.path === '1'),
    )
    expect(rebuildMessages(before, '1', readBody)?.at(-1)?.text).toBe('Now?')
    const view = foldItems(
      emptyRunView(),
      done.events.map((event) => ({ kind: 'event', event })),
    )
    const paused = view.spans.filter((span) => span.pause !== undefined)
    expect(paused.map((span) => [span.path, span.state, span.pause?.answer?.edit?.kind ?? null, span.againMs])).toEqual(
      [
        ['0', 'ok', null, null],
        ['1', 'ok', 'request', null],
        ['2.0', 'ok', 'call', null],
        ['3', 'ok', 'answer', null],
      ],
    )
  })

  it('is replayed with just that', async () => {
    const done = await run(editor().port)
    const before = JSON.stringify(done.events)
    const replay = await replayRun(logOf(done), configFor(work))
    expect(replay).toMatchObject({ reached: 'outcome', divergence: null })
    expect(JSON.stringify(done.events)).toBe(before)
  })

  it('is the same after a kill at any event, and nobody is asked twice', async () => {
    const whole = await run(editor().port)
    for (let kept = 1; kept < whole.events.length; kept++) {
      const log = memoryLog({ events: whole.events.slice(0, kept), bodies: whole.log.bodies })
      const answered = of(whole.events.slice(0, kept), 'pause-answer').map(({ path }) => path)
      const { port, asked } = editor()
      const end = await resumeRun(
        testPorts(log, script(), { debug: port, tools }),
        configFor(work),
        new AbortController().signal,
      )
      expect(end.text).toBe(whole.end.text)
      expect(asked.map(({ path }) => path)).toEqual(['0', '1', '2.0', '3'].filter((path) => !answered.includes(path)))
      const events = [...whole.events.slice(0, kept), ...log.appended]
      const all = { events, log }
      expect(await replayRun(logOf(all), configFor(work))).toMatchObject({ divergence: null })
      for (const { path } of of(events, 'model-start'))
        expect(rebuildMessages(events, path, logOf(all).readBody)).toEqual(
          rebuildMessages(whole.events, path, logOf(whole).readBody),
        )
    }
  })

  it('can be killed while it waits: it resumes paused, even if no breakpoint is set any more', async () => {
    const killed = debugPort([tool('write_file')], () => 'never')
    const log = memoryLog()
    const stop = new AbortController()
    const asked = new Promise<void>((resolve) => {
      const pausing: DebugPort['pause'] = (...given) => {
        resolve()
        return killed.port.pause(...given)
      }
      void startTestRun(
        testPorts(log, script(), {
          tools,
          debug: { ...killed.port, pause: pausing },
        }),
        configFor(work),
        stop.signal,
      )
    })
    await asked
    const left = [...log.events()]
    stop.abort()
    const { port, asked: again } = debugPort([], () => go)
    const next = memoryLog({ events: left, bodies: log.bodies })
    const end = await resumeRun(
      testPorts(next, script(), { debug: port, tools }),
      configFor(work),
      new AbortController().signal,
    )
    expect(again.map(({ path, reason }) => [path, reason])).toEqual([['2.0', 'breakpoint']])
    expect(end.status).toBe('completed')
  })

  it('is refused if it does not fit, with the reason', async () => {
    const { port, asked } = editor()
    await run(port)
    const [request, , called, checked] = asked.map(({ shown }) => shown)
    const content = request?.content
    if (content?.kind !== 'request') throw new Error('the first step is a model call')
    const asks = { ...content.request, tools: ['shell'] }
    expect(await request?.problemWith({ kind: 'request', request: asks })).toContain(
      'not offered in this request: shell',
    )
    expect(await request?.problemWith({ kind: 'ask', ask: null })).toContain('can’t be edited')
    expect(await called?.problemWith({ kind: 'request', request: asks })).toContain('can’t be edited')
    expect(await checked?.problemWith({ kind: 'ask', ask: { command: '' } })).toContain('command')
    expect(await checked?.problemWith({ kind: 'answer', answer: { text: 'red', calls: [] } })).toContain('is JSON')
    expect(
      await request?.problemWith({ kind: 'answer', answer: { text: '', calls: [{ tool: 'shell', arguments: '{' }] } }),
    ).toContain('not offered in this request')
    expect(editedStep({ kind: 'check', command: 'a' }, { kind: 'ask', ask: { command: 'b' } }, () => '')).toEqual({
      kind: 'check',
      command: 'b',
    })
  })
})

it('all branches hold while one is paused, and each is looked at when its turn comes', async () => {
  let open = 0
  let most = 0
  const { port, asked } = debugPort([{ on: 'step', kind: 'run-tool' }], () => go)
  await run({
    ...port,
    pause: async (...given) => {
      most = Math.max(most, ++open)
      await new Promise((turn) => setImmediate(turn))
      open--
      return port.pause(...given)
    },
  })
  expect(asked.map(({ path }) => path)).toEqual(['2.0', '5/0.0', '5/1.0'])
  expect(most).toBe(1)
})
