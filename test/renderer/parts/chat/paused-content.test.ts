import { expect, it } from 'vitest'
import { contentText, readEdit } from '../../../../src-renderer/parts/chat/cards/paused-content.ts'
import { breakpointsFor } from '../../../../src-renderer/run/span-breakpoints.ts'
import { workGaps } from '../../../../src-renderer/run/work-gaps.ts'
import { noLimits } from '../../../../src-shared/model/tool.ts'
import type { PausedContent } from '../../../../src-shared/run/debug/pause-events.ts'
import { emptyRunView, foldItems } from '../../../../src-shared/run/view/fold.ts'
import { goldenEvents3 } from '../../../store/golden-events.ts'

const call: PausedContent = { kind: 'call', tool: 'write_file', arguments: '{"path":"a"}', limits: noLimits }

it('what a pause shows is read back as the edit that changes nothing', () => {
  const text = contentText(call) ?? ''
  expect(readEdit(call, text)).toEqual({
    ok: true,
    edit: { kind: 'call', arguments: '{"path":"a"}', limits: noLimits },
  })
  const check: PausedContent = { kind: 'ask', step: 'check', ask: { command: 'npm test' } }
  expect(readEdit(check, contentText(check) ?? '')).toEqual({
    ok: true,
    edit: { kind: 'ask', ask: { command: 'npm test' } },
  })
  expect(contentText({ kind: 'fixed', step: 'snapshot' })).toBeNull()
})

it.each([
  ['{', 'not valid JSON'],
  ['{"arguments":{}}', 'limits'],
  ['{"arguments":[],"limits":{"writable":null,"readOnly":[]}}', 'arguments'],
])('the edit %s is refused with the reason', (text, words) => {
  const read = readEdit(call, text)
  expect(read.ok ? '' : read.problem).toContain(words)
})

it('a step that was paused offers its breakpoints, and its pause is no work', () => {
  const items = goldenEvents3.map((event) => ({ kind: 'event' as const, event: { ...event, ms: event.ms * 1000 } }))
  const view = foldItems(emptyRunView(), items)
  const paused = view.spans.find((span) => span.pause !== undefined)
  if (paused?.pause?.answer == null) throw new Error('the golden log has a pause')
  expect(breakpointsFor(paused)).toContainEqual({ on: 'tool', name: 'edit_file' })
  const { askedMs, answer } = paused.pause
  expect(workGaps(view).some(({ from, to }) => from <= askedMs && to >= answer.ms)).toBe(true)
})
