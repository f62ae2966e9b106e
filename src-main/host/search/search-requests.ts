import type { HandlersOf } from '../handlers.ts'
import type { HostParts } from '../host-parts.ts'
import { findIn } from './find.ts'

/** Finding again what was said and done. */
export function searchRequests({ store, clock }: HostParts): HandlersOf<'history-search'> {
  return { 'history-search': ({ projectId, query }) => findIn(store, query, projectId, clock.now()) }
}
