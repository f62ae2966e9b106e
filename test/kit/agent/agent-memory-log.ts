import { createHash } from 'node:crypto'
import type { LogPort } from '../../../src-main/agent/ports.ts'
import {
  type EventBody,
  type Live,
  parseEvent,
  type RunEvent,
  type StoredEvent,
} from '../../../src-shared/run/event.ts'

/**
 * A log in memory that, like a store, reads and writes JSON text. Events that are not committed explicitly are
 * committed as soon as the run waits, as in `openRunLog`.
 */
export interface MemoryLog extends LogPort {
  /** All events that were appended. */
  readonly appended: readonly RunEvent[]
  /** Number of committed events. */
  readonly committed: number
  readonly lives: readonly Live[]
  readonly bodies: ReadonlyMap<string, string>
}

export interface MemoryLogOptions {
  /** Events that an earlier process wrote. */
  readonly events?: readonly StoredEvent[]
  readonly bodies?: ReadonlyMap<string, string>
  /** ms, monotonic. */
  readonly elapsed?: () => number
  /** Called before each append and commit; it throws to simulate a disk error. */
  readonly fault?: (what: 'append' | 'commit', log: { readonly appended: number; readonly committed: number }) => void
  /** Called with each event after it was appended. */
  readonly onEvent?: (event: RunEvent) => void
}

export function memoryLog(options: MemoryLogOptions = {}): MemoryLog {
  const past = options.events ?? []
  const bodies = new Map(options.bodies ?? [])
  const appended: RunEvent[] = []
  const texts: string[] = []
  const lives: Live[] = []
  let committed = 0
  let size = 0
  const begin = past.at(-1)?.ms ?? 0
  const opened = options.elapsed?.() ?? 0
  let soon: NodeJS.Immediate | null = null
  let unwritten = false
  const state = () => ({ appended: appended.length, committed })
  const commit = () => {
    if (soon !== null) clearImmediate(soon)
    soon = null
    options.fault?.('commit', state())
    committed = appended.length
    unwritten = false
  }
  const commitQuietly = () => {
    try {
      commit()
    } catch {
      unwritten = true
    }
  }
  return {
    appended,
    lives,
    bodies,
    get committed() {
      return committed
    },
    append(body: EventBody): RunEvent {
      if (unwritten) commit()
      options.fault?.('append', state())
      const ms = begin + (options.elapsed?.() ?? 0) - opened
      const event: RunEvent = { ...body, seq: past.length + appended.length, at: 0, ms }
      appended.push(event)
      const text = JSON.stringify(event)
      size += text.length
      texts.push(text)
      soon ??= setImmediate(commitQuietly)
      options.onEvent?.(event)
      return event
    },
    commit,
    live: (live) => {
      lives.push(live)
    },
    size: () => size,
    putBody(text) {
      const ref = createHash('sha256').update(text).digest('hex')
      if (!bodies.has(ref)) size += text.length
      bodies.set(ref, text)
      return ref
    },
    readBody(ref) {
      const text = bodies.get(ref)
      if (text === undefined) throw new Error(`no body ${ref}`)
      return text
    },
    events: (afterSeq = -1) => [...past, ...texts.map(parseEvent)].filter(({ seq }) => seq > afterSeq),
  }
}
