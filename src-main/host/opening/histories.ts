import type { Message } from '../../../src-shared/model/message.ts'
import type { MessageList } from '../../../src-shared/run/request-messages.ts'
import { listName, listRefs, readLink } from '../../agent/messages/message-list.ts'
import { storedMessage } from '../../agent/messages/request-log.ts'
import type { StoredHistory } from '../../agent/started-task.ts'
import type { Store } from '../../store/store.ts'
import { found } from '../base/not-found.ts'

/** The messages of lists, cached while the conversation continues. */
export interface Histories {
  /** @throws FailureError, Error if a text is lost or damaged */
  read(list: MessageList): StoredHistory
}

/** Maximum of cached lists, and of their characters together. A list that shares its messages counts in full. */
const maxLists = 8
const maxCharacters = 64_000_000

interface Held extends StoredHistory {
  readonly characters: number
}

/** Only what a turn adds is read, checked and parsed; the rest is known from the turn before. */
export function openHistories(store: Pick<Store, 'bodies'>): Histories {
  const held = new Map<string, Held>()
  const readBody = (ref: string) => found(store.bodies.get(ref), 'message')

  function read(list: MessageList): StoredHistory {
    const name = listName(list)
    if (name === null) return extended(nothing, list, listRefs(list, readBody), readBody)
    const parts: (readonly string[])[] = []
    let at: string | null = name
    while (at !== null && !held.has(at)) {
      const link: ReturnType<typeof readLink> = readLink(readBody(at))
      parts.push(link.added)
      at = link.before
    }
    const before = at === null ? nothing : (held.get(at) ?? nothing)
    const made = parts.length === 0 ? before : extended(before, list, parts.reverse().flat(), readBody)
    hold(name, made)
    return made
  }

  function hold(name: string, history: Held): void {
    held.delete(name)
    held.set(name, history)
    let characters = [...held.values()].reduce((sum, each) => sum + each.characters, 0)
    for (const [oldest, { characters: freed }] of held) {
      if (held.size <= maxLists && characters <= maxCharacters) return
      held.delete(oldest)
      characters -= freed
    }
  }
  return { read }
}

const nothing: Held = { list: [], refs: [], messages: [], characters: 0 }

function extended(before: Held, list: MessageList, added: readonly string[], readBody: (ref: string) => string): Held {
  let { characters } = before
  const messages: Message[] = [...before.messages]
  for (const ref of added) {
    const text = readBody(ref)
    characters += text.length
    messages.push(storedMessage(ref, text))
  }
  return { list, refs: [...before.refs, ...added], messages: Object.freeze(messages), characters }
}
