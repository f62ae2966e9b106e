import type { Turn } from '../../../src-shared/conversation.ts'
import { markOf } from '../../stores/branches.ts'

/** What the keys of the tree do to a turn's mark. */
export const markActions = {
  s: (turn: Turn) => ({ starred: !markOf(turn).starred }),
  a: (turn: Turn) => ({ archived: !markOf(turn).archived }),
} as const
