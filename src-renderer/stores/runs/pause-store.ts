import { toast } from 'sonner'
import { create } from 'zustand'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { Breakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import type { PauseAction, PausedContent } from '../../../src-shared/run/debug/pause-events.ts'
import { isPaused } from '../../../src-shared/run/view/pause.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { ask } from '../../host/host.ts'
import { editOf, noDraft, type PauseDraft } from '../../run/pause-edit.ts'
import { useRuns } from './run-store.ts'

/** What is written at open pauses, so that no other view loses it when it continues the run. */
const useDrafts = create<{ readonly drafts: { readonly [key: string]: PauseDraft } }>(() => ({ drafts: {} }))

const keyOf = (runId: string, path: string): string => `${runId}:${path}`

export const usePauseDraft = (runId: string, path: string): PauseDraft =>
  useDrafts((state) => state.drafts[keyOf(runId, path)] ?? noDraft)

export function setPauseDraft(runId: string, path: string, draft: PauseDraft): void {
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [keyOf(runId, path)]: draft } }))
}

/** Continues the run with what is written. @returns why it does not, as a sentence; null: it does */
export async function proceed(
  runId: string,
  path: string,
  content: PausedContent,
  action: PauseAction,
): Promise<string | null> {
  const read = editOf(useDrafts.getState().drafts[keyOf(runId, path)] ?? noDraft, content)
  if (!read.ok) return read.problem
  try {
    await ask('pause-answer', { runId, path, answer: { action, edit: read.edit } })
    setPauseDraft(runId, path, noDraft)
    return null
  } catch (thrown) {
    return failureFrom(thrown).message
  }
}

/** The first step that the run is paused before, or null. */
export function pausedPath(view: Pick<RunView, 'spans'> | undefined): string | null {
  return view?.spans.find(isPaused)?.path ?? null
}

/** The same of a run that may be shown. It changes only with the pause. */
export const usePausedPath = (runId: string | null): string | null =>
  useRuns(({ views }) => (runId === null ? null : pausedPath(views[runId])))

/** Continues a paused run up to a point, from anywhere in the window. */
export async function runTo(runId: string, at: Breakpoint): Promise<void> {
  const path = pausedPath(useRuns.getState().views[runId])
  if (path === null) return
  try {
    const content = await ask('pause-read', { runId, path })
    const problem = await proceed(runId, path, content, { kind: 'run-to', at })
    if (problem !== null) toast.error(problem)
  } catch (thrown) {
    toast.error(failureFrom(thrown).message)
  }
}
