import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { packNext } from '../../../src-main/host/upkeep/pack-logs.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** Bytes of all pages that hold something, once no log is in rows. */
function packedSize(dataFolder: string): number {
  const file = join(dataFolder, 'stratagem.db')
  const store = openStore(file)
  while (packNext(store)) {
    // Until no log is in rows.
  }
  store.close()
  const database = new Sqlite(file, { readonly: true })
  const figure = (name: string) => Number(database.pragma(name, { simple: true }))
  const size = (figure('page_count') - figure('freelist_count')) * figure('page_size')
  database.close()
  return size
}

test('a short turn of a chat stores at most 4 kB, and a later one no more than an earlier one', async () => {
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((_, turn) => ({ text: `It is ${turn}, as far as I know.` }))
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  let parentId: string | undefined
  const sizes: number[] = []
  for (let turn = 0; turn <= 120; turn++) {
    if (turn % 40 === 0) sizes.push(packedSize(dataFolder))
    const run = await runToEnd(
      host,
      message(`What is ${turn}?`, { strategy: { name: 'chat', options: {} }, ...(parentId && { parentId }) }),
    )
    expect(run.status).toBe('completed')
    parentId = run.turnId
  }
  await host.close()
  const [start = 0, first = 0, second = 0, third = 0] = sizes
  const bytes = [first - start, second - first, third - second].map((all) => all / 40)
  for (const each of bytes.slice(1)) expect(each).toBeLessThan(4096)
  expect(bytes[2]).toBeLessThan((bytes[1] ?? 0) * 1.15)
}, 120_000)
