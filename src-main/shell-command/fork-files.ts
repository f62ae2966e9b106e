import type { Run } from '../../src-shared/run/conversation.ts'
import { filesToAskAgain } from '../../src-shared/workspace/start-files.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import type { ForkArguments } from './arguments/read-fork.ts'
import { decideFiles, reportFiles } from './start-files.ts'
import type { Terminal } from './terminal.ts'

/**
 * Makes the files ready that a fork continues, and answers where it works.
 * @throws FailureError if they are not known but asked for, or the person stops
 */
export async function workspaceForFork(
  host: Host,
  from: Run,
  { at, answer, files: way }: ForkArguments,
  terminal: Terminal,
): Promise<{ workspaceId?: string }> {
  const { projectId, workspaceId = null } = from
  if (way === 'keep') return {}
  // With its answer given the step is not done again: its files are those that it left.
  const before = answer === null ? 'before' : 'after'
  const compared = await ask(host, 'files-at', { runId: from.id, path: at, when: before, workspaceId })
  const when = `${before} that step`
  const choice = filesToAskAgain(compared)
  const wanted = { projectId, workspaceId, compared, choice, when, way, copyName: `${from.id} at ${at}` }
  const { files, ...place } = await decideFiles(host, wanted, terminal)
  if (files?.kind !== 'restore') return place
  const { snapshot, expect } = files
  const { undo, written, removed, kept } = await ask(host, 'files-restore', {
    projectId,
    workspaceId,
    snapshot,
    expect,
  })
  const startedFiles = { kind: 'restored', undo, files: written.length + removed.length, kept } as const
  reportFiles(terminal, { id: from.id, startedFiles }, when)
  return {}
}
