import type { HostContext } from '../host-context.ts'

const maxNamed = 5

/**
 * Reports which of the project's files the lanes do not get, since a check without them would be meaningless.
 * @param notCovered what the snapshot that lanes start from could not hold
 */
export function notifyLeftOut({ bus }: Pick<HostContext, 'bus'>, notCovered: readonly string[]): void {
  if (notCovered.length === 0) return
  const more = notCovered.length - maxNamed
  const named = `${notCovered.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const text = `The lanes’ copies don’t contain ${named}: nested git repositories, files over 50 MB and unreadable files are not copied. A set-up command can add them.`
  bus.publish({ kind: 'notice', level: 'warning', text })
}
