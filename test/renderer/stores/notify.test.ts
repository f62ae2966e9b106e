import { describe, expect, test, vi } from 'vitest'
import type { RunStatus } from '../../../src-shared/run/conversation.ts'
import { newRun } from '../../kit/fake-host/fake-runs.ts'

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} }))
vi.mock('../../../src-renderer/host/host.ts', () => ({ ask: async () => [], follow: () => () => {} }))
const { noticeOf, titleOf } = await import('../../../src-renderer/stores/notify.ts')
const {
  onRunChange,
  applyRunChange: takeUnderWay,
  underWayText,
  useUnderWay,
} = await import('../../../src-renderer/stores/server-cache/under-way.ts')

const ids = { turnId: 't', conversationId: 'c', projectId: 'p', startedAt: 0 }
const under = (status: RunStatus, id = 'r') => ({
  run: { ...newRun({ id, ...ids }), status },
  title: 'Fix it',
  project: 'shop',
})

describe('what is told of a run that nobody looks at', () => {
  test('goes by the setting, and is never said twice', () => {
    expect(noticeOf(under('waiting'), 'running', 'waiting')).toEqual({ title: 'Waiting for you: Fix it', body: 'shop' })
    expect(noticeOf(under('completed'), 'running', 'all')?.title).toBe('Finished: Fix it')
    expect(noticeOf(under('completed'), 'running', 'waiting')).toBeNull()
    expect(noticeOf(under('waiting'), 'running', 'off')).toBeNull()
    expect(noticeOf(under('waiting'), 'waiting', 'all')).toBeNull()
    expect(noticeOf(under('aborted'), 'running', 'all')).toBeNull()
  })

  test('the title of the window counts what waits', () => {
    expect(titleOf(0, 'Fix it', 'shop')).toBe('Fix it – shop – Stratagem')
    expect(titleOf(2, null, null)).toBe('(2) Stratagem')
  })
})

test('the list of what goes on follows each run, and a run that ends leaves it', () => {
  useUnderWay.setState({ runs: [under('running', 'a'), under('running', 'b')] })
  const heard: unknown[] = []
  const undo = onRunChange(({ before, under: { run } }) => heard.push([run.id, before, run.status]))
  takeUnderWay(under('waiting', 'a').run)
  expect(underWayText(useUnderWay.getState().runs)).toBe('1 running · 1 waiting for you')
  takeUnderWay(under('completed', 'b').run)
  undo()
  expect(useUnderWay.getState().runs.map(({ run }) => run.id)).toEqual(['a'])
  expect(heard).toEqual([
    ['a', 'running', 'waiting'],
    ['b', 'running', 'completed'],
  ])
})
