import { readdirSync, readFileSync, watch } from 'node:fs'
import { expect, test } from 'vitest'
import { command, startCommand } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { gitProject } from '../kit/git-project.ts'

const count = 1500

/** A project whose first run changed and added many files, as a command does. */
async function manyChanged() {
  const home = await temporaryFolder()
  const names = Array.from({ length: count }, (_, at) => `many/file-${at}.txt`)
  const files = await gitProject(Object.fromEntries(names.map((name) => [name, 'before\n'])))
  const line = 'for f in many/*.txt; do echo after > $f; done; for n in $(seq 300); do echo new > many/new-$n.txt; done'
  const server = await hostModelServer(({ messages }) => {
    const last = messages.findLastIndex((each) => each.role === 'user')
    const isDone = messages.slice(last).some((each) => each.role === 'tool')
    if (isDone || String(messages[last]?.content).startsWith('look')) return { text: 'Done.' }
    return { calls: [{ tool: 'shell', arguments: { command: line } }] }
  })
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm', '--approve', 'everything']
  expect((await command(home, ['run', ...where, 'go'])).code).toBe(0)
  const [id = ''] = (await command(home, ['list', '--project', files.folder])).out.split('\t')
  const state = () =>
    Object.fromEntries(
      readdirSync(files.at('many')).map((name) => [name, readFileSync(files.at(`many/${name}`), 'utf8')] as const),
    )
  return { home, files, where, id, state }
}

test('killed in the middle of the restore: the run is there, the restore is completed, and its undo gives all back', {
  timeout: 240_000,
}, async () => {
  const { home, files, where, id, state } = await manyChanged()
  const left = state()
  const asking = startCommand(home, ['run', ...where, '--again', id, 'look'])
  // The first file that changes says that the restore is under way.
  await new Promise<void>((resolve) => {
    const watching = watch(files.at('many'), () => {
      watching.close()
      resolve()
    })
  })
  asking.kill()
  await asking.done
  const [newest = '', status] = (await command(home, ['list', '--project', files.folder])).out.split('\t')
  expect([newest === id, status]).toEqual([false, 'interrupted'])
  // The next use of the files completes the restore.
  const resumed = await command(home, ['resume', newest])
  expect(resumed.code).toBe(0)
  const now = state()
  expect(Object.keys(now)).toHaveLength(count)
  expect(new Set(Object.values(now))).toEqual(new Set(['before\n']))
  const shown = await command(home, ['show', newest])
  const [, undo = ''] = /agent files \S+ --undo (\w+)/.exec(shown.out) ?? []
  expect((await command(home, ['files', newest, '--undo', undo])).code).toBe(0)
  expect(state()).toEqual(left)
})
