import type { Leaf } from '../../strategy/steps.ts'
import type { Stage } from '../stage.ts'
import type { LeafWork } from './leaf-work.ts'
import { stepWork } from './step-work.ts'

export const snapshotWork = (step: Leaf<'snapshot'>, path: string, stage: Stage): LeafWork =>
  stepWork('snapshot', { label: step.label }, path, stage, () => stage.ports.workspace.snapshot(step.label))

/** Restoring twice is restoring once, so a restore that was interrupted is simply done again. */
export const restoreWork = (step: Leaf<'restore'>, path: string, stage: Stage): LeafWork =>
  stepWork('restore', { snapshot: step.snapshot }, path, stage, async () => {
    await stage.ports.workspace.restore(step.snapshot)
    return null
  })

export const changesWork = (step: Leaf<'changes'>, path: string, stage: Stage): LeafWork =>
  stepWork('changes', { before: step.before, after: step.after }, path, stage, async () => {
    const { files, patch } = await stage.ports.workspace.changes(step.before, step.after)
    return { files: files.map(({ path: file, added, removed }) => ({ path: file, added, removed })), patch }
  })

export const checkWork = (step: Leaf<'check'>, path: string, stage: Stage): LeafWork =>
  stepWork('check', { command: step.command }, path, stage, async () => {
    const { workspace, clock } = stage.ports
    const began = clock.elapsed()
    const { exitCode, output } = await workspace.check(step.command, stage.halts.signal)
    return { exitCode, output, durationMs: clock.elapsed() - began }
  })
