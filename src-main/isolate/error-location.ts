import { type Limits, tooLong } from './limits.ts'

/** What an engine threw: its message and its stack. */
interface Thrown {
  readonly message: string
  readonly stackThere: string
}

/** What broke, and where in the user's file, as far as the engine can tell. `line` 0: not known. */
export interface ErrorLocation {
  readonly message: string
  readonly line: number
}

/** @param source the file's text, while it is being loaded */
export function errorLocation(thrown: Thrown, file: string, source: string | null, limits: Limits): ErrorLocation {
  if (thrown.message.includes('interrupted')) return interruptedPlace(thrown.stackThere, file, limits)
  const named = /not from '([^']*)'/.exec(thrown.message)?.[1]
  const line =
    named !== undefined && source !== null ? lineIn(source, named) : (placesIn(thrown.stackThere, file)[0]?.line ?? 0)
  return { message: thrown.message, line }
}

/**
 * For interrupted code the engine knows the function, not the line; for the file's top level
 * not even the function.
 */
function interruptedPlace(stack: string, file: string, limits: Limits): ErrorLocation {
  const [innermost] = placesIn(stack, file)
  if (innermost === undefined || innermost.isTop) return { message: `${tooLong(limits)}, while it was loaded`, line: 0 }
  return { message: `${tooLong(limits)}, in the function that begins there`, line: innermost.line }
}

/** Characters of a stack and of one of its lines: a strategy can make up any. */
const [maxStack, maxFrame] = [10_000, 300]

/** The places in the user's file that a stack names, innermost first. */
function placesIn(stack: string, file: string): { readonly line: number; readonly isTop: boolean }[] {
  return stack
    .slice(0, maxStack)
    .split('\n')
    .flatMap((line) => {
      const found = line.length > maxFrame ? null : /at (.*?) ?\(?([^\s(]+\.ts):(\d+)(?::(\d+))?\)?$/.exec(line)
      return found === null ? [] : [found]
    })
    .filter(([, , name]) => file === '' || name === file)
    .map(([, called, , line, column]) => ({
      line: Number(line),
      isTop: called === '<anonymous>' && line === '1' && column === '1',
    }))
}

/** The first line of a text, from 1, that contains a word in quotes; 0 if none does. */
function lineIn(text: string, quoted: string): number {
  const at = text.split('\n').findIndex((line) => line.includes(`'${quoted}'`) || line.includes(`"${quoted}"`))
  return at + 1
}
