import { writtenOf } from '../../../src-shared/mentions/attached.ts'
import type { SentImage } from '../../../src-shared/mentions/image-marks.ts'
import { sentImagesOf } from '../../../src-shared/mentions/sent-images.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import { ask } from '../../host/host.ts'
import { loadNewTurn } from '../new-turns.ts'
import { toastOnFailure } from '../report.ts'
import { putConversation } from '../session/conversations.ts'
import { restoreToDraft } from '../session/draft-store.ts'
import { useWorkbench } from '../session/workbench-store.ts'

/** Whether a run is working or waiting: Stop is offered, and messages are queued. */
export function isUnderWay(run: Run | null): run is Run {
  return run !== null && (run.status === 'running' || run.status === 'waiting')
}

/**
 * Sends a message: creates the conversation if the message is its first, starts the run, and shows its turn.
 * @param known the conversation to write in, if it is not the open one
 * @throws FailureError if the host refuses
 */
export async function startRun(
  request: Omit<RunRequest, 'conversationId'>,
  known: string | null = null,
): Promise<void> {
  const { conversationId: open } = useWorkbench.getState()
  const conversationId = known ?? (await conversationToWriteIn())
  if (conversationId === null) return
  const run = await ask('run-start', { ...request, conversationId })
  const here = useWorkbench.getState().conversationId
  if (here === conversationId || here === open) await loadNewTurn(conversationId, run.turnId, run.turnId)
}

/** The open conversation, or a new one if the message is its first. Null if no project is open. */
export async function conversationToWriteIn(): Promise<string | null> {
  const { project, conversationId } = useWorkbench.getState()
  return project === null ? null : (conversationId ?? (await createConversation(project.id)))
}

/** Two messages that are sent while the conversation is being created go into the same one. */
const beingMade = new Map<string, Promise<string>>()

function createConversation(projectId: string): Promise<string> {
  const made = beingMade.get(projectId) ?? create(projectId).finally(() => beingMade.delete(projectId))
  beingMade.set(projectId, made)
  return made
}

async function create(projectId: string): Promise<string> {
  const before = useWorkbench.getState()
  const conversation = await ask('conversation-create', { projectId })
  putConversation(conversation)
  // The user may have opened something else meanwhile.
  const { project, conversationId } = useWorkbench.getState()
  if (project?.id === projectId && conversationId === before.conversationId)
    useWorkbench.setState({ conversationId: conversation.id })
  return conversation.id
}

export function stopRun(runId: string): Promise<unknown> {
  return ask('run-stop', { runId })
}

/** The run pauses before its next step. */
export function pauseRun(runId: string): Promise<unknown> {
  return ask('run-pause', { runId })
}

/** Sends a run's model requests that wait for their next attempt now. */
export function tryNow(runId: string): Promise<unknown> {
  return ask('run-try-now', { runId })
}

/** Queues a message for an active run, which receives it at its next step. */
export function queueMessage(runId: string, message: string, images: readonly SentImage[]): Promise<unknown> {
  return ask('run-queue', { runId, message, images: [...images] })
}

/** Messages queued before this window followed the run. */
export async function loadQueue(runId: string): Promise<void> {
  if (useWorkbench.getState().queues[runId] !== undefined) return
  const waiting = await ask('run-queue-read', { runId }).catch(() => null)
  if (waiting !== null && useWorkbench.getState().queues[runId] === undefined)
    useWorkbench.setState({ queues: { ...useWorkbench.getState().queues, [runId]: waiting } })
}

/** Stops the run, and sends this message as the next turn. */
export function sendNow(runId: string, message: string, images: readonly SentImage[]): Promise<unknown> {
  return ask('run-send-now', { runId, message, images: [...images], queued: false })
}

/** The same for a queued message, as it is sent. */
export function sendQueuedNow(runId: string, message: string): Promise<unknown> {
  return ask('run-send-now', { runId, message, images: [], queued: true })
}

const noMessages: readonly string[] = []

/** The messages that are queued for a run, as far as the window knows. */
export const queueOf = (runId: string): readonly string[] => useWorkbench.getState().queues[runId] ?? noMessages

/** So often is a change of the queue tried, each time on the queue as the host has it then. */
const queueTries = 3

/**
 * Changes the queue at a message, which is looked for again if others came or were taken before the window heard of it.
 * @param index where the window shows the message
 * @returns whether it was changed; if the run has taken the message by then, a toast says so
 */
async function changeQueue(
  runId: string,
  index: number,
  change: (waiting: readonly string[], at: number) => readonly string[],
): Promise<boolean> {
  const message = queueOf(runId)[index]
  if (message === undefined) return false
  const write = async () => {
    let before = queueOf(runId)
    for (let tries = 1; ; tries++) {
      const at = before[index] === message ? index : before.indexOf(message)
      const messages = at === -1 ? before : change(before, at)
      try {
        return await ask('run-queue-write', { runId, before: [...before], messages: [...messages] })
      } catch (thrown) {
        if (tries === queueTries) throw thrown
        before = await ask('run-queue-read', { runId })
        if (!before.includes(message)) throw thrown
      }
    }
  }
  return await toastOnFailure(write())
}

export const removeQueued = (runId: string, index: number): Promise<boolean> =>
  changeQueue(runId, index, (waiting, at) => waiting.toSpliced(at, 1))

export const sendQueuedEarlier = (runId: string, index: number): Promise<boolean> =>
  changeQueue(runId, index, (waiting, at) =>
    at === 0 ? waiting : waiting.toSpliced(at, 1).toSpliced(at - 1, 0, ...waiting.slice(at, at + 1)),
  )

/** Moves a queued message back to the composer with this draft. */
export async function takeBack(runId: string, index: number, draftKey: string): Promise<void> {
  const message = queueOf(runId)[index]
  if (message !== undefined && (await removeQueued(runId, index)))
    restoreToDraft(draftKey, writtenOf(message), sentImagesOf(message))
}

/** Moves the newest queued message back to the composer. @returns whether there is one */
export function takeBackQueued(runId: string, draftKey: string): boolean {
  const last = queueOf(runId).length - 1
  if (last >= 0) void takeBack(runId, last, draftKey)
  return last >= 0
}
