import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutRun } from '../../../src-renderer/parts/chat/rows/run-layout.ts'
import { RunRows } from '../../../src-renderer/parts/chat/rows/run-rows.ts'
import type { RunItem } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldItem, foldItems } from '../../../src-shared/run/view/fold.ts'
import { randomLog } from '../../kit/agent/random-log.ts'
import { longLog } from '../../kit/host/long-run.ts'

test('the rows of a run that grows are at every moment those of the run as it is', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const rows = new RunRows()
      let view = emptyRunView()
      for (const item of items) {
        view = foldItem(view, item)
        expect(rows.update(view)).toEqual(layoutRun(view))
      }
    }),
    { numRuns: 150 },
  )
})

test('rows of what has ended are kept as they are while the run goes on', () => {
  const items = [...longLog('run', 1500, 0, 'The end.')].map((event): RunItem => ({ kind: 'event', event }))
  const rows = new RunRows()
  const half = foldItems(emptyRunView(), items.slice(0, 1000))
  const before = [...rows.update(half)]
  const after = rows.update(foldItems(half, items.slice(1000)))
  const same = before.filter((row, index) => after[index] === row)
  expect(before.length).toBeGreaterThan(200)
  expect(same.length).toBeGreaterThan(before.length - 5)
})
