import { rm, writeFile } from 'node:fs/promises'
import type { ToolLimits } from '../../../../src-shared/model/tool.ts'
import type { OtherAgentListener } from '../../../agent/ports.ts'
import { phaseForbids } from '../../../tools/phase-limits.ts'
import type { GuardedFiles } from '../../../tools/workspace-port.ts'
import type { Snapshots } from '../../../workspace/snapshots/snapshots.ts'

/**
 * Undoes changes of files that may not be changed, whatever way they were changed.
 * @param before the snapshot from before the work
 * @returns the files that are as they were again
 */
export async function undoForbidden(
  snapshots: Pick<Snapshots, 'snapshot' | 'paths' | 'fileAt' | 'restore'>,
  files: GuardedFiles,
  before: string,
  limits: ToolLimits,
): Promise<readonly string[]> {
  const { id: after } = await snapshots.snapshot()
  const changed = await snapshots.paths(before, after)
  const forbidden = changed.filter((path) => phaseForbids(limits, 'edit', [path]) !== null)
  if (forbidden.length === 0) return []
  if (forbidden.length === changed.length) await snapshots.restore(before)
  else for (const path of forbidden) await putBack(snapshots, files, before, path)
  return forbidden
}

interface UndoParts {
  readonly snapshots: Parameters<typeof undoForbidden>[0]
  readonly files: GuardedFiles
  readonly before: string
  readonly limits: ToolLimits
  readonly listener: Pick<OtherAgentListener, 'notice'>
}

/** The same, with a notice on the run if there were any. */
export async function undoAndReport(parts: UndoParts): Promise<readonly string[]> {
  const undone = await undoForbidden(parts.snapshots, parts.files, parts.before, parts.limits)
  if (undone.length > 0)
    parts.listener.notice(
      'warning',
      `The agent changed files that it may not change here; they are as they were before: ${undone.join(', ')}.`,
    )
  return undone
}

/** A path that leads out of the folder by now, through a link, is left alone: nothing outside is written. */
async function putBack(snapshots: Pick<Snapshots, 'fileAt'>, files: GuardedFiles, before: string, path: string) {
  const bytes = await snapshots.fileAt(before, path)
  const place = await files.resolve(path)
  if (!place.ok || place.relative !== path) return
  if (bytes === null) await rm(place.absolute, { force: true })
  else await writeFile(place.absolute, bytes)
}
