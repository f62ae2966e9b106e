import { type Json, json } from '../../../src-shared/base/json.ts'
import type { OtherStep } from '../../../src-shared/run/leaf-starts.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { asStored } from '../plain-json.ts'
import type { RunContext } from '../run-context.ts'
import type { LeafWork } from './leaf-work.ts'

/** The steps that are neither model calls nor tool calls: started, executed and ended in the same way. */
export function stepWork(
  step: OtherStep,
  ask: Json,
  path: string,
  context: RunContext,
  perform: () => Json | Promise<Json>,
  quiet = false,
): LeafWork {
  const { clock } = context.ports
  const fingerprint = fingerprintOf(step, ask)
  return {
    fingerprint,
    quiet,
    start: (again) => ({ type: 'step-start', path, print: fingerprint, again, step, ask }),
    perform: async () => {
      const began = clock.elapsed()
      const value = asStored(json, await perform(), `The answer of ${step}`)
      const outcome = { ok: true, value } as const
      return { outcome, end: { type: 'step-end', path, step, outcome, durationMs: clock.elapsed() - began } }
    },
    failed: (failure, durationMs) => ({ type: 'step-end', path, step, outcome: { ok: false, failure }, durationMs }),
  }
}
