import { z } from 'zod'

/** Parts of others' files: a wrong one counts as missing, and numbers are kept within what can be computed with. */

export const text = z.string().optional().catch(undefined)
export const flag = z.boolean().optional().catch(undefined)
export const anything = z.unknown().optional()

/** Tokens. */
export const amount = z.number().min(0).max(1e12).transform(Math.round).catch(0).default(0)
/** US dollars. */
export const dollars = z.number().min(0).max(1e9).optional().catch(undefined)

const latest = 8.64e15

/** ms since 1970 of an ISO date or a number; null if it is none. */
export function timeOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : value
  return typeof ms === 'number' && ms >= 0 && ms <= latest ? Math.round(ms) : null
}

/** The value as JSON text; `{}` for what has none, such as nesting that is too deep. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '{}'
  } catch {
    return '{}'
  }
}

const part = z.object({ type: text, text })

/** The texts of a content that is a text or a list of parts; images are named. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.flatMap((each) => {
    const read = part.safeParse(each).data
    if (read?.text !== undefined) return read.text
    return read?.type === 'image' || read?.type === 'input_image' ? '[image]' : []
  })
  return texts.join('\n')
}

/** The first line of a text, as a title. */
export function titleOf(message: string): string {
  const line = message.split('\n').find((each) => each.trim() !== '') ?? ''
  return line.trim().slice(0, 120)
}
