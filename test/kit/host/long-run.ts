import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { growOutline } from '../../../src-main/host/opening/outlines.ts'
import { indexEvents, indexMessage } from '../../../src-main/host/search/index-run.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import type { Store } from '../../../src-main/store/store.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { type EventBody, noTotals, type RunEvent, type Totals } from '../../../src-shared/run/event.ts'
import { addToTotals } from '../../../src-shared/run/totals.ts'
import { defaultBudget } from '../../../src-shared/strategy/task.ts'

/** A stored long run: its project's folder and the title of its conversation. */
export interface LongRun {
  readonly runId: string
  readonly conversationId: string
  readonly title: string
  /** Text at the very end of the run. */
  readonly lastWords: string
}

const strategy = { name: 'tool-loop', options: {} }
const bound = { profileId: 'prof_long', profileName: 'Long', model: 'long-1' }
const roundsOfPhase = 40
const batch = 4000

interface LongRunOptions {
  /** Whether the run's outline is stored, as for a run that this version executed; logs of older versions have none. */
  readonly outlined?: boolean
}

/**
 * Writes a finished run of about `events` events directly into a data folder's store: phases of rounds, each a model
 * call and its tool calls, some of them in parallel, with texts of realistic length.
 * @param events at least 100 @param home the data folder (`STRATAGEM_HOME`)
 */
export function writeLongRun(home: string, folder: string, events: number, options: LongRunOptions = {}): LongRun {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const store = openStore(path.join(home, 'stratagem.db'))
  try {
    const run = writeInto(store, folder, events)
    if (options.outlined !== false) outline(store, run.runId)
    return run
  } finally {
    store.checkpoint()
    store.close()
  }
}

function outline(store: Store, runId: string): void {
  const growth = growOutline(store, runId)
  while (growth.goOn());
}

function writeInto(store: Store, folder: string, events: number): LongRun {
  const projectId = `proj_${path.basename(folder).slice(-40)}`
  const [conversationId, turnId, runId] = [`conv_${events}`, `turn_${events}`, `run_${events}`]
  const title = `A run of ${events} events`
  if (store.projects.get(projectId) === undefined) {
    store.projects.save({ id: projectId, folder, name: path.basename(folder), openedAt: 1 })
  }
  const start = 1_700_000_000_000 + events
  const turn = { id: turnId, conversationId, parentId: null, message: title, createdAt: start }
  const lastWords = `That was all of ${events}.`
  const log = longLog(runId, events, start, lastWords)
  const run = runOf({ id: runId, turnId, conversationId, projectId, startedAt: start })
  store.transaction(() => {
    store.conversations.create({ id: conversationId, projectId, title, createdAt: start })
    store.turns.create(turn)
    indexMessage(store, turn, projectId)
    store.runs.create(run, 'bench')
  })
  let totals = noTotals
  let waiting: RunEvent[] = []
  const flush = () => {
    store.events.append(runId, waiting)
    waiting = []
    store.checkpoint()
  }
  let last: RunEvent | undefined
  for (const event of log) {
    totals = addToTotals(totals, event)
    last = event
    if (waiting.push(event) >= batch) flush()
  }
  flush()
  if (last !== undefined) indexEvents(store, run, [last])
  const endedAt = start + (last?.ms ?? 0)
  store.runs.save({ ...run, totals, text: lastWords, endedAt, durationMs: last?.ms ?? 0 })
  return { runId, conversationId, title, lastWords }
}

function runOf(ids: Pick<Run, 'id' | 'turnId' | 'conversationId' | 'projectId' | 'startedAt'>): Run {
  return {
    ...ids,
    strategy,
    roles: { default: bound },
    mode: 'act',
    approval: 'everything',
    status: 'completed',
    endedAt: null,
    durationMs: 0,
    totals: noTotals,
    text: '',
    failure: null,
    before: null,
    after: null,
    changes: null,
  }
}

/** Numbers in [0, 1), the same for the same seed. Source: xorshift32, Marsaglia 2003 */
function numbers(seed: number): () => number {
  let x = seed
  return () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) / 2 ** 32
  }
}

/** The log, event by event, so that a run of any length fits in memory. */
export function* longLog(runId: string, events: number, start: number, lastWords: string): Generator<RunEvent> {
  const chance = numbers(20_260_101)
  let seq = 0
  let ms = 0
  let totals: Totals = noTotals
  const next = (body: EventBody, took: number): RunEvent => {
    ms = Math.round((ms + took) * 1000) / 1000
    const event = { ...body, seq: seq++, at: start + Math.round(ms), ms }
    totals = addToTotals(totals, event)
    return event
  }
  yield next(firstEvent(runId, lastWords), 0)
  for (let phase = 0; seq < events - 16; phase++) {
    const at = `${phase}`
    yield next(
      { type: 'phase-start', path: at, name: 'execute', title: `execute ${phase + 1}`, index: phase, again: false },
      1,
    )
    for (let round = 0; round < roundsOfPhase && seq < events - 12; round++) {
      for (const [body, took] of roundOf(`${at}.${2 * round}`, `${at}.${2 * round + 1}`, chance)) yield next(body, took)
    }
    yield next({ type: 'phase-end', path: at, failure: null }, 1)
  }
  const path = `last`
  for (const [body, took] of modelCall(path, lastWords, [], chance)) yield next(body, took)
  const end = { status: 'completed' as const, text: lastWords, messages: [], meta: {}, failure: null }
  yield next({ type: 'run-end', ...end, totals }, 1)
}

