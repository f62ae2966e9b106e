import type { StartRun } from '../../../src-shared/api/run-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import type { RunOrder } from '../../agent/run.ts'
import { newId } from '../base/ids.ts'
import type { HostContext } from '../host-context.ts'
import { indexMessage } from '../search/index-run.ts'
import { removed } from '../workspaces/workspace-text.ts'
import { newConversationTitle, titleFrom } from './conversation-title.ts'
import type { ChosenRun } from './pick-strategy.ts'

/** @throws FailureError if the preceding turn belongs to another conversation, or is gone */
export function checkParent(
  { store }: Pick<HostContext, 'store'>,
  { conversationId, parentId }: Pick<StartRun, 'conversationId' | 'parentId'>,
): void {
  if (parentId === null || store.turns.get(parentId)?.conversationId === conversationId) return
  throw new FailureError({
    kind: 'not-found',
    message: 'The turn that this message answers to is not in this conversation.',
    advice: 'Open the conversation again and send the message once more.',
  })
}

function checkWorkspace({ store }: Pick<HostContext, 'store'>, workspaceId: string | null): void {
  if (workspaceId === null) return
  const copy = store.workspaces.get(workspaceId)
  if (copy?.state !== 'ready') throw removed(copy?.name ?? null)
}

/**
 * The default workspace of a message: that of the preceding turn; null is the project's folder.
 */
export function placeOf({ store }: Pick<HostContext, 'store'>, { parentId, workspaceId }: StartRun): string | null {
  if (workspaceId !== undefined) return workspaceId
  return (parentId === null ? undefined : store.turns.get(parentId)?.runs.at(-1)?.workspaceId) ?? null
}

/** Writes the user's message and its run, in one transaction. */
export function writeTurn(
  { store, clock, id }: Pick<HostContext, 'id' | 'clock' | 'store'>,
  asked: ChosenRun,
  projectId: string,
  order: Pick<RunOrder, 'runId' | 'roles'>,
): { readonly turn: Turn; readonly run: Run } {
  const now = clock.now()
  const { conversationId, parentId, message } = asked
  const turn = { id: newId('turn'), conversationId, parentId, message, createdAt: now }
  const run = newRun(asked, turn.id, projectId, order, now)
  store.transaction(() => {
    // Either may have been removed since the message was accepted.
    checkParent({ store }, asked)
    checkWorkspace({ store }, asked.workspaceId ?? null)
    const conversation = store.conversations.get(conversationId)
    if (conversation?.turns === 0 && conversation.title === newConversationTitle) {
      store.conversations.rename(conversationId, titleFrom(message))
    }
    store.turns.create(turn)
    store.runs.create(run, id)
    indexMessage(store, turn, projectId)
  })
  return { turn: { ...turn, runs: [run] }, run }
}

/** The strategy is shown as the user chose it; the log has it inside its wrapper. */
function newRun(
  asked: ChosenRun,
  turnId: string,
  projectId: string,
  order: Pick<RunOrder, 'runId' | 'roles'>,
  now: number,
): Run {
  return {
    id: order.runId,
    turnId,
    conversationId: asked.conversationId,
    projectId,
    strategy: asked.strategy,
    roles: { ...order.roles },
    mode: asked.mode,
    approval: asked.approval,
    status: 'running',
    startedAt: now,
    endedAt: null,
    durationMs: 0,
    totals: noTotals,
    text: '',
    failure: null,
    before: null,
    after: null,
    changes: null,
    ...(asked.workspaceId && { workspaceId: asked.workspaceId }),
  }
}

/** The same setup with another message. */
export function sameSetUp(run: Run, parentId: string | null, message: string): ChosenRun {
  const roles = Object.entries(run.roles).map(([role, bound]) => [role, bound.profileId])
  return {
    conversationId: run.conversationId,
    parentId,
    message,
    strategy: run.strategy,
    roles: Object.fromEntries(roles),
    mode: run.mode,
    approval: run.approval,
    workspaceId: run.workspaceId ?? null,
  }
}
