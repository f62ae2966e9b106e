import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  collectChanges,
  eventsOf,
  gate,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { answerWith, done, openFaultServer, say } from '../../kit/model-server/model-fault-server.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const isAnother =
  (path: string) =>
  (event: StoredEvent): event is EventOf<'approval-ask'> =>
    event.type === 'approval-ask' && event.path !== path
const edit = { tool: 'write_file', arguments: { path: 'note.txt', content: 'two\n' } }

test('a message is answered with tools, and everything is there after closing and opening again', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({ 'readme.md': 'hello\n' })
  const server = await hostModelServer((_asked, turn) =>
    turn === 0 ? { text: 'I write.', calls: [edit] } : { text: 'Done so.' },
  )
  const first = await openTestHost({ dataFolder })
  const talk = await newTestConversation(first, files.folder, testProfile(server.url))
  const run = await runToEnd(first, talk.message('Write a note for me\nplease'))
  expect(run).toMatchObject({ status: 'completed', text: 'Done so.', changes: { files: 1, added: 1, removed: 0 } })
  expect(await files.read('note.txt')).toBe('two\n')
  const events = eventsOf(first, run.id)
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index))
  expect(events.at(-1)?.type).toBe('run-end')
  await first.close()

  const second = await openTestHost({ dataFolder })
  const [conversation] = await ask(second, 'conversations-list', { projectId: talk.project.id })
  expect(conversation).toMatchObject({
    title: 'Write a note for me',
    status: 'completed',
    turns: 1,
    strategy: 'tool-loop',
  })
  const tree = await ask(second, 'conversation-open', { conversationId: talk.conversation.id })
  expect(tree.turns[0]?.runs[0]).toEqual(run)
  expect(eventsOf(second, run.id)).toEqual(events)
  const { hits } = await ask(second, 'history-search', { projectId: talk.project.id, query: 'done so' })
  expect(hits[0]).toMatchObject({ conversationId: talk.conversation.id, runId: run.id })
  const changes = await ask(second, 'run-changes', { runId: run.id })
  expect(changes.files.map(({ path, kind }) => [path, kind])).toEqual([['note.txt', 'added']])
})

test('the exchange of a model call is rebuilt from the log, byte for byte', async () => {
  const files = await temporaryProject({ 'readme.md': 'hello\n' })
  const server = await hostModelServer((_asked, turn) =>
    turn === 0 ? { calls: [{ tool: 'read_file', arguments: { path: 'readme.md' } }] } : { text: 'It says hello.' },
  )
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await runToEnd(host, talk.message('What does it say?'))
  const calls = eventsOf(host, run.id).filter(ofType('model-start'))
  const sent = await Promise.all(calls.map(({ path }) => ask(host, 'run-exchange', { runId: run.id, path })))
  expect(sent.map((each) => each.sent)).toEqual(server.sent)
  expect(sent.at(-1)?.messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool'])
})

test('each request that was sent again in another form is rebuilt, with the reason', async () => {
  const files = await temporaryProject({})
  const server = await openFaultServer(({ received, response }) => {
    const refused = ['temperature', 'stream_options'].find((name) => name in JSON.parse(received.body))
    if (refused === undefined) return answerWith(response, say.text('Fine.'), say.finish('stop'), done)
    const error = JSON.stringify({ error: { message: `Unknown parameter: '${refused}'.` } })
    return void response.writeHead(400, { 'content-type': 'application/json' }).end(error)
  })
  onTestFinished(() => server.close())
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(server.url, { temperature: 0.2 }))
  const run = await runToEnd(host, talk.message('Hello.', { strategy: { name: 'chat', options: {} } }))
  expect(run.status).toBe('completed')
  const [call] = eventsOf(host, run.id).filter(ofType('model-start'))
  const exchange = await ask(host, 'run-exchange', { runId: run.id, path: call?.path ?? '' })
  expect([exchange.sent, ...exchange.resent.map(({ sent }) => sent)]).toEqual(server.received.map(({ body }) => body))
  expect(exchange.resent.map(({ why }) => why)).toEqual([
    expect.stringContaining('refuses the parameter temperature'),
    expect.stringContaining('refuses the parameter stream_options'),
  ])
})

test('the next turn knows the turns before it, of its own branch only', async () => {
  const files = await temporaryProject({})
  const server = await hostModelServer((request) => ({ text: `answer ${request.messages.length}` }))
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const one = await runToEnd(host, talk.message('first'))
  const two = await runToEnd(host, talk.message('second', { parentId: one.turnId }))
  await runToEnd(host, talk.message('other branch', { parentId: one.turnId }))
  const said = server.requests.map((request) =>
    request.messages.filter((each) => each.role !== 'system').map((each) => each.content),
  )
  expect(said[1]).toEqual(['first', 'answer 2', 'second'])
  expect(said[2]).toEqual(['first', 'answer 2', 'other branch'])
  expect(two.status).toBe('completed')
})

test('an edit waits for approval; allowed it is done, denied the model is told why', async () => {
  const files = await temporaryProject({})
  const server = await hostModelServer((_asked, turn) => (turn < 2 ? { calls: [edit] } : { text: 'ok' }))
  const host = await openTestHost()
  const changes = collectChanges(host)
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await ask(host, 'run-start', talk.message('go', { approval: 'ask' }))
  const approval = await untilEvent(host, run.id, ofType('approval-ask'))
  expect(approval.ask).toMatchObject({ tool: 'write_file', effect: 'edit' })
  expect(changes.some((each) => each.kind === 'run' && each.run.status === 'waiting')).toBe(true)
  await ask(host, 'run-approve', { runId: run.id, path: approval.path, decision: 'deny', note: 'not this name' })
  const again = await untilEvent(host, run.id, isAnother(approval.path))
  await ask(host, 'run-approve', { runId: run.id, path: again.path, decision: 'allow', note: '' })
  expect(await host.runs.untilEnded(run.id)).toMatchObject({ status: 'completed', totals: { toolFailures: 1 } })
  expect(server.sent[1]).toContain('not this name')
  expect(await files.read('note.txt')).toBe('two\n')
  const late = await host.handle('run-approve', { runId: run.id, path: again.path, decision: 'allow', note: '' })
  expect(late).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
})

