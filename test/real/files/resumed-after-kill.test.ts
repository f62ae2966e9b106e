import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, startCommand } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { gitProject } from '../kit/git-project.ts'

test('a run that is resumed after the app was killed names what it did before to files that no snapshot holds', {
  timeout: 120_000,
}, async () => {
  const files = await gitProject({ '.gitignore': '.env\nlocal/\n', 'a.txt': 'a\n' })
  await files.write('.env', 'A=1\n')
  await files.write('local/kept.txt', 'k\n')
  await files.write('local/changed.txt', 'c\n')
  const home = await temporaryFolder()
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  let isKilled = false
  const line = 'rm .env; echo longer > local/changed.txt; echo b > a.txt'
  const server = await hostModelServer(({ messages }) => {
    if (!messages.some(({ role }) => role === 'tool'))
      return { calls: [{ tool: 'shell', arguments: { command: line } }] }
    if (isKilled) return { text: 'Done.' }
    isAsked()
    return { text: 'x', until: new Promise(() => undefined) }
  })
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm', '--approve', 'everything']
  const run = startCommand(home, ['run', ...where, 'go'])
  await asked
  run.kill()
  await run.done
  isKilled = true
  expect(existsSync(files.at('.env'))).toBe(false)
  const [id = '', status] = (await command(home, ['list', '--project', files.folder])).out.split('\t')
  expect(status).toBe('interrupted')
  const resumed = await command(home, ['resume', id])
  const lost = '.env (removed), local/changed.txt (changed)'
  expect(resumed).toMatchObject({
    code: 0,
    error: expect.stringContaining(`in no snapshot, so Stratagem can’t undo it: ${lost}.`),
  })
  expect((await command(home, ['show', id])).out).toContain(lost)
  const back = await command(home, ['files', id, '--before', '--restore'])
  expect(back.error).toContain(lost)
  // What was kept for the resume is gone with it.
  const left = readdirSync(join(home, 'snapshots'), { recursive: true }).map(String)
  expect(left.filter((name) => /index-beside.+json$/.test(name))).toEqual([])
})
