import { expect, test } from 'vitest'
import { newLayout, spanOfBar, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import type { RunItem } from '../../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { createOutliner } from '../../../../src-shared/timeline/outline.ts'
import { lineNames } from '../../../../src-shared/timeline/outline-groups.ts'
import type { RunOutline } from '../../../../src-shared/timeline/outline-shape.ts'
import { refineOutline } from '../../../../src-shared/timeline/refine-outline.ts'
import type { Track } from '../../../../src-shared/timeline/track.ts'
import { longLog } from '../../../kit/host/long-run.ts'

const events = [...longLog('run', 20_000, 0, 'The end.')].map((event): RunItem => ({ kind: 'event', event }))
const whole = foldItems(emptyRunView(), events)
const coarse = (() => {
  const outliner = createOutliner(null)
  outliner.add(whole, [])
  return outliner.outline()
})()

/** What a window reads of some moments: their events and 200 on either side. */
function partOf(fromMs: number, toMs: number) {
  const msOf = (item: RunItem) => (item.kind === 'event' ? item.event.ms : 0)
  const [first, end] = [
    events.findIndex((each) => msOf(each) >= fromMs),
    events.findIndex((each) => msOf(each) >= toMs),
  ]
  const read = events.slice(Math.max(0, first - 200), (end < 0 ? events.length : end) + 200)
  return { fromMs, toMs, spans: foldItems(emptyRunView(), read).spans }
}

/** The bars of each line that are in sight between two moments, each by its span. */
function inSight(view: RunView, outline: RunOutline | null, from: number, to: number) {
  const layout = outline === null ? updateLayout(newLayout(), view) : newLayout(undefined, outline)
  const barsOf = ({ start, end, span, kind, state }: Track) =>
    start.flatMap((at, slot) => {
      const until = end[slot] ?? at
      if (at >= to || until <= from) return []
      const path = spanOfBar(layout, view, span[slot] ?? -1)?.path
      return [[path, at, until, kind[slot], state[slot]]]
    })
  return Object.fromEntries(lineNames.map((line) => [line, layout.root[line].map(barsOf)]))
}

test('where a run is looked at closely, its outline is the picture of the whole run: each bar on its line, with its span', () => {
  for (const share of [0.1, 0.33, 0.5, 0.77]) {
    const step = 2 ** 17 / 4
    const fromMs = Math.floor((whole.lastMs * share) / step) * step
    const toMs = fromMs + 3 * step
    const refined = refineOutline(coarse, partOf(fromMs, toMs))
    const wanted = inSight(whole, null, fromMs, toMs)
    const got = inSight(emptyRunView(), refined, fromMs, toMs)
    for (const line of ['model', 'tools', 'you', 'marks'])
      expect([share, line, got[line]]).toEqual([share, line, wanted[line]])
  }
})

test('a phase that begins or ends in what is looked at is a bar with its span, as long as it is', () => {
  const phases = whole.spans.filter(({ kind }) => kind === 'phase')
  const [, one, two] = phases
  if (one === undefined || two === undefined) throw new Error('too few phases')
  const step = 2 ** 15 / 4
  const fromMs = Math.floor(two.startMs / step) * step - step
  const toMs = fromMs + 3 * step
  const got = inSight(emptyRunView(), refineOutline(coarse, partOf(fromMs, toMs)), fromMs, toMs)['phases']?.[0]
  expect(got?.at(-1)).toEqual([two.path, two.startMs, two.endMs, 'phase', 'ok'])
  expect(got?.[0]?.slice(1)).toEqual([one.startMs, one.endMs, 'phase', 'ok'])
})

test('looked at again, a part of what is refined stays as it is', () => {
  const step = 2 ** 16 / 4
  const fromMs = Math.floor(whole.lastMs / 2 / step) * step
  const once = refineOutline(coarse, partOf(fromMs, fromMs + 4 * step))
  const again = refineOutline(once, partOf(fromMs + step, fromMs + 2 * step))
  const sight = (outline: RunOutline) => inSight(emptyRunView(), outline, fromMs, fromMs + 4 * step)
  expect(sight(again)).toEqual(sight(once))
})
