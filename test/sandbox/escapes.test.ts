import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { knownSandboxes } from '../kit/host/sandboxes.ts'
import { sampleOf } from '../kit/project/sample.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'
import { attemptsIn, plainWriters } from './escape-attempts.ts'
import { type EscapeWorld, escapeWorld } from './escape-world.ts'

const minutes = 240_000
const posix = process.platform !== 'win32'

const confinedChild = fileURLToPath(new URL('../kit/host/confined-child.ts', import.meta.url))

describe.each(knownSandboxes)('by $name', ({ name, sandbox }) => {
  test.skipIf(sandbox === null).each(['lane', 'project'] as const)(
    'none of 100 attempts to write outside lands, from a %s (T17)',
    { timeout: minutes },
    async (where) => {
      const world = await escapeWorld(sandbox, where)
      const before = world.hash()
      const all = attemptsIn(world)
      expect(all.length).toBeGreaterThanOrEqual(100)
      const landed: string[] = []
      for (const [name, command] of sampleOf(all, 20)) {
        const { result } = await world.shell(command)
        if (world.hash() !== before || exitCodeOf(result.data) === 99) landed.push(name)
        if (landed.length > 0) break
      }
      expect(landed).toEqual([])
      await stillWorks(world)
    },
  )

  test.skipIf(sandbox === null)('the git tool and the hooks it runs do not get out either (T17)', async () => {
    const world = await escapeWorld(sandbox, 'lane')
    const before = world.hash()
    const [project = ''] = world.others
    await world.shell('rm -rf .git && git init -q && git config user.name a && git config user.email a@b')
    await world.shell(`printf '#!/bin/sh\\necho gone >${project}/file.txt; echo ran >hooked' >.git/hooks/pre-commit`)
    await world.shell('chmod +x .git/hooks/pre-commit; echo 1 >a; git add a')
    await world.git('commit', '-q', '-m', 'first')
    expect((await world.shell('cat hooked; git log --format=%s')).result.text).toBe('ran\nfirst\n[exit code 0]')
    await world.git('clone', '-q', '.', `${project}/cloned`)
    await world.git('worktree', 'add', '-f', `${project}/tree`)
    await world.git('archive', '-o', `${project}/file.txt`, 'HEAD')
    await world.git('config', '--file', `${project}/.git/config`, 'a.b', 'c')
    await world.git('config', '--global', 'a.b', 'c')
    expect(world.hash()).toBe(before)
  })

  // What is mounted is only so in a namespace that the test makes around it.
  const mounts = test.skipIf(sandbox === null || process.platform !== 'linux')
  mounts('what is mounted below a folder is as the folder is (T17)', async () => {
    const top = await temporaryProject({ 'project/vol/x': '', 'work/vol/x': '', 'data/vol/x': '', 'locked/vol/x': '' })
    const [workspace, readable, hidden] = [top.at('work'), [top.at('project')], [top.at('data')]]
    const placeJson = JSON.stringify({ workspace, readable, hidden, temporary: top.at('own') })
    const tries = ['project', 'work', 'data', 'locked'].map((each) => `echo 1 >${top.at(each)}/vol/y && echo ${each}`)
    const around = `for v in ${top.folder}/*/vol; do mount -t tmpfs -o noexec,nodiratime none $v; done
      mount -t tmpfs none ${top.at('locked/vol')}; exec "$@"`
    const child = [process.execPath, confinedChild, name, placeJson, tries.join('; ')]
    const { stdout } = await promisify(execFile)('unshare', ['-Urm', '/bin/sh', '-c', around, 'sh', ...child])
    expect(stdout).toBe('work\n')
  })

  test.skipIf(sandbox === null)('a socket that acts for whoever asks does not answer (T17)', async () => {
    const world = await escapeWorld(sandbox, 'lane')
    const knock = `node -e 'net.connect(process.argv[1]).on("connect", () => console.log("in")).on("error", () => {})' ${world.socket}`
    const { result } = await world.shell(knock)
    expect(result.text).not.toContain('in\n')
    expect(world.knocks()).toBe(0)
    const free = await escapeWorld(null, 'lane')
    await free.shell(knock.replace(world.socket, free.socket))
    expect(free.knocks()).toBe(1)
  })
})

test.skipIf(!posix)(
  'the attempts are real: where nothing confines, nearly all of them get there',
  async () => {
    const landed: string[] = []
    const names: string[] = []
    const file = (world: EscapeWorld) => `${world.others[0]}/file.txt`
    for (const [index, [name]] of plainWriters('').entries()) {
      const world = await escapeWorld(null, 'lane')
      const before = world.hash()
      await world.shell(plainWriters(file(world))[index]?.[1] ?? '')
      names.push(name)
      if (world.hash() !== before) landed.push(name)
    }
    expect(landed.length).toBeGreaterThan(names.length * 0.75)
  },
  60_000,
)

const exitCodeOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'exitCode' in data ? data.exitCode : null

/** What refuses everything would pass, too. */
async function stillWorks({ shell }: EscapeWorld): Promise<void> {
  const { result } = await shell('echo mine >own.txt && cat own.txt && echo x >"$(mktemp)" && echo fine')
  expect(result.text).toBe('mine\nfine\n[exit code 0]')
}