function firstEvent(runId: string, goal: string): EventBody {
  const task = { goal, system: '', messages: [], tools: [], mode: 'act' as const, windows: {}, depth: 0 }
  return {
    type: 'run-start',
    runId,
    strategy,
    strategyVersion: '1',
    task,
    history: [],
    roles: { default: bound },
    approval: 'everything',
    budget: defaultBudget,
    seed: 1,
  }
}

type Timed = readonly [EventBody, number]
type Call = { readonly id: string; readonly tool: string; readonly arguments: string; readonly complete: true }

/** A model call and its tool calls: usually one, sometimes several in parallel. */
function* roundOf(modelPath: string, toolPath: string, chance: () => number): Generator<Timed> {
  const several = chance() < 0.1
  const calls = Array.from({ length: several ? 4 : 1 }, (_, index) => callOf(`${modelPath}_${index}`, chance))
  yield* modelCall(modelPath, several ? words(300, chance) : '', calls, chance)
  if (!several) return yield* toolCall(toolPath, calls[0], chance)
  yield [{ type: 'branches-start', path: toolPath, count: calls.length, again: false }, 0.2]
  const begun = calls.map((call, index) => [...toolCall(`${toolPath}/${index}.0`, call, chance)])
  for (const part of [0, 1, 2]) for (const each of begun) if (each[part] !== undefined) yield each[part]
  yield [{ type: 'branches-end', path: toolPath, failure: null }, 0.2]
}

function* modelCall(path: string, text: string, toolCalls: readonly Call[], chance: () => number): Generator<Timed> {
  const refs = ['0', '1'].map((end) => words(1, chance).padEnd(63, 'a').slice(0, 63) + end)
  const messages = { base: null, keep: 0, refs }
  const parameters = { model: 'long-1', stream: true, stream_options: { include_usage: true } }
  const request = { role: 'default', bound, messages, tools: 'f'.repeat(64), parameters }
  yield [{ type: 'model-start', path, print: 'p'.repeat(16), again: false, ...request }, 2]
  const durationMs = 400 + Math.round(chance() * 4000)
  const message = { role: 'assistant' as const, text, reasoning: words(chance() < 0.5 ? 400 : 0, chance), toolCalls }
  const usage = { input: 20_000, cachedInput: 18_000, output: 200, reasoning: 0, estimated: false }
  const finish = toolCalls.length === 0 ? ('stop' as const) : ('tool-calls' as const)
  const value = { message, finish, usage, model: 'long-1', budget: 'within' as const }
  yield [
    { type: 'model-end', path, outcome: { ok: true, value }, firstTokenMs: durationMs / 4, durationMs, cost: 0.001 },
    durationMs,
  ]
}

const tools = [
  { tool: 'read_file', effect: 'read' },
  { tool: 'search_files', effect: 'read' },
  { tool: 'edit_file', effect: 'edit' },
  { tool: 'shell', effect: 'command' },
] as const

function callOf(id: string, chance: () => number): Call {
  const { tool } = tools[Math.floor(chance() * tools.length)] ?? tools[0]
  const path = `src/${words(8, chance).trim()}/file-${Math.floor(chance() * 400)}.ts`
  const edit = tool === 'edit_file' ? { old: words(200, chance), new: words(260, chance) } : {}
  const args = tool === 'shell' ? { command: `npm test -- ${path}` } : { path, ...edit }
  return { id: `call_${id}`, tool, arguments: JSON.stringify(args), complete: true }
}

function* toolCall(path: string, call: Call | undefined, chance: () => number): Generator<Timed> {
  if (call === undefined) return
  const effect = tools.find(({ tool }) => tool === call.tool)?.effect ?? 'read'
  yield [{ type: 'tool-start', path, print: 'p'.repeat(16), again: false, call, effect }, 0.5]
  yield [{ type: 'tool-begin', path }, 0.1]
  const durationMs = effect === 'command' ? 200 + Math.round(chance() * 3000) : 1 + Math.round(chance() * 20)
  const ok = chance() > 0.03
  const text = words(200 + chance() ** 2 * 4000, chance)
  const value = {
    callId: call.id,
    tool: call.tool,
    ok,
    text,
    summary: ok ? '24 lines' : 'exit code 1',
    durationMs,
    data: null,
  }
  const body =
    effect === 'command'
      ? { kind: 'command' as const, command: 'npm test', output: text, exitCode: ok ? 0 : 1 }
      : effect === 'edit'
        ? { kind: 'diff' as const, path: 'src/file.ts', patch: patchOf(text), added: 3, removed: 2 }
        : { kind: 'none' as const }
  yield [{ type: 'tool-end', path, outcome: { ok: true, value }, body, durationMs }, durationMs]
}

const patchOf = (text: string) =>
  `--- a/src/file.ts\n+++ b/src/file.ts\n@@ -1,2 +1,3 @@\n-${text.slice(0, 60)}\n+${text.slice(60, 140)}\n`

const vocabulary =
  'total discount cart order price sum of items test passes file line error returns the a when is not'.split(' ')

/** Text of about `length` characters. */
function words(length: number, chance: () => number): string {
  const from = Math.floor(chance() * 8000)
  return length < 1 ? '' : library().slice(from, from + Math.floor(length))
}

let made: string | undefined
function library(): string {
  if (made !== undefined) return made
  const chance = numbers(7)
  let text = ''
  while (text.length < 20_000)
    text += `${vocabulary[Math.floor(chance() * vocabulary.length)]}${chance() < 0.1 ? '\n' : ' '}`
  made = text
  return text
}
