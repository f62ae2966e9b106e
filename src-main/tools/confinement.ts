import type { Confine } from './run-command.ts'

/** What keeps a run's commands to where they belong. */
export interface Confinement {
  readonly confine: Confine
  /** Where they may write, and what else is kept from them: a sentence. */
  readonly words: string
}

/** For the one who is to allow a command. */
export const whereCommandsWrite = (confinement: Confinement | null): string =>
  confinement?.words ?? 'May write anywhere that you may: nothing keeps it to this folder.'

/** What programs say where something is read-only or kept from them. */
const refused = /Read-only file system|EROFS|Operation not permitted|EPERM|Network is unreachable|ENETUNREACH/

const hint =
  'Commands are kept to their own folder here, and what this one tried lies outside: let the user do it, or turn that off in Settings → Approval.'

/** A command's output, with a word on why where it may have failed by being confined. */
export function hinted(
  { exitCode, output }: { readonly exitCode: number | null; readonly output: string },
  confinement: Confinement | null,
): string {
  if (confinement === null || exitCode === 0 || !refused.test(output)) return output
  return `${output}${output.endsWith('\n') ? '' : '\n'}[${hint}]\n`
}
