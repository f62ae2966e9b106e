import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { nodeOf, npmOf, npmSettings, type SetUpKind } from './tools-from-npm.ts'

const root = resolve(import.meta.dirname, '../../../..')
/** What every system has; no Python, no compiler, no `make`, no Node but the one named. */
const programs = [
  ...['sh', 'env', 'git', 'cat', 'chmod', 'cp', 'dirname', 'basename', 'grep', 'head', 'id', 'ls', 'mkdir', 'mv'],
  ...['readlink', 'rm', 'sed', 'sleep', 'sort', 'tail', 'touch', 'tr', 'true', 'uname', 'wc', 'mount', 'umount'],
  ...['unshare', 'nsenter', 'setpriv'],
]
/** A user of every Unix who owns nothing. */
const nobody = 65534

export interface Ended {
  readonly code: number | null
  readonly out: string
}
export interface Going {
  readonly child: ChildProcess
  /** Standard output and error so far. */
  out(): string
  readonly ended: Promise<Ended>
}

export interface BareMachine {
  /** A copy of this repository without packages, in a folder whose name has a space and an umlaut. */
  readonly project: string
  readonly home: string
  start(program: string, args: readonly string[], env?: Record<string, string>): Going
  run(program: string, args: readonly string[], env?: Record<string, string>): Promise<Ended>
  remove(): Promise<void>
}

/** A machine as a newcomer has it: one Node, one npm, git, and a user. */
export async function bareMachine({ node, npm, user }: SetUpKind): Promise<BareMachine> {
  const { cache, env: reaching } = await npmSettings()
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'bare-machine-')))
  await chmod(folder, 0o755)
  const at = (name: string) => join(folder, name)
  for (const name of ['bin', 'home', 'tmp', 'cache']) mkdirSync(at(name))
  // Copied, since another user may not reach this repository's folder.
  copyFileSync(nodeOf(node), at('bin/node'), constants.COPYFILE_FICLONE)
  cpSync(npmOf(npm), at('npm'), { recursive: true })
  for (const name of ['npm', 'npx']) {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\nexec "${at('bin/node')}" "${at(`npm/bin/${name}-cli.js`)}" "$@"\n`, {
      mode: 0o755,
    })
  }
  for (const name of programs) {
    const found = inPath(name)
    if (found !== null) symlinkSync(found, at(`bin/${name}`))
  }
  shareCache(join(cache, '_cacache'), at('cache/_cacache'))
  const project = at('mein Ördner ü')
  copyRepository(project)
  const identity = user === 'nobody' && process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in identity) giveAway(folder)
  const environment = {
    ...reaching,
    ...certificates(),
    PATH: at('bin'),
    HOME: at('home'),
    TMPDIR: at('tmp'),
    LANG: 'C.UTF-8',
    STRATAGEM_HOME: at('home/data'),
    npm_config_cache: at('cache'),
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  }
  const start: BareMachine['start'] = (name, args, more = {}) => {
    // A group of its own, so that all of it can be ended.
    const options = { cwd: project, env: { ...environment, ...more }, ...identity, detached: true }
    return going(spawn(at(`bin/${name}`), args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))
  }
  return {
    project,
    home: at('home'),
    start,
    run: (name, args, more) => start(name, args, more).ended,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function going(child: ChildProcess): Going {
  let out = ''
  const add = (text: unknown) => {
    out += String(text)
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  const ended = new Promise<Ended>((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => done({ code, out }))
  })
  return { child, out: () => out, ended }
}

function inPath(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.map((each) => join(each, name)).find((each) => existsSync(each))
  return found === undefined ? null : realpathSync(found)
}

/** A proxy's own certificate, where this machine's Node has been told of one. */
const certificates = (): Record<string, string> =>
  Object.fromEntries(
    ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** What was fetched before is not fetched again: contents are shared and never written to, the index is a copy. */
function shareCache(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to)
  for (const name of ['index-v5', 'content-v2']) {
    if (!existsSync(join(from, name))) continue
    if (name === 'content-v2' && isLinked(join(from, name), join(to, name))) continue
    cpSync(join(from, name), join(to, name), { recursive: true })
  }
}

function isLinked(from: string, to: string): boolean {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
    return true
  } catch {
    execFileSync('rm', ['-rf', to])
    return false
  }
}

/** Folders change hands, and files that are not shared with this machine's cache. */
function giveAway(folder: string): void {
  execFileSync('find', [
    folder,
    '(',
    '-type',
    'd',
    '-o',
    '-links',
    '1',
    ')',
    '-exec',
    'chown',
    '-h',
    `${nobody}:${nobody}`,
    '{}',
    '+',
  ])
}

function copyRepository(to: string): void {
  if (!existsSync(join(root, '.git'))) {
    const left = ['node_modules', 'out', 'test-results'].map((name) => join(root, name))
    cpSync(root, to, { recursive: true, filter: (from) => !left.includes(from) })
    return
  }
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 } as const
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], options)
  for (const file of listed.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(root, file), join(to, file))
  }
}
