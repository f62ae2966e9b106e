import type { Done } from './done.ts'
import type { WireMessage } from './wire.ts'

/** A check that a strategy ran itself and told of in a message: known as if the model had run it with a call. */
export function toldCheck(message: WireMessage, recent: boolean): Done[] {
  if (message.role !== 'user') return []
  const told = /The check `([^`\n]+)` (?:exited with \d+|was ended)[\s\S]*/.exec(message.content)
  if (told === null) return []
  return [{ tool: 'shell', arguments: { command: told[1] ?? '' }, result: told[0], recent }]
}
