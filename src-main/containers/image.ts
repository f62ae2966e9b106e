import { z } from 'zod'
import { parseOutside } from '../../src-shared/base/excess.ts'
import { isWorkdir } from '../../src-shared/comparison/task-container.ts'
import { buildArguments, smallLimits } from './container-arguments.ts'
import { succeeded } from './container-failures.ts'
import { type ContainerEngine, callEngine } from './engine.ts'

export type ImageSource =
  | { readonly kind: 'named'; readonly image: string }
  /** @property files writes what is built, and removes it after `use` */
  | {
      readonly kind: 'built'
      /** Of the files that it is built from: the same tag is the same image. */
      readonly tag: string
      files<T>(use: (folder: string, dockerfile: string) => Promise<T>): Promise<T>
    }

const inspectMs = 60_000
const building = new Map<string, Promise<string>>()

/**
 * The image of a task: pulled or built once, then kept by the engine.
 * @returns what it is called
 * @throws FailureError if it can't be had
 */
export function ensureImage(
  engine: ContainerEngine,
  source: ImageSource,
  limitMs: number,
  signal: AbortSignal,
): Promise<string> {
  const name = source.kind === 'named' ? source.image : source.tag
  const key = `${engine.name} ${name}`
  const active = building.get(key)
  if (active !== undefined) return active
  const made = make(engine, source, name, limitMs, signal).finally(() => building.delete(key))
  building.set(key, made)
  return made
}

async function make(
  engine: ContainerEngine,
  source: ImageSource,
  name: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<string> {
  const known = await callEngine(engine, ['image', 'inspect', name], { limitMs: inspectMs, signal })
  if (known.code === 0) return name
  if (source.kind === 'named') {
    succeeded(
      await callEngine(engine, ['pull', name], { limitMs, signal }),
      `The image ${name} can’t be pulled`,
      signal,
    )
    return name
  }
  await source.files(async (folder, dockerfile) => {
    const args = buildArguments(name, folder, dockerfile)
    const first = await callEngine(engine, args, { limitMs, signal })
    const again = first.code !== 0 && /rlimit/i.test(first.trouble)
    const [build = '', ...rest] = args
    const call = again ? await callEngine(engine, [build, ...smallLimits, ...rest], { limitMs, signal }) : first
    succeeded(call, 'The image of the task can’t be built', signal)
  })
  return name
}

const config = z.array(z.object({ Config: z.object({ WorkingDir: z.string().nullish() }).nullish() })).min(1)

/** Where the image starts, if the workspace can take that folder's place; else `/app`. */
export async function workdirOf(engine: ContainerEngine, image: string, signal: AbortSignal): Promise<string> {
  const named = await startOf(engine, image, signal)
  return isWorkdir(named) ? named : '/app'
}

/** Where the image starts. */
export async function startOf(engine: ContainerEngine, image: string, signal: AbortSignal): Promise<string> {
  const call = await callEngine(engine, ['image', 'inspect', image], { limitMs: inspectMs, signal })
  const read = config.safeParse(parsed(call.output))
  const named = read.success ? read.data[0]?.Config?.WorkingDir : null
  return named || '/'
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return null
  }
}
