import { hash } from 'node:crypto'

/**
 * The chain over a log: each event's hash covers the one before and the event's exact text. The first is
 * chained to the run's id, so that no log passes for another's.
 */
export function chainStart(runId: string): Uint8Array {
  return hash('sha256', `stratagem run ${runId}`, 'buffer')
}

export function chainHash(before: Uint8Array, text: string): Uint8Array {
  return hash('sha256', Buffer.concat([before, Buffer.from(text)]), 'buffer')
}

export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
