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

/** The package of Node, where every version is on npm under one name. */
export const nodePackage = process.platform === 'linux' ? `node-linux-${process.arch}` : null

/** What a set-up is tried with: a Node and an npm of its time. */
export interface SetUpKind {
  readonly node: string
  readonly npm: string
  readonly user: 'this' | 'nobody'
}
/** What Debian and Node's own downloads bring; one of them in the usual run, the one that failed most often. */
export const usualKinds: readonly SetUpKind[] = [{ node: '20.19.0', npm: '10.8.2', user: 'nobody' }]
export const otherKinds: readonly SetUpKind[] = [
  { node: '20.19.2', npm: '9.2.0', user: 'this' },
  { node: '22.12.0', npm: '10.9.0', user: 'this' },
  { node: '22.20.0', npm: '10.9.3', user: 'nobody' },
  { node: '24.10.0', npm: '11.6.1', user: 'nobody' },
  { node: '20.20.2', npm: '11.19.1', user: 'this' },
  { node: '24.15.0', npm: '12.2.1', user: 'this' },
  { node: '26.10.0', npm: '11.19.1', user: 'nobody' },
]
/** npm leaves out parts of the build's tools on this one. */
export const tooOld: SetUpKind = { node: '20.18.0', npm: '10.8.2', user: 'this' }
/** A Node that reads no TypeScript and can't replace its process, and one that does both. */
export const oldNode = '20.19.0'
export const newNode = '22.20.0'

const nodeTool = (version: string) => `${nodePackage}@${version}`
const npmTool = (version: string) => `npm@${version}`
const toolsOf = ({ node, npm: version }: SetUpKind) => [nodeTool(node), npmTool(version)]

/** Packages that `npm run fetch-agents` fetches for these tests. */
export const setUpTools = (isAll: boolean): readonly string[] =>
  nodePackage === null
    ? []
    : [...new Set([nodeTool(newNode), ...[...usualKinds, ...(isAll ? [...otherKinds, tooOld] : [])].flatMap(toolsOf)])]

const folderOf = (tool: string) => join(kept, tool)
/** The program of a version of Node. */
export const nodeOf = (version: string): string =>
  join(folderOf(nodeTool(version)), 'node_modules', `${nodePackage}`, 'bin/node')
/** The folder of a version of npm itself. */
export const npmOf = (version: string): string => join(folderOf(npmTool(version)), 'node_modules/npm')

const fetchIt = 'npm run fetch-agents fetches them'
/** Said in the name of a test that needs a Node and an npm; empty if they are here. */
export const kindNote = (kind: SetUpKind): string =>
  nodePackage !== null && existsSync(nodeOf(kind.node)) && existsSync(npmOf(kind.npm))
    ? ''
    : ` (skipped: not here; ${fetchIt})`
export const nodesNote =
  nodePackage !== null && [oldNode, newNode].every((each) => existsSync(nodeOf(each)))
    ? ''
    : ` (skipped: Node ${oldNode} and ${newNode} are not here; ${fetchIt})`

/** Fetches one, if it is not there. */
export async function fetchTool(tool: string): Promise<void> {
  const folder = folderOf(tool)
  if (existsSync(folder)) return
  const half = `${folder}.${process.pid}.tmp`
  await mkdir(half, { recursive: true })
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--prefer-offline', '--prefix', half]
  await run(npm, ['install', ...options, tool], { env: withoutNpm(process.env) })
  await rename(half, folder).catch(() => rm(half, { recursive: true, force: true }))
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
