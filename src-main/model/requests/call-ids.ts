import { createHash } from 'node:crypto'
import type { Recipient } from '../wire.ts'

/** Mistral's rule, which is the strictest. */
const short = /^[a-zA-Z0-9]{9}$/
/** OpenAI's limit in Responses, characters. */
const longest = 64

/** The id of a call as the recipient takes it: the same for the call and its result. */
export function sentCallId({ forms = [] }: Recipient, id: string): string {
  if (forms.includes('short-ids')) return short.test(id) ? id : markOf(id, 9)
  if (forms.includes('bounded-ids') && id.length > longest) return `call_${markOf(id, 32)}`
  return id
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const markOf = (id: string, length: number): string =>
  [...createHash('sha256').update(id).digest().subarray(0, length)].map((byte) => digits[byte % digits.length]).join('')
