import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { agentStepOf } from '../../../src-shared/run/agent-update.ts'
import type { EventOf, RunEvent, StoredEvent } from '../../../src-shared/run/event.ts'
import type { StepAnswer } from '../../../src-shared/run/fork.ts'
import { limitPath } from '../../../src-shared/run/limit-question.ts'
import type { RequestMessages } from '../../../src-shared/run/request-messages.ts'
import { withoutHistory } from '../messages/history-slices.ts'
import { outerPath } from '../performers/inner-path.ts'
import { editedEnd } from '../replay/edited-answer.ts'
import { historyRefs, requestRefs } from '../replay/rebuild-messages.ts'
import type { ReplayLog } from '../replay/replay-log.ts'

/**
 * Makes the beginning of a new run's log from another run's log, up to a step.
 *
 * The events are copied, not referenced. So one log contains all of a run, and resume, replay, the
 * timeline, full requests and exports need not know about forks; the old run may be deleted or
 * continue; and bodies are shared anyway. The cost is a few hundred bytes per step.
 *
 * 1. Paths, fingerprints, times and the order stay; `seq` is renumbered.
 * 2. Only steps that had ended before are copied, in other branches too: an unfinished one is executed again,
 *    rather than treated as interrupted. Groups that were open stay open, and are entered again.
 * 3. The step itself is executed again, or copied: with an answer written by hand, or with the one it had.
 * 4. A run that begins at the question of a limit has not used it up: the reply before it no longer says that it is the
 *    last one, and the limit's question comes when the new run reaches it.
 *
 * @throws FailureError if there is no such step, or it worked in a copy of the files, which is gone
 */
export function forkedEvents({ events, readBody }: ReplayLog, path: string, answer: StepAnswer | null): RunEvent[] {
  const start = events.findLast((event): event is RunEvent => isStart(event) && event.path === path)
  if (start === undefined) throw new FailureError(noStep(path))
  if (isInCopy(events, path)) throw new FailureError(inCopy)
  if (agentStepOf(path) !== path) throw new FailureError(ofAgent)
  const end = events.findLast((event): event is RunEvent => isEnd(event) && event.path === path) ?? null
  if (answer === 'recorded' && (end === null || !isAnswer(end))) throw new FailureError(notAnswered)
  const cut = answer === null ? start.seq : Math.max(start.seq + 1, (end?.seq ?? 0) + (answer === 'recorded' ? 1 : 0))
  const before = events.filter((event): event is RunEvent => event.type !== 'unknown' && event.seq < cut)
  const answered = new Set(before.flatMap((event) => (isAnswer(event) ? [event.path] : [])))
  if (answer !== null) answered.add(path)
  const copied = before.filter((event) => isCopied(event, answered)).map((event) => beforeLimit(event, path, answer))
  if (answer !== null && answer !== 'recorded') {
    const { at, ms } = end ?? start
    copied.push({ ...editedEnd(start, end, answer), seq: 0, at, ms })
  }
  return copied.map((event, index) => ({ ...withBaseIn(event, answered, { events, readBody }), seq: index + 1 }))
}

/**
 * The part of a stopped run's log that the continuing run starts with.
 *
 * 1. Finished steps are copied, and will be answered. A model call that Stop interrupted is not, and will be made
 *    again.
 * 2. A tool call or a prompt to another agent whose effect had started when Stop came is copied without an end: whether it was done is unknown, so
 *    that the model learns of it, just as after a crash, rather than doing it a second time.
 */
export function resumedEvents({ events, readBody }: ReplayLog): RunEvent[] {
  const known = events.filter((event): event is RunEvent => event.type !== 'unknown')
  const answered = new Set(known.flatMap((event) => (isAnswer(event) ? [event.path] : [])))
  const begun = new Set(known.flatMap((event) => (event.type === 'tool-begin' ? [event.path] : [])))
  const isOfBegun = (event: RunEvent) =>
    'path' in event &&
    begun.has(agentStepOf(event.path)) &&
    !(isEnd(event) && begun.has(event.path)) &&
    !event.type.startsWith('phase')
  return known
    .filter((event) => isCopied(event, answered) || isOfBegun(event))
    .map((event, index) => ({ ...withBaseIn(event, answered, { events, readBody }), seq: index + 1 }))
}

