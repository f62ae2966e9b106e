import { type Json, json } from '../../../src-shared/base/json.ts'
import { type HookAsk, type HookResult, hookResult } from '../../../src-shared/hooks/hook.ts'
import type { Leaf } from '../../strategy/steps.ts'
import { asStored } from '../plain-json.ts'
import type { RunContext } from '../run-context.ts'
import type { LeafWork } from './leaf-work.ts'
import { stepWork } from './step-work.ts'

const notRun: HookResult = { ended: 'not-run', exitCode: null, decision: 'continue', output: '' }

/** A hook at the end of the run. */
export function hookWork(step: Leaf<'hook'>, path: string, context: RunContext): LeafWork {
  const { hook, sentBack, mayStillSendBack, answer } = step
  const { event, command, source } = hook
  const ask: HookAsk = { event, command, source, sentBack, mayStillSendBack }
  const { hooks } = context.ports
  const run = async () =>
    (await hooks?.run({ hook, sentBack, mayStillSendBack, answer }, context.halts.signal)) ?? notRun
  return stepWork('hook', asJson(ask), path, context, run)
}

/**
 * A hook of a tool call: a step of its own under the call's path, so that the window shows it. One that had ended
 * before a crash is answered from the log.
 */
export async function recordHook(
  path: string,
  ask: HookAsk,
  run: () => Promise<HookResult>,
  context: RunContext,
): Promise<HookResult> {
  const { log, halts, journal, ports } = context
  const planned = stepWork('hook', asJson(ask), path, context, run)
  const past = journal.get(path) ?? null
  const known =
    past?.fingerprint === planned.fingerprint && past.outcome?.ok ? hookResult.safeParse(past.outcome.value) : null
  if (known?.success) return known.data
  const work = await context.pauseBefore({ step: { kind: 'hook' }, work: planned, path, past })
  log.emit(work.start(past?.begun ?? false))
  log.commit()
  const since = ports.clock.elapsed()
  const end = { type: 'step-end', path, step: 'hook' } as const
  const done = await work.perform(past)
  const result = hookResult.parse(done.outcome.ok ? done.outcome.value : null)
  const durationMs = ports.clock.elapsed() - since
  const { halt } = halts
  const outcome =
    halt === null ? ({ ok: true, value: result } as const) : ({ ok: false, failure: halt.failure } as const)
  log.emit({ ...end, outcome, durationMs })
  log.commit()
  return result
}

const asJson = (ask: HookAsk): Json => asStored(json, ask, 'The request of a hook')
