import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Answerer } from '../../../src-main/host/base/answerer.ts'
import { createHost } from '../../../src-main/host/create-host.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Bench } from '../bench.ts'
import { cacheFolder, installModel } from './model-cache.ts'
import { contextWindow, type ModelProcess, startModel } from './model-process.ts'
import { type Played, playedRun } from './played-run.ts'
import { everyStrategy, resetProject, smallTasks } from './small-tasks.ts'
import { Tally } from './tally.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/**
 * Runs of each strategy. `BENCH_RUNS` is another number, `BENCH_STRATEGIES` names some strategies, by commas, and with
 * `BENCH_MINUTES` no run begins after so many minutes. The model is told about tools in text in every second run.
 */
const runs = Number(process.env['BENCH_RUNS'] ?? 50)
const only = process.env['BENCH_STRATEGIES']?.split(',')
const minutes = Number(process.env['BENCH_MINUTES'] ?? Number.POSITIVE_INFINITY)

export const localModelBench: Bench = {
  about: 'how runs end with a small real model, SmolLM2-135M-Instruct, on this computer',
  run: async () => {
    const installed = await installModel(cacheFolder({ platform: process.platform, env: process.env, home: homedir() }))
    const folder = await mkdtemp(path.join(tmpdir(), 'stratagem-bench-'))
    const model = await startModel(installed)
    try {
      return await playAll(folder, model)
    } finally {
      model.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function playAll(folder: string, model: ModelProcess): Promise<boolean> {
  const host = await openHost(folder)
  const project = path.join(folder, 'project')
  await resetProject(project)
  const place = await prepare(host, model.url, project)
  const played = everyStrategy()
    .filter(({ name }) => only === undefined || only.includes(name))
    .map((strategy) => ({ strategy, tally: new Tally(strategy.name) }))
  const until = performance.now() + minutes * 60_000
  // One of each in turn, so that whoever ends it early has some runs of all.
  for (let at = 0; at < runs; at++)
    for (const { strategy, tally } of played) {
      if (!model.isRunning() || performance.now() > until) continue
      const profileId = profiles[at % 2 === 0 ? 'native' : 'text']
      tally.add(await playOnce(host, strategy, { ...place, profileId }, smallTasks[at % smallTasks.length] ?? ''))
    }
  await host.close()
  console.log(Tally.heading)
  for (const { tally } of played) console.log(tally.line())
  const faults = played.flatMap(({ tally }) => tally.faults)
  for (const fault of faults) console.log(`  FAULT ${fault}`)
  if (!model.isRunning()) console.log('  FAULT the server of the model has exited')
  return faults.length === 0 && model.isRunning()
}

interface Place {
  readonly project: string
  readonly projectId: string
  readonly profileId: string
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
    roles: { default: place.profileId },
    mode: 'act',
    approval: 'edits',
  })
  return playedRun(host, id, place.tools)
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

const profiles = { native: 'prof_native', text: 'prof_text' } as const

async function prepare(host: Host, url: string, project: string): Promise<Omit<Place, 'profileId'>> {
  const profile = {
    name: 'SmolLM2',
    preset: 'custom',
    api: 'chat-completions' as const,
    baseUrl: url,
    model: 'smollm2',
    temperature: 0.8,
    maxOutputTokens: 48,
    reasoningEffort: null,
    contextWindow,
    price: null,
    idleLimitMs: 120_000,
  }
  for (const toolCalls of ['native', 'text'] as const)
    await ask(host, 'profile-save', { profile: { ...profile, id: profiles[toolCalls], toolCalls }, key: null })
  const { budget } = await ask(host, 'settings-read', {})
  await ask(host, 'settings-write', { budget: { ...budget, modelCalls: 12, toolCalls: 30, wallMs: 180_000 } })
  const { id: projectId } = await ask(host, 'project-open', { folder: project })
  const tools = await ask(host, 'tools-list', { projectId })
  return { project, projectId, tools }
}
