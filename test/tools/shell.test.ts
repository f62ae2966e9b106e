import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../src-main/tools/built-in/run-command.ts'
import type { CallRun } from '../../src-main/tools/tool.ts'
import { anywhere, confinementIn, knownSandboxes } from '../kit/host/sandboxes.ts'
import { type ToolBench, toolBench } from './tool-kit.ts'

/** A command in the language of whatever shell there is. */
const node = (code: string) => `"${process.execPath}" -e "${code}"`

describe.each([{ name: 'nothing', sandbox: null }, ...knownSandboxes.filter(({ sandbox }) => sandbox !== null)])(
  'confined by $name',
  ({ sandbox }) => {
    const benchOf = async (...[files, wanted]: Parameters<typeof toolBench>) => {
      const confinement = () =>
        sandbox === null
          ? Promise.resolve(null)
          : confinementIn(sandbox, { ...anywhere, workspace: bench.project.folder })()
      const bench: ToolBench = await toolBench(files, { ...wanted, confinement })
      return bench
    }

    test('a command runs in the project folder and gives its output and exit code', async () => {
      const bench = await benchOf({ 'here.txt': '' })
      const { result, body } = await bench.run('shell', {
        command: node(`console.log(require('fs').readdirSync('.').join()); console.error('oops'); process.exit(3)`),
      })
      expect(result).toMatchObject({ ok: false, summary: 'exit code 3', data: { exitCode: 3, ended: 'exited' } })
      expect(result.text).toContain('here.txt')
      expect(result.text).toContain('oops')
      expect(result.text).toMatch(/\[exit code 3\]$/)
      expect(body).toMatchObject({ kind: 'command', exitCode: 3 })
      expect(bench.story[0]).toBe('begin')
      expect(bench.story.slice(1).join('')).toContain('here.txt')
    })

    test('a command without output says so', async () => {
      const bench = await benchOf()
      expect((await bench.run('shell', { command: node('0') })).result).toMatchObject({
        ok: true,
        text: '(no output)\n[exit code 0]',
      })
    })

    test('no secret of the app reaches a command (T28)', async () => {
      const canary = 'canary-5b1f'
      const secrets = {
        OPENAI_API_KEY: canary,
        ANTHROPIC_API_KEY: canary,
        AWS_SECRET_ACCESS_KEY: canary,
        GITHUB_TOKEN: canary,
        DB_PASSWORD: canary,
        MY_CREDENTIALS: canary,
        npm_config__authToken: canary,
        GIT_ASKPASS: canary,
        GIT_DIR: canary,
        ELECTRON_RUN_AS_NODE: canary,
        STRATAGEM_HOME: canary,
        BASH_ENV: canary,
        HARMLESS: `sk-${canary}`,
        SOME_PASS: canary,
      }
      const bench = await benchOf({}, { environment: { ...process.env, ...secrets, PLAIN: 'plain-value' } })
      const { result } = await bench.run('shell', { command: node('console.log(JSON.stringify(process.env))') })
      expect(result.text).toContain('plain-value')
      expect(result.text).not.toContain(canary)
    })

    test('output is shown while the command runs, before it ends', async () => {
      const stop = new AbortController()
      const bench = await benchOf()
      const seen: string[] = []
      const run = bench.run(
        'shell',
        { command: node(`console.log('first'); setInterval(() => 0, 1000)`) },
        {
          signal: stop.signal,
          output(text) {
            seen.push(text)
            stop.abort()
          },
        },
      )
      expect((await run).result).toMatchObject({ ok: false, summary: 'stopped by the user' })
      expect(seen.join('')).toContain('first')
    })

    test('an endless output is kept in bounded memory, with its start and its end', async () => {
      const bench = await benchOf()
      const code = `let i = 0; const go = () => { while (i < 400000) { i++; if (!process.stdout.write('row ' + i + '\\\\n')) return process.stdout.once('drain', go) } }; go()`
      const shown: string[] = []
      const { result, body } = await bench.run(
        'shell',
        { command: node(code) },
        { output: (text) => void shown.push(text) },
      )
      const whole = body.kind === 'command' ? body.output : ''
      expect(whole.length).toBeLessThan(1_000_200)
      expect(whole.startsWith('row 1\nrow 2\n')).toBe(true)
      expect(whole.endsWith('row 400000\n')).toBe(true)
      expect(whole).toContain('characters were not kept')
      expect(result.text.length).toBeLessThan(31_000)
      expect(result.text).toContain('characters left out here. Write the output to a file')
      expect(shown.join('').length).toBeLessThan(1_001_000)
    })

    test('escape sequences are for the eye, not for the model (T27)', async () => {
      const bench = await benchOf()
      const { result, body } = await bench.run('shell', {
        command: node(`process.stdout.write('\\x1b[31mred\\x1b[0m 10%\\r100%\\x1b]0;title\\x07\\n')`),
      })
      expect(result.text).toBe('100%\n[exit code 0]')
      expect(body.kind === 'command' ? body.output : '').toContain('\u001B[31m')
    })

    test('a command has no input to wait for', async () => {
      const bench = await benchOf()
      const { result } = await bench.run('shell', {
        command: node(`process.stdin.on('data', () => 0).on('end', () => console.log('no input'))`),
      })
      expect(result.text).toContain('no input')
    })

    test('the project folder being gone is said', async () => {
      const { rm } = await import('node:fs/promises')
      const bench = await benchOf()
      await rm(bench.project.folder, { recursive: true })
      const { result } = await bench.run('shell', { command: 'echo 1' })
      expect(result.text).toContain('The project folder is gone')
    })
  },
)

