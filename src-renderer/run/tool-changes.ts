import type { RunView } from '../../src-shared/run/view/run-view.ts'
import type { Changes, FileChange } from '../../src-shared/workspace/changes.ts'

/**
 * The changes that a run's edits made so far, from the diffs of its tool calls: for positions without a snapshot. Changes made by
 * commands are not included. Each file's edits are listed one after the other.
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

const kindOf = (patch: string): FileChange['kind'] =>
  /^--- \/dev\/null/m.test(patch) ? 'added' : /^\+\+\+ \/dev\/null/m.test(patch) ? 'removed' : 'changed'

/** The hunks of both, with the header of the first. */
function joined(first: string, second: string): string {
  const hunks = second.slice(Math.max(0, second.search(/^@@/m)))
  return `${first}${first.endsWith('\n') || first === '' ? '' : '\n'}${hunks}`
}
