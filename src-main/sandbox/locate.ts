import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

const usual: readonly string[] = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']

/**
 * The path of a program of the system, never one from the folder that a command works in. Null if there is none.
 * @param path the app's own PATH
 */
export async function locate(program: string, path = process.env['PATH'] ?? ''): Promise<string | null> {
  for (const folder of [...usual, ...path.split(delimiter).filter(isAbsolute)]) {
    const file = join(folder, program)
    if (await isProgram(file)) return file
  }
  return null
}

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
