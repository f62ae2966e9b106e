import { execFileSync, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

/** How the app may confine an agent on this system: by what it finds there. */
export const ways = ['namespaces', 'bubblewrap', 'unconfined'] as const
export type Way = (typeof ways)[number]

/** Programs that the app does not find, and so the sandbox that it takes. */
const covered: { readonly [way in Way]: readonly string[] } = {
  namespaces: [],
  bubblewrap: ['unshare'],
  unconfined: ['unshare', 'bwrap'],
}

const top = resolve(import.meta.dirname, '../../../..')
const forward = join(import.meta.dirname, 'forward.js')

const works = (program: string, ...args: readonly string[]) => {
  try {
    execFileSync(program, [...args], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
/** Networks of one's own are made by root, or in a user namespace. */
const own = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
const canCut =
  process.platform === 'linux' && works('unshare', ...own, '--net', '--mount', 'ip', 'link', 'set', 'lo', 'up')

/** Why a way can't be tried here; null if it can. */
export function whyNot(way: Way): string | null {
  if (!canCut) return 'this system makes no networks of one’s own'
  return way === 'bubblewrap' && !works('bwrap', '--ro-bind', '/', '/', '--unshare-user', 'true')
    ? 'bubblewrap is not here'
    : null
}

const passed = ['LANG', 'TMPDIR', 'NODE_COMPILE_CACHE']

export interface CommandEnd {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/**
 * Runs `agent …` where there is no network but a port of the computer that leads to `socket`, and where only one kind of
 * sandbox is found.
 */
export function offlineCommand(
  way: Way,
  { socket, port }: { readonly socket: string; readonly port: number },
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const cover = covered[way].map(
    (name) => `for f in /usr/bin/${name} /bin/${name}; do [ ! -e $f ] || mount --bind /dev/null $f; done`,
  )
  const script = [...cover, 'ip link set lo up', 'exec "$@"'].join('; ')
  const command = [process.execPath, join(top, 'src-main/shell-command/agent.js'), ...args]
  const inside = [process.execPath, forward, socket, `${port}`, ...command]
  // Nothing of the machine that the tests run on: agents heed variables that containers set.
  const clean = Object.fromEntries(passed.flatMap((name) => [[name, process.env[name]]]))
  const child = spawn('unshare', [...own, '--net', '--mount', 'sh', '-c', script, 'sh', ...inside], {
    env: { ...clean, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  onTestFinished(() => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  })
  let out = ''
  let error = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text
  })
  return new Promise((done) => child.on('close', (code) => done({ code, out, error })))
}
