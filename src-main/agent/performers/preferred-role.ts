import type { InnerModelRequest } from '../../../src-shared/model/message.ts'
import type { BoundRole } from '../../../src-shared/run/leaf-starts.ts'

/**
 * The role of a run whose model fits best: the first hint that a model's name holds, else the run's role for small jobs
 * if that is enough, else its main one.
 */
export function preferredRole(
  roles: { readonly [role: string]: BoundRole },
  { hints, isSmall }: InnerModelRequest['prefers'],
): string {
  const all = Object.entries(roles)
  for (const hint of hints) {
    const found = all.find(([, { model }]) => model.toLowerCase().includes(hint.toLowerCase()))
    if (found !== undefined) return found[0]
  }
  if (isSmall && 'summarizer' in roles) return 'summarizer'
  return 'default' in roles ? 'default' : (all[0]?.[0] ?? 'default')
}
