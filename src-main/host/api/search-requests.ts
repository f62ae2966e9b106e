import type { searchRequests as requests } from '../../../src-shared/api/search.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'

/** Search in what was said and done. */
export function searchRequests({
  store,
  clock,
}: Pick<HostContext, 'clock' | 'store'>): HandlersOf<keyof typeof requests> {
  return {
    'history-search': async ({ projectId, query }) =>
      (await import('../search/find.ts')).findIn(store, query, projectId, clock.now()),
  }
}
