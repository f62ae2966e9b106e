import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { indexEvents, indexMessage } from '../../src-main/host/search/index-run.ts'
import { openStore } from '../../src-main/store/open-store.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import { type EventBody, noTotals, type RunEvent } from '../../src-shared/run/event.ts'

/** Size of the history: what a person who works with agents all day accumulates in some years. */
export const amount = { projects: 20, conversations: 1000, runs: 4, steps: 50, eventsOfStep: 5 } as const

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

/** Realistic texts for agents to read and write: this app's own sources. */
function corpus(root: string): string[] {
  const texts: string[] = []
  const walk = (folder: string) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (statSync(path).isDirectory()) walk(path)
      else if (/\.(ts|tsx|md|css)$/.test(name)) texts.push(readFileSync(path, 'utf8'))
    }
  }
  for (const folder of ['src-main', 'src-renderer', 'src-shared', 'test']) walk(join(root, folder))
  return texts
}

const cjk = ['修复购物车的错误处理', '昨日は東京都に行きました', '이것은 한국어 문장입니다']

export function fillStore(file: string, root: string): { readonly characters: number; readonly entries: number } {
  const store = openStore(file)
  const chance = numbers(20_260_101)
  const texts = corpus(root)
  const count = { characters: 0, entries: 0 }
  const piece = (usual: number): string => {
    const from = texts[Math.floor(chance() * texts.length)] ?? ''
    const length = Math.floor(20 + chance() ** 3 * usual * 4)
    const at = Math.floor(chance() * Math.max(1, from.length - length))
    const foreign = chance() < 0.01 ? ` ${cjk[Math.floor(chance() * cjk.length)]} ` : ' '
    const text = `${from.slice(at, at + length)}${foreign}n${Math.floor(chance() * 1e9).toString(36)}`
    count.characters += text.length
    count.entries += 1
    return text
  }
  for (let at = 0; at < amount.projects; at++)
    store.projects.save({ id: `proj_${at}`, folder: `/work/project-${at}`, name: `project-${at}`, openedAt: at })
  for (let at = 0; at < amount.conversations; at++) {
    store.transaction(() => {
      const projectId = `proj_${at % amount.projects}`
      const conversationId = `conv_${at}`
      store.conversations.create({ id: conversationId, projectId, title: piece(15).slice(0, 60), createdAt: at * 1e6 })
      for (let turn = 0; turn < amount.runs; turn++) {
        const turnId = `turn_${at}_${turn}`
        const parentId = turn === 0 ? null : `turn_${at}_${turn - 1}`
        const made = { id: turnId, conversationId, parentId, message: piece(60), createdAt: at * 1e6 + turn * 1e5 }
        store.turns.create(made)
        indexMessage(store, made, projectId)
        const run = runOf({ id: `run_${at}_${turn}`, turnId, conversationId, projectId, startedAt: made.createdAt })
        store.runs.create(run, 'bench')
        const events = eventsOf(made.createdAt, piece)
        store.events.append(run.id, events)
        indexEvents(store, run, events)
      }
    })
    if (at % 50 === 0) store.checkpoint()
  }
  store.checkpoint()
  store.close()
  return count
}

const runOf = (ids: Pick<Run, 'id' | 'turnId' | 'conversationId' | 'projectId' | 'startedAt'>): Run => ({
  ...ids,
  strategy: { name: 'tool-loop', options: {} },
  roles: {},
  mode: 'act',
  approval: 'everything',
  status: 'completed',
  endedAt: ids.startedAt,
  durationMs: 0,
  totals: noTotals,
  text: '',
  failure: null,
  before: null,
  after: null,
  changes: null,
})

const bound = { profileId: 'prof_bench', profileName: 'Bench', model: 'bench-1' }
const usage = { input: 100, cachedInput: 0, output: 10, reasoning: 0, estimated: false }

/** A model call and a tool call per step. */
function eventsOf(start: number, piece: (usual: number) => string): RunEvent[] {
  const events: RunEvent[] = []
  const add = (body: EventBody) => {
    const stamp = { seq: events.length, at: start + events.length, ms: events.length }
    events.push({ ...body, ...stamp })
  }
  for (let step = 0; step < amount.steps; step++) {
    const path = `${step}.0`
    const call = {
      id: `call_${step}`,
      tool: 'read_file',
      arguments: JSON.stringify({ path: piece(10) }),
      complete: true,
    }
    const message = { role: 'assistant' as const, text: piece(150), reasoning: '', toolCalls: [call] }
    const reply = { message, finish: 'tool-calls' as const, usage, model: 'bench-1', budget: 'within' as const }
    const messages = { base: null, keep: 0, refs: [] }
    const request = { role: 'engineer', bound, messages, tools: '', parameters: {} }
    add({ type: 'model-start', path, print: '', again: false, ...request })
    add({ type: 'model-end', path, outcome: { ok: true, value: reply }, firstTokenMs: 1, durationMs: 2, cost: null })
    const at = `${step}.1`
    add({ type: 'tool-start', path: at, print: '', again: false, call, effect: 'read' })
    add({ type: 'tool-begin', path: at })
    const text = piece(500)
    const result = { callId: call.id, tool: call.tool, ok: true, text, summary: '', durationMs: 1, data: null }
    add({ type: 'tool-end', path: at, outcome: { ok: true, value: result }, body: { kind: 'none' }, durationMs: 1 })
  }
  return events
}
