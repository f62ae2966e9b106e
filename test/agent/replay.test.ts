import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resumeRun } from '../../src-main/agent/run.ts'
import {
  all,
  callModel,
  executeTools,
  note,
  phase,
  type Routine,
  random,
  type Strategy,
} from '../../src-main/strategy/steps.ts'
import type { Json } from '../../src-shared/base/json.ts'
import type { EventBody, RunEvent } from '../../src-shared/run/event.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, scriptedTools, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

/** A shape of work: leaves, phases, branches, nested in any way. */
type Shape =
  | { readonly kind: 'model' | 'tools' | 'random' | 'note' }
  | { readonly kind: 'phase'; readonly inside: readonly Shape[] }
  | { readonly kind: 'all'; readonly branches: readonly (readonly Shape[])[] }

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ kind: fc.constantFrom('model' as const, 'tools' as const, 'random' as const, 'note' as const) }),
    fc.record({ kind: fc.constant('phase' as const), inside: fc.array(tie('shape'), { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('all' as const),
      branches: fc.array(fc.array(tie('shape'), { maxLength: 2 }), { maxLength: 3 }),
    }),
  ),
}))

function* work(shapes: readonly Shape[]): Routine<Json> {
  const found: Json[] = []
  for (const each of shapes) found.push(yield* part(each, found))
  return found
}

function* part(each: Shape, before: readonly Json[]): Routine<Json> {
  switch (each.kind) {
    case 'model':
      return (yield* callModel({ role: 'any', messages: [{ role: 'user', text: JSON.stringify(before) }] })).message
        .text
    case 'tools':
      return (yield* executeTools([call('1', 'read_file'), call('2', 'write_file')])).map((result) => result.text)
    case 'random':
      return yield* random('draw')
    case 'note':
      return yield* note('fact', { count: before.length })
    case 'phase':
      return yield* phase('part', work(each.inside))
    case 'all':
      return yield* all(each.branches.map((branch) => work(branch)))
  }
}

const strategyOf = (shapes: readonly Shape[]): Strategy =>
  function* () {
    const found = yield* work(shapes)
    return { status: 'completed', text: JSON.stringify(found), messages: [], calls: [], meta: { found }, failure: null }
  }

/** A world in which every answer takes its turn from the scheduler. */
function worldOf(scheduler?: fc.Scheduler) {
  const turn = async (label: string) =>
    scheduler === undefined ? undefined : await scheduler.schedule(Promise.resolve(), label)
  const performed: string[] = []
  const model = scriptedModel(async (request) => {
    await turn('model')
    return reply(`answer to ${request.messages[0]?.text.length}`)
  })
  const tools = scriptedTools(async (made, context) => {
    await turn('tool')
    context.begin()
    performed.push(made.id)
    return `did ${made.tool}`
  })
  return { model, tools, performed }
}

/** What the journal says of each path, without the order in which it came. */
const byPath = (events: readonly EventBody[]) =>
  events
    .flatMap((event) =>
      'path' in event
        ? [
            JSON.stringify(event, (key, value: unknown) =>
              key === 'durationMs' ||
              key === 'seq' ||
              key === 'ms' ||
              key === 'base' ||
              key === 'keep' ||
              key === 'refs'
                ? 0
                : value,
            ),
          ]
        : [],
    )
    .toSorted()

describe('parallel branches', () => {
  it('write the same journal and come to the same outcome in whatever order they finish', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { maxLength: 4 }), fc.scheduler(), async (shapes, scheduler) => {
        const straight = memoryLog()
        const one = await startTestRun(
          testPorts(straight, worldOf().model, { tools: worldOf().tools }),
          configFor(strategyOf(shapes)),
        )
        const shuffled = memoryLog()
        const world = worldOf(scheduler)
        const running = startTestRun(
          testPorts(shuffled, world.model, { tools: world.tools }),
          configFor(strategyOf(shapes)),
        )
        const other = await scheduler.waitFor(running)
        expect(other.text).toBe(one.text)
        expect(byPath(shuffled.appended)).toEqual(byPath(straight.appended))
      }),
      { numRuns: 60 },
    )
  })
})

describe('replay', () => {
  it('of any prefix of any log comes to the same outcome and performs only what had not ended (T7)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { maxLength: 4 }), fc.nat(), async (shapes, cut) => {
        const log = memoryLog()
        const first = worldOf()
        const whole = await startTestRun(
          testPorts(log, first.model, { tools: first.tools }),
          configFor(strategyOf(shapes)),
        )
        const events = log.events()
        const prefix = events.slice(0, 1 + (cut % (events.length - 1)))
        const second = worldOf()
        const resumed = memoryLog({ events: prefix, bodies: log.bodies })
        const ports = testPorts(resumed, second.model, { tools: second.tools })
        const end = await resumeRun(ports, configFor(strategyOf(shapes)), new AbortController().signal)
        expect(end.text).toBe(whole.text)
        const ended = (type: RunEvent['type']) => prefix.filter((event) => event.type === type).length
        expect(second.model.received.length).toBe(first.model.received.length - ended('model-end'))
        expect(second.performed.length).toBe(first.performed.length - ended('tool-end'))
        const opened = new Set(
          prefix.flatMap((event) => (event.type.endsWith('-start') && 'path' in event ? [event.path] : [])),
        )
        for (const event of resumed.appended) if ('again' in event) expect(event.again).toBe(opened.has(event.path))
      }),
      { numRuns: 150 },
    )
  })
})
