import { sha256 } from '../fingerprint.ts'

/** A list of refs with its digests: `digests[i]` covers those up to and including `i`. */
export interface RequestDigests {
  readonly refs: readonly string[]
  readonly digests: readonly string[]
}

/**
 * The latest request of each of these latest runs of the process: a conversation's next turn begins as the one before
 * did, and only what is new is hashed.
 */
const maxRuns = 8
const latest = new Map<object, RequestDigests>()

/** @param run whose request it is; what the one before it left is given up */
export function digestRequest(run: object, refs: readonly string[], base: RequestDigests | null): RequestDigests {
  const from = base ?? longestShared([...latest.values()], refs).base
  const digests = from === null ? [] : from.digests.slice(0, sharedLength(from.refs, refs))
  for (let at = digests.length; at < refs.length; at++) digests.push(sha256(`${digests.at(-1) ?? ''}${refs[at] ?? ''}`))
  const made = { refs, digests }
  latest.delete(run)
  latest.set(run, made)
  const [oldest] = latest.keys()
  if (latest.size > maxRuns && oldest !== undefined) latest.delete(oldest)
  return made
}

/** The one with the longest common beginning with `refs`, the latest of several; null if there is none. */
export function longestShared<K extends RequestDigests>(known: readonly K[], refs: readonly string[]) {
  let base: K | null = null
  let keep = 0
  for (const each of known) {
    const shared = sharedLength(each.refs, refs)
    if (shared > keep || (shared === keep && shared > 0)) {
      base = each
      keep = shared
    }
  }
  return { base, keep }
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one[length] === other[length]) length++
  return length
}
