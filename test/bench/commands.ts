import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSettingsFile } from '../../src-main/host/settings/settings-file.ts'
import { createConfinements, type WorkspaceCommands } from '../../src-main/host/workspaces/confinements.ts'
import { findSandbox } from '../../src-main/sandbox/find-sandbox.ts'
import { runCommand } from '../../src-main/tools/built-in/run-command.ts'
import { cleanEnvironment } from '../../src-main/tools/clean-environment.ts'
import type { Confine } from '../../src-shared/workspace/confine.ts'
import type { Bench } from './bench.ts'

/** Maximum difference between the medians of a confined and an unconfined command, ms. */
const limit = 15
const warmUp = 8
const rounds = 80

/** One way to start a command. */
interface Way {
  readonly name: string
  /** Looks up the confinement for each command, as the app does. */
  confine(): Promise<Confine | null>
  /** Times of the lookup, ms; `whole`: of lookup and command. */
  readonly looking: number[]
  readonly whole: number[]
}

export const commandsBench: Bench = {
  about: 'what it costs a command that does nothing to be confined',
  run: async () => {
    const found = await findSandbox()
    if (found.sandbox === null) {
      console.log(`  nothing to measure: ${found.reason}`)
      return true
    }
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stratagem-bench-')))
    try {
      return report(found.sandbox.name, await measured(folder))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measured(folder: string): Promise<readonly Way[]> {
  const [dataFolder, project, copy] = ['data', 'project', 'data/copy'].map((name) => path.join(folder, name))
  if (dataFolder === undefined || project === undefined || copy === undefined) return []
  for (const each of [project, copy]) await mkdir(each, { recursive: true })
  await writeFile(path.join(project, 'a.txt'), '1\n')
  const settings = openSettingsFile(dataFolder, () => undefined)
  const confinements = createConfinements({
    hidden: [dataFolder],
    caches: path.join(dataFolder, 'caches'),
    views: path.join(dataFolder, 'git-views'),
    settings,
    network: null,
    find: findSandbox,
    sealed: () => [],
  })
  const inProject = confinements.inProject(project)
  const inCopy = confinements.inCopy(copy, project, path.join(dataFolder, 'temporary'))
  const ways = [
    way('free', () => Promise.resolve(null)),
    way('confined', confined(inProject)),
    way('without network', async () => (await inProject.confinement())?.unseen ?? null),
    way('in a copy', confined(inCopy)),
  ]
  for (let round = 0; round < warmUp + rounds; round++)
    for (const each of ways) await once(each, each.name === 'in a copy' ? copy : project, round >= warmUp)
  return ways
}

const way = (name: string, confine: Way['confine']): Way => ({ name, confine, looking: [], whole: [] })
const confined = (commands: WorkspaceCommands) => async () => (await commands.confinement())?.confine ?? null

async function once({ confine, looking, whole }: Way, folder: string, counts: boolean): Promise<void> {
  const began = performance.now()
  const how = await confine()
  const looked = performance.now()
  const end = await runCommand({
    command: ':',
    folder,
    environment: cleanEnvironment(process.env),
    timeLimitMs: 60_000,
    signal: new AbortController().signal,
    owner: 'bench',
    confine: how,
    output: () => undefined,
  })
  if (end.exitCode !== 0) throw new Error(`The command that does nothing failed: ${end.output}`)
  if (!counts) return
  looking.push(looked - began)
  whole.push(performance.now() - began)
}

function report(means: string, ways: readonly Way[]): boolean {
  const free = quantile(ways[0]?.whole ?? [], 0.5)
  console.log(`  ${rounds} of each in turn, by ${means}`)
  console.log('                       median     least       p95   of it looking   more than free')
  const more = ways.map(({ name, looking, whole }) => {
    const median = quantile(whole, 0.5)
    const figures = [median, quantile(whole, 0), quantile(whole, 0.95), quantile(looking, 0.5), median - free]
    const [middle, least, late, look, difference] = figures.map((ms) => `${ms.toFixed(1)} ms`)
    console.log(
      `  ${name.padEnd(18)}${middle?.padStart(9)} ${least?.padStart(9)} ${late?.padStart(9)} ${look?.padStart(15)} ${difference?.padStart(16)}`,
    )
    return median - free
  })
  console.log(`  at most ${limit} ms more than free`)
  return Math.max(...more) <= limit
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
}
