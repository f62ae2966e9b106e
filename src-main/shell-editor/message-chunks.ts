import type { SessionUpdate } from '@agentclientprotocol/sdk'

type Channel = 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk'

/** Turns what a run says into chunks of messages. */
export interface MessageChunks {
  /** A part of a message that streams in under `id`. */
  part(channel: Channel, id: string, text: string): SessionUpdate[]
  /** What is left of a message whose beginning may have been sent; nothing if another text was sent. */
  rest(channel: Channel, id: string, whole: string): SessionUpdate[]
  /** What was sent of a message that is not whole. */
  sent(channel: Channel, id: string): string
  /** The next part under `id` begins a new message: the one so far was cut off. */
  restart(id: string): void
  /** Something else was shown in between. */
  interrupt(): void
}

/** Messages of one kind that follow each other directly are parted by an empty line, since not all editors read ids. */
export function messageChunks(): MessageChunks {
  const sent = new Map<string, string>()
  const attempts = new Map<string, number>()
  let last: { readonly channel: Channel; readonly id: string } | null = null
  const part = (channel: Channel, id: string, text: string): SessionUpdate[] => {
    if (text === '') return []
    const key = `${channel} ${id}`
    sent.set(key, (sent.get(key) ?? '') + text)
    const messageId = attempts.has(id) ? `${id}#${attempts.get(id)}` : id
    const isNew = last?.channel === channel && last.id !== messageId
    last = { channel, id: messageId }
    return [{ sessionUpdate: channel, messageId, content: { type: 'text', text: isNew ? `\n\n${text}` : text } }]
  }
  return {
    part,
    rest: (channel, id, whole) => {
      const before = sent.get(`${channel} ${id}`) ?? ''
      sent.delete(`${channel} ${id}`)
      return whole.startsWith(before) ? part(channel, id, whole.slice(before.length)) : []
    },
    sent: (channel, id) => sent.get(`${channel} ${id}`) ?? '',
    restart: (id) => {
      for (const channel of ['agent_message_chunk', 'agent_thought_chunk']) sent.delete(`${channel} ${id}`)
      attempts.set(id, (attempts.get(id) ?? 1) + 1)
    },
    interrupt: () => {
      last = null
    },
  }
}
