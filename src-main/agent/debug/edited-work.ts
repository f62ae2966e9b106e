import type { LoggedEdit } from '../../../src-shared/run/debug/pause-events.ts'
import type { EventBody, RunEvent } from '../../../src-shared/run/event.ts'
import type { EditedAnswer } from '../../../src-shared/run/fork.ts'
import type { LeafEnd, LeafWork } from '../performers/leaf-work.ts'
import { workOf } from '../performers/work-of.ts'
import { editedEnd } from '../replay/edited-answer.ts'
import type { RunContext } from '../run-context.ts'
import { suppliedCheck, suppliedHook } from './answer-problem.ts'
import { editedStep } from './edited-step.ts'
import type { PausedLeaf } from './planned-step.ts'

/**
 * A step as the user edited it.
 *
 * 1. It keeps the fingerprint of the step that the strategy asked for, so that resume and replay recognize it.
 * 2. Its start in the log shows what is performed; what was asked for is in the event of the pause.
 * 3. An edited call goes through the pipeline and the gate like any other. Its result says how it ran: the model only
 *    knows the call as it wrote it.
 */
export function editedWork(
  step: PausedLeaf,
  work: LeafWork,
  edit: LoggedEdit,
  path: string,
  context: RunContext,
): LeafWork {
  if (edit.kind === 'answer') return suppliedWork(step, work, edit.answer)
  if (step.kind === 'hook') return work
  // What the strategy asked for is no base for later requests, and neither is what is sent in its place.
  if (edit.kind === 'request') context.requests.forget(path)
  const edited = editedStep(step, edit, (ref) => context.ports.log.readBody(ref))
  const inner = workOf(edited, path, context)
  if (edit.kind === 'request') context.requests.forget(path)
  return {
    ...inner,
    fingerprint: work.fingerprint,
    start: (again) => withPrint(inner.start(again), work.fingerprint),
    perform: async (past) => {
      const end = await inner.perform(past)
      return edit.kind === 'call' ? saidToModel(end, edit.arguments) : end
    },
  }
}

function withPrint(start: EventBody, print: string): EventBody {
  const isLeaf = start.type === 'model-start' || start.type === 'tool-start' || start.type === 'step-start'
  return isLeaf ? { ...start, print } : start
}

function saidToModel({ outcome, end }: LeafEnd, given: string): LeafEnd {
  if (end.type !== 'tool-end' || !end.outcome.ok) return { outcome, end }
  const text = `The user edited this call before it ran. It ran with these arguments: ${given}\n\n${end.outcome.value.text}`
  const changed = { ok: true, value: { ...end.outcome.value, text } } as const
  return { outcome: changed, end: { ...end, outcome: changed } }
}

/** The step is not performed: its answer is the user's. */
function suppliedWork(step: PausedLeaf, work: LeafWork, answer: EditedAnswer): LeafWork {
  return { ...work, quiet: false, perform: async () => supplied(step, work.start(false), answer) }
}

function supplied(step: PausedLeaf, start: EventBody, answer: EditedAnswer): LeafEnd {
  const at: RunEvent = { ...start, seq: 0, at: 0, ms: 0 }
  const end = stepEnd(step, start, answer.text) ?? editedEnd(at, null, answer)
  if (end.type !== 'model-end' && end.type !== 'tool-end' && end.type !== 'step-end')
    throw new Error('an answer by hand is the end of a step')
  return { outcome: end.outcome, end }
}

/** The end of a check or a hook; null: of another step. */
function stepEnd({ kind }: PausedLeaf, start: EventBody, text: string): EventBody | null {
  if (start.type !== 'step-start' || (kind !== 'check' && kind !== 'hook')) return null
  const value = kind === 'check' ? suppliedCheck(text) : suppliedHook(text)
  return { type: 'step-end', path: start.path, step: kind, outcome: { ok: true, value }, durationMs: 0 }
}
