import { beforeEach, expect, test, vi } from 'vitest'
import { loading } from '../../../src-renderer/stores/server-cache/loadable.ts'
import type { Conversation, ConversationTree, Turn } from '../../../src-shared/run/conversation.ts'

/** The host: what it holds, and what it was asked. */
const host = vi.hoisted(() => ({
  requests: [] as { method: string; bytes: number }[],
  answer: (_method: string, _params: { conversationId?: string; turnId?: string }): unknown => ({
    notices: [],
    openProject: null,
  }),
  hand: (_message: { changes: readonly unknown[] }) => {},
  resume: () => {},
}))
vi.mock('../../../src-renderer/host/host.ts', () => ({
  follow: (topic: { kind: string }, hand: typeof host.hand, resumed: () => void) => {
    if (topic.kind === 'host') Object.assign(host, { hand, resume: resumed })
    return () => {}
  },
  ask: async (method: string, params: { conversationId?: string; turnId?: string }) => {
    const value = await host.answer(method, params)
    host.requests.push({ method, bytes: JSON.stringify(value ?? null).length })
    return value
  },
}))
const { followHost } = await import('../../../src-renderer/stores/follow-host.ts')
const { openConversation } = await import('../../../src-renderer/stores/session/conversations.ts')
const { startRun } = await import('../../../src-renderer/stores/runs/runs.ts')
const { useWorkbench } = await import('../../../src-renderer/stores/session/workbench-store.ts')
const { useComparisons } = await import('../../../src-renderer/stores/server-cache/comparisons.ts')

const conversation: Conversation = {
  id: 'conv',
  projectId: 'proj',
  title: 'Long',
  createdAt: 0,
  updatedAt: 0,
  status: null,
  strategy: null,
  cost: null,
  turns: 0,
  changes: null,
  deletedAt: null,
}
const turnOf = (at: number, parentId: string | null = at === 0 ? null : `turn_${at - 1}`): Turn => ({
  id: `turn_${at}`,
  conversationId: 'conv',
  parentId,
  message: `Message ${at}`,
  createdAt: at,
  runs: [],
})

let turns: Turn[] = []
const tell = (...changes: unknown[]) => host.hand({ changes })
const added = (turnId: string) => ({ kind: 'turn-added', conversationId: 'conv', turnId })
const shown = (): ConversationTree | null => {
  const { tree } = useWorkbench.getState()
  return tree?.state === 'ready' ? tree.value : null
}
const countOf = (method: string) => host.requests.filter((each) => each.method === method).length

followHost()
beforeEach(async () => {
  turns = Array.from({ length: 100 }, (_, at) => turnOf(at))
  host.answer = (method, { turnId }) => {
    if (method === 'conversation-open') return { conversation, turns: [...turns] }
    if (method === 'conversation-end-read') return null
    if (method === 'turn-read') return turns.find((each) => each.id === turnId) ?? null
    if (method === 'run-start') return { id: 'run', turnId: turns.at(-1)?.id, conversationId: 'conv' }
    return []
  }
  useWorkbench.setState({ conversationId: null, tree: loading, turnId: null })
  useComparisons.setState({ shown: null })
  await openConversation('conv')
  host.requests.length = 0
})

test('a turn that is added costs one small question, the same after 100 turns and after 10,000', async () => {
  const costs: number[] = []
  for (const count of [100, 10_000]) {
    turns = Array.from({ length: count }, (_, at) => turnOf(at))
    await openConversation('conv')
    host.requests.length = 0
    turns.push(turnOf(count))
    tell(added(`turn_${count}`))
    await vi.waitFor(() => expect(shown()?.turns).toHaveLength(count + 1))
    expect(host.requests.map(({ method }) => method)).toEqual(['turn-read'])
    costs.push(host.requests[0]?.bytes ?? 0)
    expect(useWorkbench.getState().turnId).toBe(`turn_${count}`)
  }
  expect(Math.abs((costs[0] ?? 0) - (costs[1] ?? 0))).toBeLessThan(20)
})

