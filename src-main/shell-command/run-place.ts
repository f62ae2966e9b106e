import { FailureError } from '../../src-shared/base/failure.ts'
import type { SentImage } from '../../src-shared/mentions/image-marks.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import { filesToAskAgain, filesToContinue } from '../../src-shared/workspace/start-files.ts'
import { ask } from '../host/api/host-client.ts'
import { found } from '../host/base/not-found.ts'
import type { Host } from '../host/host.ts'
import type { FilesWay } from './arguments/files-way.ts'
import type { RunArguments } from './arguments/read-run.ts'
import { runNamed } from './commands/run-named.ts'
import { projectIn } from './project-in.ts'
import { decideFiles, type ReadyFiles } from './start-files.ts'
import type { Terminal } from './terminal.ts'

/** Where in a conversation a message goes. */
export interface Place {
  readonly projectId: string
  readonly conversationId: string
  readonly parentId: string | null
  /** The message goes to the end of the branch, not beside what is there. */
  readonly atEnd: boolean
  /** The latest run there, or the one that is asked again; null if there is none. */
  readonly before: Run | null
  /** What is asked again. */
  readonly again: { readonly message: string; readonly images: readonly SentImage[] } | null
  /** Where the run works, if it is not where the one before its message did. */
  readonly workspace?: { readonly workspaceId: string | null }
  /** Which state of the files it starts from, for people. */
  readonly when: string
}

/** @throws FailureError if there is no such conversation or run, or none to continue */
export async function placeIn(
  host: Host,
  { answers, project }: Pick<RunArguments, 'answers' | 'project'>,
): Promise<Place> {
  if (answers !== null && 'again' in answers) return besideRun(host, runNamed(host, answers.again))
  if (answers !== null && 'id' in answers) {
    if (answers.id.startsWith('conv_')) return endOf(host, answers.id)
    const run = runNamed(host, answers.id)
    const { projectId, conversationId, turnId } = run
    return { projectId, conversationId, parentId: turnId, atEnd: false, before: run, again: null, when: afterRun }
  }
  const { id: projectId } = await projectIn(host, project)
  const conversations = await ask(host, 'conversations-list', { projectId })
  const newest = [...conversations].sort((one, other) => other.updatedAt - one.updatedAt)[0]
  if (newest === undefined) throw new FailureError(nothingToContinue)
  return endOf(host, newest.id)
}

const afterRun = 'after the run before'

/** The end of the branch that was answered last. */
async function endOf(host: Host, conversationId: string): Promise<Place> {
  const { conversation, turns } = await ask(host, 'conversation-open', { conversationId })
  const runs = turns.flatMap((turn) => turn.runs)
  const before = runs.reduce<Run | null>((one, other) => (one && one.startedAt > other.startedAt ? one : other), null)
  const { projectId } = conversation
  const parentId = before?.turnId ?? null
  return { projectId, conversationId, parentId, atEnd: true, before, again: null, when: afterRun }
}

/** A branch beside a run, where its message is asked again. */
async function besideRun(host: Host, run: Run): Promise<Place> {
  const { projectId, conversationId } = run
  const { turns } = await ask(host, 'conversation-open', { conversationId })
  const turn = found(
    turns.find(({ id }) => id === run.turnId),
    'message',
  )
  const { events } = await ask(host, 'run-page', { runId: run.id, afterSeq: -1, most: 1 })
  const [first] = events
  const attached = first?.type === 'run-start' ? (first.task.attached ?? []) : []
  const images = attached.flatMap(({ ref, title }) => (ref === undefined ? [] : [{ ref, name: title }]))
  const copies = await ask(host, 'workspaces-list', { projectId })
  const workspaceId = copies.find(({ id }) => id === run.workspaceId)?.id ?? null
  return {
    projectId,
    conversationId,
    parentId: turn.parentId,
    atEnd: false,
    before: run,
    again: { message: turn.message, images },
    workspace: { workspaceId },
    when: 'before that message',
  }
}

/** Makes the files ready that the message starts from. @throws FailureError as `decideFiles` */
export async function filesAfter(
  host: Host,
  { projectId, before, again, workspace, when }: Place,
  way: FilesWay | null,
  terminal: Terminal,
): Promise<ReadyFiles> {
  // A run that works is sent the message, and one that was imported has no files here.
  if (before === null || before.status === 'running' || before.status === 'waiting' || before.imported) return {}
  const workspaceId = workspace === undefined ? (before.workspaceId ?? null) : workspace.workspaceId
  const compared =
    again === null
      ? await ask(host, 'files-at', { runId: before.id, path: null, when: 'after', workspaceId })
      : await ask(host, 'files-before-message', { turnId: before.turnId, workspaceId })
  const choice = again === null ? filesToContinue(compared) : filesToAskAgain(compared)
  const copyName = again?.message.trim().split('\n', 1)[0] ?? `after ${before.id}`
  return decideFiles(host, { projectId, workspaceId, compared, choice, when, way, copyName }, terminal)
}

const nothingToContinue = {
  kind: 'not-found',
  message: 'This project has no conversation to continue.',
  advice: 'Omit --continue to start one.',
} as const
