import fc from 'fast-check'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { EventBody, Live, RunItem } from '../../../src-shared/run/event.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { defaultBudget } from '../../../src-shared/strategy/task.ts'

/**
 * Random valid logs of runs: phases, branches, child runs, model calls with retries and streamed text, tools
 * with approvals, questions, notices, crashes and resumes, and clocks that jump. For property tests of code that
 * reads a log. They follow the rules at the top of event.ts; only `ms` may be wrong, if `jumps` is set (T8).
 */
type Tree =
  | { readonly kind: 'phase' | 'child'; readonly body: readonly Tree[]; readonly fails: boolean }
  | { readonly kind: 'branches'; readonly bodies: readonly (readonly Tree[])[] }
  | { readonly kind: 'model'; readonly retries: number; readonly words: readonly string[]; readonly fails: boolean }
  | {
      readonly kind: 'tool'
      readonly approval: 'none' | 'allow' | 'deny'
      readonly asks: boolean
      readonly ok: boolean
    }
  | { readonly kind: 'step'; readonly asks: boolean; readonly fails: boolean }
  | { readonly kind: 'notice' }
  | { readonly kind: 'unknown' }

export interface Plan {
  readonly body: readonly Tree[]
  /** Number of items after which the app crashes, for each crash. */
  readonly crashes: readonly number[]
  /** Number of items after the last resume until the run is abandoned with open steps; null if it runs to its end. */
  readonly givenUp: number | null
  readonly end: 'completed' | 'failed' | 'aborted' | 'none'
  readonly seed: number
  readonly jumps: boolean
}

type LogEntry = EventBody | { readonly type: 'unknown'; readonly raw: string } | { readonly live: Live }
type EventStream = Generator<LogEntry, void, void>

const trouble: Failure = { kind: 'model-overloaded', message: 'The model is busy.', advice: 'Wait a moment.' }
const bound = { profileId: 'demo', profileName: 'Demo', model: 'demo-1' }

/** Paths that were started and ended before the last crash. */
interface Past {
  readonly begun: Set<string>
  readonly ended: Set<string>
}

function* writeAll(body: readonly Tree[], prefix: string, past: Past, chance: () => number): EventStream {
  for (const [index, tree] of body.entries()) {
    const path = prefix === '' ? `${index}` : `${prefix}.${index}`
    if (!past.ended.has(path)) yield* write(tree, path, past, chance)
  }
}

function* write(tree: Tree, path: string, past: Past, chance: () => number): EventStream {
  const again = past.begun.has(path)
  const failure = 'fails' in tree && tree.fails ? trouble : null
  past.begun.add(path)
  switch (tree.kind) {
    case 'phase':
      yield { type: 'phase-start', path, name: 'plan', title: 'plan', index: 0, again }
      yield* writeAll(tree.body, path, past, chance)
      past.ended.add(path)
      return yield { type: 'phase-end', path, failure }
    case 'child':
      yield { type: 'child-start', path, strategy: { name: 'chat', options: {} }, goal: 'look', depth: 1, again }
      yield* writeAll(tree.body, path, past, chance)
      past.ended.add(path)
      return yield { type: 'child-end', path, failure }
    case 'branches':
      yield { type: 'branches-start', path, count: tree.bodies.length, again }
      yield* mixed(
        tree.bodies.map((body, branch) => writeAll(body, `${path}/${branch}`, past, chance)),
        chance,
      )
      past.ended.add(path)
      return yield { type: 'branches-end', path, failure: null }
    case 'model':
      return yield* writeModel(tree, path, again, past)
    case 'tool':
      return yield* writeTool(tree, path, again, past)
    case 'step':
      yield { type: 'step-start', path, print: 'p', again, step: tree.asks ? 'ask-user' : 'check', ask: { q: 1 } }
      past.ended.add(path)
      return yield {
        type: 'step-end',
        path,
        step: tree.asks ? 'ask-user' : 'check',
        outcome: tree.fails ? { ok: false, failure: trouble } : { ok: true, value: 'yes' },
        durationMs: 5,
      }
    case 'notice':
      past.ended.add(path)
      return yield { type: 'notice', path, level: 'info', text: 'older turns were summarised' }
    case 'unknown':
      past.ended.add(path)
      return yield { type: 'unknown', raw: '{"type":"dream"}' }
  }
}

