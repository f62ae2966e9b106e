import type { SearchHit } from '../../../../src-shared/api/search.ts'
import { ask } from '../../../host/host.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { spanIn, useRuns } from '../../../stores/runs/run-store.ts'
import { goToConversation } from '../../../stores/server-cache/comparisons.ts'
import { revealMessage } from '../../../stores/session/chat-store.ts'
import { openProject } from '../../../stores/session/projects.ts'
import { type SpanRef, select, showIn } from '../../../stores/session/selection-store.ts'
import { chooseRun } from '../../../stores/session/turns.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'

/** Maximum wait for the log of a run, ms; after that the conversation stays open without a selection. */
const spanWithin = 10_000

/** Opens a search hit: its project, conversation and branch, with its step selected. */
export async function openHit(hit: SearchHit): Promise<void> {
  await toastOnFailure(open(hit))
}

async function open({ projectId, conversationId, turnId, runId, path }: SearchHit): Promise<void> {
  if (useWorkbench.getState().project?.id !== projectId) await enterProject(projectId)
  await goToConversation(conversationId, turnId)
  if (turnId === null) return
  if (runId !== null) chooseRun(turnId, runId)
  if (runId === null || path === null) {
    select(null)
    soon(() => revealMessage(turnId))
    return
  }
  const span = { runId, path }
  if (await isThere(span)) soon(() => show(span))
}

async function enterProject(projectId: string): Promise<void> {
  const projects = await ask('projects-list', {})
  const project = projects.find((each) => each.id === projectId)
  if (project !== undefined) await openProject(project.folder)
}

/** First the chat, which scrolls to the step; then the timeline, after the chat has handled the request. */
function show(span: SpanRef): void {
  showIn('chat', span)
  soon(() => showIn('timeline', span))
}

/** Resolves after the opened view has been drawn. */
const soon = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work))

/** Waits until the run's log is loaded up to the span. */
function isThere({ runId, path }: SpanRef): Promise<boolean> {
  const there = () => spanIn(useRuns.getState().views[runId], path) !== null
  if (there()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (found: boolean) => {
      clearTimeout(timer)
      ignore()
      resolve(found)
    }
    const timer = setTimeout(() => end(false), spanWithin)
    const ignore = useRuns.subscribe(() => {
      if (there()) end(true)
    })
  })
}
