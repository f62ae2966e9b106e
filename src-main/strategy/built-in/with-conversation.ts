import { z } from 'zod'
import type { Message } from '../../../src-shared/model/message.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import {
  type Exchange,
  estimateTokens,
  exchangesOf,
  newestWithin,
  summaryExchange,
  withShortResults,
  withWholeCalls,
} from '../context/history.ts'
import { summarise } from '../context/summarise.ts'
import { note, phase, type Routine, type Strategy } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'

const options = z.strictObject({
  instructions: z.string().default('').describe('Added to what every model of the run is told at the start'),
  overflow: z
    .enum(['summarise', 'trim'])
    .default('summarise')
    .describe('When the history outgrows the model: summarise older turns, or leave them out'),
  share: z
    .number()
    .min(0.1)
    .max(0.9)
    .default(0.6)
    .describe("Part of the model's window that history and message may fill; the rest is for the work"),
})
type ConversationOptions = z.infer<typeof options>

/** Gives the inner strategy as much of this branch's history as fits the models' windows. */
function withConversation(inner: Strategy, chosen: ConversationOptions): Strategy {
  return function* (task) {
    const system = [task.system, chosen.instructions].filter((text) => text.trim() !== '').join('\n\n')
    const known = { ...task, system, history: [] }
    const history = yield* fitting(known, withWholeCalls(task.history), chosen)
    return yield* inner({ ...known, messages: [...history, ...task.messages] })
  }
}

/** The history unchanged if it fits; otherwise its newest exchanges, with a summary of the rest if wanted. */
function* fitting(task: Task, history: readonly Message[], chosen: ConversationOptions): Routine<readonly Message[]> {
  const room = roomFor(task, chosen.share)
  if (estimateTokens(history) <= room) return history
  const exchanges = exchangesOf(history)
  const forNewest = chosen.overflow === 'summarise' ? Math.floor(room * 0.7) : room
  const { older, newest } = newestOf(exchanges, forNewest)
  const summary = chosen.overflow === 'summarise' && older.length > 0 ? yield* summaryOf(older, task) : null
  const left = older.reduce((count, exchange) => count + exchange.length, 0)
  yield* note(summary === null ? 'older turns left out' : 'older turns summarised', {
    messages: left,
    tokens: older.reduce((sum, exchange) => sum + estimateTokens(exchange), 0),
    kept: newest.flat().length,
    room,
  })
  return [...(summary === null ? [] : summaryExchange(summary)), ...newest.flat()]
}

/** Tokens left for history in the smallest window of the run, beside system message, tools and new message. */
function roomFor(task: Task, share: number): number {
  const windows = Object.values(task.windows)
  const window = windows.length === 0 ? 0 : Math.min(...windows)
  return Math.max(0, Math.floor(window * share) - estimateTokens([task.system, task.tools, task.messages]))
}

/** If even the newest exchange does not fit, its long results are shortened before it is dropped. */
function newestOf(exchanges: readonly Exchange[], room: number) {
  const found = newestWithin(exchanges, room)
  const last = exchanges.at(-1)
  if (found.newest.length > 0 || last === undefined) return found
  const short = [...exchanges.slice(0, -1), withShortResults(last, 2000)]
  return newestWithin(short, room)
}

function* summaryOf(older: readonly Exchange[], task: Task): Routine<string | null> {
  const window = task.windows['summarizer'] ?? task.windows['default'] ?? 8000
  const summary = yield* phase('summarise', summarise(older, window), 'summarise older turns')
  // A summary longer than its share of the window would defeat its purpose.
  return summary === null ? null : summary.slice(0, Math.max(400, window))
}

export const conversation = defineStrategy({
  name: 'conversation',
  title: 'Conversation',
  summary: 'Gives the inner strategy the history of this branch, and keeps it within the window of the model.',
  version: 1,
  wrapper: true,
  options,
  roles: [{ name: 'summarizer', purpose: 'Summarises older turns when the history outgrows the window' }],
  phases: [{ name: 'summarise', to: [] }],
  build: (chosen, inner) => {
    if (inner === null) throw new Error('conversation wraps a strategy and was given none')
    return withConversation(inner, chosen)
  },
})
