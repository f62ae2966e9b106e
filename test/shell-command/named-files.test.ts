import { execFileSync } from 'node:child_process'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { openTestHost, temporaryFolder } from '../kit/host/host-open.ts'

/** What a user may name by mistake, or be led to name: each is refused in words, and none is waited for. */
async function badFiles(folder: string): Promise<Record<string, string>> {
  mkdirSync(join(folder, 'folder'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve))
  onTestFinished(() => void server.close())
  writeFileSync(join(folder, 'huge'), '')
  truncateSync(join(folder, 'huge'), 900_000_000)
  return {
    [join(folder, 'folder')]: 'a folder',
    [join(folder, 'pipe')]: 'a pipe',
    [join(folder, 'socket')]: 'a socket',
    '/dev/zero': 'a device',
    [join(folder, 'huge')]: 'larger than',
    [join(folder, 'none')]: 'no file',
  }
}

test.skipIf(process.platform === 'win32')(
  'import, check and compare name what is no file, and do not wait for it',
  async () => {
    const home = await temporaryFolder()
    const folder = await temporaryFolder()
    for (const [file, why] of Object.entries(await badFiles(folder))) {
      const compare = ['compare', '--lane', 'A=chat', '--lane', 'B=chat', '--project', folder, '--tasks', file]
      for (const args of [['import', file], compare]) {
        const { code, error } = await command(home, args)
        expect([args[0], file, code === 0]).toEqual([args[0], file, false])
        expect(error).toContain(why)
      }
    }
    for (const file of ['pipe', 'huge', 'socket']) {
      const { code, error } = await command(home, ['check', join(folder, file)])
      expect([code, error]).toEqual([1, expect.stringContaining(join(folder, file))])
    }
  },
)

test.skipIf(process.platform === 'win32')('a pipe among the user’s own files keeps the app from nothing', async () => {
  const dataFolder = await temporaryFolder()
  mkdirSync(join(dataFolder, 'strategies'))
  execFileSync('mkfifo', [join(dataFolder, 'strategies', 'mine.ts')])
  const host = await openTestHost({ dataFolder })
  const reply = await host.handle('strategies-list', { projectId: null })
  expect(reply.ok).toBe(true)
})
