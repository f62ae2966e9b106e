import { type Breakpoint, maxBreakpoints } from '../../../src-shared/run/debug/breakpoint.ts'
import { readBreakpoint } from '../../../src-shared/run/debug/breakpoint-text.ts'
import { type CommandName, UsageError } from './usage.ts'

export const breakOption = { type: 'string', multiple: true } as const

/** Of each `--break`. @throws UsageError if one can't be understood */
export function readBreakpoints(given: readonly string[] = [], command: CommandName): Breakpoint[] {
  if (given.length > maxBreakpoints)
    throw new UsageError(`--break can be given ${maxBreakpoints} times at most.`, command)
  return given.map((text) => {
    const read = readBreakpoint(text)
    if (!read.ok) throw new UsageError(`--break: ${read.problem}`, command)
    return read.at
  })
}
