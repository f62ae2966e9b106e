import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { Failure } from '../../src-shared/base/failure.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../src-shared/model/tool.ts'
import type { LoggedEdit, PauseReason } from '../../src-shared/run/debug/pause-events.ts'
import type { EventOf, StoredEvent } from '../../src-shared/run/event.ts'
import { isStepStart } from '../../src-shared/run/step-start.ts'
import { fingerprintOf } from './fingerprint.ts'
import { deepFreeze } from './plain-json.ts'

export type Ended = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: Failure }

export interface PastPause {
  readonly reason: PauseReason
  readonly answer: { readonly edit: LoggedEdit | null } | null
}

/** What the log knows of one path. */
export interface JournalEntry {
  readonly fingerprint: string
  /** The effect has started: without an end, its outcome is unknown. */
  readonly started: boolean
  /** The last question of the gate; `answer` is null while it waits. */
  readonly approval: { readonly ask: ApprovalAsk; readonly answer: ApprovalAnswer | null } | null
  readonly outcome: Ended | null
  /** The last pause before it; `answer` is null while it waits. `begun`: the step itself was started. */
  readonly pause: PastPause | null
  readonly begun: boolean
  /** Of a phase in a copy: how many copies were lost before the present one. */
  readonly attempt: number
}
export type Journal = ReadonlyMap<string, JournalEntry>

export const phaseFingerprint = (phase: { name: string; title: string; index: number }): string =>
  fingerprintOf('phase', [phase.name, phase.title, phase.index])
export const copyFingerprint = (phase: { name: string; title: string; index: number }, from: string): string =>
  fingerprintOf('in-copy', [phase.name, phase.title, phase.index, from])
export const branchesFingerprint = (count: number): string => fingerprintOf('all', count)
interface ChildRun {
  readonly strategy: unknown
  readonly goal: string
  readonly depth: number
  readonly agent?: string | undefined
}
export const childFingerprint = ({ strategy, goal, depth, agent }: ChildRun): string =>
  fingerprintOf('delegate', [strategy, goal, depth, ...(agent === undefined ? [] : [agent])])

/**
 * The event log read as "step → answer".
 *
 * 1. A start keeps earlier facts: an effect that started stays started, however often the step starts again.
 * 2. An end caused by Stop is not an answer: if the run was resumed after it, the step has to be executed.
 */
export function readJournal(events: readonly StoredEvent[]): Journal {
  const journal = new Map<string, JournalEntry>()
  const change = (path: string, change: Partial<JournalEntry>) => {
    const past = journal.get(path)
    if (past !== undefined) journal.set(path, { ...past, ...change })
  }
  const start = (path: string, fingerprint: string) => {
    journal.set(path, { ...(journal.get(path) ?? newEntry), fingerprint })
  }
  const end = (path: string, outcome: Ended) => {
    if (outcome.ok || outcome.failure.kind !== 'aborted') change(path, { outcome: deepFreeze(outcome) })
  }
  const pause = (event: EventOf<'pause-ask'> | EventOf<'pause-answer'>) => {
    const { reason } = event.type === 'pause-ask' ? event : (journal.get(event.path)?.pause ?? {})
    if (reason === undefined) return
    change(event.path, { pause: { reason, answer: event.type === 'pause-ask' ? null : { edit: event.edit } } })
  }
  const answer = (path: string, answerGiven: ApprovalAnswer) => {
    const approval = journal.get(path)?.approval
    if (approval) change(path, { approval: { ...approval, answer: answerGiven } })
  }
  for (const event of events) record(event, { start, change, end, answer, pause })
  return journal
}

const newEntry = { started: false, approval: null, outcome: null, pause: null, begun: false, attempt: 0 } as const

interface Notes {
  start(path: string, fingerprint: string): void
  change(path: string, change: Partial<JournalEntry>): void
  answer(path: string, answer: ApprovalAnswer): void
  end(path: string, outcome: Ended): void
  pause(event: EventOf<'pause-ask'> | EventOf<'pause-answer'>): void
}

/** Events that are neither a start, an end nor of a tool call's gate say nothing about a step's answer. */
function record(event: StoredEvent, notes: Notes): void {
  const start = startIn(event)
  const outcome = outcomeIn(event)
  if (start !== null) notes.start(start.path, start.fingerprint)
  if (isStepStart(event)) notes.change(event.path, { begun: true })
  if (event.type === 'phase-start') notes.change(event.path, { attempt: event.copy?.attempt ?? 0 })
  if (outcome !== null) notes.end(outcome.path, outcome.outcome)
  else if (event.type === 'tool-begin') notes.change(event.path, { started: true })
  else if (event.type === 'approval-ask') notes.change(event.path, { approval: { ask: event.ask, answer: null } })
  else if (event.type === 'approval-answer') notes.answer(event.path, event.answer)
  else if (event.type === 'pause-ask' || event.type === 'pause-answer') notes.pause(event)
}

function startIn(event: StoredEvent): { readonly path: string; readonly fingerprint: string } | null {
  // A step that a pause has shown is the step that is performed after it.
  if (event.type === 'pause-ask') return { path: event.path, fingerprint: event.print }
  if (!isStepStart(event)) return null
  switch (event.type) {
    case 'model-start':
    case 'tool-start':
    case 'step-start':
      return { path: event.path, fingerprint: event.print }
    case 'phase-start':
      return {
        path: event.path,
        fingerprint: event.copy ? copyFingerprint(event, event.copy.from) : phaseFingerprint(event),
      }
    case 'branches-start':
      return { path: event.path, fingerprint: branchesFingerprint(event.count) }
    case 'child-start':
      return { path: event.path, fingerprint: childFingerprint(event) }
    default:
      return assertNever(event)
  }
}

function outcomeIn(event: StoredEvent): { readonly path: string; readonly outcome: Ended } | null {
  switch (event.type) {
    case 'model-end':
    case 'tool-end':
    case 'step-end':
      return { path: event.path, outcome: event.outcome }
    case 'phase-end':
    case 'branches-end':
    case 'child-end':
      return { path: event.path, outcome: event.failure === null ? nothing : { ok: false, failure: event.failure } }
    case 'approval-answer':
    case 'approval-ask':
    case 'branches-start':
    case 'child-start':
    case 'files':
    case 'files-step':
    case 'model-retry':
    case 'model-start':
    case 'model-try-now':
    case 'notice':
    case 'pause-answer':
    case 'pause-ask':
    case 'phase-start':
    case 'run-end':
    case 'run-resume':
    case 'run-start':
    case 'step-start':
    case 'tool-begin':
    case 'tool-start':
    case 'unknown':
      return null
    default:
      return assertNever(event)
  }
}

const nothing: Ended = { ok: true, value: null }
