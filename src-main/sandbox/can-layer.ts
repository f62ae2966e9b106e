import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ownWork } from '../processes/marks.ts'
import { runToEnd } from '../processes/run-to-end.ts'
import { layerOptions } from './namespaces-table.ts'

const found = new Map<string, Promise<boolean>>()
/** Time limit of the attempt, ms. */
const within = 10_000

const attempt = `
mount -n -t overlay -o "lowerdir=$1/lower,upperdir=$1/upper,workdir=$1/work,${layerOptions}" overlay "$1/lower" &&
  cat "$1/lower/there" >/dev/null && echo 1 >"$1/lower/there" && echo 1 >"$1/lower/new"
`

/**
 * Whether a user may lay one folder over another (overlayfs, Linux 5.11 or newer), with what is written kept on the disk
 * of `home`: not every file system can do that. Tried once for each folder. Never rejects.
 * @param unshare path of that program
 */
export function canLayer(unshare: string, home: string): Promise<boolean> {
  const known = found.get(home) ?? tryIn(unshare, join(home, `.try-${randomUUID()}`)).catch(() => false)
  found.set(home, known)
  return known
}

async function tryIn(unshare: string, folder: string): Promise<boolean> {
  // What stands for the user's cache is on the disk that it is tried on; a cache on another is only read.
  if (/[,:\\]/.test(folder)) return false
  for (const name of ['lower', 'upper', 'work']) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  try {
    const args = ['--user', '--map-root-user', '--mount', '--', '/bin/sh', '-c', attempt, 'sh', folder]
    await run('/bin/sh', ['-c', 'echo 0 >"$1/lower/there"', 'sh', folder])
    const worked = await run(unshare, args)
    const [lower, upper] = await Promise.all(['lower', 'upper'].map((name) => readdir(join(folder, name))))
    const isKept = (await stat(join(folder, 'upper/new')).catch(() => null)) !== null
    return worked && isKept && lower?.length === 1 && upper?.length === 2
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function run(program: string, args: readonly string[]): Promise<boolean> {
  const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' }
  const asked = { program, args, folder: '/', environment }
  const { code } = await runToEnd(
    asked,
    { kind: 'helper', owner: ownWork },
    { within, most: 10_000, atMost: 'keep-last' },
  )
  return code === 0
}
