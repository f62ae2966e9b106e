import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { systemClock } from '../../../src-main/host/base/clock.ts'
import { tidySnapshots } from '../../../src-main/host/branches/keep-snapshots.ts'
import { permanentWorkspace } from '../../../src-main/host/workspaces/workspace-services.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { openSnapshots } from '../../../src-main/workspace/snapshots/snapshots.ts'
import { readFreely } from '../../kit/project/read-git.ts'
import { branchesWorld } from './branches-world.ts'

const month = 31 * 24 * 3_600_000

test('in a quiet moment all that is named stays; nothing is looked at under a run; a deleted conversation keeps its own for a month', async () => {
  const { host, files, project, conversation, dataFolder, say, other } = await branchesWorld({ 'a.txt': '0\n' })
  const run = await say(['echo 1 > a.txt', 'echo 2 > a.txt'])
  const theirs = await other(['echo 3 > a.txt'])
  await ask(host, 'turn-delete', { turnId: run.turnId })
  const store = openStore(join(dataFolder, 'stratagem.db'))
  const own = openSnapshots({ store: join(dataFolder, 'snapshots', project.id), project: files.folder })
  const calls: (readonly string[])[] = []
  const keepOnly = async (ids: readonly string[]) => void calls.push([...ids].sort())
  const unconfined = () => Promise.resolve(null)
  const commands = {
    project: files.folder,
    confinement: unconfined,
    forAgent: unconfined,
    reading: readFreely(),
    guard: null,
    seenAs: () => null,
    refuseCopies: () => undefined,
  }
  const work = permanentWorkspace(files.folder, { ...own, keepOnly }, project.id, (_, turns) => turns, commands, {
    publish: () => undefined,
  })
  const tidy = (now: number) => tidySnapshots({ store, workOf: () => work, clock: { ...systemClock, now: () => now } })
  await tidy(Date.now())
  const all = calls[0] ?? []
  expect(all).toEqual(expect.arrayContaining([run.before, run.after, theirs.before, theirs.after]))
  // The state between the two commands of the first run.
  expect(all).toHaveLength(4)
  await ask(host, 'conversation-delete', { conversationId: conversation.id })
  await tidy(Date.now())
  expect(calls[1]).toEqual(all)
  await tidy(Date.now() + month)
  expect(calls[2]).toEqual([theirs.before, theirs.after].sort())
  store.runs.save({ ...theirs, status: 'running' })
  await tidy(Date.now())
  expect(calls).toHaveLength(3)
  store.runs.save(theirs)
  own.close()
  store.close()
})
