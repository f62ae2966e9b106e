import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import { eventsOf, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { bundleOf, conversationWithSecrets, importInto, linesOf, secret } from './bundle-kit.ts'

const viewOf = (host: Host, runId: string) =>
  foldItems(
    emptyRunView(),
    eventsOf(host, runId).map((event) => ({ kind: 'event' as const, event })),
  )
/** As the other machine has it: what a mark of the same length makes of it. */
const redacted = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll(secret, '[redacted-OpenAI-key]'.padEnd(secret.length, '*')))

test('what was exported is there on another machine: messages, runs, changes, search; and it replays', async () => {
  const { host, conversation, runs } = await conversationWithSecrets()
  const made = await bundleOf(host, { kind: 'conversation', id: conversation.id })
  const dataFolder = await temporaryFolder()
  const other = await openTestHost({ dataFolder })
  const report = await importInto(other, made.bytes)
  expect(report).toMatchObject({ turns: 2, runs: 2, already: false, notes: [] })
  const tree = await ask(other, 'conversation-open', { conversationId: report.conversationId })
  expect(tree.turns.map(({ message }) => message)).toEqual(['What is in .env?', 'And now?'])
  for (const [at, run] of runs.entries()) {
    const copy = tree.turns[at]?.runs[0]
    if (copy === undefined) throw new Error('the run is not there')
    expect(copy.id).not.toBe(run.id)
    const { strategy: _, ...facts } = redacted({
      status: run.status,
      text: run.text,
      totals: run.totals,
      strategy: null,
    })
    expect(copy).toMatchObject(facts)
    const { spans, ...view } = viewOf(other, copy.id)
    const { spans: were, ...before } = redacted(viewOf(host, run.id))
    expect(JSON.parse(JSON.stringify(spans))).toEqual(were)
    expect(JSON.parse(JSON.stringify(view))).toMatchObject({ status: before.status, totals: before.totals })
    const report = await ask(other, 'run-replay', { runId: copy.id, verify: true })
    expect(report).toMatchObject({ divergence: null, damage: null, reached: 'outcome' })
    const changes = await ask(host, 'run-changes', { runId: run.id })
    expect(await ask(other, 'run-changes', { runId: copy.id })).toEqual(redacted(changes))
  }
  const { hits } = await ask(other, 'history-search', { projectId: null, query: 'wrote it down' })
  expect(hits[0]).toMatchObject({ conversationId: report.conversationId, kind: 'answer', project: 'Imported' })
})

test('no secret is in the file, and it is told which were, how many and where (T30)', async () => {
  const { host, conversation, runs } = await conversationWithSecrets()
  const mark = { name: `with ${secret}`, starred: true, archived: false }
  await ask(host, 'turn-mark', { turnId: runs[0]?.turnId ?? '', ...mark })
  const made = await bundleOf(host, { kind: 'conversation', id: conversation.id })
  expect(linesOf(made.bytes).join('\n')).not.toContain(secret)
  expect(linesOf(made.bytes).join('\n')).not.toContain(secret.slice(8))
  expect(made.redacted).toEqual([{ kind: 'OpenAI key', count: expect.any(Number), places: expect.any(Array) }])
  expect(made.redacted[0]?.places).toContain('changes of copy.txt')
  expect(made.redacted[0]?.places.some((place) => /at step/.test(place))).toBe(true)
})

test('a run alone goes with the branch that leads to it, and into a project it can be gone on with', async () => {
  const { host, runs } = await conversationWithSecrets()
  const made = await bundleOf(host, { kind: 'run', id: runs[0]?.id ?? '' })
  const other = await openTestHost()
  const project = await ask(other, 'project-open', { folder: (await temporaryProject({ 'a.txt': 'a' })).folder })
  const report = await importInto(other, made.bytes, project.id)
  expect(report).toMatchObject({ projectId: project.id, turns: 1, runs: 1 })
  const { turns } = await ask(other, 'conversation-open', { conversationId: report.conversationId })
  const run = await ask(other, 'run-start', {
    conversationId: report.conversationId,
    parentId: turns[0]?.id ?? null,
    message: 'Go on.',
    strategy: { name: 'chat', options: {} },
    roles: { default: 'demo' },
    mode: 'act',
    approval: 'read-only',
  })
  await other.runs.untilEnded(run.id)
  expect(other.runs.get(run.id)?.status).toBe('completed')
})

test('nothing goes on in what is only looked at, and it says what to do instead', async () => {
  const { host, runs } = await conversationWithSecrets()
  const made = await bundleOf(host, { kind: 'run', id: runs[0]?.id ?? '' })
  const other = await openTestHost()
  const { conversationId, projectId } = await importInto(other, made.bytes)
  const { turns } = await ask(other, 'conversation-open', { conversationId })
  const turnId = turns[0]?.id ?? ''
  const lanes = ['chat', 'tool-loop'].map((name) => ({ strategy: { name, options: {} } }))
  const message = {
    conversationId,
    parentId: null,
    message: 'Go on.',
    strategy: null,
    roles: {},
    mode: 'act',
    approval: 'ask',
  }
  for (const [method, params] of [
    ['run-start', message],
    ['conversation-create', { projectId }],
    ['comparison-start', { origin: { kind: 'turn', turnId }, lanes, approval: 'ask' }],
    ['batch-start', { projectId, name: 'Both', lanes, tasks: [{ keptTask: 'task' }], approval: 'ask' }],
  ] as const) {
    const reply = await other.handle(method, params)
    expect(reply).toMatchObject({
      ok: false,
      failure: { advice: expect.stringContaining('into one of your projects') },
    })
  }
})

test('the same file is taken in once, and again after it was deleted', async () => {
  const { host, conversation } = await conversationWithSecrets()
  const { bytes } = await bundleOf(host, { kind: 'conversation', id: conversation.id })
  const other = await openTestHost()
  const first = await importInto(other, bytes)
  expect(await importInto(other, bytes)).toMatchObject({ already: true, conversationId: first.conversationId })
  await ask(other, 'conversation-delete', { conversationId: first.conversationId })
  const again = await importInto(other, bytes)
  expect(again.already).toBe(false)
  expect(again.conversationId).not.toBe(first.conversationId)
})

test('what was imported can be exported again, and is the same', async () => {
  const { host, conversation } = await conversationWithSecrets()
  const { bytes } = await bundleOf(host, { kind: 'conversation', id: conversation.id })
  const other = await openTestHost()
  const { conversationId } = await importInto(other, bytes)
  const again = await bundleOf(other, { kind: 'conversation', id: conversationId })
  const kinds = (file: Buffer) => linesOf(file).map((line) => JSON.parse(line).t)
  expect(kinds(again.bytes)).toEqual(kinds(bytes))
  expect(again.redacted).toEqual([])
})
