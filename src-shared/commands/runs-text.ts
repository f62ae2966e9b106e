import { listed } from '../base/format.ts'
import type { CommandReading, RunProgram } from './reading.ts'

const [maxNamed, maxLength] = [8, 60]

/**
 * What a command line runs, for the person who decides on it: `This runs git push and npm test.` Empty if the line says
 * it itself, since it is one plain program.
 */
export function runsText({ programs, unreadable, isPlain }: CommandReading): string {
  const names = [...new Set(programs.filter((each) => !each.isWrapper).map(shortName))]
  const isObvious = programs.length <= 1 && isPlain
  const more = names.length - maxNamed
  const shown = more > 0 ? [...names.slice(0, maxNamed), `${more} more`] : names
  return [
    ...(isObvious || names.length === 0 ? [] : [`This runs ${listed(shown)}.`]),
    ...(unreadable.length === 0
      ? []
      : [`Not all of it can be read before it runs: ${unreadable.slice(0, 3).join('; ')}.`]),
  ].join(' ')
}

/** The program and its subcommand. */
function shortName({ name, words }: RunProgram): string {
  const second = words[1]?.raw ?? ''
  const isSub = /^[a-z][\w:-]{0,20}$/i.test(second)
  return `${name ?? words[0]?.raw ?? ''}${isSub ? ` ${second}` : ''}`.slice(0, maxLength)
}
