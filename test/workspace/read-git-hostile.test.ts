import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { projectGit } from '../../src-main/host/workspaces/project-git-port.ts'
import type { GitReadOptions } from '../../src-main/workspace/git/read-git.ts'
import { guardFiles } from '../../src-main/workspace/guard/guarded-files.ts'
import { anywhere, confinementIn, knownSandboxes } from '../kit/host/sandboxes.ts'
import { readConfined, readFreely } from '../kit/project/read-git.ts'
import { isExhaustive, sampleOf } from '../kit/project/sample.ts'
import { toolBench } from '../tools/tool-kit.ts'
import { hostileRepositories } from './hostile-repositories.ts'
import { canary, type HostileWorld, hostileWorld } from './hostile-world.ts'

const commands = [
  'status',
  'diff',
  'log -p',
  'show HEAD',
  'blame a.txt',
  'grep canary',
  'branch -a -vv',
  'diff HEAD',
  'blame link/secret.txt',
  'ls-files -m -o',
  'stash list',
  'worktree list',
].map((text) => text.split(' '))
const modes = ['read-only', 'ask', 'edits', 'everything'] as const

/** What the git tool says to each command, each mode having its turn. */
async function lookAt(world: HostileWorld, reading: GitReadOptions, first = 0): Promise<readonly string[]> {
  const files = await guardFiles(world.project)
  const git = projectGit(world.project, reading)
  const benches = await Promise.all(modes.map((approval) => toolBench({}, { approval, files, git })))
  const all = commands.slice(first ? -first : 0).map(async (args, at) => {
    const { result } = (await benches[at % modes.length]?.run('git', { args })) ?? {}
    return `${args.join(' ')}: ${result?.text}`
  })
  const texts = await Promise.all(all)
  expect(benches.flatMap((bench) => bench.approvals)).toEqual([])
  return texts
}

const leaks = (texts: readonly string[]) => texts.filter((each) => each.includes(canary))

/** For what needs no sandbox, and for each sandbox; `npm run test:exhaustive` tries all everywhere. */
const [tried, triedConfined] = [sampleOf(hostileRepositories, 12), sampleOf(hostileRepositories, 4)]

describe('git that only reads runs nothing and reads nothing outside (T33)', () => {
  test.each(tried)('$name, with nothing to confine it', async ({ script }) => {
    const world = hostileWorld()
    world.plant(script)
    const texts = await lookAt(world, readFreely())
    expect(leaks(texts)).toEqual([])
    expect(world.ran()).toBe(false)
  })

  for (const { name: by, sandbox } of knownSandboxes.filter((each) => each.sandbox !== null))
    test.each(triedConfined)(`$name, planted by a command, by ${by}`, async ({ script }) => {
      if (sandbox === null) return
      const world = hostileWorld()
      const confinement = confinementIn(sandbox, { ...anywhere, workspace: world.project })
      const bench = await toolBench({}, { files: await guardFiles(world.project), confinement })
      const settings = Object.entries({ ...world.variables, GIT_CONFIG_GLOBAL: '/dev/null' })
      const command = settings.map(([key, value]) => `export ${key}='${value}'\n`).join('') + script
      await bench.run('shell', { command: `git config user.name A\ngit config user.email a@b\n${command}` })
      rmSync(join(world.project, '..', 'ran'), { force: true })
      expect(leaks(await lookAt(world, readConfined(sandbox), 8))).toEqual([])
      expect(world.ran()).toBe(false)
    })
})

/** Without this the tests above would say nothing: most of these repositories do harm to a git that is run as it is. */
test('the same repositories do harm where git is run as it is', async () => {
  const environment = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null' }
  const isHarmful = async (world: HostileWorld) => {
    for (const args of commands) {
      const options = { cwd: world.project, env: environment, timeout: 10_000 }
      const running = promisify(execFile)('git', args, options)
      // Else a program that reads its input would wait for it.
      running.child.stdin?.end()
      const said = await running.catch((thrown: { stdout: string; stderr: string }) => thrown)
      if (world.ran() || said.stdout.includes(canary) || said.stderr.includes(canary)) return true
    }
    return false
  }
  const worlds = tried.map(({ name, script }) => {
    const world = hostileWorld()
    world.plant(script)
    return { name, world }
  })
  const judged = await Promise.all(worlds.map(async ({ name, world }) => ({ name, harmful: await isHarmful(world) })))
  const harmless = judged.filter((each) => !each.harmful).map((each) => each.name)
  expect(judged.length - harmless.length).toBeGreaterThanOrEqual(isExhaustive ? 40 : 1)
})
