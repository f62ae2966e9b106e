import type { NotificationChoice } from '../settings/settings.ts'
import type { Run } from './conversation.ts'

/** What wants the user's attention: ids of runs. */
export interface Attention {
  /** Runs that wait for the user. */
  readonly waiting: ReadonlySet<string>
  /** Runs that failed while nobody looked. */
  readonly failed: ReadonlySet<string>
}
const none: ReadonlySet<string> = new Set()
export const noAttention: Attention = { waiting: none, failed: none }

/**
 * Applies the latest record of a run.
 * @param going whether it was known to be active before: only such a run can fail now
 * @param looked whether the user looks at the app
 */
export function withRun(
  { waiting, failed }: Attention,
  { id, status }: Pick<Run, 'id' | 'status'>,
  going: boolean,
  looked: boolean,
): Attention {
  const waits = status === 'waiting'
  const fails = status === 'failed' && going && !looked
  return {
    waiting: waits === waiting.has(id) ? waiting : toggled(waiting, id),
    failed: fails && !failed.has(id) ? toggled(failed, id) : failed,
  }
}

/** The user looks at the app, and so has seen what failed. */
export const looked = (attention: Attention): Attention =>
  attention.failed.size === 0 ? attention : { ...attention, failed: none }

/** The number on the app's badge. */
export function badgeCount({ waiting, failed }: Attention, choice: NotificationChoice): number {
  if (choice === 'off') return 0
  return choice === 'waiting' ? waiting.size : waiting.size + failed.size
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
