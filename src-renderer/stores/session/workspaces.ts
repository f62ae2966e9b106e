import { toast } from 'sonner'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { chooseWorkspace } from '../../../src-shared/run/resolve-run.ts'
import type { CopyProgress, WorkspaceCopy } from '../../../src-shared/workspace/workspace.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../report.ts'
import { type Loadable, loading, toLoadable } from '../server-cache/loadable.ts'
import { useWorkbench } from './workbench-store.ts'

/**
 * Workspaces of branches: the project's own folder (null), or an isolated copy by its id. A run records where it
 * worked. The next message of a branch uses the same workspace unless the user chose another one for it.
 */
export const useCopies = create<{ readonly copies: Loadable<readonly WorkspaceCopy[]> }>(() => ({ copies: loading }))

/** Workspaces that the user chose, by the parent turn of the next message. */
export const useChosenPlaces = create<{ readonly places: { readonly [turnId: string]: string | null } }>()(
  persist((): { places: { [turnId: string]: string | null } } => ({ places: {} }), {
    name: 'stratagem-places',
    storage: createJSONStorage(() => localStorage),
  }),
)
/** Only the newest choices are stored. */
const most = 200

export async function loadCopies(): Promise<void> {
  const { project } = useWorkbench.getState()
  if (project === null) return useCopies.setState({ copies: loading })
  const copies = await toLoadable(ask('workspaces-list', { projectId: project.id }))
  if (useWorkbench.getState().project?.id === project.id) useCopies.setState({ copies })
}

/**
 * Keeps the list of the open project current until the returned function is called. A new run may have a copy of its
 * own.
 */
export function followCopies(): () => void {
  return useWorkbench.subscribe((state, before) => {
    if (state.project?.id !== before.project?.id || state.conversationId !== before.conversationId) void loadCopies()
  })
}

export function setBranchWorkspace(turnId: string, workspaceId: string | null): void {
  const { [turnId]: _, ...others } = useChosenPlaces.getState().places
  const newest = Object.fromEntries(Object.entries(others).slice(-(most - 1)))
  useChosenPlaces.setState({ places: { ...newest, [turnId]: workspaceId } })
}

/** The workspace of a branch's next message. If its copy is gone, the project's folder is used. */
export function useBranchWorkspace(turnId: string | null, run: Run | null): string | null {
  const workspaceId = useChosenPlaces(({ places }) =>
    chooseWorkspace(turnId === null ? undefined : places[turnId], run),
  )
  const gone = useCopies(
    ({ copies }) => copies.state === 'ready' && !copies.value.some((each) => each.id === workspaceId),
  )
  return gone ? null : workspaceId
}

/** The same, as part of a request. */
export function branchWorkspace(turnId: string | null, run: Run | null): { readonly workspaceId: string | null } {
  const { places } = useChosenPlaces.getState()
  return { workspaceId: chooseWorkspace(turnId === null ? undefined : places[turnId], run, isThere) }
}

/** The workspace of a run, as part of a request that repeats the run. */
export function workspaceOfRun(run: Run | null): { readonly workspaceId: string | null } {
  return { workspaceId: chooseWorkspace(undefined, run, isThere) }
}

function isThere(id: string): boolean {
  const { copies } = useCopies.getState()
  return copies.state !== 'ready' || copies.value.some((each) => each.id === id)
}

export function useCopy(id: string | null): WorkspaceCopy | null {
  return useCopies(({ copies }) =>
    copies.state === 'ready' && id !== null ? (copies.value.find((each) => each.id === id) ?? null) : null,
  )
}

/** The copy being created for this window; its progress is null before the first report. */
export const useCopyProgress = create<{
  readonly making: { readonly name: string; readonly progress: CopyProgress | null } | null
}>(() => ({ making: null }))

/** Applies the host's latest report. */
export function applyCopyProgress({ making: name, progress }: { making: string; progress: CopyProgress }): void {
  const { making } = useCopyProgress.getState()
  if (making?.name === name) useCopyProgress.setState({ making: { name, progress } })
}

/**
 * @returns null if the user cancelled
 * @throws FailureError if the copy can't be created
 */
export async function openCopy(projectId: string, name: string, snapshot: string): Promise<WorkspaceCopy | null> {
  const making = crypto.randomUUID()
  useCopyProgress.setState({ making: { name: making, progress: null } })
  const request = { projectId, name: name.slice(0, 200), snapshot, dependencies: 'clone', making } as const
  try {
    const copy = await ask('workspace-open', request)
    await loadCopies()
    return copy
  } catch (thrown) {
    if (failureFrom(thrown).kind === 'aborted') return null
    throw thrown
  } finally {
    if (useCopyProgress.getState().making?.name === making) useCopyProgress.setState({ making: null })
  }
}

/** Cancels the copy being created. */
export function cancelCopy(): void {
  const { making } = useCopyProgress.getState()
  if (making !== null) void toastOnFailure(ask('workspace-cancel', { making: making.name }))
}

/** @throws FailureError if a run is active in it */
export async function closeCopy(copy: WorkspaceCopy): Promise<void> {
  await ask('workspace-remove', { workspaceId: copy.id })
  await loadCopies()
  toast(`Closed the copy “${copy.name}”`, {
    description: 'Its files were saved as a snapshot. The branch continues in the project folder.',
    duration: 10_000,
  })
}
