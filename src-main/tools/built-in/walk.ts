import { matchesGlob } from '../../../src-shared/base/glob.ts'
import { walkFlags } from '../ripgrep.ts'
import type { ToolServices } from '../tool.ts'

/** How long ignored files are looked at to explain that nothing was found, ms. */
const lookWithin = 5_000

/** The walk through a folder of the project: with the flags, and whether ignored files are in it. */
export interface Walk {
  readonly flags: readonly string[]
  readonly ignored: boolean
}

/**
 * Does it without ignored files, and if nothing is found, with them: what is named is found although it is ignored, and
 * otherwise it can be said.
 * @param look returns whether anything was found
 */
export async function walkTwice(
  services: ToolServices,
  signal: AbortSignal,
  look: (walk: Walk, signal: AbortSignal) => Promise<boolean>,
): Promise<void> {
  const flags = walkFlags(services.files.folder)
  if (await look({ flags, ignored: false }, signal)) return
  await look(
    { flags: [...flags, '--no-ignore'], ignored: true },
    AbortSignal.any([signal, AbortSignal.timeout(lookWithin)]),
  )
}

/** As ripgrep prints it: `./src/a.js` or, on Windows, `src\a.js`. */
export function projectPath(printed: string): string {
  const forward = process.platform === 'win32' ? printed.replaceAll('\\', '/') : printed
  return forward.replace(/^\.\//, '')
}

/** A glob may be relative to the project's folder or to the folder given with it. */
export function matchesFrom(glob: string, within: string, path: string): boolean {
  if (matchesGlob(glob, path)) return true
  return within !== '.' && path.startsWith(`${within}/`) && matchesGlob(glob, path.slice(within.length + 1))
}
