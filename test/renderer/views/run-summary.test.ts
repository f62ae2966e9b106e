import { expect, test } from 'vitest'
import { summaryOf } from '../../../src-renderer/views/inspector/run-summary.tsx'
import { noTotals } from '../../../src-shared/run/event.ts'
import { runEnd, toolEnd, toolStart, viewOf } from '../../kit/run/events.ts'
import { run } from '../../kit/window/scrolled-list.ts'

const passed = { kind: 'command', command: 'npm test', output: '', exitCode: 0 } as const
const totals = {
  ...noTotals,
  input: 1000,
  cachedInput: 740,
  output: 100,
  toolCalls: 8,
  toolFailures: 1,
  cost: 0.043,
  waitingMs: 900,
}

test('a run that is over is summed up in six figures, with what belongs beside each', () => {
  const ended = viewOf([
    toolStart('0', 'shell', { command: 'npm test' }, 'command'),
    toolEnd('0', passed),
    runEnd('Done.'),
  ])
  const view = { ...ended, lastMs: 5000, totals }
  const figures = summaryOf({ ...run, changes: { files: 2, added: 11, removed: 1 } }, view)
  expect(figures.map(({ name, value, note }) => [name, value, note])).toEqual([
    ['Working', '4.1 s', 'waited 900 ms'],
    ['Tokens', '1.1 k', '74 % from cache'],
    ['Cost', '$0.043', ''],
    ['Changed', '+11 −1', '2 files'],
    ['Check', 'passes', 'npm test'],
    ['Tool calls', '8', '1 failed'],
  ])
})

test('while it goes on nothing is said of what it will have changed', () => {
  const figures = summaryOf({ ...run, changes: null }, viewOf([]))
  expect(figures.find(({ name }) => name === 'Changed')?.value).toBe('—')
})
