import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ask } from '../../src-main/host/api/host-client.ts'
import { createHost } from '../../src-main/host/create-host.ts'
import type { Host } from '../../src-main/host/host.ts'

/** Number of writes; the first one is not measured, since it waits for the snapshot before the run. */
const writes = 22
/** Time until the model answers, ms: less than any real model needs. */
const thinks = 100

export interface Gaps {
  /** ms from the end of an answer that requests a write to the arrival of the next request. */
  readonly gaps: readonly number[]
  /** How many of these requests began before the snapshot of that write existed. */
  readonly before: number
}

/** Executes a run that writes a file with each answer, with a model server in this process. */
export async function gapsWhileWriting(dataFolder: string, project: string): Promise<Gaps> {
  const server = await writingModel()
  const host = await openHost(dataFolder)
  try {
    const runId = await runIn(host, server.url, project)
    const { events } = await ask(host, 'run-events', { runId, afterSeq: -1 })
    const begun = events.filter((event) => event.type === 'model-start').map((event) => event.seq)
    const taken = events.filter((event) => event.type === 'files-step').map((event) => event.seq)
    const before = taken.slice(1).filter((seq, at) => seq > (begun[at + 2] ?? Number.POSITIVE_INFINITY))
    return { gaps: server.gaps().slice(1), before: before.length }
  } finally {
    await host.close()
    server.close()
  }
}

async function writingModel(): Promise<{ url: string; gaps(): readonly number[]; close(): void }> {
  const gaps: number[] = []
  let endedAt = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const arrivedAt = performance.now()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const made = (
      Buffer.concat(parts)
        .toString()
        .match(/"role":"tool"/g) ?? []
    ).length
    if (made > 0) gaps.push(arrivedAt - endedAt)
    await setTimeout(thinks)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const choice of made < writes ? callOf(made) : [{ delta: { content: 'Done.' } }, stop('stop')])
      response.write(
        `data: ${JSON.stringify({ ...head, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`,
      )
    response.end('data: [DONE]\n\n', () => {
      endedAt = performance.now()
    })
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    gaps: () => gaps,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const head = { id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'bench' }
const stop = (reason: string) => ({ delta: {}, finish_reason: reason })

function callOf(made: number): object[] {
  const args = JSON.stringify({ path: `part-3/written-${made}.ts`, content: `export const written = ${made}\n` })
  const call = { index: 0, id: `call_${made}`, type: 'function', function: { name: 'write_file', arguments: args } }
  return [{ delta: { tool_calls: [call] } }, stop('tool_calls')]
}

function openHost(dataFolder: string): Promise<Host> {
  return createHost({
    dataFolder,
    resourcesFolder: path.resolve(import.meta.dirname, '../../resources'),
    shell: 'command',
    version: '0.0.0',
    keys: { kind: 'session', reason: 'a benchmark' },
    folderDialog: null,
    openProject: () => null,
    url: null,
  })
}

async function runIn(host: Host, baseUrl: string, folder: string): Promise<string> {
  const profile = {
    id: 'prof_bench',
    name: 'Bench',
    preset: 'custom',
    api: 'chat-completions' as const,
    baseUrl,
    model: 'bench',
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    contextWindow: 128_000,
    price: null,
    idleLimitMs: 120_000,
  }
  await ask(host, 'profile-save', { profile, key: null })
  const { budget } = await ask(host, 'settings-read', {})
  await ask(host, 'settings-write', { budget: { ...budget, modelCalls: null } })
  const opened = await ask(host, 'project-open', { folder })
  const { id } = await ask(host, 'conversation-create', { projectId: opened.id })
  const run = await ask(host, 'run-start', {
    conversationId: id,
    parentId: null,
    message: 'Write the files.',
    strategy: { name: 'tool-loop', options: { maxTurns: 400 } },
    roles: { default: profile.id },
    mode: 'act' as const,
    approval: 'everything' as const,
  })
  await host.runs.untilEnded(run.id)
  return run.id
}
