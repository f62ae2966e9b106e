import type { Host } from '../host/host.ts'
import type { Terminal } from './terminal.ts'

/** Prints the host's notices while the work continues. */
export async function printNotices<T>(host: Host, terminal: Terminal, work: () => Promise<T>): Promise<T> {
  const undo = host.follow({ kind: 'host' }, (message) => {
    if (message.topic !== 'host') return
    for (const change of message.changes) if (change.kind === 'notice') terminal.error(change.text)
  })
  try {
    return await work()
  } finally {
    undo()
  }
}