test('"always" keeps a rule for the project, and the next call of the same kind is not asked about', async () => {
  const files = await temporaryProject({})
  const server = await hostModelServer((_asked, turn) =>
    turn % 2 === 0 ? { calls: [{ ...edit, arguments: { path: 'note.txt', content: `${turn}\n` } }] } : { text: 'ok' },
  )
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await ask(host, 'run-start', talk.message('go', { approval: 'ask' }))
  const approval = await untilEvent(host, run.id, ofType('approval-ask'))
  await ask(host, 'run-approve', { runId: run.id, path: approval.path, decision: 'always', note: '' })
  await host.runs.untilEnded(run.id)
  const rules = await ask(host, 'rules-list', { projectId: talk.project.id })
  expect(rules).toMatchObject([{ pattern: '/note.txt', projectId: talk.project.id }])
  const next = await ask(host, 'conversation-create', { projectId: talk.project.id })
  const second = await runToEnd(host, talk.message('again', { approval: 'ask', conversationId: next.id }))
  expect(second.status).toBe('completed')
  expect(eventsOf(host, second.id).some(ofType('approval-ask'))).toBe(false)
})

test('Stop ends the run once, as aborted, with what had come kept', async () => {
  const files = await temporaryProject({})
  const never = new Promise(() => {})
  const server = await hostModelServer(() => ({ text: 'half an answer that never ends', until: never }))
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await ask(host, 'run-start', talk.message('go'))
  await new Promise<void>((resolve) => {
    const undo = host.follow({ kind: 'run', runId: run.id, afterSeq: -1 }, (heard) => {
      if (heard.topic !== 'run' || !heard.items.some((item) => item.kind === 'live')) return
      queueMicrotask(() => undo())
      resolve()
    })
  })
  await ask(host, 'run-stop', { runId: run.id })
  const end = await host.runs.untilEnded(run.id)
  expect(end).toMatchObject({ status: 'aborted', text: expect.stringContaining('half an') })
  expect(eventsOf(host, run.id).filter(ofType('run-end'))).toHaveLength(1)
})

test('a message queued while the run goes on is taken up by it, or sent as the next turn', async () => {
  const files = await temporaryProject({})
  const door = gate()
  const server = await hostModelServer((_asked, turn) =>
    turn === 0 ? { text: 'first answer', until: door.passed } : { text: 'after' },
  )
  const host = await openTestHost()
  const changes = collectChanges(host)
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await ask(host, 'run-start', talk.message('go'))
  await ask(host, 'run-queue', { runId: run.id, message: 'and this too' })
  expect(changes.filter((each) => each.kind === 'queue').at(-1)).toMatchObject({ waiting: ['and this too'] })
  door.open()
  await expect.poll(() => server.sent.at(-1)).toContain('and this too')
  expect(changes.filter((each) => each.kind === 'queue').at(-1)).toMatchObject({ waiting: [] })
})

test('a question of the model waits for the user, and gets the answer', async () => {
  const files = await temporaryProject({})
  const question = { tool: 'ask_user', arguments: { question: 'Which colour?', options: ['red', 'blue'] } }
  const server = await hostModelServer((_asked, turn) => (turn === 0 ? { calls: [question] } : { text: 'ok' }))
  const host = await openTestHost()
  const changes = collectChanges(host)
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await ask(host, 'run-start', talk.message('go'))
  const stepStart = await untilEvent(host, run.id, ofType('step-start'))
  await expect.poll(() => changes.some((each) => each.kind === 'run' && each.run.status === 'waiting')).toBe(true)
  await ask(host, 'run-answer', { runId: run.id, path: stepStart.path, answer: 'green' })
  expect(await host.runs.untilEnded(run.id)).toMatchObject({ status: 'completed' })
  expect(server.sent[1]).toContain('green')
})

test('unknown strategies, missing profiles and missing folders are refused in words, and leave nothing behind', async () => {
  const files = await temporaryProject({})
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, null)
  const unknown = await host.handle('run-start', talk.message('go', { strategy: { name: 'nonsense', options: {} } }))
  expect(unknown).toMatchObject({ ok: false, failure: { kind: 'strategy-unknown' } })
  const noProfile = await host.handle('run-start', talk.message('go', { roles: { default: 'gone' } }))
  expect(noProfile).toMatchObject({
    ok: false,
    failure: { kind: 'not-found', message: expect.stringContaining('default') },
  })
  const noFolder = await host.handle('project-open', { folder: files.at('nowhere') })
  expect(noFolder).toMatchObject({ ok: false, failure: { kind: 'workspace-missing' } })
  const tree = await ask(host, 'conversation-open', { conversationId: talk.conversation.id })
  expect(tree.turns).toEqual([])
})

test('a project whose folder is gone is told so, and its message is not lost in half a turn (T15)', async () => {
  const files = await temporaryProject({ 'sub/a.txt': '' })
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.at('sub'), null)
  await rm(files.at('sub'), { recursive: true })
  expect(await host.handle('run-start', talk.message('go'))).toMatchObject({
    ok: false,
    failure: { kind: 'workspace-missing' },
  })
  expect((await ask(host, 'conversation-open', { conversationId: talk.conversation.id })).turns).toEqual([])
})
