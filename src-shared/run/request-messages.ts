import { z } from 'zod'

/** Content hash (hex SHA-256) of a body in the store. */
const ref = z.string()

/** A list of messages by the last link of its chain. `length`: number of messages. */
const namedList = z.object({ list: ref, length: z.number() })
/** A list of messages: ref by ref (all that version 1 wrote, and an empty list), or by name. */
export const messageList = z.union([z.array(ref).readonly(), namedList])
export type MessageList = z.infer<typeof messageList>

/** The messages `from` up to, without, `to` of the run's `history`; they stand before index `at` of `refs`. */
const historySlice = z.object({ at: z.number(), from: z.number(), to: z.number() })
export type HistorySlice = z.infer<typeof historySlice>

/**
 * The messages of a model request, without writing the shared beginning again: the first `keep` messages
 * of the request at `base` (a path, or null), then the bodies named by `refs`, among them `slices` of the
 * history, in order.
 */
export const requestMessages = z.object({
  base: z.string().nullable(),
  keep: z.number(),
  refs: z.array(ref).readonly(),
  slices: z.array(historySlice).readonly().optional(),
})
export type RequestMessages = z.infer<typeof requestMessages>
