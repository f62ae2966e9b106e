import { isUtf8 } from 'node:buffer'
import { createHash, hash as hashOfBytes } from 'node:crypto'
import { counted, formatSize } from '../../../src-shared/base/format.ts'
import type { ShownFile } from '../../../src-shared/workspace/project-trust.ts'
import type { TreeEntry, WholeTree } from '../../workspace/guard/whole-tree.ts'

/** What a project brings of one kind, byte for byte. */
export interface PartContent {
  readonly entries: readonly TreeEntry[]
  /** For a look before deciding. */
  readonly shown: readonly ShownFile[]
  /** Hex SHA-256 of all names and bytes. Of texts alone it is that of `hashFiles`, so that earlier decisions hold. */
  readonly hash: string
  /** Why it can't be trusted, as a sentence; null if it can. */
  readonly problem: string | null
}

/** @param whenUnreadable whether what can't be read byte for byte makes the whole untrustable, or is just not used */
export function partContent(trees: readonly WholeTree[], whenUnreadable: 'refuse' | 'leave-out'): PartContent {
  const entries = trees.flatMap((tree) => tree.entries)
  const obstacles = trees.flatMap((tree) => tree.obstacles)
  const [first] = obstacles
  const counts = obstacles.length > 1 ? ` The same holds for ${counted(obstacles.length - 1, 'other')}.` : ''
  const problem =
    whenUnreadable === 'leave-out' || first === undefined
      ? null
      : `It can’t be trusted because of ${first.path}: ${first.why}, so nobody could tell whether it changes.${counts} Put plain files there.`
  const hashed = [...entries.map(identityOf), ...obstacles.map(({ path, why }) => [path, null, 'left out', why])]
  const listed = hashed.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return {
    entries,
    shown: [
      ...shownOf(entries),
      ...obstacles.map(({ path, why }) => ({ file: path, text: '', about: `not used: ${why}` })),
    ],
    hash: createHash('sha256').update(JSON.stringify(listed)).digest('hex'),
    problem,
  }
}

/** What makes an entry this one: nothing that a reader or a shell would take differently may be left out. */
function identityOf(entry: TreeEntry): readonly (string | null)[] {
  if (entry.kind === 'link') return [entry.path, null, 'link', entry.to]
  const text = textOf(entry.bytes)
  return text === null ? [entry.path, null, hashOfBytes('sha256', entry.bytes)] : [entry.path, text]
}

/** Null if decoding and encoding it again would not give the same bytes, or if it is no text. */
export function textOf(bytes: Buffer): string | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null
  const text = bytes.toString('utf8')
  // A byte order mark is dropped by some readers.
  return text.startsWith('\ufeff') ? null : text
}

/** Characters of a file that are shown, of all files together, and files that are listed one by one. */
const [maxShown, maxAllShown, maxListed] = [100_000, 1_000_000, 300]

function shownOf(entries: readonly TreeEntry[]): readonly ShownFile[] {
  let left = maxAllShown
  const listed = entries.slice(0, maxListed).map((entry): ShownFile => {
    if (entry.kind === 'link') return { file: entry.path, text: '', about: `link to ${entry.to}` }
    const text = textOf(entry.bytes)
    const size = formatSize(entry.bytes.length)
    if (text === null) return { file: entry.path, text: '', about: `binary, ${size}` }
    const most = Math.min(maxShown, left)
    const part = text.slice(0, most)
    left -= part.length
    return part.length === text.length
      ? { file: entry.path, text }
      : { file: entry.path, text: part, about: `${size}, only the beginning is shown` }
  })
  const rest = entries.slice(maxListed)
  if (rest.length === 0) return listed
  const bytes = rest.reduce((sum, each) => sum + (each.kind === 'file' ? each.bytes.length : 0), 0)
  return [...listed, { file: '…', text: '', about: `${counted(rest.length, 'more file')}, ${formatSize(bytes)}` }]
}
