import { execFile, spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../kit/host/host-open.ts'

const top = resolve(import.meta.dirname, '../..')
const traced = ['-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o']
const canTrace = spawnSync('strace', [...traced, '/dev/null', 'true']).status === 0
const note = canTrace ? '' : ' (skipped: strace is not here or may not trace)'

/** Addresses of the internet families that a process or one of its children connected or sent to. */
function addressesIn(trace: string): readonly string[] {
  return trace.split('\n').flatMap((line) => {
    const port = /sin6?_port=htons\((\d+)\)/.exec(line)?.[1]
    const host = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(line)
    return port === undefined || host === null ? [] : [`${host[1] ?? host[2]} ${port}`]
  })
}

async function trace(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  const file = join(folder, 'trace')
  const done = promisify(execFile)('strace', [...traced, file, program, ...args], { env: { ...process.env, ...env } })
  await done.catch(() => null)
  return addressesIn(readFileSync(file, 'utf8'))
}

describe.skipIf(!canTrace)(`the host process and all that it starts${note}`, { timeout: 240_000 }, () => {
  test('connect to nobody and look no name up, over a whole run of the command line', async () => {
    const home = await temporaryFolder()
    const project = join(await temporaryFolder(), 'sample')
    cpSync(join(top, 'resources/sample-project'), project, { recursive: true })
    const agent = join(top, 'src-main/shell-command/agent.js')
    const run = [agent, 'run', '--project', project, '--approve', 'everything', 'Fix the failing test']
    // npm itself looks for a newer npm now and then, but not where `CI` is set.
    const asked = await trace(process.execPath, run, { STRATAGEM_HOME: home, CI: 'true' })
    expect(readFileSync(join(project, 'src/cart.js'), 'utf8')).not.toBe(
      readFileSync(join(top, 'resources/sample-project/src/cart.js'), 'utf8'),
    )
    // The offline demo model is in the process itself, or behind a port of this computer.
    expect(asked.filter((address) => !/^(?:127\.|::1 )/.test(address))).toEqual([])
  })

  test('would be seen if they did', async () => {
    const ask =
      "fetch('http://192.0.2.1:81/').catch(() => 0); require('node:dns').resolve('nobody.invalid', () => process.exit())"
    const asked = await trace(process.execPath, ['-e', ask])
    expect(asked).toContain('192.0.2.1 81')
    expect(asked.some((address) => address.endsWith(' 53'))).toBe(true)
  })
})
