import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { ask } from '../../src-main/host/api/host-client.ts'
import { createHost } from '../../src-main/host/create-host.ts'
import type { Host } from '../../src-main/host/host.ts'
import { packNext } from '../../src-main/host/upkeep/pack-logs.ts'
import { createModelClient } from '../../src-main/model/client.ts'
import { openStore } from '../../src-main/store/open-store.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { ModelProfile } from '../../src-shared/settings/settings.ts'
import type { Bench } from './bench.ts'

/** `STRATAGEM_BENCH_TURNS` overrides the number, to make the benchmark shorter. */
const turns = Number(process.env['STRATAGEM_BENCH_TURNS'] ?? 10_000)
/** Times are sampled in the last `sampled` turns up to this one, and in the last ones of all. */
const early = 100
const sampled = 40
/** Growth is measured over this number of turns: the database grows by pages. */
const counted = Math.min(500, Math.floor((turns - early) / 2))
/** The turns from which growth is measured. Logs are packed first, as by an idle host. */
const points = [early, 1000, turns - counted].filter(
  (from, at, all) => from <= turns - counted && all.indexOf(from) === at,
)
const limits = { bytes: 4096, growth: 1.5 } as const
const root = path.resolve(import.meta.dirname, '../..')

export const longBench: Bench = {
  about: `a conversation of ${turns} turns: what a turn stores, and the time it takes beside writing and sending its request`,
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stratagem-bench-'))
    const server = fork(fileURLToPath(new URL('./line-server.ts', import.meta.url)))
    try {
      return await measureIn(folder, server)
    } finally {
      server.disconnect()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/**
 * CPU time of the process in all its threads, ms: from the user's message to the end of its run, and for a similar
 * request that is only encoded and sent. Other load on the machine affects neither.
 */
interface Sample {
  readonly whole: number
  readonly bare: number
}

async function measureIn(folder: string, server: ChildProcess): Promise<boolean> {
  const project = path.join(folder, 'project')
  await mkdir(project)
  const { port } = await new Promise<{ port: number }>((resolve) => server.once('message', resolve))
  const profile = profileOf(`http://127.0.0.1:${port}/v1`)
  const data = path.join(folder, 'data')
  const host = await openHost(data)
  const say = await conversationOn(host, project, profile)
  const samples: { readonly [at in 'early' | 'late']: Sample[] } = { early: [], late: [] }
  const sizes = new Map<number, number>()
  let text = 0
  for (let turn = 1; turn <= turns; turn++) {
    const when = turn > turns - sampled ? 'late' : turn > early - sampled && turn <= early ? 'early' : null
    const said = await say(turn)
    text = said.text
    if (when !== null) samples[when].push({ whole: said.cpuMs, bare: await bareCall(host, said.runId, profile) })
    if (points.some((from) => turn === from || turn === from + counted)) sizes.set(turn, packedSizeOf(data))
    if (turn % 1000 === 0) console.log(`  … ${turn} turns, ${(sizeOf(data) / 1e6).toFixed(1)} MB`)
  }
  await host.close()
  return report(samples, sizes, text)
}

function report(
  samples: { readonly early: readonly Sample[]; readonly late: readonly Sample[] },
  sizes: ReadonlyMap<number, number>,
  text: number,
): boolean {
  const bytes = (from: number) => ((sizes.get(from + counted) ?? 0) - (sizes.get(from) ?? 0)) / counted - text
  const own = (of: readonly Sample[]) => median(of.map(({ whole, bare }) => whole - bare))
  const growth = own(samples.late) / own(samples.early)
  console.log(`  stored a turn, beside its ${text} bytes of text (at most ${limits.bytes}):`)
  for (const from of points) console.log(`  turn ${from} to ${from + counted}: ${bytes(from).toFixed(0)} bytes`)
  console.log('  computing for a turn, ms: all of it, writing and sending its request alone, the difference')
  for (const [turn, of] of [
    [early, samples.early],
    [turns, samples.late],
  ] as const) {
    const middle = (of2: keyof Sample) => median(of.map((each) => each[of2])).toFixed(1)
    console.log(`  turn ${turn}: ${middle('whole')}  ${middle('bare')}  ${own(of).toFixed(1)}`)
  }
  console.log(`  the app's own time grows by ${growth.toFixed(2)} (at most ${limits.growth})`)
  return points.every((from) => bytes(from) <= limits.bytes) && growth <= limits.growth
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** Size of the database's used pages, those in the write-ahead log included, bytes. */
function sizeOf(folder: string): number {
  const database = new Sqlite(path.join(folder, 'stratagem.db'), { readonly: true })
  const figure = (name: string) => Number(database.pragma(name, { simple: true }))
  const size = (figure('page_count') - figure('freelist_count')) * figure('page_size')
  database.close()
  return size
}

function packedSizeOf(folder: string): number {
  const store = openStore(path.join(folder, 'stratagem.db'))
  while (packNext(store)) {
    // Until all logs are packed.
  }
  store.checkpoint()
  store.close()
  return sizeOf(folder)
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Sends the same request again without the rest of the app. */
async function bareCall(host: Host, runId: string, profile: ModelProfile): Promise<number> {
  const { messages } = await ask(host, 'run-exchange', { runId, path: '0' })
  const history: Message[] = structuredClone([...messages])
  const client = createModelClient({
    profileOf: () => profile,
    keyOf: async () => null,
    clock: { now: Date.now, elapsed: () => performance.now() },
    random: Math.random,
    wait: async () => 'over',
  })
  const handler = { onDelta: () => {}, onCallDelta: () => {}, onRetry: () => {} }
  const bound = { profileId: profile.id, profileName: profile.name, model: profile.model }
  const plain = { tools: [], toolChoice: 'auto', stop: [], stopAfterCalls: 0, temperature: null } as const
  const began = cpuMs()
  const request = { role: 'assistant', messages: history, ...plain }
  const end = await client.call(bound, request, handler, new AbortController().signal)
  if (!end.ok) throw new Error(end.failure.message)
  return cpuMs() - began
}

async function conversationOn(host: Host, folder: string, profile: ModelProfile) {
  await ask(host, 'profile-save', { profile, key: null })
  const project = await ask(host, 'project-open', { folder })
  const { id } = await ask(host, 'conversation-create', { projectId: project.id })
  let parentId: string | null = null
  return async (turn: number) => {
    const message = `Question number ${turn}: what is there to say about it?`
    const began = cpuMs()
    const run = await ask(host, 'run-start', {
      ...{ conversationId: id, parentId, message, strategy: { name: 'chat', options: {} } },
      ...{ roles: { default: profile.id }, mode: 'act', approval: 'everything' },
    })
    const end = await host.runs.untilEnded(run.id)
    const spent = cpuMs() - began
    if (end.status !== 'completed') throw new Error(`turn ${turn}: ${end.failure?.message}`)
    parentId = run.turnId
    return { runId: run.id, cpuMs: spent, text: message.length + end.text.length }
  }
}

function profileOf(baseUrl: string): ModelProfile {
  return {
    id: 'prof_bench',
    name: 'Bench',
    preset: 'custom',
    api: 'chat-completions',
    baseUrl,
    model: 'bench',
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    // Each turn sends the whole conversation.
    contextWindow: 10_000_000,
    price: null,
    idleLimitMs: 60_000,
  }
}

function openHost(dataFolder: string): Promise<Host> {
  return createHost({
    dataFolder,
    resourcesFolder: path.join(root, 'resources'),
    shell: 'command',
    version: '0.0.0',
    keys: { kind: 'session', reason: 'a benchmark' },
    folderDialog: null,
    openProject: () => null,
    url: null,
  })
}
