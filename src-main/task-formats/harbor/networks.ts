import { listed } from '../../../src-shared/base/format.ts'
import { isSeparate } from './is-separate.ts'
import { type HarborStep, type HarborTask, networkOf } from './task-schema.ts'

/**
 * The networks of a task: a container has one by its `environment`, and the agent and the tests may say otherwise for
 * while they run. Source: https://harborframework.com/docs/tasks, “Network policies”
 */

/** Hosts that are named in a reason. */
const maxNamed = 5

type Network = ReturnType<typeof networkOf>

/** Of the tests of a step, or of the task. */
export function testsNetwork({ environment, verifier }: HarborTask, step: HarborStep | null): Network {
  const own = isSeparate(verifier, step?.verifier ?? null)
    ? (step?.verifier.environment ?? verifier.environment ?? environment)
    : environment
  return step?.verifier.network_mode ?? verifier.network_mode ?? networkOf(own)
}

/** What runs in the agent’s container, each with its network: the agent, and tests that have no container of their own. */
function inAgentContainer(config: HarborTask): Network[] {
  const { environment, agent, verifier, steps } = config
  const parts = steps.length === 0 ? [null] : steps
  return parts.flatMap((step) => {
    const agents = step?.agent.network_mode ?? agent.network_mode ?? networkOf(environment)
    return isSeparate(verifier, step?.verifier ?? null) ? [agents] : [agents, testsNetwork(config, step)]
  })
}

/** Whether the agent’s container has the network: nothing in it needs it otherwise, or the task is refused. */
export const agentHasNetwork = (config: HarborTask): boolean => inAgentContainer(config).includes('public')

/** Why its networks can’t be had; null: they can. */
export function networkObstacle(config: HarborTask): string | null {
  const { environment, agent, verifier, steps } = config
  const verifiers = [verifier, ...steps.map((step) => step.verifier)]
  const tables = [environment, agent, ...steps.map((step) => step.agent), ...verifiers]
  const all = [...tables, ...verifiers.flatMap((each) => (each.environment ? [each.environment] : []))]
  if (all.some(({ network_mode, allowed_hosts }) => network_mode === 'allowlist' || (allowed_hosts?.length ?? 0) > 0)) {
    const hosts = [...new Set(all.flatMap(({ allowed_hosts }) => allowed_hosts ?? []))].map((host) =>
      host.slice(0, 100),
    )
    const named =
      hosts.length === 0 ? '' : ` (${listed(hosts.slice(0, maxNamed))}${hosts.length > maxNamed ? ', …' : ''})`
    return `It may reach only some hosts${named}, which is not supported: a container has the network, or it has none. Choose “public” or “no-network” in task.toml.`
  }
  if (new Set(inAgentContainer(config)).size > 1)
    return 'Its agent and its tests need different network access in one container, which is not supported.'
  return null
}
