import { failureFrom } from '../../../../src-shared/base/failure.ts'
import { agentNamed } from '../../../../src-shared/settings/other-agents.ts'
import { needsOf } from '../../../lab/job-needs.ts'
import type { TrialJob } from '../../../lab/trial-job.ts'
import { findProgram } from '../../../processes/find-program.ts'
import { strategyInfos } from '../../../strategy/registry.ts'
import type { HostContext } from '../../host-context.ts'

/**
 * What this machine lacks for a job beside its models: something that starts containers, a network for them, or another
 * agent that is installed here, or the version of a strategy.
 * @returns a sentence; null if nothing is missing
 */
export async function whatLacks(
  { containers, settings }: Pick<HostContext, 'containers' | 'settings'>,
  { task, lane, strategies, app }: Pick<TrialJob, 'task' | 'lane' | 'strategies' | 'app'>,
): Promise<string | null> {
  const other = strategies.find((each) => each.source === null && versionOf(each.name) !== each.version)
  if (other !== undefined)
    return `The strategy ${other.name} is another version on this machine: the trials were made with Stratagem ${app}.`
  const { container, agents } = needsOf({ task, lane })
  for (const name of agents) {
    const entry = agentNamed(name, settings.read().agents)
    if (entry === undefined || findProgram(entry.command) === null)
      return `The agent ${name} is not installed on this machine.`
  }
  if (container === null) return null
  return containers.refuseUnable({ ...task, needs: ['container'] }, 'agent').then(
    () => null,
    (thrown: unknown) => failureFrom(thrown).message,
  )
}

/** Of the app's own strategy. */
const versionOf = (name: string): number | undefined => strategyInfos().find((each) => each.name === name)?.version
