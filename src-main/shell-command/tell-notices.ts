import type { Host } from '../host/host.ts'
import { harmless, type Terminal } from './terminal.ts'

/** Prints what the host has to say beside its answers. @returns its undoing */
export function tellNotices(host: Host, terminal: Terminal): () => void {
  return host.follow({ kind: 'host' }, (heard) => {
    if (heard.topic !== 'host') return
    for (const change of heard.changes) if (change.kind === 'notice') terminal.error(harmless(change.text))
  })
}
