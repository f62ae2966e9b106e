import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Answerer } from '../../../src-main/host/base/answerer.ts'
import { createHost } from '../../../src-main/host/create-host.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Bench } from '../bench.ts'
import { type CallMode, callModes } from './call-modes.ts'
import { cacheFolder, installModel, type LocalModel, resultsFile } from './model-cache.ts'
import { contextWindow, type ModelProcess, startModel } from './model-process.ts'
import { type ModelRelay, openRelay } from './model-relay.ts'
import { type Played, playedRun } from './played-run.ts'
import { addRecord, type PlannedRun, type RunRecord, readRecords, runsLeft } from './run-records.ts'
import { everyStrategy, resetProject, smallTasks } from './small-tasks.ts'
import { heading, tallyLine } from './tally.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/**
 * Runs of each strategy. `BENCH_RUNS` is another number, `BENCH_STRATEGIES` names some strategies, by commas, and with
 * `BENCH_MINUTES` no run begins after so many minutes; results are kept, and a later start goes on where this one stopped.
 */
const runs = Number(process.env['BENCH_RUNS'] ?? 50)
const only = process.env['BENCH_STRATEGIES']?.split(',')
const minutes = Number(process.env['BENCH_MINUTES'] ?? Number.POSITIVE_INFINITY)

export const localModelBench: Bench = {
  about: 'how runs end with a small real model, SmolLM2-135M-Instruct, on this computer',
  run: async () => {
    const until = performance.now() + minutes * 60_000
    const cache = cacheFolder({ platform: process.platform, env: process.env, home: homedir() })
    const installed = await installModel(cache)
    const file = resultsFile(cache)
    const strategies = everyStrategy().filter(({ name }) => only === undefined || only.includes(name))
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')))
    const known = await readRecords(file, version)
    const names = strategies.map(({ name }) => name)
    const left = runsLeft(names, runs, known)
    console.log(`  ${known.length} runs of version ${version} are in ${file}; ${left.length} are left.`)
    if (left.length > 0) await playWithModel(installed, strategies, left, { file, version, until })
    const records = await readRecords(file, version)
    return report(names, records)
  },
}

function report(strategies: readonly string[], all: readonly RunRecord[]): boolean {
  const records = all.filter(({ strategy }) => strategies.includes(strategy))
  console.log(heading)
  for (const name of strategies)
    console.log(
      tallyLine(
        name,
        records.filter(({ strategy }) => strategy === name),
      ),
    )
  for (const mode of callModes)
    console.log(
      tallyLine(
        `(${mode})`,
        records.filter((record) => record.mode === mode),
      ),
    )
  console.log(tallyLine('all', records))
  const faults = records.flatMap(({ faults: found }) => found)
  for (const fault of faults) console.log(`  FAULT ${fault}`)
  return faults.length === 0
}

interface Sitting {
  readonly file: string
  readonly version: string
  readonly until: number
}

/** @throws if the model's server exits */
async function playWithModel(
  installed: LocalModel,
  strategies: readonly StrategyChoice[],
  left: readonly PlannedRun[],
  sitting: Sitting,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stratagem-bench-'))
  const model = await startModel(installed)
  const relay = await openRelay(model.url)
  try {
    await playAll(folder, relay, strategies, left, sitting, model)
  } finally {
    await relay.close()
    model.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function playAll(
  folder: string,
  relay: ModelRelay,
  strategies: readonly StrategyChoice[],
  left: readonly PlannedRun[],
  { file, version, until }: Sitting,
  model: ModelProcess,
): Promise<void> {
  const host = await openHost(folder)
  const project = path.join(folder, 'project')
  await resetProject(project)
  const place = await prepare(host, relay, project)
  for (const { strategy: name, mode, at } of left) {
    const strategy = strategies.find((each) => each.name === name)
    if (strategy === undefined || performance.now() > until) continue
    const played = await playOnce(host, strategy, { ...place, mode }, smallTasks[at % smallTasks.length] ?? '')
    // A run without its model says nothing.
    if (!model.isRunning()) throw new Error('The server of the model has exited.')
    await addRecord(file, { version, strategy: name, mode, at, ...recordOf(played) })
  }
  await host.close()
}

function recordOf({ run, hung, calls, malformed, ran, faults }: Played) {
  const ended = hung || run.status === 'completed' || run.status === 'failed'
  return {
    status: run.status,
    failure: run.failure?.kind ?? null,
    hung,
    calls,
    malformed,
    ran,
    requests: run.totals.modelCalls,
    durationMs: run.durationMs,
    faults: [...faults, ...(ended ? [] : [`${run.id}: it ended as ${run.status}`])],
  }
}

interface Place {
  readonly project: string
  readonly projectId: string
  readonly mode: CallMode
  readonly tools: readonly ToolInfo[]
}

async function playOnce(host: Host, strategy: StrategyChoice, place: Place, message: string): Promise<Played> {
  await resetProject(place.project)
  const { id: conversationId } = await ask(host, 'conversation-create', { projectId: place.projectId })
  const { id } = await ask(host, 'run-start', {
    conversationId,
    parentId: null,
    message,
    strategy,
    roles: { default: profileIds[place.mode] },
    mode: 'act',
    approval: 'edits',
  })
  return playedRun(host, id, {
    offered: place.tools,
    inText: place.mode.startsWith('text') || strategy.name === 'react',
  })
}

/** Commands are refused, so that nothing that the model writes is executed; questions get their first answer. */
const answerer: Answerer = {
  approve: async () => ({ decision: 'deny', by: 'mode', note: 'No commands here.' }),
  ask: async ({ options }) => options[0] ?? 'Use your own judgement',
}

function openHost(folder: string): Promise<Host> {
  return createHost({
    dataFolder: path.join(folder, 'data'),
    resourcesFolder: path.join(root, 'resources'),
    shell: 'command',
    version: '0.0.0',
    keys: { kind: 'session', reason: 'a benchmark' },
    folderDialog: null,
    openProject: () => null,
    url: null,
    answerer,
  })
}

const profileIds: { readonly [mode in CallMode]: string } = {
  native: 'prof_native',
  'native-forced': 'prof_native_forced',
  text: 'prof_text',
  'text-forced': 'prof_text_forced',
}

async function prepare(host: Host, relay: ModelRelay, project: string): Promise<Omit<Place, 'mode'>> {
  const profile = {
    name: 'SmolLM2',
    preset: 'custom',
    api: 'chat-completions' as const,
    model: 'smollm2',
    temperature: 0.8,
    maxOutputTokens: 32,
    reasoningEffort: null,
    contextWindow,
    price: null,
    idleLimitMs: 120_000,
  }
  for (const mode of callModes) {
    const toolCalls = mode.startsWith('text') ? ('text' as const) : ('native' as const)
    await ask(host, 'profile-save', {
      profile: { ...profile, id: profileIds[mode], baseUrl: relay.url(mode), toolCalls },
      key: null,
    })
  }
  const { budget } = await ask(host, 'settings-read', {})
  await ask(host, 'settings-write', { budget: { ...budget, modelCalls: 5, toolCalls: 12, wallMs: 120_000 } })
  const { id: projectId } = await ask(host, 'project-open', { folder: project })
  const tools = await ask(host, 'tools-list', { projectId })
  return { project, projectId, tools }
}
