import { expect, test } from 'vitest'
import { groupFigures } from '../../../../src-renderer/parts/timeline/model/group-figures.ts'
import { newLayout, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import { kindsOf } from '../../../../src-renderer/parts/timeline/model/legend-kinds.ts'
import { relatedSpans } from '../../../../src-renderer/parts/timeline/model/related.ts'
import { type RowSize, rowsOf } from '../../../../src-renderer/parts/timeline/model/rows.ts'
import { summarize } from '../../../../src-renderer/parts/timeline/model/summary.ts'
import { fitAll } from '../../../../src-renderer/parts/timeline/model/viewport.ts'
import { paint } from '../../../../src-renderer/parts/timeline/paint/paint.ts'
import { spanName } from '../../../../src-renderer/run/span-names.ts'
import { spentText } from '../../../../src-shared/run/totals-text.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { createOutliner } from '../../../../src-shared/timeline/outline.ts'
import { groupsOfOutline } from '../../../../src-shared/timeline/outline-groups.ts'
import { refineOutline } from '../../../../src-shared/timeline/refine-outline.ts'
import {
  phaseEnd,
  phaseStart,
  runFrom,
  runOf,
  sceneOf,
  type TimedEvent,
  toolEnd,
  toolStart,
} from '../../../kit/fake-host/timeline-scene.ts'
import { promptEnd, promptStart, updateEnd, updateStart } from '../../../kit/run/agent-events.ts'
import { fakeCanvas } from '../../../kit/window/canvas.ts'

const entries = [{ content: 'Read', priority: 'medium', status: 'pending' }] as const

/** A prompt of 700 ms in which an agent thinks, plans, reads and speaks. */
const work = (path: string, from: number, agent = 'opencode'): readonly TimedEvent[] => [
  [from, promptStart(path, agent)],
  [from + 100, updateStart(`${path}.agent.0`, { kind: 'thought' })],
  [from + 200, updateEnd(`${path}.agent.0`, 'One is wrong.')],
  [from + 200, updateStart(`${path}.agent.1`, { kind: 'plan', entries })],
  [from + 200, updateEnd(`${path}.agent.1`)],
  [from + 300, toolStart(`${path}.agent.2`)],
  [from + 400, toolEnd(`${path}.agent.2`)],
  [
    from + 400,
    { type: 'notice', path: `${path}.agent.3`, level: 'info', text: 'The agent changed its mode to build.' },
  ],
  [from + 500, updateStart(`${path}.agent.3`, { kind: 'message' })],
  [from + 600, updateEnd(`${path}.agent.3`, 'Two.')],
  [from + 700, promptEnd(path)],
]
const rowsFor = (run: RunView, size: RowSize = 'roomy') =>
  rowsOf(updateLayout(newLayout(), run), new Map(), size).rows.map(({ label, lines }) =>
    `${label}: ${lines.map(({ name, track }) => `${name} ${track.kind.join(' ')}`).join(', ')}`.trim(),
  )

test('an agent’s work has a lane: the prompt at its head, then what it says and thinks, its tools, its plan and mode', () => {
  const run = runFrom(work('0', 0))
  expect(rowsFor(run)).toEqual([
    'opencode: prompts prompt',
    'Messages: messages thought message',
    'Tools: tools read',
    'Marks: marks mark mark',
  ])
  const [prompt, thought, plan, , , message] = run.spans
  expect([thought, plan, message].map((span) => span && spanName(run, span, run.lastMs))).toEqual([
    'agent thinks One is wrong. 100 ms',
    'agent plans plan of 1 0 ms',
    'agent says Two. 100 ms',
  ])
  expect([prompt, thought, plan].map((span) => span && kindsOf(span))).toEqual([['agent'], ['agent'], []])
  expect(relatedSpans(run, 1).spans.size).toBe(run.spans.length)
})

test('prompts to the same agent share a lane; other agents, and candidates, have lanes of their own', () => {
  const run = runFrom([...work('0', 0), ...work('1', 1000), ...work('2', 2000, 'gemini')])
  // Several lanes start folded, all they did on one line.
  expect(rowsFor(run)).toEqual([
    'opencode: prompts prompt prompt, messages thought message thought message, tools read read',
    'gemini: prompts prompt, messages thought message, tools read',
  ])
  const branches = { type: 'branches-start', path: '0', count: 2, again: false } as const
  const candidates = runFrom([
    [0, branches],
    ...[...work('0/0.0', 0), ...work('0/1.0', 10)].toSorted(([one], [other]) => one - other),
  ])
  const { root } = updateLayout(newLayout(), candidates)
  expect(root.children.map(({ title, children }) => [title, children.map((each) => each.title)])).toEqual([
    ['Branch 1', ['opencode']],
    ['Branch 2', ['opencode']],
  ])
})

test('phases around an agent stay above its lane, and in little room all is on one line over the prompts', () => {
  const run = runFrom([[0, phaseStart('0', 'execute')], ...work('0.0', 0), [800, phaseEnd('0')]])
  expect(rowsFor(run)[0]).toBe('Phases: phases phase')
  expect(rowsFor(run, 'line')).toEqual([': prompts prompt, messages thought message, tools read'])
  expect(rowsFor(runFrom(work('0', 0)), 'strip')).toEqual([': prompts prompt, messages thought message, tools read'])
})

test('the figures of a lane are those of all its prompts, and what is not reported is not 0', () => {
  const run = runFrom([...work('0', 0), ...work('1', 1000)])
  const [[key, use] = ['', { input: 0, output: 0, cost: 0 }], ...rest] = groupFigures(run)
  expect([key, spentText(use), rest]).toEqual(['0', 'tokens and cost not reported', []])
  expect(spentText(groupFigures(runOf([0, promptStart('0')])).get('0') ?? use, true)).toBe(
    'tokens and cost not reported yet',
  )
})

test('the summary has an agent’s time outside of its tool calls, which have rows of their own', () => {
  const run = runFrom([...work('0', 0), ...work('1', 1000)])
  expect(summarize(run, 'role', run.lastMs).map(({ label, kind, totalMs }) => [label, kind, totalMs])).toEqual([
    ['Agent opencode', 'agent', 1200],
    ['Reads', 'read', 200],
  ])
})

test('10,000 updates of an agent are laid out as they come, and drawn with no more draws than there are pixels', () => {
  const events: TimedEvent[] = [[0, promptStart('0')]]
  for (let count = 0; count < 10_000; count += 2) {
    const [says, calls] = [`0.agent.${count}`, `0.agent.${count + 1}`]
    events.push([count, updateStart(says, { kind: 'message' })], [count + 1, updateEnd(says, 'Next.')])
    events.push([count + 1, toolStart(calls)], [count + 2, toolEnd(calls)])
  }
  const run = runFrom(events)
  const layout = updateLayout(newLayout(), runFrom(events.slice(0, 20_000)))
  expect(updateLayout(layout, run)).toBe(layout)
  const { context, drawn } = fakeCanvas()
  paint(context, { ...sceneOf(run, fitAll(run.lastMs)), map: [layout] }, 1)
  expect(drawn.length).toBeLessThan(12_000)
})

test('the outline of a long run keeps the lanes, also of later prompts, and their bars are refined in them', () => {
  const run = runFrom([...work('0', 0), ...work('1', 1000)])
  const outliner = createOutliner(null)
  outliner.add(run, [])
  const outline = outliner.outline()
  const { prompts, groups } = groupsOfOutline(outline)
  expect([...groups.keys()]).toEqual(['0'])
  expect(prompts.get('1')).toBe(groups.get('0'))
  const second = run.spans.filter(({ path }) => path.startsWith('1'))
  const lane = refineOutline(outline, { fromMs: 1000, toMs: 2000, spans: second }).groups.at(-1)
  expect(lane?.lines.tools[0]?.span?.at(-1)).toBeGreaterThanOrEqual(0)
  expect(lane?.lines.messages[0]?.span?.filter((span) => span >= 0)).toHaveLength(2)
})
