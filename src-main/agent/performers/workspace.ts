import type { Leaf } from '../../strategy/steps.ts'
import { scoreIn } from '../limited-pattern.ts'
import type { RunContext } from '../run-context.ts'
import type { LeafWork } from './leaf-work.ts'
import { stepWork } from './step-work.ts'

export const snapshotWork = (step: Leaf<'snapshot'>, path: string, context: RunContext): LeafWork =>
  stepWork('snapshot', { label: step.label }, path, context, () => context.ports.workspace.snapshot(step.label))

/** Restoring is idempotent, so an interrupted restore is simply repeated. */
export const restoreWork = (step: Leaf<'restore'>, path: string, context: RunContext): LeafWork =>
  stepWork('restore', { snapshot: step.snapshot }, path, context, async () => {
    await context.ports.workspace.restore(step.snapshot)
    return null
  })

export const changesWork = (step: Leaf<'changes'>, path: string, context: RunContext): LeafWork =>
  stepWork('changes', { before: step.before, after: step.after }, path, context, async () => {
    const { files, patch } = await context.ports.workspace.changes(step.before, step.after)
    return { files: files.map(({ path: file, added, removed }) => ({ path: file, added, removed })), patch }
  })

/** The pattern is searched for here, with a limit, and its number is part of the answer: a replay does not search. */
export function checkWork({ command, pattern }: Leaf<'check'>, path: string, context: RunContext): LeafWork {
  const ask = pattern === undefined ? { command } : { command, pattern }
  return stepWork('check', ask, path, context, async () => {
    const { workspace, clock } = context.ports
    const began = clock.elapsed()
    const { exitCode, output } = await workspace.check(command, context.halts.signal)
    const durationMs = clock.elapsed() - began
    return { exitCode, output, durationMs, ...(pattern !== undefined && scoreIn(output, pattern)) }
  })
}
