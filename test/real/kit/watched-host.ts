import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import WebSocket from 'ws'
import { z } from 'zod'

/**
 * The real host, as `npm start -- --browser` serves it, watched while it works.
 *
 * Two things are measured. Inside, the processor time of each turn of the host's thread: exact, however busy the machine
 * is. Outside, how long it takes to answer `host-info`: what a person would feel, but on a busy machine every process
 * waits for its turn, so that this has an allowance (`STRATAGEM_ANSWER_MS`, ms).
 */
export interface WatchedHost {
  readonly url: string
  readonly project: string
  ask(method: string, params?: object): Promise<unknown>
  /** Sends a message to a new conversation. @returns the id of its run */
  start(message: string, over?: object): Promise<string>
  /** Resolves once no run is under way, or after so many ms. @returns whether none is */
  idle(within: number): Promise<boolean>
  /** Does the work while the host is watched. */
  watch<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly turnMs: number; readonly answerMs: number }>
  close(): Promise<void>
}

/** How long `host-info` may take, ms: 100, and what other processes on this machine may cost: tests run beside. */
export const answerWithin = Number(process.env['STRATAGEM_ANSWER_MS'] ?? 3000)
/**
 * Processor time that a turn of the host's thread may take, ms: 100, on a processor whose caches are its own. Tests that run
 * beside make the same work longer, which is measured by work of a known length.
 */
export function turnWithin(): number {
  const taken = Array.from({ length: 15 }, knownWork).sort((one, other) => one - other)
  return 100 * Math.min(3, Math.max(1, (taken[7] ?? usualWork) / usualWork))
}

/** What `knownWork` takes alone on two cores of a server of 2025, ms of processor time. */
const usualWork = 5
const known = Array.from({ length: 20_000 }, (_, at) => ({ at, text: `line ${at}` }))
function knownWork(): number {
  const before = process.cpuUsage()
  JSON.parse(JSON.stringify(known))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const root = join(import.meta.dirname, '../../..')
const reply = z.object({ kind: z.literal('reply'), id: z.number(), reply: z.unknown() })
const turn = z.object({ at: z.number(), ms: z.number() })
const value = <T extends z.ZodType>(schema: T) => z.object({ ok: z.literal(true), value: schema })
const withId = z.object({ id: z.string() })

/** @param settings files of the data folder, by name @param files of the project */
export async function openWatchedHost(
  modelUrl: string,
  settings: { readonly [file: string]: unknown } = {},
  files: { readonly [path: string]: string } = { 'a.txt': 'x\n' },
): Promise<WatchedHost> {
  const place = mkdtempSync(join(tmpdir(), 'stratagem-watched-'))
  const [home, project, turns] = [join(place, 'home'), join(place, 'project'), join(place, 'turns.txt')]
  for (const folder of [home, project]) mkdirSync(folder, { mode: 0o700 })
  for (const [file, each] of Object.entries(settings)) writeFileSync(join(home, file), JSON.stringify(each))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(project, path, '..'), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const preload = pathToFileURL(join(import.meta.dirname, 'watch-turns.js')).href
  const args = [`--import=${preload}`, 'src-main/start.ts', '--browser', '--port', '0', '--project', project]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, STRATAGEM_HOME: home, STRATAGEM_WATCH_TURNS: turns, INIT_CWD: root },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    rmSync(place, { recursive: true, force: true })
  }
  try {
    const entry = new URL(await addressOf(child))
    const ask = await connected(entry)
    const host = await withProject(ask, project, modelUrl)
    return { ...host, url: entry.origin, project, ask, watch: watching(ask, turns), close }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

type Ask = WatchedHost['ask']

async function withProject(ask: Ask, folder: string, baseUrl: string): Promise<Pick<WatchedHost, 'start' | 'idle'>> {
  const { value: project } = value(withId).parse(await ask('project-open', { folder }))
  const none = { temperature: null, maxOutputTokens: null, reasoningEffort: null, price: null }
  for (const api of ['chat-completions', 'responses', 'messages']) {
    const profile = {
      id: api,
      name: api,
      preset: 'custom',
      api,
      baseUrl,
      model: 'm',
      contextWindow: 1_000_000,
      idleLimitMs: 120_000,
      ...none,
    }
    value(z.unknown()).parse(await ask('profile-save', { profile, key: '' }))
  }
  return {
    start: async (message, over = {}) => {
      const { value: talk } = value(withId).parse(await ask('conversation-create', { projectId: project.id }))
      const started = await ask('run-start', {
        conversationId: talk.id,
        parentId: null,
        message,
        strategy: { name: 'tool-loop', options: {} },
        roles: { default: 'chat-completions' },
        mode: 'act',
        approval: 'everything',
        workspaceId: null,
        ...over,
      })
      return value(withId).parse(started).value.id
    },
    idle: async (within) => {
      const runs = value(z.array(z.unknown()))
      for (const until = Date.now() + within; Date.now() < until; await delay(25))
        if (runs.parse(await ask('runs-under-way')).value.length === 0) return true
      return false
    },
  }
}

/** Asks for `host-info` again and again while the work goes on. */
const watching =
  (ask: Ask, turns: string): WatchedHost['watch'] =>
  async (work) => {
    const from = Date.now()
    let isOver = false
    let answerMs = 0
    const watch = async () => {
      while (!isOver) {
        const asked = performance.now()
        await ask('host-info')
        answerMs = Math.max(answerMs, performance.now() - asked)
        await delay(20)
      }
    }
    const watched = watch()
    const done = await work().finally(() => {
      isOver = true
    })
    await watched
    const lines = existsSync(turns) ? readFileSync(turns, 'utf8').trim().split('\n') : []
    const long = lines.filter((line) => line !== '').map((line) => turn.parse(JSON.parse(line)))
    const turnMs = Math.max(0, ...long.filter(({ at }) => at >= from).map(({ ms }) => ms))
    return { value: done, turnMs, answerMs: Math.round(answerMs) }
  }

async function connected(entry: URL): Promise<Ask> {
  const socket = new WebSocket(`${entry.origin.replace('http', 'ws')}/host`, { headers: { Origin: entry.origin } })
  await once(socket, 'open')
  const waiting = new Map<number, (answer: unknown) => void>()
  socket.on('message', (data) => {
    const heard = reply.safeParse(JSON.parse(String(data)))
    if (heard.success) waiting.get(heard.data.id)?.(heard.data.reply)
  })
  socket.send(JSON.stringify({ kind: 'session', token: entry.hash.replace('#token=', ''), secret: null }))
  await once(socket, 'message')
  let asked = 0
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++asked
      const late = setTimeout(() => reject(new Error(`no answer to ${method} within 60 s`)), 60_000)
      waiting.set(id, (answer) => {
        clearTimeout(late)
        waiting.delete(id)
        resolve(answer)
      })
      socket.send(JSON.stringify({ kind: 'request', id, method, params }))
    })
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const url = /Stratagem is at (\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.on('exit', () => reject(new Error(`the app did not say where it is:\n${output}`)))
  })
}
