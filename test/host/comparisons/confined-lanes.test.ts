import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { knownSandboxes } from '../../kit/host/sandboxes.ts'
import { folderHash } from '../../kit/project/folder-hash.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { checkOf, compareTalk, compareToEnd } from '../../kit/window/compare-lanes.ts'

// Every lane has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

/** Writes over every file with the name below a folder, as `A` or `B`, whoever it belongs to. */
const everywhere = (folder: string, who: string) =>
  `find '${folder}' -name 'f*' 2>/dev/null | while read -r f; do echo ${who} >"$f"; done; echo ${who} >'${folder}/made-${who}.txt'`

/** Two lanes whose shells write by absolute path wherever they can; each tells what its own file says then. */
async function twoWildLanes(dataFolder: string, project: { folder: string }) {
  const turns = new Map<string, number>()
  const server = await hostModelServer(({ model }) => {
    const turn = (turns.get(model) ?? 0) + 1
    turns.set(model, turn)
    const who = model.at(-1) ?? ''
    const commands = [
      everywhere(project.folder, who),
      everywhere(dataFolder, who),
      // Of the data its own copy is all it sees.
      `rm -rf '${project.folder}' '${dataFolder}'; echo ${who} >/tmp/stratagem-lane; echo ${who} >f-own.txt`,
      'cat f-own.txt /tmp/stratagem-lane',
    ]
    const command = commands[turn - 1]
    const says: ScriptedAnswer =
      command === undefined ? { text: 'done' } : { calls: [{ tool: 'shell', arguments: { command } }] }
    return says
  })
  return server.url
}

describe.each(knownSandboxes)('by $name', ({ sandbox }) => {
  test.skipIf(sandbox === null)(
    'lanes whose commands write by absolute path reach neither the project nor each other nor the data (T17)',
    async () => {
      const project = await temporaryProject({ 'f1.txt': 'one\n', 'src/f2.txt': 'two\n', 'node_modules/x/f3.js': '1' })
      const dataFolder = await temporaryFolder()
      await mkdir(join(dataFolder, 'kept'), { recursive: true })
      const host = await openTestHost({ dataFolder, findSandbox: async () => sandboxOf(sandbox) })
      const { wish } = await compareTalk(host, project.folder, await twoWildLanes(dataFolder, project))
      const before = folderHash(project.folder)
      const check = checkOf('test "$(cat f-own.txt)" = "$(cat /tmp/stratagem-lane)" && cat f-own.txt')
      const setUpCommand = `echo no >'${project.folder}/f1.txt'; echo no >'${dataFolder}/made-by-set-up.txt'; true`
      const options = { check, setUpCommand, dependencies: 'link' } as const
      const { lanes } = await compareToEnd(host, wish('Go wild.', options))
      expect(folderHash(project.folder)).toBe(before)
      expect(lanes).toMatchObject([
        { state: 'done', checkResult: { exitCode: 0 } },
        { state: 'done', checkResult: { exitCode: 0 } },
      ])
      for (const name of ['made-a.txt', 'made-b.txt', 'made-by-set-up.txt'])
        expect(existsSync(join(dataFolder, name))).toBe(false)
      const outputs = await Promise.all(
        lanes.map(async ({ checkResult }) => ask(host, 'body-read', { ref: checkResult?.output ?? '' })),
      )
      expect(outputs).toMatchObject([{ output: 'a\n' }, { output: 'b\n' }])
      expect(await ask(host, 'command-means', {})).toMatchObject({ confines: true })
    },
  )
})

const sandboxOf = (sandbox: (typeof knownSandboxes)[number]['sandbox']) =>
  sandbox === null ? { sandbox, reason: 'None here.' } : { sandbox }
