import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../../src-main/host/host.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { bundleOf, importInto } from '../bundle-kit.ts'
import { sessionFile } from './session-kit.ts'

async function projectOf(host: Host, folder: string): Promise<string> {
  return (await ask(host, 'project-open', { folder })).id
}

test('a session is imported into a project, marked, found by search and exported, and imported once', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const host = await openTestHost()
  const projectId = await projectOf(host, folder)
  const bytes = sessionFile('claude-code-edit.jsonl')
  const report = await importInto(host, bytes, projectId)
  expect(report).toMatchObject({ projectId, turns: 3, runs: 3, title: 'Rounding of invoice totals', notes: [] })
  const { turns } = await ask(host, 'conversation-open', { conversationId: report.conversationId })
  const [first, second, third] = turns
  expect([second?.parentId, third?.parentId]).toEqual([first?.id, first?.id])
  const run = first?.runs[0]
  expect(run).toMatchObject({ imported: true, recordedBy: 'claude-code', status: 'completed', before: null })
  const { hits } = await ask(host, 'history-search', { projectId, query: 'rounds once' })
  expect(hits.map(({ runId }) => runId)).toContain(run?.id)
  const exported = await ask(host, 'export-prepare', {
    subject: { kind: 'conversation', id: report.conversationId },
    format: 'markdown',
  })
  expect(exported).toMatchObject({ notes: [] })
  expect(await importInto(host, bytes, projectId)).toMatchObject({
    already: true,
    conversationId: report.conversationId,
  })
})

test('an imported session is only read: nothing continues it, verifies it or branches from it', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const host = await openTestHost()
  const { conversationId } = await importInto(host, sessionFile('codex-patch.jsonl'), await projectOf(host, folder))
  const { turns } = await ask(host, 'conversation-open', { conversationId })
  const turnId = turns[0]?.id ?? ''
  const runId = turns[0]?.runs[0]?.id ?? ''
  const chat = { name: 'chat', options: {} }
  const start = { parentId: turnId, message: 'Go on.', strategy: chat, roles: {}, mode: 'act', approval: 'ask' }
  const refused = 'This conversation was recorded by Codex, so it can only be read here.'
  const fork = { runId, path: '0', approval: null, message: null, answer: null, roles: {}, strategy: chat }
  for (const [method, params, message] of [
    ['run-start', { conversationId, ...start }, refused],
    ['run-resume', { runId }, refused],
    ['run-fork', fork, refused],
    [
      'run-replay',
      { runId, verify: true },
      'The run can’t be verified: Codex did it, not one of Stratagem’s strategies.',
    ],
  ] as const)
    expect([method, await host.handle(method, params)]).toMatchObject([method, { ok: false, failure: { message } }])
})

test('a bundle of an imported session stays what it is on the next machine', async () => {
  const first = await openTestHost()
  const { conversationId } = await importInto(first, sessionFile('opencode-export.json'))
  const { bytes, notes } = await bundleOf(first, { kind: 'conversation', id: conversationId })
  expect(notes).toEqual([])
  const second = await openTestHost()
  const again = await importInto(second, bytes)
  const { turns } = await ask(second, 'conversation-open', { conversationId: again.conversationId })
  expect(turns[0]?.runs[0]).toMatchObject({ recordedBy: 'opencode', imported: true })
})

const put = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test('sessions of all three tools are found for the project’s folder alone, and imported by their ids', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'a' })
  const homeFolder = await temporaryFolder()
  const here = (name: string) => sessionFile(name).toString().replaceAll('/home/ada/invoice', folder)
  const slug = folder.replaceAll(/[^a-zA-Z0-9]/g, '-')
  const claude = join(homeFolder, '.claude', 'projects')
  put(join(claude, slug, 'session-one.jsonl'), here('claude-code-helper.jsonl'))
  put(
    join(claude, slug, 'session-one', 'subagents', 'agent-ae267a1.jsonl'),
    here('claude-code-helper-agent-ae267a1.jsonl'),
  )
  put(join(claude, slug, 'other-folder.jsonl'), sessionFile('claude-code-edit.jsonl'))
  put(join(claude, 'elsewhere', 'session-two.jsonl'), here('claude-code-edit.jsonl'))
  symlinkSync(join(claude, 'elsewhere', 'session-two.jsonl'), join(claude, slug, 'link.jsonl'))
  const codex = join(homeFolder, '.codex', 'sessions', '2026', '02', '11')
  put(join(codex, 'rollout-2026-02-11T10-00-00-1.jsonl'), here('codex-patch.jsonl'))
  put(join(codex, 'rollout-2026-02-11T11-00-00-2.jsonl'), sessionFile('codex-aborted.jsonl'))
  const storage = join(homeFolder, '.local', 'share', 'opencode', 'storage')
  for (const name of ['opencode-helper.json', 'opencode-helper-child.json']) putStored(storage, JSON.parse(here(name)))

  const host = await openTestHost({ homeFolder })
  const projectId = await projectOf(host, folder)
  const found = await ask(host, 'sessions-find', { projectId })
  expect(found.map(({ tool, id, title }) => [tool, id, title]).toSorted()).toEqual([
    ['claude-code', 'session-one', 'Where are the totals computed?'],
    ['codex', '2026-02-11T10-00-00-1', 'Fix the rounding'],
    ['opencode', 'ses_1', 'Find totals'],
  ])
  for (const { tool, id } of found) {
    const { conversationId } = await ask(host, 'session-import', { projectId, tool, id })
    const { turns } = await ask(host, 'conversation-open', { conversationId })
    expect(turns[0]?.runs[0]).toMatchObject({ recordedBy: tool, totals: { steps: tool === 'codex' ? 5 : 7 } })
  }
  const unknown = { projectId, tool: 'claude-code', id: '../elsewhere/session-two' }
  expect(await host.handle('session-import', unknown)).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
})

interface Exported {
  readonly info: { readonly id: string }
  readonly messages: readonly {
    readonly info: { readonly id: string }
    readonly parts: readonly { readonly id: string }[]
  }[]
}

/** As opencode stores it: a file for each of its parts. */
function putStored(storage: string, { info, messages }: Exported): void {
  put(join(storage, 'session', 'global', `${info.id}.json`), JSON.stringify(info))
  for (const message of messages) {
    const { id } = message.info
    put(join(storage, 'message', info.id, `${id}.json`), JSON.stringify(message.info))
    for (const part of message.parts) put(join(storage, 'part', id, `${part.id}.json`), JSON.stringify(part))
  }
}
