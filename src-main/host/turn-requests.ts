import type { HandlersOf } from './handlers.ts'
import type { HostParts } from './host-parts.ts'
import { notYet } from './not-yet.ts'

/** Marks on turns, and taking them away. */
export function turnRequests(_parts: HostParts): HandlersOf<'turn-mark' | 'turn-delete' | 'turn-undelete'> {
  return { 'turn-mark': notYet, 'turn-delete': notYet, 'turn-undelete': notYet }
}
