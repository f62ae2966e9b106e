import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import { agentStepOf } from '../../../src-shared/run/agent-update.ts'
import type { EventBody, EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import { isLimitPath } from '../../../src-shared/run/limit-question.ts'
import type { Divergence } from '../../../src-shared/run/replay.ts'
import { isStepStart } from '../../../src-shared/run/step-start.ts'
import { choiceLabel } from '../../../src-shared/strategy/strategy-info.ts'
import { copyPath } from '../in-copy.ts'
import { outerPath } from '../performers/inner-path.ts'
import { rebuildMessages } from './rebuild-messages.ts'
import type { ReplayEnd, ReplayLog } from './replay-log.ts'

/** Describes where a replay diverged from its log. */

type Bodies = ReadonlyMap<string, string>

/** @param got the start that the strategy's step would have had; null if there was none this time */
export function differentStep(log: ReplayLog, path: string, got: EventBody | null, bodies: Bodies): Divergence {
  const logged = log.events.findLast((event) => event.type.endsWith('-start') && 'path' in event && event.path === path)
  const named = { path, expected: stepText(logged), got: stepText(got ?? undefined) }
  if (logged?.type !== 'model-start' || got?.type !== 'model-start') return detailed(named)
  return differentRequest(log, logged, got, bodies, named)
}

/** Same words, other content: the difference is visible in the fingerprint only. */
const detailed = (named: Divergence): Divergence =>
  named.expected === named.got ? { ...named, got: `${named.got}, with other details` } : named

export const notLogged = (log: ReplayLog, [path, body]: readonly [string, EventBody], bodies: Bodies): Divergence => {
  const inLog = log.events.some((event) => 'path' in event && event.path === path)
  if (!inLog) return { path, expected: 'no step here', got: stepText(body) }
  const { got } = differentStep(log, path, body, bodies)
  return { path, expected: 'a step with an answer in the log', got }
}

/** The first step that has an answer in the log and was never reached. */
export function notReached(events: readonly StoredEvent[], visited: ReadonlySet<string>): Divergence | null {
  const tools = new Set(events.flatMap((event) => (event.type === 'tool-start' ? [event.path] : [])))
  const isPast = lostAttempts(events)
  for (const event of events) {
    if (event.type !== 'model-end' && event.type !== 'tool-end' && event.type !== 'step-end') continue
    const { path, outcome } = event
    // What is inside a tool call or another agent's step, a question about a limit, work in a copy that was lost, and what Stop cut short are no
    // answers.
    const inTool = agentStepOf(path) !== path || (outerPath(path) !== path && tools.has(outerPath(path)))
    if (visited.has(path) || inTool || isLimitPath(path) || isPast(path)) continue
    if (!outcome.ok && outcome.failure.kind === 'aborted') continue
    const logged = events.find((each) => each.type.endsWith('-start') && 'path' in each && each.path === path)
    return { path, expected: stepText(logged), got: 'the end, without this step' }
  }
  return null
}

/** Whether a path is of an attempt whose copy was lost (in-copy.ts, 3). */
function lostAttempts(events: readonly StoredEvent[]): (path: string) => boolean {
  const attempts = new Map<string, number>()
  for (const event of events)
    if (event.type === 'phase-start' && event.copy) attempts.set(event.path, event.copy.attempt)
  return (path) =>
    [...attempts].some(
      ([phase, attempt]) => path.startsWith(`${phase}.`) && !path.startsWith(`${copyPath(phase, attempt)}.`),
    )
}

export function differentEnd(end: EventOf<'run-end'>, replayed: ReplayEnd, log: ReplayLog): Divergence | null {
  const differs = (what: string, expected: string, got: string): Divergence | null => {
    if (expected === got) return null
    const [one, other] = apart(expected, got)
    return { path: '', expected: `${what} ${one}`, got: `${what} ${other}` }
  }
  const ended = differs('the status', end.status, replayed.status) ?? differs('the failure', why(end), why(replayed))
  // If the strategy broke, the agent made the rest of the end out of the log.
  if (ended !== null || replayed.messages === null) return ended
  return (
    differs('the answer', end.text, replayed.text) ??
    differs('the facts', JSON.stringify(end.meta), JSON.stringify(replayed.meta)) ??
    firstDifferent(
      end.messages.map((ref) => log.readBody(ref)),
      replayed.messages,
      (at, expected, got) => differs(`message ${at + 1} of the turn:`, expected, got),
    )
  )
}

/** `detail` names places in files, which move; `advice` is the app's, and may be worded better since. */
const why = ({ failure }: { readonly failure: Failure | null }): string => failure?.message ?? 'none'

function differentRequest(
  log: ReplayLog,
  logged: EventOf<'model-start'>,
  got: EventBody & { type: 'model-start' },
  bodies: Bodies,
  named: Divergence,
): Divergence {
  const readBody = (ref: string) => bodies.get(ref) ?? log.readBody(ref)
  const rerun = { ...got, seq: 0, at: 0, ms: 0 }
  const before = (rebuildMessages(log.events, logged.path, readBody) ?? []).map(messageText)
  const now = (rebuildMessages([...log.events, rerun], got.path, readBody) ?? []).map(messageText)
  const first = firstDifferent(before, now, (at, expected, other) => {
    if (expected === other) return null
    const [one, two] = apart(expected, other)
    const where = (words: string, text: string) => `${words}; message ${at + 1}: ${text}`
    return { ...named, expected: where(named.expected, one), got: where(named.got, two) }
  })
  if (first !== null) return first
  return logged.tools === got.tools ? detailed(named) : { ...named, got: `${named.got}, with other tools` }
}

const messageText = (message: Message): string =>
  message.role === 'assistant' && message.toolCalls.length > 0
    ? `${message.role} ${message.text} ${JSON.stringify(message.toolCalls)}`
    : `${message.role} ${message.text}`

function firstDifferent(
  expected: readonly string[],
  got: readonly string[],
  compare: (at: number, expected: string, got: string) => Divergence | null,
): Divergence | null {
  for (let at = 0; at < Math.max(expected.length, got.length); at++) {
    const found = compare(at, expected[at] ?? 'none', got[at] ?? 'none')
    if (found !== null) return found
  }
  return null
}

function stepText(event: EventBody | StoredEvent | undefined): string {
  if (event === undefined || !isStepStart(event)) return 'no step'
  switch (event.type) {
    case 'model-start':
      return `a model call of ${event.role}`
    case 'tool-start':
      return `the tool call ${event.call.tool} ${short(event.call.arguments)}`
    case 'step-start':
      return `the step ${event.step} ${short(JSON.stringify(event.ask))}`
    case 'phase-start':
      return `the phase ${short(event.title)}, number ${event.index}`
    case 'branches-start':
      return `${event.count} parallel branches`
    case 'child-start':
      return `a child run of ${choiceLabel(event.strategy)} for ${short(event.goal)}`
    default:
      return assertNever(event)
  }
}

/** Maximum length of a quoted text. Characters. */
const longest = 300
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** Two texts, each from shortly before the first difference. */
function apart(one: string, other: string): readonly [string, string] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const from = Math.max(0, at - 60)
  const shown = (text: string) => `${from > 0 ? '…' : ''}${short(text.slice(from))}`
  return [shown(one), shown(other)]
}
