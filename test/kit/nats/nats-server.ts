import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectTo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The server's program; NATS_SERVER names another one, to test with other versions. */
const program = process.env['NATS_SERVER'] ?? 'nats-server'
const version = /v(\d+)\.(\d+)/.exec(spawnSync(program, ['--version']).stdout?.toString() ?? '')

/** A real server of the queue, with its own folder. Tests that need one are skipped by name where there is none. */
export const hasNatsServer = version !== null

/** As the docs tell users to run it. 2.9 doesn't know this field. */
const syncs = Number(version?.[1]) > 2 || Number(version?.[2]) >= 10 ? 'sync_interval: always' : ''

// Debian 12 has 2.9; what users need is newer.
process.env['STRATAGEM_OLD_NATS'] = 'allow'

export interface NatsServer {
  /** `nats://127.0.0.1:PORT` */
  readonly url: string
  readonly port: number
  /** SIGKILL, and a new process on the same folder; resolves when it answers. */
  killAndRestart(): Promise<void>
  /** Processor time of the process, ms; NaN where the system doesn't say. */
  cpuMs(): number
  stop(): Promise<void>
}

/** @param more lines of its configuration */
export async function startNatsServer(more = ''): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'stratagem-nats-'))
  const port = await freePort()
  const config = join(folder, 'nats.conf')
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"\njetstream { store_dir: ${JSON.stringify(join(folder, 'js'))}\n${syncs} }\n${more}\n`,
  )
  let child = spawn(program, ['-c', config], { stdio: 'ignore' })
  await untilOpen(port)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.signalCode !== null || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    killAndRestart: async () => {
      await end('SIGKILL')
      child = spawn(program, ['-c', config], { stdio: 'ignore' })
      await untilOpen(port)
    },
    cpuMs: () => cpuMs(child.pid),
    stop: async () => {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Source: proc(5), `/proc/pid/stat`, fields 14 and 15, in hundredths of a second. */
function cpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

async function untilOpen(port: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connectTo(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return
    await delay(20)
  }
  throw new Error('nats-server does not start')
}
