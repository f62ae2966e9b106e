import { existsSync } from 'node:fs'
import { commandInterpreter, systemProgram } from '../../processes/windows-system.ts'

/** The shell that command lines are written for: those of models, checks and hooks. */
export interface SystemShell {
  readonly program: string
  /** As models and people see it. */
  readonly name: 'bash' | 'sh' | 'cmd.exe'
  args(command: string): string[]
  /** The same for a command that is too long for an argument and comes as the input; null: there is no such way. */
  readonly argsForInput: readonly string[] | null
  /** Whether what a command leaves in the background ends with it. */
  readonly endsBackground: boolean
  /** Why the shell would not run all of a command, with what to do; null if it does. */
  problemWith(command: string): string | null
}

/**
 * bash if installed, else sh; on Windows cmd.exe, which is never looked up in the project's folder or in PATH.
 * `/d`: without the commands that the registry runs first. `/s` with one pair of quotation marks around the whole: the
 * line is read as it is, after the code page is set to UTF-8. `/v:off`: `!` in a value is plain text.
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
      // Windows keeps no list of what a program that has ended had started.
      endsBackground: false,
      args: (command) => ['/d', '/v:off', '/s', '/c', `"${inUnicode(environment)} & ${command}"`],
      argsForInput: null,
      problemWith: (command) =>
        /[\r\n]/.test(command.trim()) ? oneLineOnly : command.length > cmdLimit ? tooLongForCmd : null,
    }
  const bash = exists('/bin/bash')
  return {
    program: bash ? '/bin/bash' : '/bin/sh',
    name: bash ? 'bash' : 'sh',
    endsBackground: true,
    args: (command) => ['-c', command],
    // All of the input is read before anything runs, which then has none.
    argsForInput: ['-c', 'eval "$(cat)"'],
    problemWith: () => null,
  }
}

/** Else what cmd.exe and most console programs print is in the code page of the country. */
const inUnicode = (environment: NodeJS.ProcessEnv) => `"${systemProgram('chcp.com', environment)}" 65001 >nul 2>nul`

/** Bytes of a command that is an argument. Linux allows 131,071. */
export const argumentLimit = 100_000
/** Characters, of the 8,191 that cmd.exe takes. */
const cmdLimit = 8000

const tooLongForCmd = 'cmd.exe takes commands of at most 8,191 characters. Write it to a .cmd file and run that.'
const oneLineOnly =
  'cmd.exe runs only the first line of a command. Join the lines with &&, or write them to a .cmd file and run that.'
