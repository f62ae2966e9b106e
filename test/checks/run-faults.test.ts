import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ToolInfo } from '../../src-shared/model/tool.ts'
import { type EventBody, noTotals, type StoredEvent } from '../../src-shared/run/event.ts'
import { cacheFolder } from '../bench/local-model/model-cache.ts'
import { runFaults } from '../kit/run/run-faults.ts'

const read: ToolInfo = {
  name: 'read_file',
  description: 'Reads.',
  effect: 'read',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, from: { type: 'number' } },
    required: ['path'],
    additionalProperties: false,
  },
}

const logged = (bodies: readonly EventBody[]): StoredEvent[] =>
  bodies.map((body, seq) => ({ ...body, seq, at: 0, ms: seq }))
const end: EventBody = {
  type: 'run-end',
  status: 'completed',
  text: 'Done.',
  messages: [],
  meta: {},
  failure: null,
  totals: noTotals,
}
const call = (more: Partial<ToolCall> = {}): ToolCall => ({
  id: '1',
  tool: 'read_file',
  arguments: '{"path":"a","from":null}',
  complete: true,
  ...more,
})

/** A call that was made, and whether it did what it was asked to. */
function called(made: ToolCall, ok = true): EventBody[] {
  const result = { callId: made.id, tool: made.tool, ok, text: '', summary: '', durationMs: 0, data: null }
  return [
    { type: 'tool-start', path: '0', print: '', again: false, call: made, effect: 'read' },
    { type: 'tool-end', path: '0', outcome: { ok: true, value: result }, body: { kind: 'none' }, durationMs: 1 },
  ]
}

describe('the faults of a log', () => {
  const faults = (...bodies: readonly EventBody[]) => runFaults(logged(bodies), [read])

  it('has none if every step ended, the calls that ran were sound, and the end is the last event', () => {
    expect(faults(...called(call()), end)).toEqual([])
    expect(faults(...called(call({ arguments: '{"path":' }), false), end)).toEqual([])
  })

  it('finds a missing and a second end, and what follows an end', () => {
    expect(faults(...called(call()))).toEqual(['the run has 0 ends'])
    expect(faults(end, end)).toEqual(['the run has 2 ends'])
    expect(faults(end, ...called(call()))).toEqual(["the run's end is followed by tool-end"])
  })

  it('finds a step without an end', () => {
    expect(faults(...called(call()).slice(0, 1), end)).toEqual(['tool 0 does not have one start and one end'])
  })

  it.each([
    [{ complete: false }, 'that was cut off'],
    [{ tool: 'launch' }, 'of a tool that was not offered'],
    [{ arguments: '{"path":' }, 'whose arguments are no JSON object'],
    [{ arguments: '["a"]' }, 'whose arguments are no JSON object'],
    [{ arguments: '{"path":1}' }, 'whose arguments do not fit'],
    [{ arguments: '{}' }, 'whose arguments do not fit'],
    [{ arguments: '{"path":"a","more":1}' }, 'whose arguments do not fit'],
  ])('finds a tool that a call ran %o', (more, why) => {
    expect(faults(...called(call(more)), end)).toEqual([expect.stringContaining(why)])
    const [start] = called(call(more))
    const begun: EventBody[] = start === undefined ? [] : [start, { type: 'tool-begin', path: '0' }]
    expect(faults(...begun, ...called(call(more), false).slice(1), end)).toEqual([expect.stringContaining(why)])
  })

  it('finds what broke in the app, in a step and at the end', () => {
    const failure = { kind: 'internal', message: 'It broke.', advice: '' } as const
    expect(faults({ ...end, status: 'failed', failure })).toEqual(['run-end: It broke. '])
  })
})

it('keeps the model among the caches of the user, as each system has them', () => {
  const folder = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string) =>
    cacheFolder({ platform, env, home })
  expect(folder('linux', {}, '/home/a')).toBe('/home/a/.cache/stratagem-bench')
  expect(folder('linux', { XDG_CACHE_HOME: '/c' }, '/home/a')).toBe('/c/stratagem-bench')
  expect(folder('darwin', {}, '/Users/a')).toBe('/Users/a/Library/Caches/stratagem-bench')
  expect(folder('win32', { LOCALAPPDATA: 'C:\\L' }, 'C:\\a')).toBe('C:\\L\\stratagem-bench\\Cache')
})
