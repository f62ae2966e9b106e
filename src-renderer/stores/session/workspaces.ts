import { toast } from 'sonner'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { chooseWorkspace } from '../../../src-shared/run/resolve-run.ts'
import type { CopyProgress, WorkspaceCopy } from '../../../src-shared/workspace/workspace.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../report.ts'
import { type Loadable, loaded, loading } from '../server-cache/loadable.ts'
import { useWorkbench } from './workbench-store.ts'

/**
 * Where branches work: in the project's own folder (null), or in an isolated copy by its id. A run says where it
 * worked; the next message of a branch goes to the same place, unless the user chose another for it.
 */
export const useCopies = create<{ readonly copies: Loadable<readonly WorkspaceCopy[]> }>(() => ({ copies: loading }))

/** Places that the user chose, by the turn that the next message answers. */
const useChosenPlaces = create<{ readonly places: { readonly [turnId: string]: string | null } }>()(
  persist((): { places: { [turnId: string]: string | null } } => ({ places: {} }), {
    name: 'stratagem-places',
    storage: createJSONStorage(() => localStorage),
  }),
)
/** Only the newest choices are kept. */
const most = 200

export async function loadCopies(): Promise<void> {
  const { project } = useWorkbench.getState()
  if (project === null) return useCopies.setState({ copies: loading })
  const copies = await loaded(ask('workspaces-list', { projectId: project.id }))
  if (useWorkbench.getState().project?.id === project.id) useCopies.setState({ copies })
}

/** Keeps the list about the open project, until the answer is called. A run may have come with a copy of its own. */
export function followCopies(): () => void {
  return useWorkbench.subscribe((state, before) => {
    if (state.project?.id !== before.project?.id || state.conversationId !== before.conversationId) void loadCopies()
  })
}

export function choosePlace(turnId: string, workspaceId: string | null): void {
  const { [turnId]: _, ...others } = useChosenPlaces.getState().places
  const kept = Object.fromEntries(Object.entries(others).slice(-(most - 1)))
  useChosenPlaces.setState({ places: { ...kept, [turnId]: workspaceId } })
}

/** Where the next message of a branch works. A copy that is gone gives way to the project's folder. */
export function usePlace(turnId: string | null, run: Run | null): string | null {
  const place = useChosenPlaces(({ places }) => chooseWorkspace(turnId === null ? undefined : places[turnId], run))
  const gone = useCopies(({ copies }) => copies.state === 'ready' && !copies.value.some((each) => each.id === place))
  return gone ? null : place
}

/** The same as a part of a request. */
export function placeNow(turnId: string | null, run: Run | null): { readonly workspaceId: string | null } {
  const { places } = useChosenPlaces.getState()
  return { workspaceId: chooseWorkspace(turnId === null ? undefined : places[turnId], run, isThere) }
}

/** Where a run worked, as a part of a request that does the same again. */
export function placeOfRun(run: Run | null): { readonly workspaceId: string | null } {
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

/** The copy that is being made for this window, and how far it is; null before the first word. */
export const useCopyMaking = create<{
  readonly making: { readonly name: string; readonly progress: CopyProgress | null } | null
}>(() => ({ making: null }))

/** Takes the host's newest word on it. */
export function takeCopyProgress({ making: name, progress }: { making: string; progress: CopyProgress }): void {
  const { making } = useCopyMaking.getState()
  if (making?.name === name) useCopyMaking.setState({ making: { name, progress } })
}

/**
 * @returns null where the user gave it up
 * @throws FailureError where the copy can't be made
 */
export async function openCopy(projectId: string, name: string, snapshot: string): Promise<WorkspaceCopy | null> {
  const making = crypto.randomUUID()
  useCopyMaking.setState({ making: { name: making, progress: null } })
  const asked = { projectId, name: name.slice(0, 200), snapshot, dependencies: 'clone', making } as const
  try {
    const copy = await ask('workspace-open', asked)
    await loadCopies()
    return copy
  } catch (thrown) {
    if (failureFrom(thrown).kind === 'aborted') return null
    throw thrown
  } finally {
    if (useCopyMaking.getState().making?.name === making) useCopyMaking.setState({ making: null })
  }
}

/** Gives up the copy that is being made. */
export function cancelCopy(): void {
  const { making } = useCopyMaking.getState()
  if (making !== null) void toastOnFailure(ask('workspace-cancel', { making: making.name }))
}

/** @throws FailureError where something still works in it */
export async function closeCopy(copy: WorkspaceCopy): Promise<void> {
  await ask('workspace-remove', { workspaceId: copy.id })
  await loadCopies()
  toast(`Closed the copy “${copy.name}”`, {
    description: 'Its files were saved as a snapshot. The branch continues in the project folder.',
    duration: 10_000,
  })
}
