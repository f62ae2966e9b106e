import { describe, expect, it } from 'vitest'
import { resumeRun } from '../../src-main/agent/run.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../src-shared/run/view/fold.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, scriptedTools, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

const choice = { name: 'conversation', options: {}, inner: { name: 'plan-revise-execute', options: {} } }
const model = () =>
  scriptedModel((request) => {
    if (request.role === 'planner')
      return reply('', [call('p', 'submit_plan', { steps: [{ goal: 'Do', done: 'did' }] })])
    if (request.role === 'evaluator')
      return reply('', [call('e', 'submit_evaluation', { score: 1, reasoning: 'good' })])
    if (request.messages.some((message) => message.text === 'Help.')) return reply('Helped.')
    if (request.messages.at(-1)?.role === 'tool') return reply('Done.')
    return reply('Now.', [call('1', 'ask_user'), call('2', 'shell'), call('3', 'delegate', { goal: 'Help.' })])
  })
const tools = scriptedTools(async (made, context) =>
  made.tool === 'ask_user' ? await context.askUser({ question: 'Which?', options: ['x'], freeText: true }) : 'fine',
)

const viewOf = (events: readonly StoredEvent[]): RunView =>
  foldItems(
    emptyRunView(),
    events.map((event) => ({ kind: 'event', event })),
  )
const shapeOf = (view: RunView) => view.spans.map(({ kind, path, parent, state }) => ({ kind, path, parent, state }))

describe('the log of a run, drawn', () => {
  it('has every span closed at its end, and the totals that the run counted', async () => {
    const log = memoryLog()
    const end = await startTestRun(testPorts(log, model(), { tools }), configFor(choice))
    const view = viewOf(log.events())
    expect(view.status).toBe('completed')
    expect(view.spans.every((span) => span.state === 'ok')).toBe(true)
    expect(view.totals).toEqual(end.totals)
    expect(view.waiting).toEqual([])
    expect(view.spans.map((span) => span.kind)).toEqual(
      expect.arrayContaining(['phase', 'branches', 'child', 'model', 'tool', 'step']),
    )
  })

  it('shows a resumed run as the same spans, wherever it was interrupted (T7)', async () => {
    const log = memoryLog()
    await startTestRun(testPorts(log, model(), { tools }), configFor(choice))
    const events = log.events()
    const whole = shapeOf(viewOf(events)).toSorted((a, b) => a.path.localeCompare(b.path))
    for (let count = 1; count < events.length; count++) {
      const second = memoryLog({ events: events.slice(0, count), bodies: log.bodies })
      await resumeRun(testPorts(second, model(), { tools }), configFor(choice), new AbortController().signal)
      const view = viewOf(second.events())
      expect(shapeOf(view).toSorted((a, b) => a.path.localeCompare(b.path))).toEqual(whole)
      expect(view.resumed).toBe(1)
    }
  })
})
