import { beforeEach, expect, test, vi } from 'vitest'
import type { RunItem } from '../../../../src-shared/run/event.ts'
import { logOf } from '../../../kit/agent/random-log.ts'

/** The host's streams, as the store asked for them. */
const streams = vi.hoisted(() => ({
  open: [] as { runId: string; afterSeq: number; hand: (message: { items: readonly RunItem[] }) => void }[],
}))
vi.mock('../../../../src-renderer/host/host.ts', () => ({
  follow: (topic: { runId: string; afterSeq: number }, hand: (message: { items: readonly RunItem[] }) => void) => {
    const stream = { ...topic, hand }
    streams.open.push(stream)
    return () => void streams.open.splice(streams.open.indexOf(stream), 1)
  },
}))

let frames: (() => void)[] = []
const frame = () => {
  for (const draw of frames.splice(0)) draw()
}
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
vi.stubGlobal('cancelAnimationFrame', () => {
  frames = []
})

const { followRun, spanIn, useRuns } = await import('../../../../src-renderer/stores/runs/run-store.ts')
const { useWorkbench } = await import('../../../../src-renderer/stores/session/workbench-store.ts')

const call = { kind: 'model', retries: 0, words: ['Hm', 'Half ', 'done'], fails: false } as const
const log = logOf({ body: [call, call], crashes: [], givenUp: null, end: 'completed', seed: 1, jumps: false })
const events = log.filter((item) => item.kind === 'event')
const viewOf = (runId: string) => useRuns.getState().views[runId]
let number = 0
let run = ''
beforeEach(() => {
  run = `run-${++number}`
  streams.open.length = 0
})

test('however many batches come, views change once a frame', () => {
  const stop = followRun(run)
  let changes = 0
  const unsubscribe = useRuns.subscribe(() => changes++)
  for (const item of log) streams.open[0]?.hand({ items: [item] })
  expect(changes).toBe(0)
  frame()
  expect(changes).toBe(1)
  expect(viewOf(run)?.status).toBe('completed')
  unsubscribe()
  stop()
})

test('users share one stream, and the last one to go ends it', () => {
  const stops = [followRun(run), followRun(run)]
  expect(streams.open).toHaveLength(1)
  stops[0]?.()
  stops[0]?.()
  expect(streams.open).toHaveLength(1)
  stops[1]?.()
  expect(streams.open).toHaveLength(0)
})

test('a run looked at again is taken up after its last event', () => {
  const stop = followRun(run)
  streams.open[0]?.hand({ items: events.slice(0, 3) })
  frame()
  stop()
  followRun(run)()
  const again = followRun(run)
  expect(streams.open[0]?.afterSeq).toBe(2)
  streams.open[0]?.hand({ items: events.slice(3) })
  frame()
  expect(viewOf(run)?.lastSeq).toBe(events.length - 1)
  again()
})

test('runs nobody looked at for long are forgotten', () => {
  followRun(run)()
  const first = run
  const stop = followRun(first)
  streams.open[0]?.hand({ items: events })
  frame()
  stop()
  for (let other = 0; other < 12; other++) {
    const end = followRun(`other-${other}`)
    streams.open[0]?.hand({ items: events })
    frame()
    end()
  }
  expect(viewOf(first)).toBeUndefined()
  expect(viewOf('other-11')).toBeDefined()
})

test('only the span that streams becomes a new object', () => {
  const stop = followRun(run)
  const at = log.findLastIndex((item) => item.kind === 'live' && item.live.path === '1')
  streams.open[0]?.hand({ items: log.slice(0, at) })
  frame()
  const [first, second] = ['0', '1'].map((path) => spanIn(viewOf(run), path))
  const shape = viewOf(run)?.shape
  streams.open[0]?.hand({ items: log.slice(at, at + 1) })
  frame()
  expect(spanIn(viewOf(run), '0')).toBe(first)
  expect(spanIn(viewOf(run), '1')).not.toBe(second)
  expect(viewOf(run)?.shape).toBe(shape)
  stop()
})

/** The open conversation, with this run in the given state. */
function showStatus(status: 'running' | 'interrupted'): void {
  const conversation = {
    id: 'c',
    projectId: 'p',
    title: 't',
    createdAt: 0,
    updatedAt: 0,
    status,
    strategy: null,
    cost: null,
    turns: 1,
    changes: null,
    deletedAt: null,
  }
  const totals = viewOf(run)?.totals
  if (totals === undefined) throw new Error('the run has no view')
  const shown = {
    id: run,
    turnId: 't',
    conversationId: 'c',
    projectId: 'p',
    strategy: { name: 'chat', options: {} },
    roles: {},
    mode: 'act' as const,
    approval: 'ask' as const,
    status,
    startedAt: 0,
    endedAt: null,
    durationMs: 0,
    totals,
    text: '',
    failure: null,
    before: null,
    after: null,
    changes: null,
  }
  const turn = { id: 't', conversationId: 'c', parentId: null, message: 'm', createdAt: 0, runs: [shown] }
  useWorkbench.setState({ tree: { state: 'ready', value: { conversation, turns: [turn] } } })
}

test('a run whose host died is shown as interrupted, and as running when it is resumed', () => {
  const stop = followRun(run)
  streams.open[0]?.hand({ items: events.slice(0, 3) })
  frame()
  expect(viewOf(run)?.status).toBe('running')
  showStatus('interrupted')
  expect(viewOf(run)?.status).toBe('interrupted')
  expect(spanIn(viewOf(run), '0')?.state).toBe('interrupted')
  showStatus('running')
  expect(spanIn(viewOf(run), '0')?.state).toBe('running')
  stop()
})
