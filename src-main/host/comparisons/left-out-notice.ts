import type { Snapshots } from '../../workspace/snapshots/snapshots.ts'
import type { HostContext } from '../host-context.ts'

const maxNamed = 10

/**
 * Reports which of the project's files the lanes do not get, since a check without them would be meaningless.
 * @param notCovered what the snapshot that lanes start from could not hold
 */
export async function notifyLeftOut(
  { bus }: Pick<HostContext, 'bus'>,
  snapshots: Pick<Snapshots, 'leftOutOfCopies'>,
  notCovered: readonly string[],
): Promise<void> {
  const leftOut = await snapshots.leftOutOfCopies(notCovered).catch(() => notCovered)
  if (leftOut.length === 0) return
  const more = leftOut.length - maxNamed
  const named = `${leftOut.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const text = `The lanes’ copies don’t contain ${named}: build outputs, ignored files over 1 MB, files over 50 MB, unreadable files and the .git of nested repositories are not copied. A set-up command can add them, and .worktreeinclude can name ignored files.`
  bus.publish({ kind: 'notice', level: 'warning', text })
}
