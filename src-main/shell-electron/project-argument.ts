import { resolve } from 'node:path'
import { z } from 'zod'

/**
 * The project named by `--project DIR` or `--project=DIR`, as an absolute path; null if none is.
 * @param workingFolder what a relative path starts from
 */
export function projectArgument(args: readonly string[], workingFolder: string): string | null {
  const at = args.indexOf('--project')
  const joined = args.find((each) => each.startsWith('--project='))
  const named = at >= 0 ? args[at + 1] : joined?.slice('--project='.length)
  return named === undefined || named === '' ? null : resolve(workingFolder, named)
}

const handed = z.object({ project: z.string().min(1) })

/** The project that a second start of the app passed; null if none. */
export function handedProject(data: unknown): string | null {
  return handed.safeParse(data).data?.project ?? null
}
