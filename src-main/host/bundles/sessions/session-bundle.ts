import { formatNumber, plural } from '../../../../src-shared/base/format.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { EventBody, RunEvent } from '../../../../src-shared/run/event.ts'
import { totalsOf } from '../../../../src-shared/run/totals.ts'
import { otherToolName } from '../../../../src-shared/strategy/other-tools.ts'
import { type BundleLine, bundleVersion } from '../bundle-lines.ts'
import { logHash } from '../log-hash.ts'
import type { ModelStep, Session, SessionStep, SessionTurn } from './session.ts'
import { bodyRef, reported, sessionEvents, type TimedEvent } from './session-events.ts'
import { maxLines } from './session-lines.ts'

/** Characters of a message; the rest is left out. */
const maxMessage = 1_000_000

/** A session in the form of a bundle, so that it is checked and stored in the same way: a turn and a run each. */
export function sessionBundle(session: Session, app: string): BundleLine[] {
  const { turns, tool, title } = session
  const first = turns[0]?.at ?? 0
  const lines: BundleLine[] = [
    { t: 'bundle', version: bundleVersion, app, at: first },
    { t: 'conversation', title: title || `Session of ${otherToolName(tool)}`, createdAt: first },
    ...turns.map(
      ({ message, at, parent }, index): BundleLine => ({
        t: 'turn',
        id: turnId(index),
        // Only an earlier one, whatever the file says.
        parentId: parent === null || parent >= index ? null : turnId(parent),
        message: message.slice(0, maxMessage),
        createdAt: at,
        mark: null,
      }),
    ),
  ]
  const known = new Set<string>()
  turns.forEach((turn, index) => {
    lines.push(...runLines(session, turn, index, known))
  })
  return [...lines, { t: 'end', lines: lines.length }]
}

const turnId = (index: number): string => `turn${index}`
const runId = (index: number): string => `run${index}`

function runLines(session: Session, turn: SessionTurn, index: number, known: Set<string>): BundleLine[] {
  const bodies: BundleLine[] = []
  const putBody = (text: string): string => {
    const ref = bodyRef(text)
    if (!known.has(ref)) bodies.push({ t: 'body', ref, text })
    known.add(ref)
    return ref
  }
  const { events, run } = runOf(session, turn, index, putBody)
  const texts = events.map((event) => JSON.stringify(event))
  return [
    { t: 'run', run, strategies: [] },
    ...bodies,
    ...texts.map((text): BundleLine => ({ t: 'event', text })),
    { t: 'log', count: texts.length, hash: logHash(texts) },
  ]
}

function runOf(session: Session, turn: SessionTurn, index: number, putBody: (text: string) => string) {
  const { tool, folder } = session
  const { end, steps } = turn
  const start = startEvent(session, turn, index)
  const before = stamped([
    { at: turn.at, body: start },
    ...sessionEvents(steps, start.task.goal, '', { tool, folder, putBody }),
  ])
  const last = before.at(-1)
  const at = Math.max(last?.at ?? turn.at, turn.endAt)
  const durationMs = end.kind === 'cut' ? (last?.ms ?? 0) : at - turn.at
  const totals = totalsOf(before)
  const text = answerOf(steps)
  const failure = end.kind === 'failed' ? reported(tool, end.why) : null
  const run: Run = {
    id: runId(index),
    turnId: turnId(index),
    conversationId: 'conversation',
    projectId: 'project',
    strategy: start.strategy,
    roles: start.roles,
    mode: 'act',
    approval: 'ask',
    status: end.kind === 'cut' ? 'interrupted' : end.kind,
    startedAt: turn.at,
    endedAt: end.kind === 'cut' ? null : at,
    durationMs,
    totals,
    text,
    failure,
    before: null,
    after: null,
    changes: null,
    imported: true,
    recordedBy: tool,
  }
  if (end.kind === 'cut') return { run, events: before }
  const body = { type: 'run-end', status: end.kind, text, messages: [], meta: {}, failure, totals } as const
  return { run, events: [...before, { ...body, seq: before.length, at, ms: durationMs }] }
}

function startEvent({ tool }: Session, { message, steps }: SessionTurn, index: number) {
  const goal = message.slice(0, maxMessage)
  const first = steps.find((step): step is ModelStep => step.kind === 'model')
  return {
    type: 'run-start',
    runId: runId(index),
    strategy: { name: tool, options: {} },
    strategyVersion: '',
    task: { goal, system: '', messages: [{ role: 'user', text: goal }], tools: [], mode: 'act', windows: {}, depth: 0 },
    history: [],
    roles: { assistant: { profileId: '', profileName: first?.provider ?? '', model: first?.model ?? '' } },
    approval: 'ask',
    budget: noBudget,
    seed: 0,
  } satisfies EventBody
}

/** The last answer without tool calls; else the last text. */
function answerOf(steps: readonly SessionStep[]): string {
  return steps.findLast((step): step is ModelStep => step.kind === 'model' && step.text !== '')?.text ?? ''
}

/** Positions and times; time never goes back. */
function stamped(events: readonly TimedEvent[]): RunEvent[] {
  const from = events[0]?.at ?? 0
  let ms = 0
  return events.map(({ at, body }, seq) => {
    ms = Math.max(ms, at - from)
    return { ...body, seq, at: from + ms, ms }
  })
}

const noBudget = {
  steps: null,
  modelCalls: null,
  toolCalls: null,
  tokens: null,
  cost: null,
  wallMs: null,
  bytes: null,
  soft: 1,
}

/** What an import does not take of a session, as sentences. */
export function leftOutNotes({ leftOut, helpersLeftOut = 0, turns }: Session): string[] {
  const cut = turns.filter(({ message }) => message.length > maxMessage).length
  return [
    ...(leftOut === 0 ? [] : [linesText(leftOut)]),
    ...(helpersLeftOut === 0 ? [] : [helpersText(helpersLeftOut)]),
    ...(cut === 0 ? [] : [messagesText(cut)]),
  ]
}

const linesText = (count: number): string =>
  `${plural(count, 'A line', `${formatNumber(count)} lines`)} of the file could not be read, or came after the first ${formatNumber(maxLines)}.`

const helpersText = (count: number): string =>
  `${plural(count, 'A helper’s file was', `${formatNumber(count)} helpers’ files were`)} left out: the session has too many.`

const messagesText = (count: number): string =>
  `${plural(count, 'A message is', `${formatNumber(count)} messages are`)} longer than ${formatNumber(maxMessage)} characters; the rest of ${plural(count, 'it', 'them')} was left out.`
