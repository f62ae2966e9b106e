import type { HandlersOf } from '../handlers.ts'
import type { HostParts } from '../host-parts.ts'
import { notYet } from '../not-yet.ts'

export function importRequests(_parts: HostParts): HandlersOf<'import-begin' | 'import-add' | 'import-finish'> {
  return { 'import-begin': notYet, 'import-add': notYet, 'import-finish': notYet }
}
