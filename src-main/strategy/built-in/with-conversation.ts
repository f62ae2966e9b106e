import { z } from 'zod'
import type { Failure } from '../../../src-shared/base/failure.ts'
import { counted } from '../../../src-shared/base/format.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import { type Prompts, prompt } from '../../../src-shared/strategy/prompts.ts'
import type { Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import type { CompactNow, HistorySummary, Task } from '../../../src-shared/strategy/task.ts'
import { summarizerPrompts } from '../context/context-prompts.ts'
import {
  type Exchange,
  estimateTokens,
  exchangesOf,
  messagesFingerprint,
  newestWithin,
  summaryExchange,
  withShortResults,
  withWholeCalls,
} from '../context/history.ts'
import { summarize } from '../context/summarize.ts'
import { assistantText } from '../messages.ts'
import { outcomeOf } from '../outcome.ts'
import { note, phase, type Routine, type Strategy } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'

const options = z.strictObject({
  instructions: z.string().default('').describe('Added to what every model of the run is told at the start'),
  overflow: z
    .enum(['summarise', 'trim'])
    .default('summarise')
    .describe('If the history is too long for the model: summarize older turns or leave them out'),
  share: z
    .number()
    .min(0.1)
    .max(0.9)
    .default(0.6)
    .describe("Part of the model's window that history and message may fill; the rest is for the work"),
})

const conversationPrompts = {
  ...summarizerPrompts,
  summary: prompt(
    'Stands for older turns that were summarized',
    'Summary of the earlier part of this conversation:\n\n{summary}',
    { required: ['summary'] },
  ),
  summaryAnswer: prompt('The answer to that, since messages alternate', 'Understood. I go on from there.'),
}
type ConversationPrompts = Prompts<typeof conversationPrompts>
type ConversationOptions = z.infer<typeof options> & { readonly prompts: ConversationPrompts }

/** Gives the inner strategy as much of this branch's history as fits the models' windows. */
function withConversation(inner: Strategy, chosen: ConversationOptions): Strategy {
  return function* (task) {
    const system = [task.system, chosen.instructions].filter((text) => text.trim() !== '').join('\n\n')
    const { summary: _, compactNow: __, ...rest } = task
    const known = { ...rest, system, history: [] }
    if (task.compactNow !== undefined)
      return yield* compacted(known, withWholeCalls(task.history), task.summary ?? null, task.compactNow, chosen)
    const fitted = yield* fitting(known, withWholeCalls(task.history), task.summary ?? null, chosen)
    const outcome = yield* inner({ ...known, messages: [...fitted.messages, ...task.messages] })
    return fitted.summary === null ? outcome : { ...outcome, summary: fitted.summary }
  }
}

interface Fitted {
  readonly messages: readonly Message[]
  /** The summary that the next turn may use. */
  readonly summary: HistorySummary | null
}

/**
 * The history unchanged if it fits, or with an earlier turn's summary of its oldest messages; otherwise its newest
 * exchanges, with a new summary of the rest if wanted.
 */
function* fitting(
  task: Task,
  whole: readonly Message[],
  known: HistorySummary | null,
  chosen: ConversationOptions,
): Routine<Fitted> {
  const room = roomFor(task, chosen.share)
  const byUser = known?.asked === true
  if (!byUser && estimateTokens(whole) <= room) return { messages: whole, summary: known }
  const summarized = byUser || chosen.overflow === 'summarise'
  const history = summarized ? withKnownSummary(whole, known, chosen.prompts) : whole
  if (estimateTokens(history) <= room) return { messages: history, summary: history === whole ? null : known }
  const exchanges = exchangesOf(history)
  const forNewest = chosen.overflow === 'summarise' ? Math.floor(room * newestShare(task)) : room
  const { older, newest } = newestOf(exchanges, forNewest)
  const summary =
    chosen.overflow === 'summarise' && older.length > 0 ? yield* summaryOf(older, task, chosen.prompts) : null
  const left = older.reduce((count, exchange) => count + exchange.length, 0)
  yield* note(summary === null ? 'older turns left out' : 'older turns summarised', {
    messages: left,
    tokens: older.reduce((sum, exchange) => sum + estimateTokens(exchange), 0),
    kept: newest.flat().length,
    room,
  })
  if (summary === null) return { messages: newest.flat(), summary: null }
  const covered = whole.slice(0, whole.length - newest.flat().length)
  const made = { covers: covered.length, fingerprint: messagesFingerprint(covered), text: summary }
  return { messages: [...exchangeOf(summary, chosen.prompts), ...newest.flat()], summary: made }
}

/**
 * The history summed up because the user asks for it: later turns get the summary, and the inner strategy does nothing.
 */
function* compacted(
  task: Task,
  whole: readonly Message[],
  known: HistorySummary | null,
  { focus }: CompactNow,
  { prompts }: ConversationOptions,
): Routine<Outcome> {
  const answer = (text: string, shown = text) =>
    outcomeOf(task, { text: shown, added: [assistantText(text)], calls: [], meta: {} })
  if (whole.length === 0) return answer('There is nothing to summarize yet.')
  const text = yield* summaryOf(exchangesOf(withKnownSummary(whole, known, prompts)), task, prompts, focus)
  if (text === null) return outcomeOf(task, { text: '', added: [], calls: [], meta: {} }, noSummary)
  const summary = { covers: whole.length, fingerprint: messagesFingerprint(whole), text, asked: true as const }
  const said = `${counted(whole.length, 'earlier message')} summarized. The next turns get the summary instead.`
  return { ...answer(said, `${said}\n\n${text}`), summary }
}

const noSummary: Failure = {
  kind: 'strategy-gave-up',
  message: 'The model gave no summary, so the conversation is as it was.',
  advice: 'Try again, or choose another model for the role summarizer.',
}

/** With room to spare, so that the same summary serves later turns. A run written before that keeps its share. */
const newestShare = ({ compacts }: Task): number => (compacts === true ? 0.5 : 0.7)

/** The history with its oldest messages as the summary says them, if it is of these very messages. */
function withKnownSummary(
  whole: readonly Message[],
  known: HistorySummary | null,
  prompts: ConversationPrompts,
): readonly Message[] {
  if (known === null || known.covers > whole.length) return whole
  const isSame = messagesFingerprint(whole.slice(0, known.covers)) === known.fingerprint
  return isSame ? [...exchangeOf(known.text, prompts), ...whole.slice(known.covers)] : whole
}

const exchangeOf = (summary: string, prompts: ConversationPrompts): Exchange =>
  summaryExchange(prompts.summary({ summary }), prompts.summaryAnswer())

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

function* summaryOf(
  older: readonly Exchange[],
  task: Task,
  prompts: ConversationPrompts,
  focus = '',
): Routine<string | null> {
  const window = task.windows['summarizer'] ?? task.windows['default'] ?? 8000
  const summary = yield* phase('summarise', summarize(older, window, prompts, focus), 'summarise older turns')
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
  prompts: conversationPrompts,
  roles: [{ name: 'summarizer', purpose: 'Summarises older turns when the history outgrows the window' }],
  phases: [{ name: 'summarise', to: [] }],
  build: (chosen, inner) => {
    if (inner === null) throw new Error('conversation wraps a strategy and was given none')
    return withConversation(inner, chosen)
  },
})
