import type { GuardedFiles } from '../../tools/workspace-port.ts'
import type { Snapshots } from '../../workspace/snapshots/snapshots.ts'

/**
 * Files whose edits can be undone: an ignored file is held by snapshots from just before its first edit on. One that
 * can't be held is edited all the same, and the result says so.
 */
export function holdingFiles(files: GuardedFiles, snapshots: Pick<Snapshots, 'hold'>): GuardedFiles {
  return {
    ...files,
    writeText: async (path, text, expected) => {
      const place = await files.resolve(path)
      const not = place.ok ? await snapshots.hold([place.relative]).catch(() => [place.relative]) : []
      const written = await files.writeText(path, text, expected)
      return written.ok && not.length > 0 ? { ...written, note: notHeld } : written
    },
  }
}

const notHeld = 'No snapshot holds this ignored file, so Stratagem can’t undo this edit.'
