import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'

/** Finding again what was said and done. */
export function searchRequests({ store, clock }: HostContext): HandlersOf<'history-search'> {
  return {
    'history-search': async ({ projectId, query }) =>
      (await import('../search/find.ts')).findIn(store, query, projectId, clock.now()),
  }
}
