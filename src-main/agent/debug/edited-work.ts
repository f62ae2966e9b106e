import type { LoggedEdit } from '../../../src-shared/run/debug/pause-events.ts'
import type { EventBody, RunEvent } from '../../../src-shared/run/event.ts'
import type { EditedAnswer } from '../../../src-shared/run/fork.ts'
import type { Leaf } from '../../strategy/steps.ts'
import type { LeafEnd, LeafWork } from '../performers/leaf-work.ts'
import { workOf } from '../performers/work-of.ts'
import { editedEnd } from '../replay/edited-answer.ts'
import type { RunContext } from '../run-context.ts'
import { editedStep, suppliedCheck } from './edited-step.ts'

/**
 * A step as the user edited it.
 *
 * 1. It keeps the fingerprint of the step that the strategy asked for, so that resume and replay recognize it.
 * 2. Its start in the log shows what is performed; what was asked for is in the event of the pause.
 * 3. An edited call goes through the pipeline and the gate like any other. Its result says how it ran: the model only
 *    knows the call as it wrote it.
 */
export function editedWork(step: Leaf, work: LeafWork, edit: LoggedEdit, path: string, context: RunContext): LeafWork {
  if (edit.kind === 'answer') return suppliedWork(step, work, edit.answer)
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
function suppliedWork(step: Leaf, work: LeafWork, answer: EditedAnswer): LeafWork {
  return { ...work, quiet: false, perform: async () => supplied(step, work.start(false), answer) }
}

function supplied(step: Leaf, start: EventBody, answer: EditedAnswer): LeafEnd {
  const at: RunEvent = { ...start, seq: 0, at: 0, ms: 0 }
  const end: EventBody =
    step.kind === 'check' && start.type === 'step-start'
      ? {
          type: 'step-end',
          path: start.path,
          step: 'check',
          outcome: { ok: true, value: suppliedCheck(answer.text) },
          durationMs: 0,
        }
      : editedEnd(at, null, answer)
  if (end.type !== 'model-end' && end.type !== 'tool-end' && end.type !== 'step-end')
    throw new Error('an answer by hand is the end of a step')
  return { outcome: end.outcome, end }
}
