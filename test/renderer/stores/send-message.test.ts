import { beforeEach, expect, test, vi } from 'vitest'
import type { ComposerState } from '../../../src-renderer/parts/choices/use-composer.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Conversation, Project } from '../../../src-shared/run/conversation.ts'
import { defaultSettings } from '../../../src-shared/settings/settings.ts'
import { newRun } from '../../kit/fake-host/fake-runs.ts'

/** The host: what it was asked, and how it answers. */
const host = vi.hoisted(() => ({
  requests: [] as { method: string; params: Record<string, unknown> }[],
  answer: async (_method: string, _params: Record<string, unknown>): Promise<unknown> => null,
}))
vi.hoisted(() => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  }
  vi.stubGlobal('localStorage', storage)
})
vi.mock('../../../src-renderer/host/host.ts', () => ({
  follow: () => () => {},
  ask: (method: string, params: Record<string, unknown>) => {
    host.requests.push({ method, params })
    return host.answer(method, params)
  },
}))
const { sendMessage } = await import('../../../src-renderer/parts/choices/send-message.ts')
const { choicesFor } = await import('../../../src-renderer/parts/choices/choices.ts')
const drafts = await import('../../../src-renderer/stores/session/draft-store.ts')
const { useWorkbench } = await import('../../../src-renderer/stores/session/workbench-store.ts')
const { loading } = await import('../../../src-renderer/stores/server-cache/loadable.ts')

const project: Project = {
  id: 'p',
  name: 'shop',
  folder: '/shop',
  openedAt: 0,
  branch: null,
  present: true,
}
const conversation: Conversation = {
  id: 'conv_new',
  projectId: 'p',
  title: 'New conversation',
  createdAt: 0,
  updatedAt: 0,
  status: null,
  strategy: null,
  cost: null,
  turns: 0,
  changes: null,
  deletedAt: null,
}
const ids = { id: 'run', turnId: 'turn', projectId: 'p', startedAt: 0 }
const run = newRun({ ...ids, conversationId: 'conv_new' })
const draftOf = (key: string) => drafts.useDrafts.getState().drafts[key]

function composer(change: Partial<ComposerState> & { key: string }): ComposerState {
  const draft = draftOf(change.key) ?? drafts.emptyDraft
  const choices = choicesFor(draft, change.run ?? null, defaultSettings, [])
  return { draft, choices, parentId: null, run: null, change: () => {}, ...change }
}
const started = () => host.requests.filter((each) => each.method === 'run-start').map((each) => each.params)
const answers =
  (more: Record<string, unknown> = {}) =>
  async (method: string) =>
    more[method] ??
    { 'conversation-create': conversation, 'run-start': run, 'conversation-open': { conversation, turns: [] } }[
      method
    ] ??
    null

beforeEach(() => {
  host.requests = []
  host.answer = answers()
  drafts.useDrafts.setState({ drafts: {} })
  useWorkbench.setState({ project, conversations: loading, conversationId: null, tree: null, turnId: null })
})

test('what a conversation may do never outlives it: the next new one begins with the settings’ word', async () => {
  drafts.changeDraft('new-p', { text: 'Fix it', approval: 'everything', mode: 'plan', roles: { default: 'mini' } })
  expect(await sendMessage(composer({ key: 'new-p' }))).toBeNull()
  expect(started()).toMatchObject([{ approval: 'everything', mode: 'plan', conversationId: 'conv_new' }])
  expect(draftOf('conv_new')).toMatchObject({ approval: 'everything', mode: 'plan' })
  expect(choicesFor(draftOf('new-p') ?? drafts.emptyDraft, null, defaultSettings, [])).toMatchObject({
    approval: 'ask',
    mode: 'act',
    by: 'settings',
  })
})

test('the choices stay with the conversation they were made for, if the reader opens another meanwhile', async () => {
  drafts.changeDraft('new-p', { text: 'Fix it', approval: 'everything' })
  host.answer = async (method) => {
    if (method === 'run-start') useWorkbench.setState({ conversationId: 'other' })
    return answers()(method)
  }
  await sendMessage(composer({ key: 'new-p' }))
  expect(draftOf('other')).toBeUndefined()
  expect(draftOf('conv_new')).toMatchObject({ approval: 'everything' })
})

test('an approval kept from before a restart does not reach a conversation that has not begun', () => {
  const draft = { ...drafts.emptyDraft, text: 'half a thought', approval: 'everything' }
  const read = drafts.storedDrafts({ drafts: { 'new-p': draft, conv: draft } })
  expect(read['new-p']).toMatchObject({ text: 'half a thought', approval: null })
  expect(read['conv']).toMatchObject({ approval: 'everything' })
  expect(drafts.storedDrafts('nonsense')).toEqual({})
})

test('a message for a run that has just ended becomes the next message', async () => {
  useWorkbench.setState({ conversationId: 'conv_new' })
  drafts.changeDraft('conv_new', { text: 'And the receipts' })
  host.answer = async (method) => {
    if (method === 'run-queue') throw new FailureError({ kind: 'not-found', message: 'It has ended.', advice: '' })
    return answers()(method)
  }
  expect(
    await sendMessage(composer({ key: 'conv_new', parentId: 'turn', run: { ...run, status: 'running' } })),
  ).toBeNull()
  expect(started()).toMatchObject([{ parentId: 'turn', atEnd: true, message: 'And the receipts' }])
  expect(draftOf('conv_new')?.text).toBe('')
})

test('a second message typed while the conversation is made goes into the same one', async () => {
  drafts.changeDraft('new-p', { text: 'One' })
  const first = sendMessage(composer({ key: 'new-p' }))
  drafts.changeDraft('new-p', { text: 'Two' })
  await Promise.all([first, sendMessage(composer({ key: 'new-p' }))])
  expect(host.requests.filter((each) => each.method === 'conversation-create')).toHaveLength(1)
  expect(started().map((each) => [each['conversationId'], each['message']])).toEqual([
    ['conv_new', 'One'],
    ['conv_new', 'Two'],
  ])
})

test('what the host refuses comes back before what was typed since', async () => {
  useWorkbench.setState({ conversationId: 'conv_new' })
  drafts.changeDraft('conv_new', { text: 'First' })
  host.answer = async (method) => {
    if (method !== 'run-start') return null
    drafts.changeDraft('conv_new', { text: 'Second' })
    throw new FailureError({ kind: 'busy', message: 'Not now.', advice: '' })
  }
  expect(await sendMessage(composer({ key: 'conv_new' }))).toMatchObject({ kind: 'busy' })
  expect(draftOf('conv_new')?.text).toBe('First\n\nSecond')
})
