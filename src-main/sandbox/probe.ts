import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownWork } from '../processes/marks.ts'
import { runToEnd } from '../processes/run-to-end.ts'
import { placeRules } from './place-rules.ts'
import type { Sandbox } from './sandbox.ts'

/** Time limit of a probe, ms. */
const within = 10_000

/** Writes inside; exits with 0 only if writing outside failed. */
const attempt = 'echo 1 >inside && ! echo 1 2>/dev/null >"$1"'

/** What is wrong with a sandbox on this system, in its own words; null if it works. Leaves nothing behind. */
export async function probe(sandbox: Sandbox, network = true): Promise<string | null> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stratagem-probe-')))
  try {
    const workspace = join(folder, 'workspace')
    const readable = join(folder, 'readable')
    for (const each of [workspace, readable]) await mkdir(each)
    const place = {
      workspace,
      temporary: join(folder, 'temporary'),
      writable: [],
      readable: [readable],
      kept: [],
      hidden: [],
    }
    const confined = await placeRules({ ...place, network, keys: true }, {})
    const outside = join(readable, 'outside')
    const start = (await sandbox.confine(confined))('/bin/sh', ['-c', attempt, 'sh', outside])
    const { code, said: output } = await run(start.program, start.args, workspace)
    if (await isThere(outside)) return 'it did not keep a command from writing outside'
    if (code === 0 && (await isThere(join(workspace, 'inside')))) return null
    return output.trim().split('\n').at(-1)?.slice(0, 200) || 'a command could not be started'
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function run(program: string, args: readonly string[], folder: string) {
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C' }
  const limits = { within, most: 10_000, atMost: 'keep-first' } as const
  const asked = { program, args, folder, environment }
  const { code, errors } = await runToEnd(asked, { kind: 'helper', owner: ownWork }, limits)
  return { code, said: errors.toString() }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
