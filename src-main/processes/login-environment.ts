import { homedir, userInfo } from 'node:os'
import { basename, delimiter, isAbsolute } from 'node:path'
import { ownWork } from './marks.ts'
import { runToEnd } from './run-to-end.ts'

/** How long the shell may take to start, ms: what it is told to do then may be slow, or wait for an answer. */
const within = 5_000
const maxOutput = 4_000_000
const shells = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'mksh', 'ash', 'fish'])
/** Around the list of variables: what else a shell prints as it starts is not one. */
const mark = '__stratagem_environment__'
const command = `printf '%s\\0' ${mark}; command env -0; printf '%s\\0' ${mark}`

/** Of the shell itself, or of what it is started by. */
const notTaken = /^(PWD|OLDPWD|SHLVL|_|TERM|COLUMNS|LINES|PS\d|PROMPT|STRATAGEM_.*|ELECTRON_.*|BASH_FUNC_.*)$/

export type ProgramStart = 'app' | 'command'

/** Folders of the `PATH` that programs get where no shell has set one. Source: launchd.plist(5), crontab(5) */
const systemFolders = new Set(['/usr/bin', '/bin', '/usr/sbin', '/sbin'])

/**
 * Whether a program's environment comes from a shell. A `PATH` of nothing but the system's folders does not, as in jobs
 * of cron; otherwise a command's does, and the app's if both a shell and a terminal have left their mark in it: on Linux
 * the desktop itself is often started by a shell, but not by the user's whole one.
 */
export function hasShellEnvironment(start: ProgramStart, environment: NodeJS.ProcessEnv): boolean {
  const { PATH = '', SHLVL = '0', TERM = '' } = environment
  if (PATH.split(delimiter).every((each) => each === '' || systemFolders.has(each))) return false
  return start === 'command' || (Number(SHLVL) > 0 && TERM !== '')
}

let asking: Promise<void> = Promise.resolve()
let hasAsked = false

/**
 * Completes the environment of this process from the user's login shell, once: an app that is started from a dock, or by
 * a service, has neither the `PATH` nor the variables that the user's shell sets (nvm, asdf, Homebrew).
 *
 * 1. Nothing is asked if the environment is a shell's already (`hasShellEnvironment`), nor on Windows, where the system
 *    sets variables.
 * 2. What is set stays. Folders of `PATH` are added; if all were the shell's, too, they get its order.
 * 3. Secrets are not taken.
 * @param start what the user has started: the app, or a command, as terminals and scripts do
 * @param isSecret whether a variable's name says that it is one
 */
export function completeFromLoginShell(start: ProgramStart, isSecret: (name: string) => boolean): void {
  if (hasAsked || process.platform === 'win32' || process.stdin.isTTY) return
  if (hasShellEnvironment(start, process.env)) return
  hasAsked = true
  asking = complete(isSecret).catch(() => undefined)
}

/** Resolves when the environment is as complete as it will be; never rejects, and takes seconds at most. */
export const environmentCompleted = (): Promise<void> => asking

async function complete(isSecret: (name: string) => boolean): Promise<void> {
  const shell = process.env['SHELL'] || userInfo().shell || ''
  if (!isAbsolute(shell) || !shells.has(basename(shell))) return
  const { output } = await runToEnd(
    {
      program: shell,
      args: ['-i', '-l', '-c', command],
      folder: homedir(),
      environment: { ...process.env, TERM: 'dumb' },
    },
    { kind: 'helper', owner: ownWork },
    { within, most: maxOutput, atMost: 'end' },
  )
  const found = variablesIn(output.toString('utf8'))
  for (const [name, value] of found)
    if (process.env[name] === undefined && !notTaken.test(name) && !isSecret(name)) process.env[name] = value
  const path = found.get('PATH')
  if (path !== undefined) process.env['PATH'] = joinedPath(process.env['PATH'] ?? '', path)
}

function variablesIn(output: string): ReadonlyMap<string, string> {
  const parts = output.split('\0')
  // Before the first mark stands what the shell printed as it started.
  const from = parts.findIndex((each) => each.endsWith(mark))
  const to = parts.indexOf(mark, from + 1)
  if (from < 0 || to < 0) return new Map()
  return new Map(
    parts.slice(from + 1, to).flatMap((each): [string, string][] => {
      const at = each.indexOf('=')
      return at > 0 ? [[each.slice(0, at), each.slice(at + 1)]] : []
    }),
  )
}

/** @param own the folders of this process; if the shell has all of them, its order counts */
export function joinedPath(own: string, ofShell: string): string {
  const [mine, theirs] = [own, ofShell].map((path) => path.split(delimiter).filter((each) => each !== ''))
  if (mine === undefined || theirs === undefined || theirs.length === 0) return own
  if (mine.every((each) => theirs.includes(each))) return theirs.join(delimiter)
  return [...mine, ...theirs.filter((each) => !mine.includes(each))].join(delimiter)
}
