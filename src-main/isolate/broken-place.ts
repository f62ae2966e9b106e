import { type Limits, tooLong } from './limits.ts'
import { lineIn } from './line-in.ts'

/** What an engine threw: its message, and the stack in there. */
interface Thrown {
  readonly message: string
  readonly stackThere: string
}

/** Where in the user's own file something broke, as far as the engine can tell, and what. `line` 0: not known. */
export interface BrokenPlace {
  readonly message: string
  readonly line: number
}

/** @param source its text, if the file is being read */
export function brokenPlace(thrown: Thrown, file: string, source: string | null, limits: Limits): BrokenPlace {
  if (thrown.message.includes('interrupted')) return interruptedPlace(thrown.stackThere, file, limits)
  const named = /not from '([^']*)'/.exec(thrown.message)?.[1]
  const line =
    named !== undefined && source !== null ? lineIn(source, named) : (placesIn(thrown.stackThere, file)[0]?.line ?? 0)
  return { message: thrown.message, line }
}

/**
 * Of code that it interrupts the engine knows which function it was in, not the line; of the file's own top level
 * not even that.
 */
function interruptedPlace(stack: string, file: string, limits: Limits): BrokenPlace {
  const [innermost] = placesIn(stack, file)
  if (innermost === undefined || innermost.isTop) return { message: `${tooLong(limits)}, while it was loaded`, line: 0 }
  return { message: `${tooLong(limits)}, in the function that begins there`, line: innermost.line }
}

/** The places in the user's file that a stack names, innermost first. */
function placesIn(stack: string, file: string): { readonly line: number; readonly isTop: boolean }[] {
  return [...stack.matchAll(/at (.*?) ?\(?([^\s(]+\.ts):(\d+)(?::(\d+))?\)?$/gm)]
    .filter(([, , name]) => file === '' || name === file)
    .map(([, called, , line, column]) => ({
      line: Number(line),
      isTop: called === '<anonymous>' && line === '1' && column === '1',
    }))
}
