import type { Changes, FileChange } from '../../../src-shared/workspace/changes.ts'
import type { SnapshotRepository } from './snapshot-repository.ts'
import type { Snapshot } from './take-snapshot.ts'

/** Maximum characters of one file's patch; longer ones are left out. */
const maxPatch = 400_000
/** Maximum bytes of all patches together; files beyond it have none. */
const allPatches = 16 * 1024 * 1024

const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']

/** A path that differs, as reported by `git diff-tree --raw`. */
export interface TreeDifference {
  readonly path: string
  /** Octal modes; `000000` if the side has no such file. */
  readonly modeBefore: string
  readonly modeAfter: string
}

export async function treeDifferences(
  repository: SnapshotRepository,
  before: string,
  after: string,
): Promise<TreeDifference[]> {
  const fields = (await repository.text(['diff-tree', '-r', '-z', '--raw', ...plain, before, after])).split('\0')
  const found: TreeDifference[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [modeBefore = '', modeAfter = ''] = (fields[at] ?? '').slice(1).split(' ')
    found.push({ path: fields[at + 1] ?? '', modeBefore, modeAfter })
  }
  return found
}

/** Ignored files that only one of two snapshots holds: how they were in the other is not known. */
export function heldByOne(one: Snapshot, other: Snapshot): ReadonlySet<string> {
  const both = new Set(one.held?.filter((path) => other.held?.includes(path)))
  return new Set([...(one.held ?? []), ...(other.held ?? [])].filter((path) => !both.has(path)))
}

export const isAbsent = (mode: string) => mode === '000000'

/** The changes from one snapshot to another. What either could not hold is listed, not shown as a change. */
export async function changesBetween(
  repository: SnapshotRepository,
  before: Snapshot,
  after: Snapshot,
): Promise<Changes> {
  const notCovered = [...new Set([...before.notCovered, ...after.notCovered])].sort()
  if (before.id === after.id) return { files: [], notCovered }
  const [differences, counts, patches] = await Promise.all([
    treeDifferences(repository, before.id, after.id),
    lineCounts(repository, before.id, after.id),
    patchTexts(repository, before.id, after.id),
  ])
  let next = 0
  const files = differences.map((each): FileChange => {
    // A file that became a link, or the other way round, is two patches: one removed, one added.
    const parts = isOtherKind(each) ? 2 : 1
    const patch = patches.slice(next, next + parts).join('')
    next += parts
    const count = counts.get(each.path) ?? { added: 0, removed: 0, binary: false }
    return {
      path: each.path,
      kind: kindOf(each),
      ...count,
      patch: count.binary || patch.length > maxPatch ? '' : patch,
    }
  })
  const apart = new Set([...notCovered, ...heldByOne(before, after)])
  const folders = notCovered.filter((each) => each.endsWith('/'))
  const isApart = (path: string) => apart.has(path) || folders.some((each) => path.startsWith(each))
  return { files: files.filter((each) => !isApart(each.path)), notCovered }
}

function kindOf({ modeBefore, modeAfter }: TreeDifference): FileChange['kind'] {
  if (isAbsent(modeBefore)) return 'added'
  return isAbsent(modeAfter) ? 'removed' : 'changed'
}

function isOtherKind({ modeBefore, modeAfter }: TreeDifference): boolean {
  return !isAbsent(modeBefore) && !isAbsent(modeAfter) && modeBefore.slice(0, 3) !== modeAfter.slice(0, 3)
}

type Count = Pick<FileChange, 'added' | 'removed' | 'binary'>

async function lineCounts(repository: SnapshotRepository, before: string, after: string): Promise<Map<string, Count>> {
  const text = await repository.text(['diff-tree', '-r', '-z', '--numstat', ...plain, before, after])
  const counts = new Map<string, Count>()
  for (const entry of text.split('\0').slice(0, -1)) {
    const [added = '', removed = '', ...path] = entry.split('\t')
    const known = counts.get(path.join('\t')) ?? { added: 0, removed: 0, binary: false }
    counts.set(path.join('\t'), {
      added: known.added + (Number(added) || 0),
      removed: known.removed + (Number(removed) || 0),
      binary: known.binary || added === '-',
    })
  }
  return counts
}

/** One text for each patch, in the order of the differences, from its `---` line on. */
async function patchTexts(repository: SnapshotRepository, before: string, after: string): Promise<string[]> {
  const args = ['diff-tree', '-r', '-p', '-U3', '--src-prefix=a/', '--dst-prefix=b/', ...plain, before, after]
  const run = await repository.run(args, { limit: allPatches })
  // Unambiguous: lines of content start with a space, a sign or a backslash, and names are quoted.
  const sections = run.output
    .toString()
    .split(/^diff --git /m)
    .slice(1)
  const whole = run.cut ? sections.slice(0, -1) : sections
  return whole.map((section) => {
    const start = section.search(/^--- /m)
    return start < 0 ? '' : section.slice(start)
  })
}
