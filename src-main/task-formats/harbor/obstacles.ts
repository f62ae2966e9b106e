import { isWorkdir } from '../../../src-shared/comparison/task-container.ts'
import { composeObstacle } from './compose.ts'
import type { HarborFolder } from './harbor-folder.ts'
import { testFolders, testsImage } from './harbor-tests.ts'
import { isSeparate } from './is-separate.ts'
import { networkObstacle } from './networks.ts'
import { type HarborStep, type HarborTask, sizeInMb } from './task-schema.ts'

/**
 * Why a task can't be imported, as sentences that also say what to do, if anything can be done here; null if it can. A
 * task that would run in another way than it says must not be compared on.
 */
export function obstacleOf(folder: HarborFolder, config: HarborTask): string | null {
  const { environment, steps } = config
  const has = (path: string) => folder.paths.includes(path)
  if (environment.os === 'windows') return windows
  if (hasSharedTable(config))
    return 'Its tests shall run in the container of the agent (environment_mode = "shared") and have one of their own. Remove one of the two from task.toml.'
  if (sizesDiffer(environment)) return 'Its memory or storage is given twice, with different sizes.'
  const compose = composeObstacle(folder)
  if (compose !== null) return compose
  if (needsServices(config))
    return 'Its tests need files of several containers (Docker Compose), which is not supported.'
  if (!environment.docker_image && !has('environment/Dockerfile'))
    return 'It has neither environment/Dockerfile nor the name of an image.'
  if (needsDevice(environment) || needsDevice(config.verifier.environment ?? null))
    return 'It needs a graphics processor or a TPU, which is not supported. If it also works without, remove gpus and tpu from task.toml.'
  if (environment.mcp_servers.length > 0)
    return 'It needs MCP servers in its container, which is not supported. If it can be done without, remove them from task.toml.'
  const network = networkObstacle(config)
  if (network !== null) return network
  if (environment.workdir && !isWorkdir(environment.workdir))
    return `Its working folder ${environment.workdir} can’t be used: only an absolute path to a folder of its own can.`
  if (steps.length === 0) return partObstacle(folder, config, null)
  // Some systems take names for the same that differ in case.
  if (new Set(steps.map(({ name }) => name.normalize('NFC').toLowerCase())).size < steps.length)
    return 'Two of its steps have the same name.'
  return steps.map((step) => partObstacle(folder, config, step)).find((each) => each !== null) ?? null
}

const windows = 'It needs a Windows container, which is not supported.'

/** @param step null: the only message of the task */
function partObstacle(folder: HarborFolder, config: HarborTask, step: HarborStep | null): string | null {
  const { paths, instruction, stepInstructions } = folder
  const below = step === null ? '' : `steps/${step.name}/`
  const text = step === null ? instruction : stepInstructions[step.name]
  if (step !== null && !isFolderName(step.name))
    return `The step “${step.name}” can’t be a folder on every system. Give it another name.`
  if (text === null || text === undefined || text.trim() === '')
    return `It has no ${below}instruction.md, or an empty one.`
  if (paths.includes(`${below}trajectory.json`))
    return `Its agent continues an earlier conversation (${below}trajectory.json), which is not supported.`
  const folders = testFolders(folder, step?.name ?? null)
  const hasTest = (name: string) => folders.some((each) => paths.includes(`${each}/${name}`))
  const isOwn = isSeparate(config.verifier, step?.verifier ?? null)
  const table = step?.verifier.environment ?? config.verifier.environment ?? null
  if (table?.os === 'windows' || (hasTest('test.bat') && !hasTest('test.sh'))) return windows
  const image = isOwn ? testsImage(folder, config, step) : null
  // The image of the tests may have them.
  if (!hasTest('test.sh') && !(image !== null && 'name' in image))
    return `It has no ${below}tests/test.sh, so nothing could tell whether it was done.`
  return null
}

/** Whether every system takes it as the name of a folder. Source: Harbor’s `models/task/step_name.py` */
function isFolderName(name: string): boolean {
  const [first = ''] = name.split('.')
  const isDevice = /^(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[1-9¹²³])$/i.test(first.trimEnd())
  return name.trim() !== '' && !isDevice && !/[. ]$/.test(name) && !/[<>:"/\\|?*\p{Cc}]/u.test(name)
}

const needsDevice = (environment: Pick<HarborTask['environment'], 'gpus' | 'tpu'> | null): boolean =>
  environment !== null && ((environment.gpus ?? 0) > 0 || (environment.tpu !== undefined && environment.tpu !== null))

const hasSharedTable = ({ verifier, steps }: HarborTask): boolean =>
  [verifier, ...steps.map((step) => step.verifier)].some(
    ({ environment_mode, environment }) => environment_mode === 'shared' && environment != null,
  )

/** Whether the older name of a field says another size than the newer one. */
function sizesDiffer({ memory, memory_mb, storage, storage_mb }: HarborTask['environment']): boolean {
  const differ = (older: string | number | null | undefined, newer: number | null | undefined) =>
    older != null && newer != null && sizeInMb(older) !== newer
  return differ(memory, memory_mb) || differ(storage, storage_mb)
}

/** Whether it names a container other than that of the agent. */
function needsServices({ artifacts, verifier, steps }: HarborTask): boolean {
  const verifiers = [verifier, ...steps.map((step) => step.verifier)]
  const named = [
    ...artifacts,
    ...steps.flatMap((step) => step.artifacts),
    ...verifiers.flatMap(({ collect }) => collect),
  ]
  return named.some(({ service }) => service !== 'main')
}
