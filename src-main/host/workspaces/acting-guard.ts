import { listed } from '../../../src-shared/base/format.ts'
import type { ReadWriteLock } from '../../tools/read-write-lock.ts'
import type { ChangeBus } from '../events/change-bus.ts'
import type { WorkspaceStates } from './workspace-states.ts'

/** Puts back what changed meanwhile, and returns the paths. */
type Settle = () => Promise<readonly string[]>

/**
 * Looks after the files by which the user’s git would start programs, while commands and agents work in a folder.
 *
 * 1. Only during write turns: what the user changes between them is the user’s.
 * 2. Nothing is looked at before the first command or agent.
 */
export interface ActingGuard {
  /** A command or an agent is about to be started. */
  expect(): Promise<void>
  begin(): Promise<void>
  /** @returns what was put back; null: there was nothing to look after */
  end(): Promise<readonly string[]> | null
  /** Waits for what is being put back. Never rejects. */
  settled(): Promise<unknown>
}

/** @param watch null if the user lets commands change them */
export function createActingGuard(watch: () => Promise<Settle | null>): ActingGuard {
  let isUsed = false
  let isTurn = false
  let settle: Settle | null = null
  let ending: Promise<unknown> = Promise.resolve()
  const start = async () => {
    settle ??= await watch().catch(() => null)
  }
  return {
    expect: async () => {
      isUsed = true
      if (isTurn) await start()
    },
    begin: async () => {
      isTurn = true
      if (isUsed) await start()
    },
    end: () => {
      isTurn = false
      const last = settle
      settle = null
      if (last === null) return null
      const undone = last()
      ending = undone.catch(() => undefined)
      return undone
    },
    settled: () => ending,
  }
}

/** A lock whose writers are looked after, with a notice if anything had to be put back. */
export function lockWithGuard(
  turns: ReadWriteLock,
  guard: ActingGuard | null,
  bus: Pick<ChangeBus, 'publish'>,
): ReadWriteLock {
  if (guard === null) return turns
  return {
    take: async (kind, signal) => {
      const giveBack = await turns.take(kind, signal)
      if (giveBack === null || kind === 'read') return giveBack
      await guard.begin()
      return () => {
        const ending = guard.end()
        if (ending === null) return giveBack()
        const told = ending.then((undone) => {
          if (undone.length > 0) bus.publish({ kind: 'notice', level: 'warning', text: putBack(undone) })
        })
        void told.catch(() => undefined).finally(giveBack)
      }
    },
  }
}

/** A run has ended only when its files are as they stay. */
export const statesWithGuard = (states: WorkspaceStates, guard: ActingGuard | null): WorkspaceStates =>
  guard === null
    ? states
    : {
        ...states,
        settle: async () => {
          await Promise.all([states.settle(), guard.settled()])
        },
        left: async () => {
          const [left] = await Promise.all([states.left(), guard.settled()])
          return left
        },
      }

const putBack = (paths: readonly string[]): string =>
  `A command or an agent changed ${listed(paths)}, by which your next git command could run a program. What was there is back; the change is beside it, with .undone added to the name. To let commands make such changes, unrestrict commands in Settings → Approval.`
