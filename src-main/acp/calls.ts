import type { CallContent, CallReport } from './updates.ts'

/** A tool call of an agent, with all that it reported of it so far. */
export interface AgentCall {
  /** Unique in the prompt, although agents repeat their ids. */
  readonly key: string
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly input: unknown
  readonly output: unknown
  readonly content: readonly CallContent[]
  readonly paths: readonly string[]
  /** The end of what its command printed so far. */
  readonly printed: string
}
export type CallEnd = 'completed' | 'failed' | 'unfinished'

export interface CallListener {
  start(call: AgentCall): void
  changed(call: AgentCall): void
  end(call: AgentCall, how: CallEnd): void
}

export interface Calls {
  report(report: CallReport, isNew: boolean): void
  /** The call that permission is asked for; begun if it was not. */
  asked(report: CallReport): AgentCall
  /** Ends what is open: the prompt has ended. */
  endAll(): void
  readonly count: number
}

/**
 * The tool calls of one prompt. Each starts once and ends once, whatever the agent sends.
 *
 * 1. Agents announce calls before they know their arguments: such a call starts with the first report that has any, or
 *    says that it is at work.
 * 2. An update, or a request for permission, may be the first sign of a call.
 * 3. What comes for a call that has ended is ignored, unless it announces a new call with the same id.
 * 4. Calls that are open when the prompt ends are unfinished.
 */
export function createCalls(listener: CallListener): Calls {
  const open = new Map<string, { call: AgentCall; started: boolean }>()
  const ended = new Set<string>()
  let count = 0
  const begin = (report: CallReport) => {
    count += 1
    const call = { key: `${count}`, id: report.id, title: '', kind: 'other', input: undefined, output: undefined }
    const fresh = { call: { ...call, content: [], paths: [], printed: '' }, started: false }
    open.set(report.id, fresh)
    ended.delete(report.id)
    return fresh
  }
  const start = (held: { call: AgentCall; started: boolean }) => {
    if (held.started) return
    held.started = true
    listener.start(held.call)
  }
  const end = (id: string, how: CallEnd) => {
    const held = open.get(id)
    if (held === undefined) return
    start(held)
    open.delete(id)
    ended.add(id)
    listener.end(held.call, how)
  }
  return {
    get count() {
      return count
    },
    report: (report, isNew) => {
      if (!isNew && ended.has(report.id)) return
      const held = open.get(report.id) ?? begin(report)
      held.call = merged(held.call, report)
      if (isAtWork(report)) start(held)
      if (report.status === 'completed' || report.status === 'failed') end(report.id, report.status)
      else if (held.started) listener.changed(held.call)
    },
    asked: (report) => {
      const held = open.get(report.id) ?? begin(report)
      held.call = merged(held.call, report)
      start(held)
      return held.call
    },
    endAll: () => {
      for (const id of [...open.keys()]) end(id, 'unfinished')
    },
  }
}

const isAtWork = ({ status, input, content, printed }: CallReport): boolean =>
  (status !== undefined && status !== 'pending') ||
  hasFields(input) ||
  (content?.length ?? 0) > 0 ||
  printed !== undefined

const hasFields = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== null

const merged = (call: AgentCall, report: CallReport): AgentCall => ({
  ...call,
  title: report.title ?? call.title,
  kind: report.kind ?? call.kind,
  input: hasFields(report.input) ? report.input : call.input,
  output: report.output ?? call.output,
  // An update replaces the content as a whole.
  content: report.content ?? call.content,
  paths: report.paths ?? call.paths,
  printed: report.printed === undefined ? call.printed : (call.printed + report.printed).slice(-maxPrinted),
})

/** Characters that are kept of what a command prints. */
const maxPrinted = 200_000
