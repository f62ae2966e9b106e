import type { RunUnderWay } from '../../src-shared/api/run-requests.ts'
import { type Attention, looked, noAttention, withRun } from '../../src-shared/run/attention.ts'
import type { RunStatus } from '../../src-shared/run/conversation.ts'
import type { NotificationChoice } from '../../src-shared/settings/settings.ts'
import { useSettings } from './server-cache/settings-store.ts'
import { onRunChange, useUnderWay, waitingCount } from './server-cache/under-way.ts'
import { useWorkbench } from './session/workbench-store.ts'
import { locationHash } from './window-location.ts'

/**
 * Returns the notification for a run that changed, or null if there is nothing to report.
 * @param choice the user's setting
 */
export function noticeOf(
  { run, title, project }: RunUnderWay,
  before: RunStatus | null,
  choice: NotificationChoice,
): { readonly title: string; readonly body: string } | null {
  const words = wordsOf(run.status)
  if (choice === 'off' || words === null || run.status === before) return null
  if (choice === 'waiting' && run.status !== 'waiting') return null
  return { title: `${words}: ${title}`, body: run.failure?.message ?? project }
}

function wordsOf(status: RunStatus): string | null {
  if (status === 'waiting') return 'Waiting for you'
  if (status === 'completed') return 'Finished'
  if (status === 'failed') return 'Failed'
  // The user stopped it or quit the app.
  return null
}

const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Opens the conversation of a run, in any project. */
export function goToRun({ run }: RunUnderWay): void {
  const { projectId, conversationId: id, turnId } = run
  location.hash = locationHash({ projectId, view: { kind: 'conversation', id, turnId } })
}

function show(under: RunUnderWay, before: RunStatus | null): void {
  const { settings } = useSettings.getState()
  const notice = settings.state === 'ready' ? noticeOf(under, before, settings.value.notifications) : null
  if (notice === null || isLookedAt() || typeof Notification === 'undefined') return
  if (Notification.permission !== 'granted') return
  // A later notification about the same conversation replaces an earlier one.
  const shown = new Notification(notice.title, { body: notice.body, tag: under.run.conversationId })
  shown.onclick = () => {
    window.focus()
    goToRun(under)
  }
}

/**
 * The window's title: the number of runs that wait, or failed while nobody looked, comes first, so that it is visible
 * in a background tab.
 */
export function titleOf(calling: number, conversation: string | null, project: string | null): string {
  const names = [conversation, project, 'Stratagem'].filter((name) => name !== null)
  return `${calling === 0 ? '' : `(${calling}) `}${names.join(' – ')}`
}

let attention: Attention = noAttention

/** The user has come back to the window, and sees what failed. */
function look(): void {
  if (!isLookedAt()) return
  attention = looked(attention)
  writeTitle()
}

function writeTitle(): void {
  const { tree, project } = useWorkbench.getState()
  const conversation = tree?.state === 'ready' ? tree.value.conversation.title : null
  const calling = waitingCount(useUnderWay.getState().runs) + attention.failed.size
  const title = titleOf(calling, conversation, project?.name ?? null)
  if (document.title !== title) document.title = title
}

/** Sends notifications about runs until the returned function is called. */
export function followNotices(): () => void {
  const undo = [
    onRunChange(({ under, before }) => {
      show(under, before)
      attention = withRun(attention, under.run, true, isLookedAt())
      writeTitle()
    }),
    useUnderWay.subscribe(writeTitle),
    useWorkbench.subscribe(writeTitle),
  ]
  writeTitle()
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
    for (const each of undo) each()
  }
}
