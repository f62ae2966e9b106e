import type { HandlersOf } from '../handlers.ts'
import type { HostParts } from '../host-parts.ts'

/** Finding again what was said and done. */
export function searchRequests({ store, clock }: HostParts): HandlersOf<'history-search'> {
  return {
    'history-search': async ({ projectId, query }) =>
      (await import('./find.ts')).findIn(store, query, projectId, clock.now()),
  }
}