function* writeModel(tree: Tree & { kind: 'model' }, path: string, again: boolean, past: Past): EventStream {
  const start = { path, print: 'p', again, role: 'engineer', bound, tools: 'r', parameters: {} }
  yield { type: 'model-start', ...start, messages: { base: null, keep: 0, refs: [] } }
  for (let attempt = 1; attempt <= tree.retries; attempt++) {
    yield { live: { type: 'model-delta', path, channel: 'text', text: 'lost ' } }
    yield { type: 'model-retry', path, attempt, waitMs: 10, failure: trouble }
  }
  for (const [index, word] of tree.words.entries()) {
    yield { live: { type: 'model-delta', path, channel: index === 0 ? 'reasoning' : 'text', text: word } }
  }
  yield { live: { type: 'model-call-delta', path, index: 0, tool: 'read_file', text: '{"path":' } }
  past.ended.add(path)
  const [reasoning = '', ...words] = tree.words
  const message = { role: 'assistant', text: words.join(''), reasoning, toolCalls: [] } as const
  const usage = { input: 10, cachedInput: 2, output: 3, reasoning: 0, estimated: false }
  const value = { message, finish: 'stop', usage, model: 'demo-1', budget: 'within' } as const
  yield {
    type: 'model-end',
    path,
    outcome: tree.fails ? { ok: false, failure: trouble } : { ok: true, value },
    firstTokenMs: tree.words.length > 0 ? 7 : null,
    durationMs: 20,
    cost: 0.001,
  }
}

function* writeTool(tree: Tree & { kind: 'tool' }, path: string, again: boolean, past: Past): EventStream {
  const tool = tree.asks ? 'ask_user' : 'edit_file'
  const effect = tree.asks ? 'ask' : 'edit'
  const call = { id: `call-${path}`, tool, arguments: '{"path":"src/total.js"}', complete: true }
  yield { type: 'tool-start', path, print: 'p', again, call, effect }
  if (tree.approval !== 'none') {
    const ask = {
      tool,
      effect,
      title: 'Edit?',
      subject: 'src/total.js',
      preview: { kind: 'none' },
      rule: null,
    } as const
    yield { type: 'approval-ask', path, ask }
    const answer = { decision: tree.approval, by: 'user', note: '' } as const
    yield { type: 'approval-answer', path, answer, waitedMs: 4 }
  }
  if (tree.approval !== 'deny') {
    yield { type: 'tool-begin', path }
    if (tree.asks) yield* writeQuestion(`${path}.ask`, past)
    yield { live: { type: 'tool-output', path, text: 'line\n' } }
    yield { live: { type: 'draft', path, ms: 0, firstTokenMs: null, text: '', reasoning: '', output: 'line\nline\n' } }
  }
  past.ended.add(path)
  const result = { callId: call.id, tool, ok: tree.ok, text: 'done', summary: 'done', durationMs: 3, data: null }
  yield {
    type: 'tool-end',
    path,
    outcome: { ok: true, value: result },
    body: { kind: 'text', text: 'done' },
    durationMs: 3,
  }
}

/** A tool's question to the user is a separate step under the tool's path. */
function* writeQuestion(path: string, past: Past): EventStream {
  if (past.ended.has(path)) return
  const again = past.begun.has(path)
  past.begun.add(path)
  yield { type: 'step-start', path, print: 'p', again, step: 'ask-user', ask: { question: 'Which?' } }
  past.ended.add(path)
  yield { type: 'step-end', path, step: 'ask-user', outcome: { ok: true, value: 'this' }, durationMs: 4 }
}

