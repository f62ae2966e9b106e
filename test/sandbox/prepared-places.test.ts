import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { anywhere, confinementIn, knownSandboxes } from '../kit/host/sandboxes.ts'
import { type TemporaryProject, temporaryProject } from '../kit/project/temporary-project.ts'
import { toolBench } from '../tools/tool-kit.ts'

/** Processes that this one started, by their numbers. */
const children = () =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/stat`, 'latin1').includes(`) S ${process.pid} `)
    } catch {
      return false
    }
  })

const confinedChild = fileURLToPath(new URL('../kit/host/confined-child.ts', import.meta.url))

/** Mount namespaces that this process holds open. */
const heldOpen = () =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith('mnt:[')
    } catch {
      return false
    }
  }).length

describe.each(knownSandboxes)('by $name', ({ name, sandbox }) => {
  const confined = test.skipIf(sandbox === null)
  const linux = test.skipIf(sandbox === null || process.platform !== 'linux')

  /** Runs one command after the other in the folder named so. */
  const shellIn = async (top: TemporaryProject, folder: string) => {
    const confinement = () =>
      sandbox === null
        ? Promise.resolve(null)
        : confinementIn(sandbox, { ...anywhere, workspace: top.at(folder), temporary: top.at(`${folder}.tmp`) })()
    const { run } = await toolBench({}, { confinement })
    return async (command: string) => (await run('shell', { command })).result.text
  }

  confined('a folder that took the place of another is what the next command works in', async () => {
    const top = await temporaryProject({ 'work/a': 'old\n' })
    const shell = await shellIn(top, 'work')
    const cat = `cd '${top.at('work')}' && cat a && echo mine >b`
    expect(await shell(cat)).toBe('old\n[exit code 0]')
    await rename(top.at('work'), top.at('gone'))
    await mkdir(top.at('work'))
    await top.write('work/a', 'new\n')
    expect(await shell(cat)).toBe('new\n[exit code 0]')
    expect(await top.read('work/b')).toBe('mine\n')
  })

  confined('commands of two places see nothing of each other', async () => {
    const top = await temporaryProject({ 'one/a': '', 'two/a': '' })
    const [one, two] = [await shellIn(top, 'one'), await shellIn(top, 'two')]
    expect(await one(`cd '${top.at('one')}' && echo 1 >"$TMPDIR/x" && echo 1 >a && cat a`)).toBe('1\n[exit code 0]')
    expect(await two(`cat "$TMPDIR/x" || echo 2 >'${top.at('one')}/a' || echo none`)).toContain('none\n')
    expect(await one(`cat "$TMPDIR/x" '${top.at('one')}/a'`)).toBe('1\n1\n[exit code 0]')
  })

  linux('a command leaves the next one nothing in shared memory, nor among the devices', async () => {
    const top = await temporaryProject({ 'work/a': '' })
    const shell = await shellIn(top, 'work')
    await shell('echo 1 >/dev/shm/x; rm -rf /dev/fd /dev/.prepared; mv /dev/stdin /dev/other; echo 1 >/dev/y')
    expect(await shell('ls -A /dev/shm; ls /dev/y /dev/other 2>/dev/null; ls -d /dev/fd /dev/stdin')).toBe(
      '/dev/fd\n/dev/stdin\n[exit code 0]',
    )
  })

  linux('no process is left when a command has ended', async () => {
    const top = await temporaryProject({ 'work/a': '' })
    const shell = await shellIn(top, 'work')
    // With the first command comes the process that ends all of them with the app.
    await shell('true')
    const before = children()
    await shell('sleep 600 & true')
    await expect.poll(() => children().filter((each) => !before.includes(each))).toEqual([])
  })

  linux('what was mounted since the last command is read-only for the next', async () => {
    const top = await temporaryProject({ 'work/a': '', 'disk/a': '' })
    const placeJson = JSON.stringify({ workspace: top.at('work'), temporary: top.at('own') })
    const commands = [
      'echo first',
      `!mount -t tmpfs none '${top.at('disk')}'`,
      `echo 1 >'${top.at('disk')}/y' || echo kept`,
    ]
    const args = ['-Urm', process.execPath, confinedChild, name, placeJson, ...commands]
    expect((await promisify(execFile)('unshare', args)).stdout).toBe('first\nkept\n')
  })

  linux('a place that nobody uses any more is let go of, and prepared again when somebody does', async () => {
    const top = await temporaryProject({ 'work/a': '1\n' })
    const before = heldOpen()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    if (sandbox === null) return
    const look = confinementIn(sandbox, { ...anywhere, workspace: top.at('work'), temporary: top.at('own') })
    const { confine } = await look()
    const run = async (start: ReturnType<typeof confine>) =>
      (await promisify(execFile)(start.program, start.args, { cwd: top.at('work') })).stdout
    const late = confine('/bin/cat', ['a'])
    expect(await run(late)).toBe('1\n')
    vi.advanceTimersByTime(60_000)
    expect(heldOpen()).toBe(before)
    // Who asked before still has a way, if a slower one.
    expect(await run(confine('/bin/cat', ['a']))).toBe('1\n')
    expect(await run((await look()).confine('/bin/cat', ['a']))).toBe('1\n')
    vi.advanceTimersByTime(60_000)
    expect(heldOpen()).toBe(before)
  })
})
