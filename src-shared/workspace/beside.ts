import { z } from 'zod'

/** A file or folder that no snapshot holds, and what became of it: nothing can undo that. */
export const besideChange = z.object({
  /** Project-relative; a folder ends with a slash. */
  path: z.string(),
  kind: z.enum(['added', 'changed', 'removed']),
})
export type BesideChange = z.infer<typeof besideChange>

const words = { added: 'added', changed: 'changed', removed: 'removed' } as const

/** `.env (removed), big.bin (changed) and 3 more` */
export function besideText(changes: readonly BesideChange[], most = 10): string {
  const named = changes.slice(0, most).map(({ path, kind }) => `${path} (${words[kind]})`)
  const more = changes.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
