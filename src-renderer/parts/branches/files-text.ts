import { formatChange, formatFiles } from '../../../src-shared/base/format.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'

/** `3 files (+12 −4)` */
export function changesText({ files }: Changes): string {
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return `${formatFiles(files.length)} (${formatChange(added, removed)})`
}
