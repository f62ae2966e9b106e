import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { migrations } from '../../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../../src-main/store/database/open-database.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { gate, newTestConversation, openTestHost, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { spawnHost } from '../../kit/host/host-spawn.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** As a version to come will: a trigger calls what this one does not have, as row digests did. */
const next = {
  version: migrations.length + 1,
  sql: 'CREATE TRIGGER runs_later AFTER UPDATE ON runs BEGIN SELECT later_function(NEW.id); END;',
}

/** The newer version goes, and its update with it: what it found can be looked at by this one. */
const undone = `DROP TRIGGER runs_later; PRAGMA user_version = ${migrations.length};`

test('a run of a process that is outdated by an update ends with a sentence, and can be resumed after it (T31)', async () => {
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const dataFolder = await temporaryFolder()
  const updated = gate()
  const server = await hostModelServer(() => ({ text: 'Done.', until: updated.passed }))
  const child = await spawnHost(dataFolder, files.folder, server.url, 'Go')
  await child.until('"model-start"')
  const newer = openDatabase(join(dataFolder, 'stratagem.db'), [...migrations, next])
  updated.open()
  await child.until('newer version of Stratagem has updated')
  newer.exec(undone)
  newer.close()
  await child.kill()
  const host = await openTestHost({ dataFolder })
  const { run: runId } = child.ids
  expect(host.runs.get(runId)).toMatchObject({ status: 'interrupted' })
  await ask(host, 'run-resume', { runId })
  expect(await host.runs.untilEnded(runId)).toMatchObject({ status: 'completed', text: 'Done.' })
})

test('what a window of an outdated process asks for is refused in words, and what is stored can be read', async () => {
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const dataFolder = await temporaryFolder()
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const host = await openTestHost({ dataFolder })
  const { message, conversation } = await newTestConversation(host, files.folder, testProfile(server.url))
  const newer = openDatabase(join(dataFolder, 'stratagem.db'), [...migrations, next])
  const reply = await host.handle('run-start', message('Go'))
  expect(reply).toMatchObject({
    ok: false,
    failure: { kind: 'store-failed', message: expect.stringContaining('newer version of Stratagem has updated') },
  })
  expect(server.requests).toEqual([])
  expect(await host.handle('conversation-open', { conversationId: conversation.id })).toMatchObject({ ok: true })
  newer.exec(undone)
  newer.close()
})
