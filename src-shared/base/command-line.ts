/** The shell that a command line is written for. */
export type ShellKind = 'posix' | 'cmd'

/**
 * A command line for a shell: each word reaches the program as it is here.
 * @param environment variables that are set for this command alone; names that no shell takes are left out
 */
export function commandLine(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  shell: ShellKind,
): string {
  const variables = Object.entries(environment).filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
  const command = words.map((word) => quote(word, shell)).join(' ')
  if (shell === 'posix')
    return [...variables.map(([name, value]) => `${name}=${quote(value, shell)}`), command].join(' ')
  return [...variables.map(([name, value]) => `set "${name}=${value}"`), command].join('&& ')
}

function quote(word: string, shell: ShellKind): string {
  if (shell === 'posix') return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`
}
