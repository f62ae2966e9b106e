import type { Host } from '../host/host.ts'
import type { Terminal } from './terminal.ts'

/**
 * Prints the host's notices while the work continues.
 * @param work gets a terminal on which it repeats none of them: what a run's log and the host tell alike is said once
 */
export async function printNotices<T>(host: Host, of: Terminal, work: (terminal: Terminal) => Promise<T>): Promise<T> {
  const terminal = sayingOnce(of)
  const undo = host.follow({ kind: 'host' }, (message) => {
    if (message.topic !== 'host') return
    for (const change of message.changes) if (change.kind === 'notice') terminal.error(change.text)
  })
  try {
    return await work(terminal)
  } finally {
    undo()
  }
}

/** The same terminal, which says a thing once. */
function sayingOnce(terminal: Terminal): Terminal {
  const said = new Set<string>()
  const error = (text: string) => {
    if (said.has(text)) return
    said.add(text)
    terminal.error(text)
  }
  return { ...terminal, error }
}
