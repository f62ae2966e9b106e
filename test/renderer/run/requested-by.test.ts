import { expect, test } from 'vitest'
import { requestedBy } from '../../../src-renderer/run/requested-by.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { RunView, ToolSpan } from '../../../src-shared/run/view/run-view.ts'
import { longLog } from '../../kit/host/long-run.ts'

const all = [...longLog('run', 600, 0, 'The end.')]
const viewOf = (from: number) =>
  foldItems(
    emptyRunView(),
    all.slice(from).map((event) => ({ kind: 'event', event })),
  )
const lastTool = (view: RunView) => view.spans.findLast((span): span is ToolSpan => span.kind === 'tool')

test('a tool call names the model call that asked for it, by its number in the whole run', () => {
  const view = viewOf(0)
  const span = lastTool(view)
  const models = view.spans.filter(({ kind }) => kind === 'model')
  const call = span === undefined ? null : requestedBy(view, span)
  expect(call?.number).toBe(models.length - 1)
  expect(call?.span.reply?.message.toolCalls.map(({ id }) => id)).toContain(span?.call.id)
})

test('in a part of a run no number is claimed, and nobody is named if the call is not in it', () => {
  const part = viewOf(400)
  const span = lastTool(part)
  expect(span === undefined ? null : requestedBy(part, span, false)).toMatchObject({ number: null })
  const alone = viewOf(all.findLastIndex(({ type }) => type === 'tool-start'))
  const [only] = alone.spans
  expect(only?.kind === 'tool' ? requestedBy(alone, only, false) : undefined).toBeNull()
})
