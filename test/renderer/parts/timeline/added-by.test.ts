import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addedBy } from '../../../../src-renderer/parts/timeline/model/added-by.ts'
import { tokenTracks } from '../../../../src-renderer/parts/timeline/model/token-tracks.ts'
import { amountsOf, tokensOf } from '../../../../src-renderer/parts/timeline/scale/amounts.ts'
import { emptyRunView, foldItems } from '../../../../src-shared/run/view/fold.ts'
import { randomLog } from '../../../kit/agent/random-log.ts'
import { modelEnd, modelStart, runOf, toolEnd, toolStart } from '../../../kit/fake-host/timeline-scene.ts'

const asking = (
  path: string,
  ids: readonly string[],
  usage: { input: number; output: number; cachedInput?: number },
) => {
  const end = modelEnd(path, 10, 0.01, usage)
  if (end.type !== 'model-end' || !end.outcome.ok) throw new Error('no reply')
  const toolCalls = ids.map((id) => ({ id, tool: 'read_file', arguments: '{}', complete: true }))
  const { value } = end.outcome
  return { ...end, outcome: { ok: true as const, value: { ...value, message: { ...value.message, toolCalls } } } }
}
const called = (path: string, id: string) => {
  const start = toolStart(path)
  return start.type === 'tool-start' ? { ...start, call: { ...start.call, id } } : start
}

/** A call of 1,000 in and 100 out asks for a file; the next has 1,900 in: the file added 800. */
const run = runOf(
  [0, modelStart('0')],
  [10, asking('0', ['a'], { input: 1000, output: 100 })],
  [10, called('1', 'a')],
  [20, toolEnd('1')],
  [20, modelStart('2')],
  [30, asking('2', [], { input: 1900, output: 50, cachedInput: 1000 })],
)

test('what a call was given more than the one before it had and said, the results between them added', () => {
  expect(addedBy(run)).toEqual([{ tool: 1, call: 2, tokens: 800, before: 1100 }])
})

test('on an axis of tokens it lies where the call read it, beside the share that came from the cache', () => {
  const { added, cached } = tokenTracks(run, amountsOf(run, tokensOf))
  expect(added.map(({ from, to }) => [from, to])).toEqual([[2200, 3000]])
  expect(cached.map(({ share }) => Math.round(share * 100))).toEqual([0, 53])
})

test('nothing adds more than its call was given, and every result is counted once', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const view = foldItems(emptyRunView(), items)
      const all = addedBy(view)
      expect(new Set(all.map(({ tool }) => tool)).size).toBe(all.length)
      for (const { call, tokens, before } of all) {
        const span = view.spans[call]
        const input = span?.kind === 'model' ? (span.reply?.usage.input ?? 0) : 0
        expect(before).toBeGreaterThanOrEqual(0)
        expect(before + tokens).toBeLessThanOrEqual(input + 1e-6)
      }
    }),
  )
})
