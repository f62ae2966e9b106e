import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../../..')
const kept = join(root, 'node_modules/.cache/set-up')
/** This machine's npm, also where scripts of npm are not run by it. */
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** The systems for which every version of Node is on npm under one name. */
export const nodePackage = process.platform === 'linux' ? `node-linux-${process.arch}` : null

/** The program of a version of Node, from npm; kept. */
export async function nodeOf(version: string): Promise<string> {
  return join(await installed(`${nodePackage}@${version}`), 'node_modules', `${nodePackage}`, 'bin/node')
}

/** The folder of a version of npm itself; kept. */
export async function npmOf(version: string): Promise<string> {
  return join(await installed(`npm@${version}`), 'node_modules/npm')
}

async function installed(name: string): Promise<string> {
  const folder = join(kept, name)
  if (existsSync(folder)) return folder
  const half = `${folder}.${process.pid}.tmp`
  await mkdir(half, { recursive: true })
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--prefer-offline', '--prefix', half]
  await run(npm, ['install', ...options, name], { env: withoutNpm(process.env) })
  await rename(half, folder).catch(() => rm(half, { recursive: true, force: true }))
  return folder
}

const asked = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy'] as const

/** How this machine's npm reaches its registry, as variables, and where it keeps what it has fetched. */
export async function npmSettings(): Promise<{ readonly cache: string; readonly env: Record<string, string> }> {
  const { stdout } = await run(npm, ['config', 'get', 'cache', ...asked], { env: withoutNpm(process.env) })
  const values = new Map(stdout.split('\n').map(parted))
  const env = Object.fromEntries(
    asked.flatMap((name) => {
      const value = values.get(name) ?? ''
      return ['', 'null', 'undefined'].includes(value) ? [] : [[`npm_config_${name.replaceAll('-', '_')}`, value]]
    }),
  )
  return { cache: values.get('cache') ?? '', env }
}

const parted = (line: string): [string, string] => {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

/** Without what npm tells the scripts that it runs. */
const withoutNpm = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_(?!config_)/i.test(name)))
