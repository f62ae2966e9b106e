import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { chooseWorkspace, type ResolvedRun } from '../../../src-shared/run/resolve-run.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import type { StartedFiles } from '../../../src-shared/workspace/start-files.ts'
import type { Store } from '../../store/store.ts'
import { newId } from '../base/ids.ts'
import type { HostContext } from '../host-context.ts'
import { indexMessage } from '../search/index-run.ts'
import { workspaceRemoved } from '../workspaces/workspace-text.ts'
import { newConversationTitle, titleFrom } from './conversation-title.ts'

/** @throws FailureError if the preceding turn belongs to another conversation, or is gone */
export function checkParent(
  { store }: Pick<HostContext, 'store'>,
  { conversationId, parentId }: Pick<RunRequest, 'conversationId' | 'parentId'>,
): void {
  if (parentId === null || store.turns.get(parentId)?.conversationId === conversationId) return
  throw new FailureError({
    kind: 'not-found',
    message: 'The turn before this message is not in this conversation.',
    advice: 'Open the conversation again and resend the message.',
  })
}

function checkWorkspace({ store }: Pick<HostContext, 'store'>, workspaceId: string | null): void {
  if (workspaceId === null) return
  const copy = store.workspaces.get(workspaceId)
  if (copy?.state !== 'ready') throw workspaceRemoved(copy?.name ?? null)
}

/** The run that a message after this turn follows. */
export function runBefore({ turns }: Pick<Store, 'turns'>, parentId: string | null): Run | null {
  return (parentId === null ? undefined : turns.get(parentId)?.runs.at(-1)) ?? null
}

/** Where a message will be processed; null is the project's folder. */
export function workspaceOf(
  { store }: Pick<HostContext, 'store'>,
  { parentId, workspaceId }: Pick<RunRequest, 'parentId' | 'workspaceId'>,
): string | null {
  return chooseWorkspace(workspaceId, runBefore(store, parentId))
}

/** What is stored of a resolved run with its turn; the rest is in its log. */
type StoredSetUp = Omit<ResolvedRun, 'routed' | 'windows' | 'textTools' | 'budget' | 'compact' | 'images'>

/** Writes the user's message and its run, in one transaction. */
export function writeTurn(
  { store, clock, id }: Pick<HostContext, 'id' | 'clock' | 'store'>,
  setUp: StoredSetUp,
  runId: string,
  startedFiles?: StartedFiles,
): Run {
  const now = clock.now()
  const { conversationId, parentId, message, projectId } = setUp
  const turn = { id: newId('turn'), conversationId, parentId, message, createdAt: now }
  const run = { ...newRun(setUp, turn.id, runId, now), ...(startedFiles !== undefined && { startedFiles }) }
  store.transaction(() => {
    // Either may have been removed since the message was accepted.
    checkParent({ store }, setUp)
    checkWorkspace({ store }, setUp.workspaceId)
    const conversation = store.conversations.get(conversationId)
    if (conversation?.turns === 0 && conversation.title === newConversationTitle) {
      store.conversations.rename(conversationId, titleFrom(message))
    }
    store.turns.create(turn)
    store.runs.create(run, id)
    indexMessage(store, turn, projectId)
  })
  return run
}

/** The strategy is shown as the user chose it; the log has it inside its wrapper. */
function newRun(setUp: StoredSetUp, turnId: string, id: string, now: number): Run {
  const { conversationId, projectId, strategy, roles, mode, approval, workspaceId } = setUp
  return {
    id,
    turnId,
    conversationId,
    projectId,
    strategy,
    roles: { ...roles },
    mode,
    approval,
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
    ...(workspaceId !== null && { workspaceId }),
  }
}

/** The setup of a run, for one beside or after it with another message. */
export function sameSetUp(run: Run, parentId: string | null, message: string): StoredSetUp {
  const { projectId, conversationId, strategy, roles, mode, approval, workspaceId = null } = run
  return { projectId, conversationId, parentId, message, strategy, roles, mode, approval, workspaceId }
}

/** Asks for the same setup with another message: the models by their profiles as they are now. */
export function sameRequest(run: Run, parentId: string | null, message: string): RunRequest {
  const { conversationId, strategy, mode, approval, workspaceId = null } = run
  const roles = Object.fromEntries(Object.entries(run.roles).map(([role, bound]) => [role, bound.profileId]))
  return { conversationId, parentId, message, strategy, roles, mode, approval, workspaceId }
}