/** Rule 4. */
function beforeLimit(event: RunEvent, path: string, answer: StepAnswer | null): RunEvent {
  if (answer !== null || event.type !== 'model-end' || !event.outcome.ok) return event
  if (path !== limitPath(event.path, 'after')) return event
  return { ...event, outcome: { ok: true, value: { ...event.outcome.value, budget: 'within' } } }
}

const isStart = (event: StoredEvent): event is Extract<RunEvent, { path: string }> =>
  'path' in event && event.type.endsWith('-start')
const isEnd = (event: StoredEvent): event is Extract<RunEvent, { path: string }> =>
  'path' in event && event.type.endsWith('-end')

type LeafEnd = EventOf<'model-end'> | EventOf<'tool-end'> | EventOf<'step-end'>

/** A step that Stop interrupted has no answer. */
function isAnswer(event: RunEvent): event is LeafEnd {
  const leaf = event.type === 'model-end' || event.type === 'tool-end' || event.type === 'step-end'
  return leaf && (event.outcome.ok || event.outcome.failure.kind !== 'aborted')
}

function isCopied(event: RunEvent, answered: ReadonlySet<string>): boolean {
  switch (event.type) {
    case 'run-start':
    case 'run-resume':
    case 'run-end':
    case 'files':
      return false
    case 'phase-start':
    case 'branches-start':
    case 'child-start':
    case 'notice':
      return true
    case 'phase-end':
    case 'branches-end':
    case 'child-end':
      return event.failure?.kind !== 'aborted'
    case 'approval-answer':
    case 'approval-ask':
    case 'files-step':
    case 'model-end':
    case 'model-retry':
    case 'model-start':
    case 'model-try-now':
    case 'pause-answer':
    case 'pause-ask':
    case 'step-end':
    case 'step-start':
    case 'tool-begin':
    case 'tool-end':
    case 'tool-start':
      // A question, a model call or a hook inside a tool call goes with its call.
      return answered.has(outerPath(event.path))
    default:
      return assertNever(event)
  }
}

/** A request that was logged relative to one that is not copied is written in full. */
function withBaseIn(event: RunEvent, answered: ReadonlySet<string>, { events, readBody }: ReplayLog): RunEvent {
  if (event.type === 'pause-ask' && event.step.type === 'model-start') {
    const asked = { ...event.step, path: event.path, seq: event.seq }
    return { ...event, step: { ...event.step, messages: messagesOf(asked) } }
  }
  return event.type === 'model-start' ? { ...event, messages: messagesOf(event) } : event

  function messagesOf({ path, seq, messages }: RequestPlace): RequestMessages {
    if (messages.base === null || answered.has(messages.base)) return messages
    const refs =
      requestRefs(
        events.filter((each) => each.seq <= seq),
        path,
        readBody,
      ) ?? []
    return { base: null, keep: 0, ...withoutHistory(refs, historyRefs(events, readBody)) }
  }
}

interface RequestPlace {
  readonly path: string
  readonly seq: number
  readonly messages: RequestMessages
}

function isInCopy(events: readonly StoredEvent[], path: string): boolean {
  return events.some((event) => event.type === 'phase-start' && event.copy && path.startsWith(`${event.path}.`))
}

const noStep = (path: string) =>
  ({
    kind: 'not-found',
    message: `There is no step ${JSON.stringify(path)} in this run.`,
    advice: 'Choose a step on its timeline. On the command line, `show RUN` lists them.',
  }) as const

const notAnswered = {
  kind: 'invalid-request',
  message: 'This step has no answer yet.',
  advice: 'Choose a step that has ended, or repeat this one.',
} as const

const ofAgent = {
  kind: 'invalid-request',
  message: 'This is part of another agent’s work, which can’t be taken up in the middle.',
  advice: 'Branch from the start of the agent’s step.',
} as const

const inCopy = {
  kind: 'invalid-request',
  message: 'This step worked in a copy of the files that is gone.',
  advice: 'Choose a step from before these copies were made, or from after them.',
} as const
