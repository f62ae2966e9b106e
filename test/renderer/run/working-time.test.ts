import { expect, test } from 'vitest'
import { runFigures } from '../../../src-renderer/run/run-figures.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { formatWorkingTime, runTime } from '../../../src-shared/run/time/run-time.ts'
import { spanTime, stepsTime } from '../../../src-shared/run/time/work-times.ts'
import { approval, phaseEnd, phaseStart, toolEnd, toolStart, viewOf } from '../../kit/run/events.ts'
import { run } from '../../kit/window/scrolled-list.ts'

const totals = { ...noTotals, waitingMs: 14_700 }

test('waiting is said beside working time and never added to it', () => {
  expect(formatWorkingTime({ workMs: 1400, waitedMs: 14_700 })).toBe('1.4 s, waited 14.7 s')
  expect(formatWorkingTime({ workMs: 1400, waitedMs: 20 })).toBe('1.4 s')
})

test('the list, the chat, the inspector and the lanes get the same time of a run', () => {
  const ended = { ...run, durationMs: 16_100, totals }
  const view = { ...viewOf([]), lastMs: 16_100, totals }
  expect(runTime(ended)).toEqual({ workMs: 1400, waitedMs: 14_700 })
  expect(runTime(ended, view)).toEqual(runTime(ended))
  expect(runFigures(ended, view)[0]).toMatchObject({ name: 'Time', value: 1400 })
})

test('what a branch took over from another run is no time of its own', () => {
  const forkedFrom = { runId: 'r', path: '1', copied: 9, ms: 84_000, edited: false, messages: [] }
  const view = { ...viewOf([]), lastMs: 88_100, totals: noTotals, forkedFrom }
  expect(runTime(run, view).workMs).toBe(4100)
  expect(runFigures(run, view)[0]).toMatchObject({ value: 4100 })
})

test('a call that waited for approval tells its own time, and waits side by side count once', () => {
  const approvedCall = [toolStart('0', 'shell', { command: 'npm test' }, 'command'), ...approval('0'), toolEnd('0')]
  const view = viewOf(approvedCall)
  const [span] = view.spans
  if (span === undefined) throw new Error('no span')
  expect(spanTime(view, span, 0)).toEqual({ workMs: 200, waitedMs: 100 })
  expect(stepsTime(view, [span, span], 0)).toEqual({ workMs: 200, waitedMs: 100 })
  expect(viewOf([phaseStart('0', 'p'), phaseEnd('0')]).spans).toHaveLength(1)
})
