import { execFileSync } from 'node:child_process'
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSnapshots, type Snapshots } from '../../src-main/workspace/snapshots/snapshots.ts'
import type { DependencyWay } from '../../src-shared/workspace/workspace.ts'
import type { Bench } from './bench.ts'

const files = 50_000
/** Of `node_modules`: 1 GB. */
const dependencies = { files: 40_000, bytes: 25_000 }
/** Maximum ratio of a copy's time to that of a plain checkout and a link; twice as much for a copy with clones. */
const limit = 1.5
const rounds = 3

export const copiesBench: Bench = {
  about: `an isolated copy of a project of ${files} files with 1 GB of node_modules, beside a plain checkout and a link`,
  run: async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stratagem-bench-'))
    try {
      return await measureIn(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measureIn(folder: string): Promise<boolean> {
  const project = path.join(folder, 'project')
  makeFiles(project)
  const store = path.join(folder, 'store')
  const snapshots = openSnapshots({ store, project })
  const { id } = await snapshots.snapshot()
  const times = { plain: [] as number[], link: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.plain.push(await timed(folder, async (to) => plainCheckout(store, id, project, to)))
    times.link.push(await copied(folder, snapshots, id, 'link'))
  }
  const linked = best(times.link) / best(times.plain)
  console.log(`  plain checkout and a link: ${seconds(best(times.plain))}`)
  console.log(`  a copy with links: ${seconds(best(times.link))}: ${linked.toFixed(2)} of it (at most ${limit})`)
  const two = await timed(folder, async (to) => {
    await Promise.all([1, 2].map((at) => snapshots.checkoutCopy(id, `${to}/${at}`, { dependencies: 'link' })))
  })
  console.log(`  two such copies at once: ${(two / best(times.plain)).toFixed(2)} of one plain checkout`)
  const clone = (await copied(folder, snapshots, id, 'clone')) / best(times.plain)
  const clones = canClone(folder)
  console.log(
    clones
      ? `  a copy with clones: ${clone.toFixed(2)} of it (at most ${limit * 2})`
      : `  this disk can't clone; a copy with full copies: ${clone.toFixed(2)} of it (no limit)`,
  )
  return linked <= limit && (!clones || clone <= limit * 2)
}

function makeFiles(project: string): void {
  write(
    files,
    (at) => path.join(project, `part-${at % 50}`, `module-${Math.floor(at / 50) % 100}`, `file-${at}.ts`),
    600,
  )
  const inside = (at: number) => path.join(project, 'node_modules', `package-${at % 800}`, 'lib', `file-${at}.js`)
  write(dependencies.files, inside, dependencies.bytes)
}

function write(count: number, pathOf: (at: number) => string, bytes: number): void {
  const content = Buffer.alloc(bytes, 'export const value = 1\n')
  for (let at = 0; at < count; at++) {
    const file = pathOf(at)
    mkdirSync(path.dirname(file), { recursive: true })
    content.writeUInt32BE(at % 1000)
    writeFileSync(file, content)
  }
}

function plainCheckout(store: string, id: string, project: string, to: string): void {
  mkdirSync(to)
  const environment = { ...process.env, GIT_DIR: store, GIT_WORK_TREE: to, GIT_INDEX_FILE: `${to}.index` }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: to, env: environment, stdio: 'ignore' })
  git('read-tree', id)
  git('checkout-index', '--all', '--quiet')
  symlinkSync(path.join(project, 'node_modules'), path.join(to, 'node_modules'), 'junction')
}

const copied = (folder: string, snapshots: Snapshots, id: string, way: DependencyWay): Promise<number> =>
  timed(folder, async (to) => {
    await snapshots.checkoutCopy(id, to, { dependencies: way, index: `${to}.index` })
    if (!existsSync(`${to}.index`)) throw new Error('the copy has no index')
  })

/** Files stay until the end: a disk that has just deleted 50,000 files creates new ones up to ten times slower. */
async function timed(folder: string, make: (to: string) => Promise<void>): Promise<number> {
  const to = path.join(mkdtempSync(path.join(folder, 'made-')), 'copy')
  const start = performance.now()
  await make(to)
  return performance.now() - start
}

/** Other load on the machine only adds time, so the minimum is the most accurate. */
const best = (times: readonly number[]) => Math.min(...times)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function canClone(folder: string): boolean {
  const [from, to] = [path.join(folder, 'clone-from'), path.join(folder, 'clone-to')]
  writeFileSync(from, 'x')
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE)
    return statSync(to).size === 1
  } catch {
    return false
  }
}