// What follows is about process groups and signals, which Windows does not have; there the tree is ended by taskkill.
const posix = process.platform !== 'win32'

/** A process that was ended but not yet collected by its parent (a zombie) does nothing any more. */
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits for a process to be gone: it has been sent SIGKILL, and may still have to be reaped. */
async function gone(pid: number): Promise<boolean> {
  for (let round = 0; round < 200 && isAlive(pid); round++) await new Promise((resolve) => setTimeout(resolve, 5))
  return !isAlive(pid)
}

/** Until the app itself has learned that a child of its own exited: a zombie still takes signals. */
async function untilReaped(pid: number): Promise<void> {
  const isThere = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  while (isThere()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Starts a command that prints process ids, stops it once `count` of them were seen, and gives these. */
async function stopped(bench: ToolBench, command: string, count: number): Promise<{ pids: number[]; run: CallRun }> {
  const stop = new AbortController()
  let seen = ''
  const ids = () => [...seen.matchAll(/pid=(\d+)\n/g)].map((match) => Number(match[1]))
  const output = (text: string) => {
    seen += text
    if (ids().length === count) stop.abort()
  }
  const run = await bench.run('shell', { command }, { signal: stop.signal, output })
  return { pids: ids(), run }
}

const kills = [
  { name: 'ignores SIGTERM', command: `trap '' TERM; echo pid=$$; while :; do sleep 1; done`, count: 1 },
  { name: 'has a grandchild that holds the pipe', command: 'sleep 600 & echo pid=$!; echo pid=$$; wait', count: 2 },
  {
    name: 'has a grandchild that ignores SIGTERM',
    command: `(trap '' TERM; sh -c 'echo pid=$$; sleep 600; sleep 600'; sleep 600) & wait`,
    count: 1,
  },
]
test.each(posix ? kills : [])(
  'a stopped command that $name is gone with all it started (T11)',
  async ({ command, count }) => {
    const { pids, run } = await stopped(await toolBench(), command, count)
    expect(run.result).toMatchObject({ ok: false, data: { ended: 'stopped' } })
    expect(await Promise.all(pids.map(gone))).toEqual(pids.map(() => true))
  },
)

const escapes = existsSync('/usr/bin/setsid') && process.platform === 'linux'
test.runIf(escapes)(
  'a command that has exited has its own outcome, though it is stopped while others hold its pipes',
  async () => {
    const stop = new AbortController()
    const end = await runCommand({
      ...{ command: 'setsid sleep 5 & echo pid=$$', folder: tmpdir(), environment: process.env, owner: 'no-run' },
      ...{ timeLimitMs: 60_000, signal: stop.signal },
      // The shell has exited, and the pipe is still open.
      output: (text) => void untilReaped(Number(/pid=(\d+)/.exec(text)?.[1])).then(() => stop.abort()),
    })
    expect(end).toMatchObject({ how: 'exited', exitCode: 0 })
  },
)

test.each(escapes ? ['setsid'] : [])(
  'on Linux even what left the group by %s is found and ended (T11)',
  async (way) => {
    const { pids, run } = await stopped(
      await toolBench(),
      `${way} sh -c 'trap "" TERM; echo pid=$$; sleep 600; sleep 600' & wait`,
      1,
    )
    expect(run.result.data).toMatchObject({ ended: 'stopped' })
    expect(await Promise.all(pids.map(gone))).toEqual([true])
  },
)

test.each(posix ? ['sleep 600 & echo pid=$!'] : [])(
  'what a command leaves in the background ends with it: %s',
  async (command) => {
    const bench = await toolBench()
    const { result } = await bench.run('shell', { command })
    expect(result).toMatchObject({ ok: true, data: { exitCode: 0 } })
    expect(await gone(Number(/pid=(\d+)/.exec(result.text)?.[1]))).toBe(true)
  },
)

test.each(posix ? [`trap '' TERM; sleep 600 & sleep 600; sleep 600`] : [])(
  'a command is ended after its time limit: %s',
  async (command) => {
    const bench = await toolBench()
    const { result } = await bench.run('shell', { command, timeout_seconds: 1 })
    expect(result).toMatchObject({
      ok: false,
      summary: 'ended after its time limit of 1.0 s',
      data: { exitCode: null, ended: 'time-limit' },
    })
  },
)
