import { hash } from 'node:crypto'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { type Failure, FailureError } from '../../../src-shared/base/failure.ts'
import type { EventBody, Live, RunEvent, RunItem } from '../../../src-shared/run/event.ts'
import type { ClockPort, LogPort } from '../../agent/ports.ts'
import type { Store } from '../../store/store.ts'
import { createRunDrafts, type RunDrafts } from './run-drafts.ts'

/** How often unfinished texts are saved, ms. */
const saveDraftsEvery = 250

export interface RunLogOptions {
  readonly store: Store
  readonly runId: string
  readonly clock: ClockPort
  /** Publishes committed events and live text to subscribers. */
  publish(items: readonly RunItem[]): void
  /** Called with events inside their transaction, so that projections never run ahead of the log. */
  committing(events: readonly RunEvent[]): void
}
export interface RunLog extends LogPort {
  /** What a new viewer needs in addition to the events. */
  draftItems(): readonly RunItem[]
  /** Writes the end that was held back, if any. */
  releaseEnd(): void
  /** Commits the rest and refuses further writes, when the host quits. */
  seal(): void
  /** Saves what is left and stops all timers. */
  close(): void
}

/**
 * The log of one run over the store.
 *
 * 1. `seq` continues without a gap, also across a resume.
 * 2. `ms` never goes back and never jumps: it counts monotonic time, and a resumed run continues from its last event
 *    (T8).
 * 3. Subscribers see an event only after its transaction, and live text only after the events before it.
 * 4. Events that are not committed explicitly are committed as soon as the run waits: at the next turn of the loop or
 *    commit. If that fails, the next `append` or `commit` throws.
 * 5. `run-end` is held back until `releaseEnd`, so that the state of the files after the run still comes before it.
 */
export function openRunLog(around: RunLogOptions): RunLog {
  const { store, runId, clock } = around
  const past = store.events.read(runId, -1)
  let seq = past.at(-1)?.seq ?? -1
  let lastMs = past.at(-1)?.ms ?? 0
  const base = lastMs
  const opened = clock.elapsed()
  const drafts = createRunDrafts(store.drafts, runId)
  let waiting: RunEvent[] = []
  let bodies = new Map<string, string>()
  /** Bodies of this run that are known to be in the store. */
  const stored = new Set<string>()
  let held: RunItem[] = []
  /** Events that are not committed explicitly are committed as soon as the run waits for anything. */
  let soon: NodeJS.Immediate | null = null
  let draftTimer: NodeJS.Timeout | null = null
  let heldEnd: EventBody | null = null
  let sealed = false
  /** A commit that nobody waited for failed. */
  let unwritten = false
  let size = 0

  const msNow = () => {
    const ms = base + clock.elapsed() - opened
    lastMs = Math.max(lastMs, Math.round(ms * 1000) / 1000)
    return lastMs
  }

  function append(body: EventBody): RunEvent {
    if (sealed) throw new FailureError(quitting)
    if (unwritten) commit()
    if (body.type === 'run-end') {
      heldEnd = body
      return { ...body, seq: seq + 1, at: clock.now(), ms: msNow() }
    }
    return add(body)
  }

  function add(body: EventBody): RunEvent {
    seq += 1
    const event: RunEvent = { ...body, seq, at: clock.now(), ms: msNow() }
    waiting.push(event)
    soon ??= setImmediate(commitQuietly)
    return event
  }

  function commit(): void {
    waitNoMore()
    if (waiting.length > 0 || bodies.size > 0) {
      size += store.transaction(writeAll)
      for (const ref of bodies.keys()) stored.add(ref)
      bodies = new Map()
    }
    unwritten = false
    const items: RunItem[] = [...waiting.map((event) => ({ kind: 'event' as const, event })), ...held]
    waiting = []
    held = []
    around.publish(items)
  }

  function writeAll(): number {
    let written = 0
    for (const [ref, text] of bodies) {
      store.bodies.put(text, ref)
      written += text.length
    }
    if (waiting.length === 0) return written
    written += store.events.append(runId, waiting)
    for (const event of waiting) settleDraft(drafts, event)
    around.committing(waiting)
    return written
  }

  // What could not be written is kept, and reported by the next append or commit.
  function commitQuietly(): void {
    soon = null
    try {
      commit()
    } catch {
      unwritten = true
      waitNoMore()
    }
  }

  function waitNoMore(): void {
    if (soon !== null) clearImmediate(soon)
    soon = null
  }

  function live(piece: Live): void {
    const ms = msNow()
    drafts.append(piece, ms)
    draftTimer ??= setTimeout(saveDrafts, saveDraftsEvery)
    const item: RunItem = { kind: 'live', ms, live: piece }
    if (waiting.length > 0) held.push(item)
    else around.publish([item])
  }

  // Saving a draft is best effort: if it fails, the run continues.
  function saveDrafts(): void {
    draftTimer = null
    if (!drafts.unsaved()) return
    try {
      store.transaction(drafts.save)
    } catch {
      return
    }
  }

  function putBody(text: string): string {
    const ref = hash('sha256', text)
    if (!stored.has(ref)) bodies.set(ref, text)
    return ref
  }

  function readBody(ref: string): string {
    const text = bodies.get(ref) ?? store.bodies.get(ref)
    if (text === undefined) throw new Error(`the store has no body ${ref}`)
    return text
  }

  return {
    append,
    commit,
    live,
    size: () => size,
    putBody,
    readBody,
    events: (afterSeq = -1) => [
      ...store.events.read(runId, afterSeq),
      ...waiting.filter((event) => event.seq > afterSeq),
    ],
    drafts: () => store.drafts.list(runId),
    draftItems: () => drafts.items(lastMs).map((piece) => ({ kind: 'live', ms: lastMs, live: piece })),
    releaseEnd: () => {
      if (heldEnd === null) return
      add(heldEnd)
      heldEnd = null
      commit()
    },
    seal: () => {
      commitQuietly()
      sealed = true
    },
    close: () => {
      commitQuietly()
      if (draftTimer !== null) clearTimeout(draftTimer)
      saveDrafts()
      sealed = true
    },
  }
}

/** Why a run has no end although it had no error. */
export const quitting: Failure = {
  kind: 'interrupted',
  message: 'Stratagem was closed during the run.',
  advice: 'Resume the run to continue.',
}

/** Drops the text of a path when its step starts again, is retried or ends. */
function settleDraft(drafts: RunDrafts, event: RunEvent): void {
  switch (event.type) {
    case 'model-start':
    case 'model-retry':
    case 'tool-start':
      drafts.begin(event.path, event.ms)
      return
    case 'model-end':
    case 'tool-end':
      drafts.end(event.path)
      return
    case 'approval-answer':
    case 'approval-ask':
    case 'branches-end':
    case 'branches-start':
    case 'child-end':
    case 'child-start':
    case 'files':
    case 'files-step':
    case 'notice':
    case 'pause-answer':
    case 'model-try-now':
    case 'pause-ask':
    case 'phase-end':
    case 'phase-start':
    case 'run-end':
    case 'run-resume':
    case 'run-start':
    case 'step-end':
    case 'step-start':
    case 'tool-begin':
      return
    default:
      assertNever(event)
  }
}