test('turns that come quickly are all there, in one branch, and each was asked for once', async () => {
  const before = shown()?.turns[0]
  for (let at = 100; at < 110; at++) {
    turns.push(turnOf(at))
    tell(added(`turn_${at}`), added(`turn_${at}`))
  }
  await vi.waitFor(() => expect(shown()?.turns).toHaveLength(110))
  expect(countOf('turn-read')).toBe(10)
  expect(countOf('conversation-open')).toBe(0)
  expect(useWorkbench.getState().turnId).toBe('turn_109')
  expect(shown()?.turns[0]).toBe(before)
})

test('who sends a message is shown its turn, which the host tells of as well', async () => {
  useWorkbench.setState({ project: { id: 'proj', folder: '/p', name: 'p', openedAt: 0, branch: null, present: true } })
  turns.push(turnOf(100))
  tell(added('turn_100'))
  await startRun({ parentId: 'turn_99', message: 'Hi', strategy: null, roles: {}, mode: 'act', approval: 'ask' })
  expect(shown()?.turns).toHaveLength(101)
  expect(countOf('turn-read')).toBe(1)
  expect(countOf('conversation-open')).toBe(0)
  expect(useWorkbench.getState().turnId).toBe('turn_100')
})

test('a branch that begins elsewhere is shown; lanes of a comparison leave what is shown', async () => {
  turns.push(turnOf(100, 'turn_40'))
  tell(added('turn_100'))
  await vi.waitFor(() => expect(useWorkbench.getState().turnId).toBe('turn_100'))
  useComparisons.setState({ shown: { kind: 'comparison', id: 'comparison' } })
  turns.push(turnOf(101, 'turn_7'))
  tell(added('turn_101'))
  await vi.waitFor(() => expect(shown()?.turns).toHaveLength(102))
  expect(useWorkbench.getState().turnId).toBe('turn_100')
})

test('a turn deleted before it was read is not there, and one of another conversation asks for nothing', async () => {
  tell(added('turn_100'), { kind: 'turn-added', conversationId: 'other', turnId: 'turn_x' })
  await vi.waitFor(() => expect(countOf('turn-read')).toBe(1))
  expect(shown()?.turns).toHaveLength(100)
})

test('where the turn it answers to was missed, and after a lost connection, the whole is read anew', async () => {
  turns.push(turnOf(100), turnOf(101))
  tell(added('turn_101'))
  await vi.waitFor(() => expect(shown()?.turns).toHaveLength(102))
  expect(countOf('conversation-open')).toBe(1)
  turns.push(turnOf(102))
  host.resume()
  await vi.waitFor(() => expect(shown()?.turns).toHaveLength(103))
  expect(countOf('conversation-open')).toBe(2)
})

test('a conversation that is left while its turn is read stays left', async () => {
  turns.push(turnOf(100))
  tell(added('turn_100'))
  useWorkbench.setState({ conversationId: null, tree: null, turnId: null })
  await vi.waitFor(() => expect(countOf('turn-read')).toBe(1))
  await Promise.resolve()
  expect(useWorkbench.getState()).toMatchObject({ conversationId: null, tree: null, turnId: null })
})

test('what is told of a run puts it into its turn, and leaves all others as they are', () => {
  const before = shown()?.turns ?? []
  tell({ kind: 'run', run: { id: 'run', turnId: 'turn_99', conversationId: 'conv', status: 'running' } })
  expect(shown()?.turns[99]?.runs).toMatchObject([{ id: 'run' }])
  for (const at of [0, 50, 98]) expect(shown()?.turns[at]).toBe(before[at])
})

test('a long conversation is shown from its end while the rest is read, and stays where it is shown then', async () => {
  let arrive = (_tree: ConversationTree) => {}
  const whole = new Promise<ConversationTree>((resolve) => {
    arrive = resolve
  })
  host.answer = (method) =>
    method === 'conversation-end-read'
      ? { conversation, turns: turns.slice(-3) }
      : method === 'conversation-open'
        ? whole
        : []
  useWorkbench.setState({ conversationId: null, tree: null, turnId: null })
  const opened = openConversation('conv')
  await vi.waitFor(() => expect(shown()?.turns).toHaveLength(3))
  expect(useWorkbench.getState().turnId).toBe('turn_99')
  arrive({ conversation, turns })
  await opened
  expect(shown()?.turns).toHaveLength(100)
  expect(useWorkbench.getState().turnId).toBe('turn_99')
  await openConversation('conv')
  expect(countOf('conversation-end-read')).toBe(1)
})
