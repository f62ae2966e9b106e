import type { StartedHook } from '../../../src-shared/hooks/hook.ts'

/** The scripts beside a project's hooks, as the user trusted them. */
export interface TrustedScripts {
  /** Where a hook's command finds them, relative to the folder that it runs in, with forward slashes. */
  readonly folder: string
  /** Absolute path of a copy that nothing else writes. */
  readonly copy: string
  /** Why those in a workspace are not used, as a sentence: they are not as they were trusted. Null: they are. */
  differs(workspace: string): Promise<string | null>
}

/** The hooks of a run, with the scripts of those that the project brings; null: it brings none. */
export interface UsedHooks {
  readonly hooks: readonly StartedHook[]
  readonly scripts: TrustedScripts | null
}

/**
 * A command line that names the copy wherever it named the scripts in the workspace, for systems that can't show the
 * copy in their place.
 */
export function withCopyOf({ folder, copy }: TrustedScripts, command: string, shell: 'posix' | 'cmd'): string {
  const named = new RegExp(
    `(^|[\\s"'=;&|(])(\\.[\\\\/])?${escaped(folder).replaceAll('/', '[\\\\/]')}(?=[\\\\/"'\\s;&|)]|$)`,
    'g',
  )
  return command.replace(named, (_, before: string, _dot: string | undefined, at: number) => {
    const around = quoteAround(command.slice(0, at) + before, shell)
    if (around === '') return `${before}${shell === 'cmd' ? `"${copy}"` : quoted(copy)}`
    return `${before}${around === '"' && shell === 'posix' ? copy.replace(/[\\"$`]/g, '\\$&') : copy}`
  })
}

/** The quotation mark that is open at the end of a part of a command line. */
function quoteAround(before: string, shell: 'posix' | 'cmd'): string {
  let open = ''
  for (const letter of before.replace(shell === 'posix' ? /\\./g : /$^/g, ''))
    if (open === '' && (letter === '"' || (letter === "'" && shell === 'posix'))) open = letter
    else if (letter === open) open = ''
  return open
}

const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
