import { existsSync } from 'node:fs'
import { win32 } from 'node:path'

/** The shell that command lines are written for: those of models, checks and hooks. */
export interface SystemShell {
  readonly program: string
  /** As models and people see it. */
  readonly name: 'bash' | 'sh' | 'cmd.exe'
  args(command: string): string[]
  /** Why the shell would not run all of a command, with what to do; null if it does. */
  problemWith(command: string): string | null
}

/**
 * bash if installed, else sh; on Windows cmd.exe, which is never looked up in the project's folder or in PATH.
 * `/d`: without the commands that the registry runs first. `/s` with one pair of quotation marks around the whole: the
 * line is read as it is. `/v:off`: `!` in a value is plain text.
 * Source: https://learn.microsoft.com/windows-server/administration/windows-commands/cmd
 */
export function systemShell(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  exists: (path: string) => boolean = existsSync,
): SystemShell {
  if (platform === 'win32')
    return {
      program: commandInterpreter(environment),
      name: 'cmd.exe',
      args: (command) => ['/d', '/v:off', '/s', '/c', `"${command}"`],
      problemWith: (command) => (/[\r\n]/.test(command.trim()) ? oneLineOnly : null),
    }
  const bash = exists('/bin/bash')
  return {
    program: bash ? '/bin/bash' : '/bin/sh',
    name: bash ? 'bash' : 'sh',
    args: (command) => ['-c', command],
    problemWith: () => null,
  }
}

/** Absolute. The names of variables have no case on Windows; another program in `ComSpec` reads other arguments. */
function commandInterpreter(environment: NodeJS.ProcessEnv): string {
  const variable = (wanted: string): string =>
    Object.entries(environment).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
  const chosen = variable('comspec')
  if (win32.isAbsolute(chosen) && win32.basename(chosen).toLowerCase() === 'cmd.exe') return chosen
  const system = variable('systemroot')
  return win32.join(win32.isAbsolute(system) ? system : 'C:\\Windows', 'System32', 'cmd.exe')
}

const oneLineOnly =
  'cmd.exe runs only the first line of a command. Join the lines with &&, or write them to a .cmd file and run that.'
