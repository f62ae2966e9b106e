import { toolResult } from '../../../src-shared/model/tool.ts'
import type { Leaf } from '../../strategy/steps.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { asStored } from '../plain-json.ts'
import type { LeafWork } from './leaf-work.ts'

/** A call that the strategy has validated itself: it is only recorded. */
export function strategyToolWork({ call, result }: Leaf<'own-tool'>, path: string): LeafWork {
  const fingerprint = fingerprintOf('own-tool', [call, result])
  const end = { type: 'tool-end', path } as const
  return {
    fingerprint,
    quiet: true,
    start: (again) => ({ type: 'tool-start', path, print: fingerprint, again, call, effect: 'own' }),
    perform: async () => {
      const value = asStored(toolResult, result, `The result of ${call.tool}`)
      const outcome = { ok: true, value } as const
      const body = {
        kind: 'text',
        text: result.data === null ? result.text : JSON.stringify(result.data, null, 2),
      } as const
      return { outcome, end: { ...end, outcome, body, durationMs: 0 } }
    },
    failed: (failure, durationMs) => ({
      ...end,
      outcome: { ok: false, failure },
      body: { kind: 'none' },
      durationMs,
    }),
  }
}
