import { FailureError } from '../../src-shared/base/failure.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import type { ForkArguments } from './arguments/read-fork.ts'
import type { Terminal } from './terminal.ts'

/**
 * Makes the files ready that a fork continues, and answers where it works.
 * @throws FailureError if they are not known, or somebody else changed them since
 */
export async function workspaceForFork(
  host: Host,
  from: Run,
  { at, answer, files }: ForkArguments,
  terminal: Terminal,
): Promise<{ workspaceId?: string }> {
  if (files === 'keep') return {}
  const { projectId, workspaceId = null } = from
  // With its answer given the step is not done again: its files are those that it left.
  const when = answer === null ? 'before' : 'after'
  const then = await ask(host, 'files-at', { runId: from.id, path: at, when, workspaceId })
  if (then.snapshot === null) throw new FailureError(notKnown)
  if (files === 'copy') {
    const request = { projectId, name: `${from.id} at ${at}`, snapshot: then.snapshot, dependencies: 'clone' as const }
    const copy = await ask(host, 'workspace-open', request)
    terminal.progress(`The run works in ${copy.folder} (${copy.id}).`)
    return { workspaceId: copy.id }
  }
  if (then.changes.files.length === 0) return {}
  if (then.foreign.length > 0) throw new FailureError(changedByOthers(then.foreign))
  const request = { projectId, workspaceId, snapshot: then.snapshot, expect: then.now }
  const { undo } = await ask(host, 'files-restore', request)
  terminal.error(`The files were restored to that step. To undo this: agent files ${from.id} --undo ${undo}`)
  return {}
}

const notKnown = {
  kind: 'not-found',
  message: 'There is no snapshot of the files at that step.',
  advice: 'Omit --files to continue with the current files.',
} as const

const changedByOthers = (paths: readonly string[]) =>
  ({
    kind: 'busy',
    message: `Files were changed outside Stratagem since: ${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ', …' : ''}.`,
    advice: 'Use --files copy to leave them alone, or restore the files with `agent files RUN --at STEP --restore`.',
  }) as const
