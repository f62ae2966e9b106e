import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { spawnHost } from '../../kit/host/host-spawn.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const never = new Promise(() => {})

test('a run of a dead host without a lock whose process number is used again is taken over by who resumes it, once that is sure (T5)', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  const hang = { on: true }
  const server = await hostModelServer(() => (hang.on ? { text: 'half of it', until: never } : { text: 'whole' }))
  const child = await spawnHost(dataFolder, files.folder, server.url, 'go')
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(1)
  await child.kill()
  hang.on = false
  const store = openStore(join(dataFolder, 'stratagem.db'))
  // As after a sleep, too: that it was silent for an hour tells nothing.
  const gone = { id: child.ids.host, pid: process.pid, at: Date.now() - 3_600_000, url: null, shell: 'browser' }
  store.hosts.register(gone)
  store.close()
  // As of a host of an earlier version, or on a file system without locks.
  rmSync(join(dataFolder, 'hosts'), { recursive: true })

  // Every look at the clock is four seconds later.
  let elapsed = 0
  const clock = { now: () => Date.now(), elapsed: () => (elapsed += 4000) }
  const host = await openTestHost({ dataFolder, clock })
  expect(host.runs.get(child.ids.run)?.status).toBe('running')
  await ask(host, 'run-resume', { runId: child.ids.run })
  expect(await host.runs.untilEnded(child.ids.run)).toMatchObject({ status: 'completed', text: 'whole' })
})
