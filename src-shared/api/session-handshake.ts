import { z } from 'zod'

/**
 * How a browser window proves that it belongs to the user, before anything else is said on its socket. Cookies would
 * not do: a browser sends those of 127.0.0.1 to every server on 127.0.0.1, whatever its port (RFC 6265, 8.5). What the
 * page keeps in its own storage is bound to its origin, port included (HTML, 12.2), and is sent to nobody else.
 */
export const sessionRequest = z.object({
  kind: z.literal('session'),
  /** The one-time token of the printed address; null when the page was opened without. */
  token: z.string().max(200).nullable(),
  /** What an earlier `session-open` gave, in this tab or another; null when there is none. */
  secret: z.string().max(200).nullable(),
})
export type SessionRequest = z.infer<typeof sessionRequest>

/** Longest first message that is read, characters. */
export const maxSessionRequest = 1000

export const sessionReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session-open'), secret: z.string() }),
  z.object({ kind: z.literal('session-refused') }),
])
export type SessionReply = z.infer<typeof sessionReply>
