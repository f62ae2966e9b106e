import { devNull } from 'node:os'

/**
 * What a git process inherits of the environment: where programs and the user's own files are, and nothing
 * else, so that no key and none of the caller's `GIT_*` variables reach it (T28).
 */
const passedOn =
  /^(PATH|PATHEXT|HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|USERNAME|USER|LOGNAME|APPDATA|LOCALAPPDATA|PROGRAMDATA|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|TEMP|TMP|TMPDIR|XDG_CONFIG_HOME|LANG|LC_ALL|LC_CTYPE|TZ|SSH_AUTH_SOCK)$/i

export function gitEnvironment(from: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(from))
    if (value !== undefined && passedOn.test(name)) environment[name] = value
  return { ...environment, GIT_TERMINAL_PROMPT: '0', GIT_PAGER: 'cat', PAGER: 'cat', GIT_EDITOR: ':' }
}

/** The null device as git's path code expects it: Git for Windows takes `NUL`, not Node's `\\.\nul`. */
export const noFile = devNull === '/dev/null' ? devNull : 'NUL'
