import type { Run } from '../../../src-shared/run/conversation.ts'
import type { DebugPort } from '../../agent/ports.ts'
import type { HostContext } from '../host-context.ts'
import type { PendingQuestions } from './pending-questions.ts'

/** The debugger of one run, and its Pause button. */
export interface RunDebug {
  readonly port: DebugPort
  /** Pauses before the next step. */
  pause(): void
}

export function createRunDebug(
  { store, breakpoints }: Pick<HostContext, 'store' | 'breakpoints'>,
  run: Pick<Run, 'projectId' | 'workspaceId'>,
  desk: Pick<PendingQuestions, 'pause'>,
): RunDebug {
  let isWanted = false
  const isTrial = isOfTrial(store, run.workspaceId ?? null)
  const active = () => breakpoints.active(run.projectId, isTrial)
  return {
    pause: () => {
      isWanted = true
    },
    port: {
      isArmed: () => isWanted || active().length > 0,
      breakpoints: active,
      takePause: () => {
        const was = isWanted
        isWanted = false
        return was
      },
      pause: desk.pause,
    },
  }
}

/** The copy of a trial belongs to its batch. */
function isOfTrial(
  { workspaces, batches }: Pick<HostContext['store'], 'workspaces' | 'batches'>,
  workspaceId: string | null,
): boolean {
  const owner = workspaceId === null ? null : (workspaces.get(workspaceId)?.owner ?? null)
  return owner !== null && batches.get(owner) !== undefined
}
