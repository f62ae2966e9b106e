import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ask } from '../../src-main/host/api/host-client.ts'
import { createHost } from '../../src-main/host/create-host.ts'
import type { Host } from '../../src-main/host/host.ts'
import { bareLoop, type RequestSetup } from './bare-loop.ts'
import type { Bench } from './bench.ts'

const limit = 1.25
/**
 * Number of sessions of 20 calls for warm-up and for the measurement; then of sessions of 200 calls. With fewer for
 * warm-up, the ratio says how far the compiler has got with the larger program: 0.05 to 0.1 more after 6.
 */
const warmUp = 20
const sessions = 30
const longSessions = 3
const root = path.resolve(import.meta.dirname, '../..')

type Gaps = { readonly [who in 'bare' | 'ours']: readonly number[] }
interface Session extends RequestSetup {
  readonly gaps: readonly number[]
}

export const loopBench: Bench = {
  about: 'what the app adds between two requests, beside a bare loop on the `openai` client',
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stratagem-bench-'))
    const server = fork(path.join(import.meta.dirname, 'model-server.ts'))
    try {
      return await measureIn(folder, server)
    } finally {
      server.disconnect()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measureIn(folder: string, server: ChildProcess): Promise<boolean> {
  const project = path.join(folder, 'project')
  await mkdir(path.join(project, 'src'), { recursive: true })
  for (let i = 0; i < 20; i++) await writeFile(path.join(project, 'src', `file-${i}.txt`), `file ${i}\n`.repeat(40))
  const { port } = await nextMessage<{ port: number }>(server)
  const url = `http://127.0.0.1:${port}/v1`
  const host = await openHost(folder)
  const sessionOf = sessionsOn(server, host, url, project, await conversation(host, url, project))
  const all = { bare: [] as number[], ours: [] as number[] }
  for (let session = 0; session < warmUp + sessions; session++) {
    const gaps = await sessionOf(20)
    if (session < warmUp) continue
    all.bare.push(...gaps.bare)
    all.ours.push(...gaps.ours)
  }
  const grown = { bare: [] as number[], ours: [] as number[] }
  const fresh = { bare: [] as number[], ours: [] as number[] }
  for (let session = 0; session < longSessions; session++) {
    const gaps = await sessionOf(200)
    for (const who of ['bare', 'ours'] as const) {
      fresh[who].push(...gaps[who].slice(0, 20))
      grown[who].push(...gaps[who].slice(180))
    }
  }
  await host.close()
  return report(all, fresh, grown)
}

/**
 * The gaps of each session, ms. Bare loop and app alternate, so that other load on the machine affects both equally.
 */
function sessionsOn(
  server: ChildProcess,
  host: Host,
  url: string,
  project: string,
  message: Awaited<ReturnType<typeof conversation>>,
): (files: number) => Promise<Gaps> {
  /** The app's system text and tools, taken from its first session, so that the measured sessions send the same. */
  let setup: RequestSetup = { system: 'You are a coding agent.', tools: [] }
  return async (files) => {
    const first = nextMessage<Session>(server)
    await bareLoop(url, project, files, setup)
    const bare = (await first).gaps
    const second = nextMessage<Session>(server)
    const run = await ask(host, 'run-start', { ...message, message: `Read ${files} files.` })
    const ours = await second
    await host.runs.untilEnded(run.id)
    setup = ours
    return { bare, ours: ours.gaps }
  }
}

function report(all: Gaps, fresh: Gaps, grown: Gaps): boolean {
  const growth = (who: 'bare' | 'ours') => (quantile(grown[who], 0.5) / quantile(fresh[who], 0.5)).toFixed(2)
  const ratio = quantile(all.ours, 0.5) / quantile(all.bare, 0.5)
  console.log('  time between the end of an answer and the next request, ms, seen by the server:')
  for (const [name, gaps] of [
    ['bare loop', all.bare],
    ['Stratagem', all.ours],
  ] as const)
    console.log(
      `  ${name}  ${[0.1, 0.5, 0.9].map((part) => `${part * 100} % ${quantile(gaps, part).toFixed(2)}`).join('  ')}  n ${gaps.length}`,
    )
  console.log(`  ratio of the medians: ${ratio.toFixed(2)} (at most ${limit})`)
  console.log(`  calls 181 to 200 beside calls 1 to 20: bare loop ${growth('bare')}, Stratagem ${growth('ours')}`)
  return ratio <= limit
}

function nextMessage<T>(server: ChildProcess): Promise<T> {
  return new Promise((resolve) => server.once('message', (message) => resolve(message as T)))
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
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
  })
}

async function conversation(on: Host, url: string, folder: string) {
  const profile = {
    id: 'prof_bench',
    name: 'Bench',
    preset: 'custom',
    api: 'chat-completions' as const,
    baseUrl: url,
    model: 'bench',
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    contextWindow: 128_000,
    price: null,
    idleLimitMs: 20_000,
  }
  await ask(on, 'profile-save', { profile, key: null })
  const { budget } = await ask(on, 'settings-read', {})
  await ask(on, 'settings-write', { budget: { ...budget, modelCalls: null } })
  const opened = await ask(on, 'project-open', { folder })
  const { id } = await ask(on, 'conversation-create', { projectId: opened.id })
  return {
    conversationId: id,
    parentId: null,
    message: '',
    strategy: { name: 'tool-loop', options: { maxTurns: 400 } },
    roles: { default: profile.id },
    mode: 'act' as const,
    approval: 'everything' as const,
  }
}
