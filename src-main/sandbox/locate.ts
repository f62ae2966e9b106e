import { findProgram, thisMachine } from '../processes/find-program.ts'

const usual: readonly string[] = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']

/**
 * The path of a program of the system, never one from the folder that a command works in. Null if there is none.
 * @param path the app's own PATH
 */
export async function locate(program: string, path = process.env['PATH'] ?? ''): Promise<string | null> {
  return findProgram(program, thisMachine({ PATH: [...usual, path].join(':') }))
}
