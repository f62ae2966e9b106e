import type { Leaf } from '../../strategy/steps.ts'
import { sha256 } from '../fingerprint.ts'
import type { RunContext } from '../run-context.ts'
import type { LeafWork } from './leaf-work.ts'
import { stepWork } from './step-work.ts'

/** Random numbers from seed and path: parallel branches get the same numbers in whatever order they run. */
function seededAt(seed: number, path: string): number {
  return Number.parseInt(sha256(`${seed}:${path}`).slice(0, 12), 16) / 2 ** 48
}

export const randomWork = (step: Leaf<'random'>, path: string, context: RunContext): LeafWork =>
  stepWork('random', { purpose: step.purpose }, path, context, () => seededAt(context.seed, path), true)

export const readClockWork = (step: Leaf<'read-clock'>, path: string, context: RunContext): LeafWork =>
  stepWork('read-clock', { purpose: step.purpose }, path, context, () => context.ports.clock.now(), true)

export const noteWork = (step: Leaf<'note'>, path: string, context: RunContext): LeafWork =>
  stepWork('note', { title: step.title, data: step.data }, path, context, () => null, true)

/** Taking the messages empties the queue, so what was taken is made durable at once (see perform-leaf.ts). */
export const inboxWork = (step: Leaf<'inbox'>, path: string, context: RunContext): LeafWork =>
  stepWork('inbox', { purpose: step.purpose }, path, context, () => context.ports.user.takeQueued(), true)
