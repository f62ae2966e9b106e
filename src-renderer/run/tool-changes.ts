import type { ChangeCount } from '../../src-shared/run/conversation.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'
import type { Changes, FileChange } from '../../src-shared/workspace/changes.ts'

/**
 * The changes that a run's edits made so far, from the diffs of its tool calls: for positions without a snapshot.
 * Changes made by commands are not included. Each file's edits are listed one after the other.
 */
export function toolChanges(view: Pick<RunView, 'spans'>): Changes {
  const files = new Map<string, FileChange>()
  for (const span of view.spans) {
    if (span.kind !== 'tool' || span.body.kind !== 'diff' || span.result?.ok !== true) continue
    const { path, patch, added, removed } = span.body
    const before = files.get(path)
    if (before === undefined) {
      files.set(path, { path, kind: kindOf(patch), added, removed, binary: false, patch })
      continue
    }
    const sum = { added: before.added + added, removed: before.removed + removed }
    files.set(path, { ...before, ...sum, patch: joined(before.patch, patch) })
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), notCovered: [] }
}

/**
 * The files of a finished run with their figures, as far as its tool calls tell; null if they don't add up to what the
 * run changed, because a command changed files, or candidates worked in copies of their own.
 */
export function changedFiles(view: Pick<RunView, 'spans'>, total: ChangeCount): readonly ChangedFile[] | null {
  const { files } = toolChanges(view)
  const [only] = files
  const sum = (of: 'added' | 'removed') => files.reduce((all, file) => all + file[of], 0)
  if (files.length === total.files && sum('added') === total.added && sum('removed') === total.removed) return files
  if (only === undefined || files.length > 1 || total.files > 1) return null
  return [{ ...total, path: only.path }]
}

type ChangedFile = Pick<FileChange, 'path' | 'added' | 'removed'>

const kindOf = (patch: string): FileChange['kind'] =>
  /^--- \/dev\/null/m.test(patch) ? 'added' : /^\+\+\+ \/dev\/null/m.test(patch) ? 'removed' : 'changed'

/** The hunks of both, with the header of the first. */
function joined(first: string, second: string): string {
  const hunks = second.slice(Math.max(0, second.search(/^@@/m)))
  return `${first}${first.endsWith('\n') || first === '' ? '' : '\n'}${hunks}`
}
