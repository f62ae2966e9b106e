import type { Failure } from '../../src-shared/base/failure.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../src-shared/model/tool.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { printOf } from './fingerprint.ts'
import { deepFrozen } from './plain-json.ts'

export type Ended = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: Failure }

/** What the log knows of one path. */
export interface JournalEntry {
  readonly print: string
  /** The effect began: without an end, its outcome is unknown. */
  readonly began: boolean
  /** The last question of the gate; `answer` is null while it waits. */
  readonly approval: { readonly ask: ApprovalAsk; readonly answer: ApprovalAnswer | null } | null
  readonly outcome: Ended | null
  /** Of a phase in a copy: how many copies were lost before the present one. */
  readonly attempt: number
}
export type Journal = ReadonlyMap<string, JournalEntry>

export const phasePrint = (phase: { name: string; title: string; index: number }): string =>
  printOf('phase', [phase.name, phase.title, phase.index])
export const copyPrint = (phase: { name: string; title: string; index: number }, from: string): string =>
  printOf('in-copy', [phase.name, phase.title, phase.index, from])
export const branchesPrint = (count: number): string => printOf('all', count)
export const childPrint = (child: { strategy: unknown; goal: string; depth: number }): string =>
  printOf('delegate', [child.strategy, child.goal, child.depth])

/**
 * The event log read as "step → answer".
 *
 * 1. A start keeps what is known: once an effect began it stays begun, however often the step starts again.
 * 2. An end by Stop is no answer: where the run went on after it, the step is still to be done.
 */
export function readJournal(events: readonly StoredEvent[]): Journal {
  const journal = new Map<string, JournalEntry>()
  const change = (path: string, change: Partial<JournalEntry>) => {
    const past = journal.get(path)
    if (past !== undefined) journal.set(path, { ...past, ...change })
  }
  const start = (path: string, print: string) => {
    const past = journal.get(path) ?? { print, began: false, approval: null, outcome: null, attempt: 0 }
    journal.set(path, { ...past, print })
  }
  const end = (path: string, outcome: Ended) => {
    if (outcome.ok || outcome.failure.kind !== 'aborted') change(path, { outcome: deepFrozen(outcome) })
  }
  const answer = (path: string, given: ApprovalAnswer) => {
    const approval = journal.get(path)?.approval
    if (approval) change(path, { approval: { ...approval, answer: given } })
  }
  for (const event of events) record(event, { start, change, end, answer })
  return journal
}

interface Notes {
  start(path: string, print: string): void
  change(path: string, change: Partial<JournalEntry>): void
  answer(path: string, answer: ApprovalAnswer): void
  end(path: string, outcome: Ended): void
}

/** Events that are neither a start, an end nor of a tool call's gate say nothing about a step's answer. */
function record(event: StoredEvent, notes: Notes): void {
  const print = printIn(event)
  const outcome = outcomeIn(event)
  if (print !== null) notes.start(print.path, print.print)
  if (event.type === 'phase-start') notes.change(event.path, { attempt: event.copy?.attempt ?? 0 })
  if (outcome !== null) notes.end(outcome.path, outcome.outcome)
  else if (event.type === 'tool-begin') notes.change(event.path, { began: true })
  else if (event.type === 'approval-ask') notes.change(event.path, { approval: { ask: event.ask, answer: null } })
  else if (event.type === 'approval-answer') notes.answer(event.path, event.answer)
}

function printIn(event: StoredEvent): { readonly path: string; readonly print: string } | null {
  switch (event.type) {
    case 'model-start':
    case 'tool-start':
    case 'step-start':
      return { path: event.path, print: event.print }
    case 'phase-start':
      return { path: event.path, print: event.copy ? copyPrint(event, event.copy.from) : phasePrint(event) }
    case 'branches-start':
      return { path: event.path, print: branchesPrint(event.count) }
    case 'child-start':
      return { path: event.path, print: childPrint(event) }
    case 'approval-answer':
    case 'approval-ask':
    case 'branches-end':
    case 'child-end':
    case 'files':
    case 'files-step':
    case 'model-end':
    case 'model-retry':
    case 'notice':
    case 'phase-end':
    case 'run-end':
    case 'run-resume':
    case 'run-start':
    case 'step-end':
    case 'tool-begin':
    case 'tool-end':
    case 'unknown':
      return null
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
    case 'notice':
    case 'phase-start':
    case 'run-end':
    case 'run-resume':
    case 'run-start':
    case 'step-start':
    case 'tool-begin':
    case 'tool-start':
    case 'unknown':
      return null
  }
}

const nothing: Ended = { ok: true, value: null }