/** Interleaves parallel branches at random. */
function* mixed(streams: readonly EventStream[], chance: () => number): EventStream {
  const going = [...streams]
  while (going.length > 0) {
    const at = Math.floor(chance() * going.length)
    const next = going[at]?.next()
    if (next === undefined || next.done) going.splice(at, 1)
    else yield next.value
  }
}

/** The log of a plan. */
export function logOf(plan: Plan): RunItem[] {
  const chance = seeded(plan.seed)
  const past: Past = { begun: new Set(), ended: new Set() }
  const items: RunItem[] = []
  let seq = 0
  let ms = 0
  const add = (entry: LogEntry) => {
    ms += Math.floor(chance() * 50)
    // T8: suspend, daylight saving and a clock that was set, as a broken clock would report them.
    const time = plan.jumps && chance() < 0.1 ? ms + (chance() - 0.5) * 1e9 : ms
    if ('live' in entry) items.push({ kind: 'live', ms: time, live: entry.live })
    else items.push({ kind: 'event', event: { ...entry, seq: seq++, at: 1_800_000_000_000 + time, ms: time } })
  }
  add(startOf(plan))
  add({ type: 'files', when: 'before', snapshot: 'snap-0', notCovered: [] })
  const live = (most: number) => {
    const stream = writeAll(plan.body, '', past, chance)
    for (let count = 0; count < most; count++) {
      const next = stream.next()
      if (next.done) break
      add(next.value)
    }
  }
  for (const crash of plan.crashes) {
    live(crash)
    add({ type: 'run-resume' })
  }
  live(plan.givenUp ?? Number.POSITIVE_INFINITY)
  if (plan.end === 'none') return items
  add({ type: 'files', when: 'after', snapshot: 'snap-1', notCovered: ['big.bin'] })
  const failure = plan.end === 'completed' ? null : trouble
  add({ type: 'run-end', status: plan.end, text: 'done', messages: [], meta: {}, failure, totals: noTotals })
  return items
}

function startOf(plan: Plan): LogEntry {
  return {
    type: 'run-start',
    runId: 'run-1',
    strategy: { name: 'tool-loop', options: {} },
    strategyVersion: '1',
    task: { goal: 'fix it', system: '', messages: [], tools: [], mode: 'act', windows: { default: 8000 }, depth: 0 },
    history: [],
    roles: { engineer: bound },
    approval: 'ask',
    budget: defaultBudget,
    seed: plan.seed,
  }
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mix = Math.imul(state ^ (state >>> 15), 1 | state)
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix
    return ((mix ^ (mix >>> 14)) >>> 0) / 4_294_967_296
  }
}

const { body } = fc.letrec<{ body: Tree[]; tree: Tree }>((tie) => ({
  body: fc.array(tie('tree'), { maxLength: 4, depthIdentifier: 'tree' }),
  tree: fc.oneof(
    { depthIdentifier: 'tree', maxDepth: 3, withCrossShrink: true },
    fc.record({
      kind: fc.constant('model' as const),
      retries: fc.nat({ max: 2 }),
      words: fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
      fails: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('tool' as const),
      approval: fc.constantFrom('none' as const, 'allow' as const, 'deny' as const),
      asks: fc.boolean(),
      ok: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('step' as const), asks: fc.boolean(), fails: fc.boolean() }),
    fc.constantFrom<Tree>({ kind: 'notice' }, { kind: 'unknown' }),
    fc.record({ kind: fc.constantFrom('phase' as const, 'child' as const), body: tie('body'), fails: fc.boolean() }),
    fc.record({ kind: fc.constant('branches' as const), bodies: fc.array(tie('body'), { maxLength: 3 }) }),
  ),
}))

export const randomPlan: fc.Arbitrary<Plan> = fc.record({
  body,
  crashes: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 2 }),
  givenUp: fc.option(fc.nat({ max: 20 }), { freq: 3 }),
  end: fc.constantFrom('completed' as const, 'failed' as const, 'aborted' as const, 'none' as const),
  seed: fc.nat(),
  jumps: fc.boolean(),
})

export const randomLog: fc.Arbitrary<RunItem[]> = randomPlan.map(logOf)
