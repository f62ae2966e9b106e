import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { markOf } from '../../../stores/session/branches.ts'

/** What the keys of the tree do to a turn's mark. */
export const markActions = {
  s: (turn: Turn) => ({ starred: !markOf(turn).starred }),
  a: (turn: Turn) => ({ archived: !markOf(turn).archived }),
} as const
