export interface ReadIndex {
  /** As bytes in Latin-1. */
  readonly paths: readonly string[]
  /** Those at which another repository lies: submodules, whether `.gitmodules` names them or not. */
  readonly links: readonly string[]
  /** The checksum that names the shared part of a split index; null if the index is not split. */
  readonly shared: string | null
}

/**
 * The entries of an index; null if it can't be parsed. Does not use git: an index may come with a folder, and git
 * trusts the paths in it.
 * @param hash length of an object id in bytes: 20 or 32
 * Source: gitformat-index(5).
 */
export function readIndex(bytes: Buffer, hash: number): ReadIndex | null {
  try {
    const found = entries(bytes, hash)
    return found === null
      ? null
      : { paths: found.paths, links: found.links, shared: sharedPart(bytes, found.end, hash) }
  } catch (thrown) {
    // Truncated within a number.
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

function entries(
  bytes: Buffer,
  hash: number,
): { paths: readonly string[]; links: readonly string[]; end: number } | null {
  const version = bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return null
  const paths: string[] = []
  const links: string[] = []
  let at = 12
  let before = ''
  for (let count = bytes.readUInt32BE(8); count > 0; count--) {
    const flags = at + 40 + hash
    if (flags + 2 > bytes.length) return null
    const isExtended = version > 2 && (bytes.readUInt16BE(flags) & 0x4000) !== 0
    let start = flags + (isExtended ? 4 : 2)
    let previous = ''
    if (version === 4) {
      const { value, next } = offsetAt(bytes, start)
      previous = before.slice(0, Math.max(0, before.length - value))
      start = next
    }
    const end = bytes.indexOf(0, start)
    if (end < 0) return null
    before = previous + bytes.toString('latin1', start, end)
    paths.push(before)
    // The type of a link to a commit, in the mode.
    if ((bytes.readUInt32BE(at + 24) & 0xf000) === 0xe000) links.push(before)
    // Entries are padded with one to eight NULs to a multiple of eight, except in version 4.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return { paths, links, end: at }
}

/** How many bytes of the previous path are dropped. Source: gitformat-pack(5), "offset encoding". */
function offsetAt(bytes: Buffer, from: number): { value: number; next: number } {
  let at = from
  let byte = bytes[at++] ?? 0
  let value = byte & 127
  while ((byte & 128) !== 0 && at < bytes.length) {
    byte = bytes[at++] ?? 0
    value = (value + 1) * 128 + (byte & 127)
  }
  return { value, next: at }
}

function sharedPart(bytes: Buffer, from: number, hash: number): string | null {
  for (let at = from; at + 8 <= bytes.length - hash; at += 8 + bytes.readUInt32BE(at + 4))
    if (bytes.toString('latin1', at, at + 4) === 'link') {
      const name = bytes.toString('hex', at + 8, at + 8 + hash)
      return /^0*$/.test(name) ? null : name
    }
  return null
}
