import { expect, test } from 'vitest'
import { findSpans } from '../../../../src-renderer/parts/timeline/model/find.ts'
import { newLayout, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import type { EventBody, RunEvent } from '../../../../src-shared/run/event.ts'
import { emptyRunView, foldItem } from '../../../../src-shared/run/view/fold.ts'
import { modelEnd, modelStart, runOf } from '../../../kit/fake-host/timeline-scene.ts'

const looks = (path: string): EventBody => ({
  type: 'step-start',
  path,
  print: 'p',
  again: false,
  step: 'inbox',
  ask: null,
})
const takes = (path: string, messages: string[]): EventBody => ({
  type: 'step-end',
  path,
  step: 'inbox',
  outcome: { ok: true, value: messages },
  durationMs: 1,
})

test('a look into the inbox is drawn and found only where it took a message', () => {
  const run = runOf([1, looks('0')], [2, takes('0', [])], [3, looks('1')], [4, takes('1', ['And the butter'])])
  const layout = updateLayout(newLayout(), run)
  expect(layout.root.marks.flatMap((track) => track.span)).toEqual([1])
  expect(findSpans(run, 'queued')).toEqual([1])
})

test('a look that takes a message while the run is drawn gets its bar then', () => {
  const events: RunEvent[] = [looks('0'), takes('0', ['Wait'])].map((body, seq) => ({ ...body, seq, at: seq, ms: seq }))
  let view = emptyRunView()
  let layout = newLayout()
  const drawn = events.map((event) => {
    view = foldItem(view, { kind: 'event', event })
    layout = updateLayout(layout, view)
    return layout.root.marks.flatMap((track) => track.span)
  })
  expect(drawn).toEqual([[], [0]])
})

test('what a model said before its answer was cut off stays', () => {
  const failure = { kind: 'aborted', message: 'Stopped.', advice: 'Send a message to continue.' } as const
  const cut: EventBody = {
    type: 'model-end',
    path: '0',
    outcome: { ok: false, failure },
    said: 'A long story',
    firstTokenMs: 1,
    durationMs: 2,
    cost: null,
  }
  expect(runOf([1, modelStart('0')], [2, cut]).spans[0]).toMatchObject({ state: 'interrupted', text: 'A long story' })
  expect(runOf([1, modelStart('0')], [2, modelEnd('0', 1)]).spans[0]).toMatchObject({ text: 'Rounds too early.' })
})
