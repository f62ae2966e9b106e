import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The file of a thread: in the source next to the module that starts it; in the built app next to the main file, or one
 * folder up from its chunks.
 * @param url of the module that starts it
 * @param source the file's name next to that module
 * @param built its name in the built app
 */
export function threadFile(url: string, source: string, built: string): string {
  if (url.endsWith('.ts')) return fileURLToPath(new URL(source, url))
  const here = fileURLToPath(new URL('.', url))
  const places = [join(here, built), join(here, '..', built)]
  return places.find((each) => existsSync(each)) ?? join(here, built)
}

/** Of the environment only this: a thread that starts from its source compiles it once, not at each start. */
export function threadEnvironment(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
