import { execFileSync, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCommand } from '../kit/host/host-command.ts'
import { hostModelServer, type ScriptedAnswer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'
import { noneLeft, processToken, withToken } from './kit/token-processes.ts'

const places = [
  { name: 'confined', confined: true },
  { name: 'not confined', confined: false },
]

describe.skipIf(process.platform === 'win32').each(places)('commands that are $name', ({ confined }) => {
  async function start(answers: readonly ScriptedAnswer[], folder: string) {
    const home = await temporaryFolder()
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ commands: { confined, network: 'seen', keys: false } }))
    const model = await hostModelServer((_, turn) => answers[turn] ?? { text: 'Done.' })
    const args = ['run', '--project', folder, '--base-url', model.url, '--model', 'm', '--approve', 'everything']
    const run = startCommand(home, [...args, '--strategy', 'tool-loop', '--json', 'Go.'], { OPENAI_API_KEY: 'x' })
    const results = () =>
      model.requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : [])) ?? []
    return { run, results }
  }
  const shell = (command: string, seconds?: number): ScriptedAnswer => ({
    calls: [{ tool: 'shell', arguments: { command, ...(seconds && { timeout_seconds: seconds }) } }],
  })

  test('a command that has exited holds up nothing, whatever its children hold', async () => {
    const { folder } = await temporaryProject({})
    const token = processToken()
    const stays = `sh -c 'trap "" TERM HUP INT; while :; do sleep 1; done' ${token}`
    const { run, results } = await start(
      [shell(`${stays} & echo one`), shell(`setsid ${stays} & echo two`), shell(`(setsid ${stays} &) ; echo three`)],
      folder,
    )
    expect((await run.done).code).toBe(0)
    expect(results()).toEqual(['one', 'two', 'three'].map((each) => `${each}\n[exit code 0]`))
  })

  test('at its time limit nothing of a command is left, and what it printed stays', async () => {
    const { folder } = await temporaryProject({})
    const token = processToken()
    const stays = `sh -c 'trap "" TERM HUP INT; while :; do sleep 1; done' ${token}`
    const { run, results } = await start(
      [shell(`echo before; trap '' TERM; ${stays} & setsid ${stays} & (setsid ${stays} &); ${stays}`, 2)],
      folder,
    )
    expect((await run.done).code).toBe(0)
    expect(results()).toEqual([expect.stringMatching(/^before\n.*time limit of 2/s)])
    expect(withToken(token)).toEqual([])
  })

  test.each(['interrupt', 'terminate', 'hangUp', 'kill'] as const)(
    'nothing of it is left when the app gets %s',
    async (how) => {
      const { folder } = await temporaryProject({})
      const token = processToken()
      const stays = `sh -c 'trap "" TERM HUP INT; while :; do sleep 1; done' ${token}`
      const { run } = await start([shell(`trap '' TERM INT; (setsid ${stays} &); touch begun; ${stays}`)], folder)
      await expect.poll(() => existsSync(join(folder, 'begun')) && withToken(token).length > 1).toBe(true)
      run[how]()
      expect((await run.done).code).toBe(how === 'kill' ? null : 130)
      await noneLeft(token)
    },
  )

  test.each(['its time limit', 'Ctrl-C', 'a kill'])('git that %s ends removes its lock', async (by) => {
    const { folder } = await temporaryProject({ 'a.txt': 'a\n' })
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
    git('init', '-q')
    git('config', 'user.name', 'A')
    git('config', 'user.email', 'a@example.com')
    git('add', '-A')
    git('commit', '-qm', 'start')
    const command = "echo b >a.txt; GIT_EDITOR='touch .git/editing; sleep 60; true' git commit -a"
    const { run } = await start([shell(command, by === 'its time limit' ? 2 : undefined)], folder)
    if (by !== 'its time limit') {
      await expect.poll(() => existsSync(join(folder, '.git/editing'))).toBe(true)
      run[by === 'Ctrl-C' ? 'interrupt' : 'kill']()
    }
    await run.done
    expect(existsSync(join(folder, '.git/editing'))).toBe(true)
    await expect.poll(() => existsSync(join(folder, '.git/index.lock'))).toBe(false)
  })

  test('a lock that an ended command has left is removed, unless it was there before or another git works', async () => {
    const { folder } = await temporaryProject({ 'a.txt': 'a\n' })
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
    git('init', '-q')
    // By a git that can't remove it any more.
    const leaves = 'touch .git/index.lock; sleep 60'
    const { run, results } = await start([shell(leaves, 2), shell('git add a.txt')], folder)
    await run.done
    expect(results()[0]).toMatch(
      /time limit of 2.*\n\[\.git\/index\.lock, which the ended command had left, was removed\.\]/s,
    )
    expect(results()[1]).toContain('[exit code 0]')

    writeFileSync(join(folder, '.git/HEAD.lock'), 'theirs')
    const after = await start([shell('sleep 60', 2)], folder)
    await after.run.done
    expect(after.results()[0]).not.toContain('removed')
    expect(existsSync(join(folder, '.git/HEAD.lock'))).toBe(true)

    const other = spawn('git', ['hash-object', '--stdin'], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] })
    const busy = await start([shell(leaves, 2)], folder)
    await busy.run.done
    expect(existsSync(join(folder, '.git/index.lock'))).toBe(true)
    other.stdin.end()
  })
})
