import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const write = { tool: 'write_file', arguments: { path: 'b.txt', content: 'new\n' } }

test('what differs between two states is told by their own snapshots; only where there are none, by what was imported', async () => {
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((_, turn) => (turn === 0 ? { calls: [write] } : { text: 'done' }))
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { message, project } = await newTestConversation(host, files.folder, testProfile(server.url))
  const { id, before, after } = await runToEnd(host, message('write'))
  const store = openStore(join(dataFolder, 'stratagem.db'))
  const file = { path: 'lie.txt', kind: 'added', added: 1, removed: 0, binary: false, patch: '+lie\n' } as const
  const imported = { files: [file], notCovered: [] }
  const elsewhere = { before: '1'.repeat(40), after: '2'.repeat(40) }
  store.imports.keepChanges(id, { before: before ?? '', after: after ?? '', changes: imported })
  store.imports.keepChanges(id, { ...elsewhere, changes: imported })
  store.close()
  const between = (states: { before: string | null; after: string | null }) =>
    ask(host, 'files-between', { projectId: project.id, before: states.before ?? '', after: states.after ?? '' })
  expect((await between({ before, after })).files.map(({ path }) => path)).toEqual(['b.txt'])
  expect(await between(elsewhere)).toEqual(imported)
  const count = await ask(host, 'files-count', { projectId: project.id, before: before ?? '', after: after ?? '' })
  expect(count).toEqual({ files: 1, added: 1, removed: 0 })
  await expect(between({ before: elsewhere.after, after: elsewhere.before })).rejects.toMatchObject({
    failure: { kind: 'not-found' },
  })
})
