import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as realDelay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openConnection } from '../../src-main/mcp/connection.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { knownSandboxes } from '../kit/host/sandboxes.ts'
import { type OddKind, oddProgram, stubbornKinds } from './kit/odd-servers.ts'
import { noneLeft, processToken, withToken } from './kit/token-processes.ts'

/** ms that the app may choose to wait for servers, however stubborn; a slow machine may take longer. */
const within = 2000

/**
 * ms that the app waits, by a clock that moves only as it is told to. The processes are real and may be late, so each step
 * of that clock takes a moment.
 */
async function waitedFor(work: () => Promise<unknown>): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let isDone = false
    const done = work().then(() => {
      isDone = true
    })
    const advance = async () => {
      await vi.advanceTimersByTimeAsync(step)
      await realDelay(step)
    }
    let waited = 0
    for (; !isDone && waited < 10 * within; waited += step) await advance()
    if (isDone) await done
    // Servers that did not start in time are being ended, too, and nobody waits for these.
    for (let more = 0; more < within; more += step) await advance()
    return waited
  } finally {
    vi.useRealTimers()
  }
}
const step = 10

// Every server is a process of its own, some of which flood: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const holder = join(import.meta.dirname, 'kit/hold-servers.ts')

describe.each([{ name: 'nothing', sandbox: null }, ...knownSandboxes])(
  'servers confined by $name',
  ({ name, sandbox }) => {
    const here = test.skipIf(name !== 'nothing' && sandbox === null)
    const connect = async (token: string, kind: OddKind) => {
      const program = await oddProgram(token, kind, await temporaryFolder(), sandbox)
      return openConnection({ kind: 'stdio', program: () => Promise.resolve(program) }, '0', () => {}, {
        startMs: 5000,
      })
    }

    here('every kind of stubborn server ends with its connection, with all that it started', async () => {
      const token = processToken()
      const connections = await Promise.all(stubbornKinds.map((kind) => connect(token, kind)))
      const listed = await Promise.all(
        connections.map((each) =>
          each.list().then(
            (tools) => tools.length,
            () => 0,
          ),
        ),
      )
      const serving = stubbornKinds.filter((_, at) => listed[at] === 1)
      // Those that flood may be late on a busy machine; they end like the others.
      expect(serving).toEqual(
        expect.arrayContaining(['stubborn', 'daemon', 'daemon-of-daemon', 'holds-pipes', 'restarts']),
      )
      expect(await waitedFor(() => Promise.all(connections.map((each) => each.close())))).toBeLessThan(within)
      await noneLeft(token)
    })

    here('a connection that is closed while its server starts leaves no server', async () => {
      const token = processToken()
      const connections = await Promise.all(stubbornKinds.map((kind) => connect(token, kind)))
      const lists = connections.map((each) => each.list().catch((thrown: unknown) => thrown))
      await Promise.all(connections.map((each) => each.close()))
      await Promise.all(lists)
      await noneLeft(token)
      for (const each of connections) await expect(each.list()).rejects.toThrow('ended')
      expect(withToken(token)).toEqual([])
    })

    here('none outlives the app when it is killed', async () => {
      const token = processToken()
      const app = spawn(process.execPath, [holder, name, token, await temporaryFolder()], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void app.kill('SIGKILL'))
      await once(app.stdout, 'data')
      expect(withToken(token).filter((pid) => pid !== app.pid).length).toBeGreaterThan(10)
      app.kill('SIGKILL')
      await noneLeft(token)
    })
  },
)

/** The process that ends what the app started when the app is gone. */
const guardiansOf = (app: number | undefined) =>
  withToken('STRATAGEM_COMMAND').filter((pid) => {
    const [, parent] = /^\d+ \(.*\) \w (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent) === app
  })

test.skipIf(process.platform !== 'linux')('none outlives an app whose guardian was killed before', async () => {
  const token = processToken()
  const app = spawn(process.execPath, [holder, 'nothing', token, await temporaryFolder()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void app.kill('SIGKILL'))
  await once(app.stdout, 'data')
  const [guardian = 0] = guardiansOf(app.pid)
  expect(guardian).toBeGreaterThan(0)
  process.kill(guardian, 'SIGKILL')
  await expect.poll(() => guardiansOf(app.pid).filter((pid) => pid !== guardian)).toHaveLength(1)
  app.kill('SIGKILL')
  await noneLeft(token)
})

test('what a server that floods prints does not keep the app from anything else', async () => {
  const token = processToken()
  const kinds = ['floods-output', 'floods-with-messages', 'floods-errors', 'floods-one-line'] as const
  const connections = await Promise.all(
    kinds.map(async (kind) => {
      const program = await oddProgram(token, kind, await temporaryFolder(), null)
      return openConnection({ kind: 'stdio', program: () => Promise.resolve(program) }, '0', () => {})
    }),
  )
  onTestFinished(async () => void (await Promise.all(connections.map((each) => each.close()))))
  await Promise.all(connections.map((each) => each.list().catch(() => [])))
  let longest = 0
  for (let turn = 0; turn < 100; turn++) {
    const began = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    longest = Math.max(longest, performance.now() - began)
  }
  expect(longest).toBeLessThan(500)
})
