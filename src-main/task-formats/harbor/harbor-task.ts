import type { TaskContainer, TaskStep } from '../../../src-shared/comparison/task-container.ts'
import type { ReadTask, RefusedTask, TaskWarning } from '../read-task.ts'
import type { HarborFolder } from './harbor-folder.ts'
import { healthOf, stepOf, testsOf } from './harbor-tests.ts'
import { isSeparate } from './is-separate.ts'
import { agentHasNetwork } from './networks.ts'
import { obstacleOf } from './obstacles.ts'
import { type HarborTask, inMs, readHarborToml, sizeInMb } from './task-schema.ts'
import { namesRead } from './variables.ts'

/**
 * A task in Harbor's format: a folder with `task.toml`, `instruction.md`, `environment/`, `tests/` and `solution/`. The
 * agent gets the instruction and the container; the folder itself is sealed.
 * Source: https://harborframework.com/docs/tasks
 */

export interface HarborOptions {
  /** Variables of this computer that tasks may read. */
  readonly allowed: readonly string[]
}

export type ReadHarborFolder = { readonly task: ReadTask; readonly warnings: readonly TaskWarning[] } | RefusedTask

export function readHarborFolder(given: HarborFolder, { allowed }: HarborOptions): ReadHarborFolder {
  const read = readHarborToml(given.toml)
  if ('why' in read) return { name: given.name, why: read.why }
  const { config, ignored } = read
  const name = config.task?.name ?? given.name
  const why = obstacleOf(given, config)
  if (why !== null) return { name, why }
  const said = (what: string): TaskWarning => ({ name, what })
  const used = [config.environment.env, ...testsTables(config)]
  const asked = [...new Set([...used, config.solution.env].flatMap((table) => namesRead(table)))]
  const needed = [...new Set(used.flatMap((table) => namesRead(table, 'needed')))]
  const kept = needed.filter((each) => !allowed.includes(each))
  return {
    task: taskFrom(
      given,
      config,
      name,
      asked.filter((each) => allowed.includes(each)),
    ),
    warnings: [
      ...ignored.map((field) => said(`task.toml has the field ${field}, which is not known and is ignored.`)),
      ...partsLeftOut(config).map(said),
      ...(given.paths.some((path) => path.endsWith('.harborignore'))
        ? [said('Its .harborignore is not read: the files that it names are copied with its tests and its solution.')]
        : []),
      ...kept.map((each) => said(`It asks for the variable ${each} of this computer, which it does not get.`)),
    ],
  }
}

/** Tables with variables for tests. */
const testsTables = ({ verifier, steps }: HarborTask): HarborTask['environment']['env'][] => {
  const all = [verifier, ...steps.map((step) => step.verifier)]
  return all.flatMap(({ env, environment }) => [env, environment?.env ?? {}])
}

/** What is not kept of what it says, or is only of use to Harbor itself. */
function partsLeftOut({ artifacts, environment, verifier, steps }: HarborTask): string[] {
  const isSomeSeparate = isSeparate(verifier, null) || steps.some((step) => isSeparate(verifier, step.verifier))
  return [
    ...(artifacts.length === 0 || isSomeSeparate ? [] : ['The artifacts that it names are not collected.']),
    ...(environment.skills_dir ? ['Its skills are not given to the agent.'] : []),
    ...(verifier.collect.length === 0 || isSomeSeparate ? [] : ['What its tests would collect is not collected.']),
  ]
}

function taskFrom(given: HarborFolder, config: HarborTask, name: string, allowed: readonly string[]): ReadTask {
  const { agent, verifier, steps } = config
  const ofSteps = steps.map((step) => stepOf(given, config, step))
  const testsMs = inMs(verifier.timeout_sec)
  return {
    format: 'harbor',
    name,
    message: ofSteps[0]?.message ?? given.instruction ?? '',
    start: { kind: 'texts', files: {} },
    setUpCommand: null,
    check: { command: '/tests/test.sh', scorePattern: null, better: 'higher', timeLimitMs: testsMs },
    hidden: null,
    solution: null,
    timeLimitMs: agent.timeout_sec == null ? null : inMs(agent.timeout_sec),
    tags: tagsOf(config),
    needs: ['container'],
    container: { folder: given.folder, of: containerOf(given, config, ofSteps, allowed) },
    revision: given.revision,
  }
}

function containerOf(
  given: HarborFolder,
  config: HarborTask,
  steps: readonly TaskStep[],
  allowed: readonly string[],
): Omit<TaskContainer, 'files'> {
  const { agent, verifier, environment, solution } = config
  const has = (path: string) => given.paths.includes(path)
  return {
    image: environment.docker_image ?? null,
    workdir: environment.workdir ?? null,
    agentUser: agent.user ?? null,
    testsUser: verifier.user ?? null,
    network: agentHasNetwork(config),
    cpus: environment.cpus ?? null,
    memoryMb: environment.memory_mb ?? sizeInMb(environment.memory),
    storageMb: environment.storage_mb ?? sizeInMb(environment.storage),
    variables: Object.keys(environment.env),
    testsVariables: [...new Set(testsTables(config).flatMap((table) => Object.keys(table)))],
    solutionVariables: Object.keys(solution.env),
    allowedVariables: [...allowed],
    buildLimitMs: inMs(environment.build_timeout_sec),
    health: healthOf(environment.healthcheck),
    hasSolution:
      steps.length === 0 ? has('solution/solve.sh') : steps.every(({ name }) => has(`steps/${name}/solution/solve.sh`)),
    ...(steps.length > 0 && { steps: [...steps], reward: config.multi_step_reward_strategy ?? 'mean' }),
    // A task that is tested in its own container has the form that it always had, so that its version stays.
    ...(steps.length === 0 && isSeparate(verifier, null) && { tests: testsOf(given, config, null) }),
  }
}

/** Habits of authors, no schema. */
function tagsOf({ metadata, task }: HarborTask): string[] {
  const { tags, category, difficulty } = metadata
  const all = [...(Array.isArray(tags) ? tags : []), category, difficulty, ...(task?.keywords ?? [])]
  const texts = all.flatMap((each) => (typeof each === 'string' ? [each.trim().slice(0, 64)] : []))
  return [...new Set(texts.filter((each) => each !== ''))].slice(0, 64)
}
