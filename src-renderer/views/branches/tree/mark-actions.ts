import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { markOf } from '../../../stores/session/branches.ts'

/** Actions of the tree's keys on a turn's marks. */
export const markActions = {
  s: (turn: Turn) => ({ starred: !markOf(turn).starred }),
  a: (turn: Turn) => ({ archived: !markOf(turn).archived }),
} as const
