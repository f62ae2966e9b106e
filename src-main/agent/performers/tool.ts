import type { ToolCall } from '../../../src-shared/model/message.ts'
import { approvalAnswer, type ToolBody, toolResult } from '../../../src-shared/model/tool.ts'
import type { Leaf } from '../../strategy/steps.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { JournalEntry } from '../journal.ts'
import { asStored } from '../plain-json.ts'
import type { ToolContext } from '../ports.ts'
import type { RunContext } from '../run-context.ts'
import { recordHook } from './hook.ts'
import { innerPath } from './inner-path.ts'
import { insideTool } from './inside-tool.ts'
import type { LeafEnd, LeafWork } from './leaf-work.ts'
import { userWaits } from './user-waits.ts'

/** Maximum length of a stopped call's output, of which the end is kept. Characters. */
const maxStreamed = 200_000

/** One call of a work tool, through the tool port and its gate. */
export function toolWork(step: Leaf<'run-tool'>, path: string, context: RunContext): LeafWork {
  const { ports } = context
  const effect = ports.tools.effectOf(step.call.tool)
  const fingerprint = fingerprintOf('run-tool', [step.call, step.limits])
  let streamed = ''
  let hooks = 0
  const waits = userWaits(ports.clock)
  const inside = insideTool(path, context)
  return {
    fingerprint,
    // A read can safely be repeated.
    quiet: effect === 'read',
    start: (again) => ({ type: 'tool-start', path, print: fingerprint, again, call: step.call, effect }),
    perform: async (past) => {
      const began = ports.clock.elapsed()
      const refused = context.meter.toolRefusal()
      if (refused !== null) return notRun(step.call, path, refused)
      const toolContext: ToolContext = {
        limits: step.limits,
        interrupted: past?.started ?? false,
        signal: context.halts.signal,
        output: (text) => {
          streamed += text
          if (streamed.length > 2 * maxStreamed) streamed = streamed.slice(-maxStreamed)
          context.log.live({ type: 'tool-output', path, text })
        },
        approve: (ask) => waits.during('approval', () => approval(path, past, context)(ask)),
        begin: () => {
          context.halts.check()
          context.log.emit({ type: 'tool-begin', path })
          // A read can safely be repeated.
          if (effect !== 'read') context.log.commit()
        },
        askUser: (question) => waits.during('question', () => inside.askUser(question)),
        callModel: inside.callModel,
        hook: (ask, run) => recordHook(innerPath(path, 'hook', ++hooks), ask, run, context),
      }
      const done = await ports.tools.run(step.call, toolContext)
      const value = asStored(toolResult, done.result, `The result of ${step.call.tool}`)
      const durationMs = ports.clock.elapsed() - began
      const outcome = { ok: true, value } as const
      const body = loggedBody(done.body, context)
      return {
        outcome,
        end: {
          type: 'tool-end',
          path,
          outcome,
          body,
          durationMs,
          ...waits.durations(),
          ...(done.seen && { seen: done.seen }),
        },
      }
    },
    failed: (failure, durationMs) => ({
      type: 'tool-end',
      path,
      outcome: { ok: false, failure },
      // The output of a stopped call is kept.
      body: streamed === '' ? { kind: 'none' } : loggedBody({ kind: 'text', text: streamed }, context),
      durationMs,
      ...waits.durations(),
    }),
  }
}

function notRun(call: ToolCall, path: string, text: string): LeafEnd {
  const value = { callId: call.id, tool: call.tool, ok: false, text, summary: 'not run', durationMs: 0, data: null }
  const outcome = { ok: true, value } as const
  return { outcome, end: { type: 'tool-end', path, outcome, body: { kind: 'none' }, durationMs: 0 } }
}

/**
 * Asks the gate's question. An answer given before a crash is honored if the call had not started and the
 * question is exactly the same (T24); otherwise it is asked again.
 */
export function approval(path: string, past: JournalEntry | null, context: RunContext): ToolContext['approve'] {
  const { ports, log, meter } = context
  return async (ask) => {
    log.emit({ type: 'approval-ask', path, ask })
    const earlierApproval = past?.started === false ? past.approval : null
    if (earlierApproval?.answer && JSON.stringify(earlierApproval.ask) === JSON.stringify(ask)) {
      log.emit({ type: 'approval-answer', path, answer: earlierApproval.answer, waitedMs: 0 })
      log.commit()
      return earlierApproval.answer
    }
    log.commit()
    const since = ports.clock.elapsed()
    meter.waitBegan()
    try {
      const answer = asStored(approvalAnswer, await ports.user.approve(path, ask, context.halts.signal), 'The approval')
      context.halts.check()
      log.emit({ type: 'approval-answer', path, answer, waitedMs: ports.clock.elapsed() - since })
      log.commit()
      return answer
    } finally {
      meter.waitEnded()
    }
  }
}

/** Bodies larger than this are put in the store, and the event refers to them. Characters of JSON. */
const largestInline = 16_000

export function loggedBody(body: ToolBody, context: RunContext): ToolBody {
  if (body.kind === 'stored' || body.kind === 'none') return body
  const text = JSON.stringify(body)
  if (text.length <= largestInline) return body
  return { kind: 'stored', ref: context.ports.log.putBody(text), of: body.kind, size: text.length }
}
