import { z } from 'zod'
import type { MessageList } from '../../../src-shared/run/request-messages.ts'

/**
 * Lists of messages that grow with a conversation, each stored as what it adds to the one before.
 *
 * 1. A list is named by the hash of its last link; a link is an ordinary body, and refers to the previous link by its
 *    hash. So a name identifies exactly one list, byte for byte, and a hash that covers the name covers the list.
 * 2. Links are never changed. Lists with the same beginning share its links.
 */
const link = z.strictObject({
  /** The list that this one continues; null if it is the first. */
  before: z.string().nullable(),
  /** How many messages the list has in all. */
  length: z.number().int().positive(),
  /** Bodies of the messages that it adds. */
  added: z.array(z.string()).readonly(),
})
type Link = z.infer<typeof link>

/** Maximum of messages per link, so that no link is large. */
const maxAdded = 256

/** The list with more messages at its end; the list itself if there are none. */
export function extendList(
  list: MessageList,
  added: readonly string[],
  putBody: (text: string) => string,
): MessageList {
  if (isRefs(list)) return added.length === 0 && list.length === 0 ? list : chainOf([...list, ...added], putBody)
  let name = list
  for (let at = 0; at < added.length; at += maxAdded) {
    const part = added.slice(at, at + maxAdded)
    const length = name.length + part.length
    name = { list: putBody(linkText({ before: name.list, length, added: part })), length }
  }
  return name
}

/** @param refs one at least */
export function chainOf([...refs]: readonly string[], putBody: (text: string) => string): MessageList {
  const added = refs.splice(0, maxAdded)
  const first = { list: putBody(linkText({ before: null, length: added.length, added })), length: added.length }
  return extendList(first, refs, putBody)
}

// In this order always: the text is what the hash is of.
const linkText = ({ before, length, added }: Link): string => JSON.stringify({ before, length, added })

const isRefs = (list: MessageList): list is readonly string[] => Array.isArray(list)

/** The bodies of the list's messages, oldest first. @throws Error if a link can't be read, or is none */
export function listRefs(list: MessageList, readBody: (ref: string) => string): readonly string[] {
  if (isRefs(list)) return list
  const parts: (readonly string[])[] = []
  for (let at: string | null = list.list; at !== null; ) {
    const { before, added }: Link = readLink(readBody(at))
    parts.push(added)
    at = before
  }
  const refs = parts.reverse().flat()
  if (refs.length !== list.length)
    throw new Error(`the list ${list.list} has ${refs.length} messages, not ${list.length}`)
  return refs
}

/** The last link of a list's chain; null for a list that is written ref by ref. */
export const listName = (list: MessageList): string | null => (isRefs(list) ? null : list.list)

/** @throws Error if the text is no link */
export const readLink = (text: string): Link => link.parse(JSON.parse(text))

/** The same link with other names for bodies. */
export const renameLink = (text: string, renamed: (ref: string) => string): string => {
  const { before, length, added } = readLink(text)
  return linkText({ before: before === null ? null : renamed(before), length, added: added.map(renamed) })
}
