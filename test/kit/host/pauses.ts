import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { readBreakpoint } from '../../../src-shared/run/debug/breakpoint-text.ts'
import {
  type PauseAction,
  type PauseAnswer,
  type PauseEdit,
  pauseAnswer,
} from '../../../src-shared/run/debug/pause-events.ts'
import type { EventOf } from '../../../src-shared/run/event.ts'
import { eventsOf, untilEvent } from './host-open.ts'

/** A breakpoint of a project, as it is saved. */
export function savedBreakpoint(text: string, trials = false) {
  const read = readBreakpoint(text)
  if (!read.ok) throw new Error(read.problem)
  return { at: read.at, active: true, trials }
}

export const setBreakpoints = (host: Host, projectId: string, ...texts: readonly string[]) =>
  ask(host, 'breakpoints-save', { projectId, breakpoints: texts.map((text) => savedBreakpoint(text)) })

/** Resolves with the next pause of the run that waits. @param after the pause before it, if there was one */
export function untilPaused(host: Host, runId: string, after = -1): Promise<EventOf<'pause-ask'>> {
  return untilEvent(
    host,
    runId,
    (event): event is EventOf<'pause-ask'> => event.type === 'pause-ask' && event.seq > after,
  )
}

/** The last event of a run that is resumed: its pause is asked for again after it. */
export const lastSeq = (host: Host, runId: string): number => eventsOf(host, runId).at(-1)?.seq ?? -1

export const goOn: PauseAction = { kind: 'continue' }

/** A call with other arguments and no limits. */
export const otherArguments = (args: unknown): PauseEdit => ({
  kind: 'call',
  arguments: JSON.stringify(args),
  limits: { writable: null, readOnly: [] },
})

/** An answer in place of the step. */
export const byHand = (text: string, ...calls: { tool: string; arguments: string }[]): PauseEdit => ({
  kind: 'answer',
  answer: { text, calls },
})

export function answerPause(
  host: Host,
  runId: string,
  path: string,
  edit: PauseEdit | null = null,
  action: PauseAction = goOn,
) {
  const answer: PauseAnswer = pauseAnswer.parse({ action, edit })
  return ask(host, 'pause-answer', { runId, path, answer })
}
