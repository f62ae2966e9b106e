import { assertNever } from '../../src-shared/base/assert-never.ts'
import { formatChange, formatDuration, formatFiles } from '../../src-shared/base/format.ts'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ToolResult } from '../../src-shared/model/tool.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { formatWorkingTime, runTime } from '../../src-shared/run/time/run-time.ts'
import { subjectOf } from '../../src-shared/run/tool-subject.ts'
import { costWithWord, tokensText } from '../../src-shared/run/totals-text.ts'
import { besideText } from '../../src-shared/workspace/beside.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import { failureHere } from './failure-here.ts'
import { type StreamedText, streamedText } from './streamed-text.ts'
import type { Terminal } from './terminal.ts'

export const exitCodes = { completed: 0, failed: 1, usage: 2, stopped: 130 } as const

export interface Watched {
  readonly run: Run
  /** Events up to this one are not shown again. */
  readonly afterSeq: number
  readonly json: boolean
}

/**
 * Shows a run until it has ended, and tells its exit code. Ctrl-C stops the run, which is kept; a second one
 * ends the program at once. A terminal that is closed and a reader that is gone stop it too: nobody looks on.
 */
export async function watchRun(host: Host, watched: Watched, terminal: Terminal): Promise<number> {
  const { run, json } = watched
  const calls = new Map<string, ToolCall>()
  const streamed = streamedText(json ? null : terminal.stream)
  const show = (event: StoredEvent) => {
    streamed.event(event)
    if (event.type === 'tool-start') calls.set(event.path, event.call)
    if (json) terminal.data(`${JSON.stringify(event)}\n`)
    // What is not as it should be is said in any case, such as in a log of CI.
    if (event.type === 'notice' && event.level === 'warning') terminal.error(event.text)
    else if (!json) showProgress(event, calls, terminal)
  }
  const undo = host.follow({ kind: 'run', runId: run.id, afterSeq: watched.afterSeq }, (message) => {
    if (message.topic !== 'run') return
    for (const item of message.items) {
      if (item.kind === 'event') show(item.event)
      else if (!json) streamed.live(item.live)
      else if (item.live.type === 'model-delta') terminal.data(`${JSON.stringify(item.live)}\n`)
    }
  })
  const forget = onStop(terminal.unread, () => void ask(host, 'run-stop', { runId: run.id }).catch(() => {}))
  try {
    return conclude(await host.runs.untilEnded(run.id), json, streamed, terminal)
  } finally {
    undo()
    forget()
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Hears whoever wants it to end: Ctrl-C, a closed terminal, a reader that is gone. @returns its undoing */
export function onStop(unread: AbortSignal, stop: () => void): () => void {
  let hasAsked = false
  const onSignal = () => {
    if (hasAsked) process.exit(exitCodes.stopped)
    hasAsked = true
    stop()
  }
  for (const signal of stopSignals) process.on(signal, onSignal)
  unread.addEventListener('abort', stop)
  return () => {
    for (const signal of stopSignals) process.off(signal, onSignal)
    unread.removeEventListener('abort', stop)
  }
}

function conclude(run: Run, json: boolean, streamed: StreamedText, terminal: Terminal): number {
  // On a screen, what was shown while it came is not shown again.
  if (!json && run.text !== '' && !streamed.hasShown(run.text))
    terminal.data(run.text.endsWith('\n') ? run.text : `${run.text}\n`)
  if (run.failure?.kind === 'aborted')
    terminal.error(`${run.failure.message} Work done so far is kept. To continue: agent resume ${run.id}`)
  else if (run.failure?.kind === 'interrupted')
    terminal.error(`${failureHere(run.failure)} Here: agent resume ${run.id}`)
  else if (run.failure !== null) terminal.error(failureHere(run.failure))
  if (run.beside !== undefined)
    terminal.error(`Changed, but in no snapshot, so Stratagem can’t undo it: ${besideText(run.beside)}.`)
  // Also without a terminal: a script learns here which run it was.
  terminal.error(closingLine(run))
  switch (run.status) {
    case 'completed':
      return exitCodes.completed
    case 'aborted':
      return exitCodes.stopped
    case 'failed':
    case 'interrupted':
    case 'running':
    case 'waiting':
      return exitCodes.failed
    default:
      return assertNever(run.status)
  }
}

function closingLine(run: Run): string {
  const { id, status, totals, changes } = run
  const files =
    changes === null ? '' : ` · ${formatFiles(changes.files)} changed (${formatChange(changes.added, changes.removed)})`
  return `${status} · ${formatWorkingTime(runTime(run))} · ${tokensText(totals)} · ${costWithWord(totals)}${files} · ${id}`
}

/** @param calls by the path of their step */
function showProgress(event: StoredEvent, calls: ReadonlyMap<string, ToolCall>, terminal: Terminal): void {
  const line = progressLine(event, calls)
  if (line !== null) terminal.progress(line)
}

function progressLine(event: StoredEvent, calls: ReadonlyMap<string, ToolCall>): string | null {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- most events are no line on a terminal
  switch (event.type) {
    case 'phase-start':
      return `── ${event.title}`
    case 'model-start':
      return `${event.role} asks ${event.bound.model} …`
    case 'model-retry':
      return `${event.failure.message} Trying again in ${formatDuration(event.waitMs)}.`
    case 'tool-end':
      return event.outcome.ok
        ? `  ${event.outcome.value.ok ? '✓' : '✗'} ${toolLine(event.outcome.value, calls.get(event.path))}`
        : null
    case 'notice':
      return `  ${event.text}`
    default:
      return null
  }
}

/** `shell npm test: exit code 0` */
export function toolLine(result: Pick<ToolResult, 'tool' | 'summary'>, call: ToolCall | undefined): string {
  const subject = call === undefined ? '' : subjectOf(call)
  return `${result.tool}${subject === '' ? '' : ` ${subject}`}: ${result.summary}`
}
