import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { writtenOf } from '../../src-shared/mentions/attached.ts'
import { branchTo, type Run } from '../../src-shared/run/conversation.ts'
import type { RunItem } from '../../src-shared/run/event.ts'
import { ask } from '../host/api/host-client.ts'
import { type EditorParts, type EditorSession, sendUpdates } from './editor-session.ts'
import { runUpdates } from './run-updates.ts'
import type { ShownFiles } from './tool-content.ts'

/** Of an earlier run: its files are not as they were, so only what changed is shown. */
const filesThen = (folder: string): ShownFiles => ({ folder, textOf: () => null })

/** The branch of a session as updates, from its first message on. */
export async function replaySession(parts: EditorParts, session: EditorSession): Promise<void> {
  const { turns } = await ask(parts.host, 'conversation-open', { conversationId: session.conversationId })
  for (const turn of branchTo(turns, session.leaf ?? '')) {
    const content = { type: 'text' as const, text: writtenOf(turn.message) }
    await sendUpdates(parts, session, [{ sessionUpdate: 'user_message_chunk', messageId: turn.id, content }])
    const run = turn.runs.at(-1)
    if (run !== undefined) await replayRun(parts, session, run)
  }
}

/** Shows an earlier run as its log has it. */
async function replayRun(parts: EditorParts, session: EditorSession, run: Run): Promise<void> {
  const files = filesThen(session.project.folder)
  const updates = runUpdates({ runId: run.id, files, windowOf: () => 0, spentBefore: null })
  const items: RunItem[] = []
  const undo = parts.host.follow({ kind: 'run', runId: run.id, afterSeq: -1 }, (message) => {
    if (message.topic === 'run') items.push(...message.items)
  })
  undo()
  await sendUpdates(parts, session, items.flatMap(updates.take))
  // What this process works on now goes on after it.
  if (session.runId !== run.id) await sendUpdates(parts, session, [...updates.close(), ...endOf(run)])
}

/** How a run that gave no answer ended, and how it continues. */
function endOf({ id, status, failure }: Run): SessionUpdate[] {
  const text = {
    running: 'This run is still working, in another program. If that has ended, send /resume.',
    waiting: 'This run waits for an answer, in another program. If that has ended, send /resume.',
    interrupted: 'This run was interrupted. Send /resume to continue it, or a new message.',
    aborted: 'This run was stopped. Send /resume to continue it, or a new message.',
    failed: failure === null ? 'This run failed.' : `${failure.message} ${failure.advice}`,
    completed: '',
  }[status]
  if (text === '') return []
  const content = { type: 'text' as const, text: `\n\n> ${text}` }
  return [{ sessionUpdate: 'agent_message_chunk', messageId: `${id}:end`, content }]
}
