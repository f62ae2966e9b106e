import type { Params } from '../../../src-shared/api/host-api.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { WorkspaceCopy } from '../../../src-shared/workspace/workspace.ts'
import type { HostContext } from '../host-context.ts'
import { reportProgress } from './report-progress.ts'

/** Makes copies for branches at the user's request, with progress and cancel. */
export interface BranchCopies {
  /** @throws FailureError if it can't be made, or was canceled */
  open(request: Params<'workspace-open'>): Promise<WorkspaceCopy>
  cancel(making: string): void
}

export function createBranchCopies(parts: Pick<HostContext, 'workspaces' | 'bus' | 'clock'>): BranchCopies {
  const { workspaces, bus } = parts
  const active = new Map<string, AbortController>()

  async function named(making: string, request: Params<'workspace-open'>): Promise<WorkspaceCopy> {
    const stop = new AbortController()
    active.set(making, stop)
    const onProgress = reportProgress(parts, (progress) => bus.publish({ kind: 'copy-progress', making, progress }))
    try {
      return await workspaces.open({ ...request, ...branch, onProgress, signal: stop.signal })
    } catch (thrown) {
      throw stop.signal.aborted ? new FailureError(cancelled) : thrown
    } finally {
      active.delete(making)
    }
  }

  return {
    open: ({ making, ...request }) =>
      making === undefined ? workspaces.open({ ...request, ...branch }) : named(making, request),
    cancel: (making) => active.get(making)?.abort(),
  }
}

const branch = { purpose: 'branch', owner: null } as const

const cancelled = {
  kind: 'aborted',
  message: 'Making the copy was canceled.',
  advice: 'The unfinished copy was deleted. You can open it again later.',
} as const
