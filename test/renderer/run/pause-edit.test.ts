import { expect, it } from 'vitest'
import { answerTemplate, contentText, editOf, isAnswerable, readEdit } from '../../../src-renderer/run/pause-edit.ts'
import { breakpointsFor, breakpointsOn } from '../../../src-renderer/run/span-breakpoints.ts'
import { workGaps } from '../../../src-renderer/run/work-gaps.ts'
import { noLimits } from '../../../src-shared/model/tool.ts'
import type { Breakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import type { PausedContent } from '../../../src-shared/run/debug/pause-events.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import { goldenEvents3 } from '../../store/golden-events.ts'

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
  const saved = (at: Breakpoint) => ({ at, active: true, trials: false })
  const on = [saved({ on: 'tool', name: 'edit_*' }), saved({ on: 'step', kind: 'run-tool' })]
  const others = [
    saved({ on: 'tool', name: 'shell' }),
    saved({ on: 'cost', above: 0 }),
    saved({ on: 'role', name: '*' }),
  ]
  expect(breakpointsOn(paused, [...on, ...others])).toEqual(on)
  const { askedMs, answer } = paused.pause
  expect(workGaps(view).some(({ from, to }) => from <= askedMs && to >= answer.ms)).toBe(true)
})

it('a draft is the edit it means, or says what is wrong with it', () => {
  expect(editOf({ editing: 'no' }, call)).toEqual({ ok: true, edit: null })
  expect(editOf({ editing: 'step', text: null }, call)).toEqual({ ok: true, edit: null })
  expect(editOf({ editing: 'step', text: contentText(call) }, call)).toEqual({ ok: true, edit: null })
  const calls = [{ key: 0, tool: ' write_file ', arguments: '{"path":"a"}' }]
  expect(editOf({ editing: 'answer', text: 'So.', calls }, call)).toEqual({
    ok: true,
    edit: { kind: 'answer', answer: { text: 'So.', calls: [{ tool: 'write_file', arguments: '{"path":"a"}' }] } },
  })
  const broken = [{ key: 0, tool: 'write_file', arguments: '{' }]
  expect(editOf({ editing: 'answer', text: '', calls: broken }, call)).toMatchObject({ ok: false })
})

it('a check and a hook are answered in JSON, and what gives no answer offers none', () => {
  const check: PausedContent = { kind: 'ask', step: 'check', ask: null }
  const hook: PausedContent = { kind: 'fixed', step: 'hook' }
  expect([check, hook, call].map((each) => answerTemplate(each) === '')).toEqual([false, false, true])
  expect([check, hook, call].map(isAnswerable)).toEqual([true, true, true])
  expect(isAnswerable({ kind: 'fixed', step: 'snapshot' })).toBe(false)
})
