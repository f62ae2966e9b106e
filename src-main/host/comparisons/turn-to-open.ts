import { turnToContinue } from '../../../src-shared/comparison/lane-ranking.ts'
import { type Conversation, latestTurn, type Turn } from '../../../src-shared/run/conversation.ts'
import type { Store } from '../../store/store.ts'

/**
 * The turn that a conversation is opened at when its newest one is a lane of a comparison: the better lane's, never silently
 * one that fails. Null when the newest is the one to open.
 */
export function turnToOpen(
  { comparisons }: Pick<Store, 'comparisons'>,
  { id, projectId }: Pick<Conversation, 'id' | 'projectId'>,
  turns: readonly Turn[],
): string | null {
  const newest = latestTurn(turns)?.id
  if (newest === undefined) return null
  const found = comparisons.list(projectId, id).find(({ lanes }) => lanes.some(({ turnId }) => turnId === newest))
  const opened = found === undefined ? null : turnToContinue(found, turns)
  return opened === newest ? null : opened
}
