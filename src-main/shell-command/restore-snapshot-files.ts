import type { Params } from '../../src-shared/api/host-api.ts'
import { formatFiles } from '../../src-shared/base/format.ts'
import { snapshotId } from '../../src-shared/workspace/changes.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import { UsageError } from './arguments/usage.ts'
import type { Terminal } from './terminal.ts'
import { exitCodes } from './watch-run.ts'

/** The snapshot that `--undo` names, if it is given. @throws UsageError if it is none */
export function readUndo(value: string | undefined, command: 'files' | 'merge'): string | null {
  if (value === undefined || snapshotId.safeParse(value).success) return value ?? null
  throw new UsageError('--undo takes the snapshot that the restore or merge printed.', command)
}

/**
 * Restores a snapshot, and says how to undo that.
 * @param command the one whose `--undo` means the same place, with its run
 * @returns the exit code
 */
export async function restoreSnapshotFiles(
  host: Host,
  command: string,
  request: Params<'files-restore'>,
  terminal: Terminal,
): Promise<number> {
  const { undo, written, removed, kept } = await ask(host, 'files-restore', request)
  for (const { path, why } of kept) terminal.error(`${path} was not changed. ${why}`)
  terminal.out(`${formatFiles(written.length)} restored, ${removed.length} removed.\n`)
  terminal.out(`To undo this: agent ${command} --undo ${undo}\n`)
  return kept.length === 0 ? exitCodes.completed : exitCodes.failed
}
