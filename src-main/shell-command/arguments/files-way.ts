import { type CommandName, UsageError } from './usage.ts'

/** What becomes of the files before a run that is asked again, continued or forked. */
const filesWays = ['restore', 'keep', 'copy'] as const
export type FilesWay = (typeof filesWays)[number]

/** @returns null if nothing is given. @throws UsageError for any other word */
export function readFilesWay(value: string | undefined, command: CommandName): FilesWay | null {
  if (value === undefined) return null
  const way = filesWays.find((each) => each === value)
  if (way === undefined) throw new UsageError(`--files must be one of ${filesWays.join(', ')}.`, command)
  return way
}
