import { expect, test } from 'vitest'
import { phaseOutcome } from '../../../../src-renderer/parts/timeline/model/gist.ts'
import { relatedSpans } from '../../../../src-renderer/parts/timeline/model/related.ts'
import { summarize } from '../../../../src-renderer/parts/timeline/model/summary.ts'
import { requestedBy } from '../../../../src-renderer/run/requested-by.ts'
import type { ToolBody } from '../../../../src-shared/model/tool.ts'
import type { EventBody, RunItem } from '../../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { modelEnd, modelStart, phaseEnd, phaseStart, toolEnd, toolStart } from '../../../kit/run/events.ts'

/** Two candidates at once, whose phases are called alike and whose models number their calls alike. */

const call = { id: 'call-1', tool: 'shell', arguments: '{"command":"npm test"}', complete: true }
const tests = (failed: number): ToolBody => ({
  kind: 'command',
  command: 'npm test',
  output: `ℹ tests 10\nℹ suites 0\nℹ pass ${10 - failed}\nℹ fail ${failed}\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n`,
  exitCode: failed === 0 ? 0 : 1,
})

function asking(path: string): EventBody {
  const end = modelEnd(path, 'I run the tests.')
  if (end.type !== 'model-end' || !end.outcome.ok) throw new Error('no answer')
  const { value } = end.outcome
  return { ...end, outcome: { ok: true, value: { ...value, message: { ...value.message, toolCalls: [call] } } } }
}
function running(path: string): EventBody {
  const start = toolStart(path, 'shell', { command: 'npm test' }, 'command')
  return start.type === 'tool-start' ? { ...start, call } : start
}

function view(events: readonly EventBody[]): RunView {
  const items = events.map((body, seq): RunItem => ({ kind: 'event', event: { ...body, seq, at: 0, ms: seq * 100 } }))
  return foldItems(emptyRunView(), items)
}

const parallel = view([
  { type: 'branches-start', path: '0', count: 2, again: false },
  phaseStart('0/0.0', 'execute'),
  phaseStart('0/1.0', 'execute'),
  modelStart('0/0.0.0'),
  modelStart('0/1.0.0'),
  asking('0/0.0.0'),
  asking('0/1.0.0'),
  running('0/0.0.1'),
  running('0/1.0.1'),
  toolEnd('0/0.0.1', tests(1)),
  toolEnd('0/1.0.1', tests(0)),
  modelStart('0/0.0.2'),
  modelStart('0/1.0.2'),
  modelEnd('0/0.0.2', 'One fails.'),
  modelEnd('0/1.0.2', 'All pass.'),
  phaseEnd('0/1.0'),
  phaseEnd('0/0.0'),
  { type: 'branches-end', path: '0', failure: null },
])
const at = (path: string): number => parallel.at.get(path) ?? -1

test('a phase of a branch has the result of its own steps', () => {
  expect(phaseOutcome(parallel, at('0/0.0'))).toEqual({ text: '✕ 1 of 10', tone: 'bad' })
  expect(phaseOutcome(parallel, at('0/1.0'))).toEqual({ text: '✓ 10 pass', tone: 'ok' })
})

test('what ran last in a group is its result, not a score from before', () => {
  const submitted: EventBody = {
    ...toolStart('0.0', 'submit_evaluation', { score: 0.9, reasoning: 'A good plan.' }, 'own'),
  }
  const made = view([
    phaseStart('0', 'candidate'),
    submitted,
    toolEnd('0.0'),
    running('0.1'),
    toolEnd('0.1', tests(2)),
    phaseEnd('0'),
  ])
  expect(phaseOutcome(made, 0)).toEqual({ text: '✕ 2 of 10', tone: 'bad' })
})

test('a call is led back to the model of its own branch, and forth to its own calls', () => {
  for (const branch of ['0/0', '0/1']) {
    const tool = parallel.spans[at(`${branch}.0.1`)]
    if (tool?.kind !== 'tool') throw new Error('no call')
    expect(requestedBy(parallel, tool)?.span.path).toBe(`${branch}.0.0`)
    const { links } = relatedSpans(parallel, at(`${branch}.0.0`))
    expect(links).toEqual([
      [at(`${branch}.0.0`), at(`${branch}.0.1`)],
      [at(`${branch}.0.1`), at(`${branch}.0.2`)],
    ])
  }
})

test('parallel work is no more than the whole: a share is never over 100 %', () => {
  for (const by of ['role', 'tool', 'phase', 'model'] as const)
    for (const { share } of summarize(parallel, by, parallel.lastMs)) expect(share ?? 0).toBeLessThanOrEqual(1)
})
