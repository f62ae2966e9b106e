import { z } from 'zod'
import { workBounded } from '../../bounded/bounded-work.ts'

/** A page as text, and whether its rest was left out. */
export interface Readable {
  readonly text: string
  readonly cut: boolean
}
const pageText = z.object({ text: z.string(), cut: z.boolean() })

/**
 * A page as text, made in a thread with a time limit: of a page that takes too long only the beginning is read.
 * @throws Error with a sentence
 */
export async function readable(
  { text, type, url }: { readonly text: string; readonly type: string; readonly url: string },
  signal: AbortSignal,
): Promise<Readable> {
  if (!/html/.test(type)) return { text, cut: false }
  for (const much of ['all', 'beginning'] as const) {
    const read = await workBounded({ kind: 'page-text', html: text, much }, pageText, { signal })
    if (read.kind === 'stopped') throw new Error('Stopped before the page was read.')
    if (read.kind === 'done') return much === 'all' ? read.value : { text: read.value.text, cut: true }
  }
  throw new Error(
    `${url} can’t be made into text: it takes too long, as pages do that are built to. Try another address.`,
  )
}
