import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { command, startCommand } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { startUnreaped } from '../kit/host/unreaped.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const write = { tool: 'write_file', arguments: { path: 'note.txt', content: 'x\n' } }

test('resume goes on with a run that Ctrl-C stopped: only what was not finished is done, beside the stopped run', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer((_, turn) => {
    if (turn === 0) return { calls: [write] }
    return turn === 1 ? { text: 'half of it', until: new Promise(() => {}) } : { text: 'All of it.' }
  })
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm']
  const first = startCommand(home, ['run', ...where, '--approve', 'edits', 'go'])
  await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(2)
  first.interrupt()
  expect((await first.done).code).toBe(130)
  const [id = '', status] = (await command(home, ['list'])).out.split('\t')
  expect(status).toBe('aborted')

  const resumed = await command(home, ['resume', id])
  expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('All of it.') })
  expect(server.requests).toHaveLength(3)
  expect(await files.read('note.txt')).toBe('x\n')
  const listed = (await command(home, ['list'])).out.trim().split('\n')
  expect(listed.map((line) => line.split('\t')[1])).toEqual(['completed', 'aborted'])
  const newest = listed[0]?.split('\t')[0] ?? ''
  expect((await command(home, ['replay', newest, '--verify'])).out).toMatch(/^equal: /)

  const nothing = await command(home, ['resume', newest])
  expect([nothing.code, nothing.error]).toEqual([1, expect.stringContaining('nothing to resume')])
}, 120_000)

const program = fileURLToPath(new URL('../../src-main/shell-command/agent.js', import.meta.url))

test.skipIf(process.platform === 'win32')(
  'right after kill -9 a run is interrupted and goes on, though nobody has reaped its process (T1, T5)',
  async () => {
    const home = await temporaryFolder()
    const files = await temporaryProject({})
    const server = await hostModelServer((_, turn) => {
      if (turn === 0) return { calls: [write] }
      return turn === 1 ? { text: 'half of it', until: new Promise(() => {}) } : { text: 'All of it.' }
    })
    const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm', '--approve', 'edits']
    const first = await startUnreaped([program, 'run', ...where, '--json', 'go'], { STRATAGEM_HOME: home })
    await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(2)
    first.kill()
    const [id = '', status] = (await command(home, ['list'])).out.split('\t')
    expect(status).toBe('interrupted')

    const resumed = await command(home, ['resume', id])
    expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('All of it.') })
    expect(server.requests).toHaveLength(3)
    expect(await files.read('note.txt')).toBe('x\n')
    expect((await command(home, ['replay', id, '--verify'])).out).toMatch(/^equal: /)
    // Its number is still taken.
    expect(() => process.kill(first.pid, 0)).not.toThrow()
  },
  120_000,
)
