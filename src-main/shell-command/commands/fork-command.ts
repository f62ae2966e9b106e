import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import type { Efforts } from '../arguments/argument-parts.ts'
import { asUsageError } from '../arguments/as-usage-error.ts'
import { type CommandModels, withEfforts } from '../arguments/command-profiles.ts'
import { pickByName } from '../arguments/pick-by-name.ts'
import type { ForkArguments } from '../arguments/read-fork.ts'
import { UsageError } from '../arguments/usage.ts'
import { workspaceForFork } from '../fork-files.ts'
import type { Terminal } from '../terminal.ts'
import { watchRun } from '../watch-run.ts'
import { runNamed } from './run-named.ts'

/** Checked before any file is restored for it. @throws UsageError */
async function refuseUnknown(host: Host, strategy: RunRequest['strategy'], projectId: string): Promise<void> {
  if (strategy === null || !('name' in strategy)) return
  const problem = await ask(host, 'strategy-check', { strategy, projectId })
  if (problem !== null) throw new UsageError(problem.why)
}

/** With an effort named, the models of the run are named with it. */
function withForkEfforts(from: Run, named: CommandModels['roles'], efforts: Efforts): CommandModels['roles'] {
  if (Object.keys(efforts).length === 0) return named
  const before = Object.entries(from.roles).map(([role, { profileId }]) => [role, profileId])
  return withEfforts({ ...Object.fromEntries(before), ...named }, efforts)
}

/** `agent fork`: continues from a step of a run, as a new run beside it. @returns the exit code */
export async function forkCommand(
  host: Host,
  args: ForkArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  const from = runNamed(host, args.run)
  // If no model is named for every role, the other roles keep theirs.
  const named = Object.fromEntries(Object.entries(roles).filter(([role]) => role !== 'default' || args.model !== null))
  const picked = await pickByName(host, args, withForkEfforts(from, named, args.efforts), from.projectId)
  await refuseUnknown(host, picked.strategy, from.projectId)
  const { approval, message, answer } = args
  const workspace = await workspaceForFork(host, from, args, terminal)
  const request = { runId: from.id, path: args.at, approval, message, answer, ...workspace, ...picked }
  const run = await asUsageError(() => ask(host, 'run-fork', request))
  return watchRun(host, { run, afterSeq: run.forkedFrom?.copied ?? -1, json: args.json }, terminal)
}
