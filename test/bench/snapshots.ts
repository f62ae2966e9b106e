import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSnapshots, type Snapshots } from '../../src-main/workspace/snapshots/snapshots.ts'
import type { Bench } from './bench.ts'
import { gapsWhileWriting } from './snapshots-model-calls.ts'

const sizes = [20_000, 100_000] as const
const rounds = 31
/**
 * Maximum ratio between the two sizes, and to `git add -A` with `git write-tree` for the same change in the same tree.
 */
const limits = { betweenSizes: 1.3, ofGit: 1 / 20 }

export const snapshotsBench: Bench = {
  about: 'what a snapshot costs in a small and a large project, beside git, and what a model call waits for it',
  run: async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stratagem-bench-'))
    try {
      return await measureIn(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Tree {
  readonly files: number
  readonly project: string
  readonly snapshots: Snapshots
  readonly release: () => void
  readonly ours: number[]
  readonly git: number[]
}

async function measureIn(folder: string): Promise<boolean> {
  const trees: Tree[] = []
  for (const files of sizes) trees.push(await prepared(folder, files))
  // Alternating, so that other load on the machine affects all equally.
  for (let round = 0; round < rounds; round++) {
    for (const tree of trees) {
      const change = () => changeFiles(tree.project, round)
      change()
      tree.ours.push(await timed(() => tree.snapshots.snapshot()))
      tree.git.push(await timed(async () => gitSnapshot(tree.project)))
    }
  }
  const wereRight = await Promise.all(trees.map((tree) => tree.snapshots.verify()))
  for (const tree of trees) {
    tree.release()
    tree.snapshots.close()
  }
  const isGood = report(trees)
  if (wereRight.includes(false)) console.log('  a snapshot missed a change')
  const waits = await reportWaits(folder, trees)
  return isGood && waits && !wereRight.includes(false)
}

async function prepared(folder: string, files: number): Promise<Tree> {
  const project = path.join(folder, `files-${files}`)
  makeFiles(project, files)
  gitSnapshot(project)
  const snapshots = openSnapshots({ store: path.join(folder, `store-${files}`), project })
  const release = snapshots.watch()
  const first = await timed(() => snapshots.snapshot())
  console.log(`  ${files} files: the first snapshot, of all, and the watch stand after ${(first / 1000).toFixed(1)} s`)
  return { files, project, snapshots, release, ours: [], git: [] }
}

/** Folders of ten files, forty at the top. Many files share the same content: the first scan is not measured. */
function makeFiles(project: string, files: number): void {
  for (let at = 0; at < files; at++) {
    const inside = path.join(project, `part-${at % 40}`, `module-${Math.floor(at / 40) % (files / 400)}`)
    mkdirSync(inside, { recursive: true })
    writeFileSync(path.join(inside, `file-${at}.ts`), `export const value${at % 50} = ${at % 50}\n`.repeat(10))
  }
}

/** Changes an existing file and adds a new one in another folder, as a shell command might. */
function changeFiles(project: string, round: number): void {
  appendFileSync(path.join(project, 'part-1', 'module-1', 'file-41.ts'), `// ${round}\n`)
  writeFileSync(path.join(project, 'part-2', 'module-2', `new-${round}.ts`), `export const round = ${round}\n`)
}

function gitSnapshot(project: string): void {
  const around = ['--git-dir', `${project}.git`, '--work-tree', project]
  const git = (...args: string[]) => execFileSync('git', [...around, ...args], { stdio: 'ignore' })
  if (!isMade.has(project)) git('init', '--quiet')
  isMade.add(project)
  git('add', '-A')
  git('write-tree')
}
const isMade = new Set<string>()

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(trees: readonly Tree[]): boolean {
  let isGood = true
  for (const { files, ours, git } of trees) {
    const ratio = median(ours) / median(git)
    isGood &&= ratio <= limits.ofGit
    console.log(
      `  ${files} files: ${median(ours).toFixed(2)} ms; git add -A and write-tree ${median(git).toFixed(0)} ms: 1/${(1 / ratio).toFixed(0)} (at most 1/${1 / limits.ofGit})`,
    )
  }
  const [small, large] = trees.map((tree) => median(tree.ours))
  const ratio = (large ?? Number.NaN) / (small ?? Number.NaN)
  console.log(`  the larger beside the smaller: ${ratio.toFixed(2)} (at most ${limits.betweenSizes})`)
  return isGood && ratio <= limits.betweenSizes
}

/** If model calls waited for snapshots, those of the larger project would be later. */
async function reportWaits(folder: string, trees: readonly Tree[]): Promise<boolean> {
  const gaps: number[] = []
  for (const { files, project } of trees) {
    const measured = await gapsWhileWriting(path.join(folder, `data-${files}`), project)
    gaps.push(median(measured.gaps))
    console.log(
      `  ${files} files: ${median(measured.gaps).toFixed(2)} ms from an answer that writes to the next request; ${measured.before} of ${measured.gaps.length} requests began before the snapshot of that write was there`,
    )
    if (measured.before < measured.gaps.length) return false
  }
  const ratio = (gaps[1] ?? Number.NaN) / (gaps[0] ?? Number.NaN)
  console.log(`  the larger beside the smaller: ${ratio.toFixed(2)} (at most ${limits.betweenSizes})`)
  return ratio <= limits.betweenSizes
}
