import type { StartRun } from '../../src-shared/host-api.ts'
import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'
import type { CommandModels } from './command-profiles.ts'
import { placeForFork } from './fork-files.ts'
import { pickByName } from './pick-by-name.ts'
import type { ForkArguments } from './read-fork.ts'
import { runNamed } from './run-named.ts'
import type { Terminal } from './terminal.ts'
import { understood } from './understood.ts'
import { UsageError } from './usage.ts'
import { watchRun } from './watch-run.ts'

/** Before any file is brought back for it. @throws UsageError */
async function refuseUnknown(host: Host, strategy: StartRun['strategy'], projectId: string): Promise<void> {
  if (strategy === null || !('name' in strategy)) return
  const problem = await ask(host, 'strategy-check', { strategy, projectId })
  if (problem !== null) throw new UsageError(problem.why)
}

/** `agent fork`: goes on from a step of a run, as a new run beside it. @returns the exit code */
export async function forkCommand(
  host: Host,
  args: ForkArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  const from = runNamed(host, args.run)
  // Where no model is named for every role, the other roles keep theirs.
  const named = Object.entries(roles).filter(([role]) => role !== 'default' || args.model !== null)
  const picked = await pickByName(host, args, Object.fromEntries(named), from.projectId)
  await refuseUnknown(host, picked.strategy, from.projectId)
  const { approval, message, answer } = args
  const place = await placeForFork(host, from, args, terminal)
  const asked = { runId: from.id, path: args.at, approval, message, answer, ...place, ...picked }
  const run = await understood(() => ask(host, 'run-fork', asked))
  return watchRun(host, { run, afterSeq: run.forkedFrom?.copied ?? -1, json: args.json }, terminal)
}
