import { expect, test } from 'vitest'
import { firstDivergence } from '../../src-renderer/run/first-divergence.ts'
import type { EventBody } from '../../src-shared/run/event.ts'
import { noTotals } from '../../src-shared/run/event.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'
import { modelEnd, modelStart, runOf, toolEnd, toolStart } from '../kit/fake-host/timeline-scene.ts'

const end: EventBody = {
  type: 'run-end',
  status: 'completed',
  text: '',
  messages: [],
  meta: {},
  failure: null,
  totals: noTotals,
}
const tool = (path: string, args: string): EventBody => {
  const start = toolStart(path)
  return start.type === 'tool-start' ? { ...start, call: { ...start.call, arguments: args } } : start
}
const run = (...bodies: readonly EventBody[]): RunView => runOf(...bodies.map((body, at) => [at, body] as const))
const call = (path: string) => [modelStart(path), modelEnd(path, 1)]

test('two runs that take the same steps do not part, however their arguments are written', () => {
  const one = run(...call('0'), tool('1', '{"path":"a.js","limit":3}'), toolEnd('1'), end)
  const other = run(...call('0'), tool('1', '{ "limit": 3, "path": "a.js" }'), toolEnd('1'), end)
  expect(firstDivergence(one, other)).toBe(null)
})

test('the first step that asks for something else is named for both', () => {
  const one = run(...call('0'), tool('1', '{"path":"a.js"}'), toolEnd('1'), ...call('2'), end)
  const other = run(...call('0'), tool('1', '{"path":"b.js"}'), toolEnd('1'), ...call('2'), end)
  expect(firstDivergence(one, other)).toMatchObject({ same: 1, steps: [{ path: '1' }, { path: '1' }] })
})

test('the place in the routine counts, not which branch was quicker, nor how deep it stands', () => {
  const [a, b] = ['{"path":"a.js"}', '{"path":"b.js"}']
  const one = run(tool('0/0.0', a), tool('0/1.0', b), toolEnd('0/0.0'), toolEnd('0/1.0'), end)
  const other = run(tool('5.0/1.0', b), tool('5.0/0.0', a), toolEnd('5.0/1.0'), toolEnd('5.0/0.0'), end)
  expect(firstDivergence(one, other)).toBe(null)
})

test('ten stands after nine, and a run that ended earlier parts there', () => {
  const steps = [...Array(11).keys()].flatMap((each) => [tool(`${each}`, `{"at":${each}}`), toolEnd(`${each}`)])
  const long = run(...steps, end)
  const short = run(...steps.slice(0, 20), end)
  expect(firstDivergence(long, short)).toMatchObject({ same: 10, steps: [{ path: '10' }, null] })
})

test('what one of them has not come to yet is no difference', () => {
  const steps = [tool('0', '{}'), toolEnd('0'), tool('1', '{}'), toolEnd('1')]
  expect(firstDivergence(run(...steps), run(...steps.slice(0, 2)))).toBe(null)
})
