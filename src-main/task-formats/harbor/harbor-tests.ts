import type {
  TaskContainer,
  TaskStep,
  TaskTests,
  TestsContainer,
} from '../../../src-shared/comparison/task-container.ts'
import type { HarborFolder } from './harbor-folder.ts'
import { isSeparate } from './is-separate.ts'
import { testsNetwork } from './networks.ts'
import { type HarborStep, type HarborTask, inMs, sizeInMb } from './task-schema.ts'

/**
 * How the work of an agent is tested: in its own container, or in one that only the tests use.
 * Source: https://harborframework.com/docs/tasks/separate-verifier and /multi-step
 */

/** Where the tests of a step, or of the task, lie: the step's are laid over those of the task. */
export function testFolders({ paths }: Pick<HarborFolder, 'paths'>, step: string | null): string[] {
  const all = ['tests', ...(step === null ? [] : [`steps/${step}/tests`])]
  return all.filter((folder) => paths.some((path) => path.startsWith(`${folder}/`)))
}

/**
 * The image of a container for the tests: what the step says before what the task says, a name before a Dockerfile.
 * Null: that of the agent.
 */
export function testsImage(
  { paths }: Pick<HarborFolder, 'paths'>,
  { verifier }: Pick<HarborTask, 'verifier'>,
  step: HarborStep | null,
): TestsContainer['image'] {
  const ofStep = step === null ? [] : [{ table: step.verifier.environment, folder: `steps/${step.name}/tests` }]
  for (const { table, folder } of [...ofStep, { table: verifier.environment, folder: 'tests' }]) {
    if (table?.docker_image) return { name: table.docker_image }
    if (paths.includes(`${folder}/Dockerfile`)) return { builtFrom: folder }
  }
  return null
}

/** @param step null: a task of one message */
export function testsOf(folder: HarborFolder, config: HarborTask, step: HarborStep | null): TaskTests {
  const folders = testFolders(folder, step?.name ?? null)
  return {
    folders,
    limitMs: inMs((step ?? config).verifier.timeout_sec),
    user: step?.verifier.user ?? config.verifier.user ?? null,
    ...(isSeparate(config.verifier, step?.verifier ?? null) && {
      container: testsContainerOf(folder, config, step),
    }),
  }
}

function testsContainerOf(folder: HarborFolder, config: HarborTask, step: HarborStep | null): TestsContainer {
  const environment = step?.verifier.environment ?? config.verifier.environment ?? config.environment
  return {
    image: testsImage(folder, config, step),
    network: testsNetwork(config, step) === 'public',
    cpus: environment.cpus ?? null,
    memoryMb: environment.memory_mb ?? sizeInMb(environment.memory),
    workdir: environment.workdir ?? null,
    buildLimitMs: inMs(environment.build_timeout_sec),
    collect: [...config.verifier.collect, ...(step?.verifier.collect ?? [])].map(({ command, timeout_sec, user }) => ({
      command,
      limitMs: inMs(timeout_sec),
      ...(user != null && { user }),
    })),
    artifacts: [...config.artifacts, ...(step?.artifacts ?? [])].map(({ source, exclude }) => ({
      path: source,
      exclude,
    })),
  }
}

export function stepOf(folder: HarborFolder, config: HarborTask, step: HarborStep): TaskStep {
  const { name, agent, min_reward, healthcheck } = step
  const limit = agent.timeout_sec ?? config.agent.timeout_sec ?? null
  return {
    name,
    message: folder.stepInstructions[name] ?? '',
    agentUser: agent.user ?? config.agent.user ?? null,
    agentLimitMs: limit === null ? null : inMs(limit),
    hasFiles: folder.paths.some((path) => path.startsWith(`steps/${name}/workdir/`)),
    tests: testsOf(folder, config, step),
    minRewards: min_reward ?? {},
    health: healthOf(healthcheck),
  }
}

export const healthOf = (given: HarborStep['healthcheck']): TaskContainer['health'] =>
  given
    ? {
        command: given.command,
        intervalMs: Math.max(given.interval_sec * 1000, 100),
        ...(given.start_period_sec > 0 && { startIntervalMs: Math.max(given.start_interval_sec * 1000, 100) }),
        limitMs: Math.max(given.timeout_sec * 1000, 100),
        startPeriodMs: given.start_period_sec * 1000,
        retries: given.retries,
      }
    : null
