import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { findSandbox } from '../../../src-main/sandbox/find-sandbox.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { type SpawnedHost, spawnHost } from '../../kit/host/host-spawn.ts'
import { isExhaustive, sampleOf } from '../../kit/project/sample.ts'
import { type TemporaryProject, temporaryProject } from '../../kit/project/temporary-project.ts'

/** How often the app is killed in each case. */
const kills = Number(process.env['TEST_KILLS'] ?? (isExhaustive ? 2 : 1))
const minutes = 60_000 + kills * 10_000
// How a process is known again by its mark can be seen on Linux only; ended are those of macOS, too.
const linux = process.platform === 'linux'
const canConfine = (await findSandbox()).sandbox !== null

const lines = 'i=0; while :; do i=$((i+1)); echo $i >>lines; sleep 0.01; done'
const shell = (command: string) => ({ tool: 'shell', arguments: { command, timeout_seconds: 600 } })
const cases = [
  { name: 'a confined command', confined: true, call: shell(lines) },
  { name: 'a free command', confined: false, call: shell(lines) },
  { name: 'a free command in a session of its own', confined: false, call: shell(`setsid sh -c '${lines}' & wait`) },
  { name: 'a free one that ignores signals', confined: false, call: shell(`trap '' HUP INT TERM; ${lines}`) },
  {
    name: 'a hook of git, confined',
    confined: true,
    call: { tool: 'git', arguments: { args: ['commit', '-m', 'x'] } },
  },
  { name: 'a hook of git, free', confined: false, call: { tool: 'git', arguments: { args: ['commit', '-m', 'x'] } } },
] as const

/** What carries the mark of a run's commands. */
const left = ({ ids }: SpawnedHost): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(`STRATAGEM_COMMAND=${ids.run}.`)
      )
    } catch {
      return false
    }
  })

async function written(project: TemporaryProject): Promise<number> {
  const text = await readFile(project.at('lines'), 'utf8').catch(() => '')
  return text.split('\n').length - 1
}

async function repository(): Promise<TemporaryProject> {
  const project = await temporaryProject({ 'a.txt': '1\n' })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.folder })
  git('init', '-q')
  git('config', 'user.name', 'a')
  git('config', 'user.email', 'a@b')
  git('add', 'a.txt')
  await mkdir(project.at('.git/hooks'), { recursive: true })
  await writeFile(project.at('.git/hooks/pre-commit'), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return project
}

/** An app in the middle of a command that writes lines. */
async function working({ confined, call }: (typeof cases)[number]) {
  const dataFolder = await temporaryFolder()
  const project = await repository()
  await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ commands: { confined, network: 'all' } }))
  const server = await hostModelServer(({ messages }) =>
    messages.some((each) => each.role === 'tool') ? { text: 'Done.' } : { calls: [call] },
  )
  const child = await spawnHost(dataFolder, project.folder, server.url, 'go')
  await expect.poll(() => written(project), { timeout: 20_000 }).toBeGreaterThan(2)
  return { child, project, dataFolder }
}

for (const each of sampleOf(cases, 3))
  test.skipIf(!linux || (each.confined && !canConfine))(
    `${each.name} ends with the app that is killed (T35)`,
    { timeout: minutes },
    async () => {
      for (let round = 0; round < kills; round++) {
        const { child, project } = await working(each)
        expect(left(child)).not.toEqual([])
        await child.kill()
        await expect.poll(() => left(child), { timeout: 5_000, interval: 2 }).toEqual([])
        const atEnd = await written(project)
        await expect.poll(() => written(project), { timeout: 100 }).toBe(atEnd)
      }
    },
  )

test.skipIf(!linux)(
  'what outlived the app all the same is ended before its run goes on (T35)',
  { timeout: minutes },
  async () => {
    const { child, project, dataFolder } = await working(cases[2])
    // What stands by to end it is killed first.
    for (const pid of guardians(child.pid)) process.kill(pid, 'SIGKILL')
    await child.kill()
    expect(left(child)).not.toEqual([])
    const host = await openTestHost({ dataFolder })
    await ask(host, 'run-resume', { runId: child.ids.run })
    expect(left(child)).toEqual([])
    const atResume = await written(project)
    expect(await host.runs.untilEnded(child.ids.run)).toMatchObject({ status: 'completed', text: 'Done.' })
    expect(await written(project)).toBe(atResume)
  },
)

/** Shells that a process started and that know the name of the mark. */
const guardians = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => {
      try {
        const isChild = readFileSync(`/proc/${name}/stat`, 'latin1').includes(`) S ${parent} `)
        return isChild && readFileSync(`/proc/${name}/cmdline`, 'latin1').endsWith('\0STRATAGEM_COMMAND\0')
      } catch {
        return false
      }
    })
    .map(Number)
