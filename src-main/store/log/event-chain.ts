import { hash } from 'node:crypto'

/**
 * The chain over a log: each event's hash covers the one before and the event's exact text. The first is
 * chained to the run's id, so that no log can pass for another.
 */
export function chainStart(runId: string): Uint8Array {
  return hash('sha256', `stratagem run ${runId}`, 'buffer')
}

export function chainHash(before: Uint8Array, text: string): Uint8Array {
  const linked = Buffer.allocUnsafe(before.length + Buffer.byteLength(text))
  linked.set(before)
  linked.write(text, before.length)
  return hash('sha256', linked, 'buffer')
}

export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

/**
 * Checks the links of a chain one by one. A link that does not fit is damaged, and the check continues from its
 * stored hash, so that one damaged text is one damaged link. If it was the hash that was damaged, the next link fits
 * the hash that should have been there.
 *
 * @param before the hash before the first link; null if it is lost, so that this link cannot be verified
 */
export function chainCheck(before: Uint8Array | null): (text: string, stored: Uint8Array) => boolean {
  let last = before
  let should: Uint8Array | null = null
  return (text, stored) => {
    const made = last === null ? null : chainHash(last, text)
    const fits =
      (made !== null && sameHash(made, stored)) || (should !== null && sameHash(chainHash(should, text), stored))
    should = fits ? null : made
    last = stored
    return fits
  }
}

/** The hash stored for a damaged link when the log is copied: it fits no chain. */
export function damagedHash(before: Uint8Array, text: string): Uint8Array {
  return chainHash(before, `damaged\n${text}`)
}
