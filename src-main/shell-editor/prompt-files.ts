import type { PermissionOption } from '@agentclientprotocol/sdk'
import type { FilesAt } from '../../src-shared/api/files-requests.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import { formatFiles } from '../../src-shared/base/format.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import { besideText } from '../../src-shared/workspace/beside.ts'
import { filesToAskAgain, filesToContinue, type StartFiles } from '../../src-shared/workspace/start-files.ts'
import { ask } from '../host/api/host-client.ts'
import { askOnce } from './ask-once.ts'
import { type EditorParts, type EditorSession, sendUpdates } from './editor-session.ts'

/**
 * What becomes of the project's files before a prompt: one that asks again starts from those of before its message, any
 * other from those that the session's last run left, if another branch has worked on them since. If somebody else changed
 * them, the user is asked.
 *
 * @param last the last run of the session's branch; with `again` the one that is asked again
 * @throws FailureError if the user chose none, or can't be asked: nothing is run on other files unasked
 */
export async function filesForPrompt(
  parts: EditorParts,
  session: EditorSession,
  last: Run | undefined,
  again: boolean,
): Promise<StartFiles | undefined> {
  if (last === undefined || last.status === 'running' || last.status === 'waiting' || last.imported) return undefined
  const { host } = parts
  const compared = again
    ? await ask(host, 'files-before-message', { turnId: last.turnId, workspaceId: null })
    : await ask(host, 'files-at', { runId: last.id, path: null, when: 'after', workspaceId: null })
  const choice = again ? filesToAskAgain(compared) : filesToContinue(compared)
  if (choice.kind === 'restore') return choice.start
  if (choice.kind === 'as-they-are') return undefined
  const isKnown = choice.kind === 'ask'
  const title = isKnown ? 'Files were changed outside this conversation' : 'The files from before are not known'
  const options = isKnown ? [restored, kept, stopped] : [kept, stopped]
  const chosen = await askOnce(parts, session, 'files', title, explanation(compared, isKnown), options)
  if (chosen === 'keep') return { kind: 'keep', differ: compared.changes.files.length }
  if (chosen === 'restore' && isKnown) return choice.start
  throw new FailureError(undecided)
}

const restored: PermissionOption = { optionId: 'restore', name: 'Restore the files', kind: 'allow_once' }
const kept: PermissionOption = { optionId: 'keep', name: 'Use the current files', kind: 'allow_once' }
const stopped: PermissionOption = { optionId: 'stop', name: 'Don’t send', kind: 'reject_once' }

const maxNamed = 10

function explanation({ foreign, changes }: FilesAt, isKnown: boolean): string {
  if (!isKnown) return 'No snapshot of them was taken, so the message can only start from the current files.'
  const more = foreign.length > maxNamed ? ` and ${foreign.length - maxNamed} more` : ''
  return `${foreign.slice(0, maxNamed).join(', ')}${more}. Restoring takes back ${formatFiles(changes.files.length)}, these included. It can be undone.`
}

/** Says what became of the files, and how to undo it. */
export async function reportFiles(parts: EditorParts, session: EditorSession, run: Run): Promise<void> {
  const { id, startedFiles } = run
  if (startedFiles === undefined) return
  const content = { type: 'text' as const, text: `> ${textOf(id, startedFiles)}\n\n` }
  await sendUpdates(parts, session, [{ sessionUpdate: 'agent_message_chunk', messageId: `${id}:files`, content }])
}

function textOf(id: string, started: NonNullable<Run['startedFiles']>): string {
  if (started.kind === 'kept') return `On the current files: ${formatFiles(started.differ)} of before differ.`
  const { files, undo, kept: left, beside = [] } = started
  const names = left.length === 0 ? '' : ` Not restored: ${left.map(({ path }) => path).join(', ')}.`
  const others = beside.length === 0 ? '' : ` In no snapshot, so left as it is: ${besideText(beside)}.`
  return `${formatFiles(files)} restored to what this message starts from. To undo this: \`agent files ${id} --undo ${undo}\`.${names}${others}`
}

const undecided = {
  kind: 'aborted',
  message: 'Nothing was sent, because it was not decided which files to start from.',
  advice: 'Send the message again and choose, or decide in the window.',
} as const
