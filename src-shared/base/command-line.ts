/** The shell that a command line is written for. */
export type ShellKind = 'posix' | 'cmd'

/**
 * A command line for a shell: each word reaches the program as it is here.
 * @param environment variables that are set for this command alone
 */
export function commandLine(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  shell: ShellKind,
): string {
  return withVariables(words.map((word) => quote(word, shell)).join(' '), environment, shell)
}

/** A command line that sets variables first. Names that no shell takes are left out. */
export function withVariables(
  command: string,
  environment: Readonly<Record<string, string>>,
  shell: ShellKind,
): string {
  const variables = Object.entries(environment).filter(([name]) => isVariable(name))
  if (shell === 'posix')
    return [...variables.map(([name, value]) => `${name}=${quote(value, shell)}`), command].join(' ')
  return [...variables.map(([name, value]) => `set "${name}=${value}"`), command].join('&& ')
}

export const isVariable = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name)

function quote(word: string, shell: ShellKind): string {
  if (shell === 'posix') return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`
}
