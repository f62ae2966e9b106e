import { resolve } from 'node:path'
import { type Check, check } from '../../../src-shared/comparison/comparison.ts'
import { flag, onlyOne, text } from './argument-parts.ts'
import { UsageError } from './usage.ts'

/** Null if it is not given. @throws UsageError if it is no whole number in this range */
export function whole(name: string, argument: string | undefined, least: number, most: number): number | null {
  if (argument === undefined) return null
  const value = Number(argument)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`, 'compare')
}

/** @throws UsageError if it is none of these */
export function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value)
  if (found === undefined) throw new UsageError(`--${name} must be one of ${known.join(', ')}.`, 'compare')
  return found
}

export const resultOptions = { report: text, all: flag } as const

/** How the result of trials is told. */
export interface ResultArguments {
  /** The file of a page; null: none. */
  readonly report: string | null
  /** Every lane and every sentence in the terminal. */
  readonly all: boolean
}

interface ResultValues {
  readonly report?: string | undefined
  readonly all?: boolean | undefined
}

export const readResult = ({ report, all = false }: ResultValues, workingFolder: string): ResultArguments => ({
  report: report === undefined ? null : resolve(workingFolder, report),
  all,
})

interface CheckValues {
  readonly check?: string | undefined
  readonly score?: string | undefined
  readonly lower?: boolean | undefined
}

/** @throws UsageError if a score has no check */
export function readCheck({ check: command, score, lower }: CheckValues): Check | null {
  if (command !== undefined)
    return check.parse({ command, scorePattern: score ?? null, better: lower ? 'lower' : 'higher' })
  if (score !== undefined || lower) throw new UsageError('--score and --lower require --check.', 'compare')
  return null
}

/** @throws UsageError if it is not one message */
export function messageIn(positionals: readonly string[]): string {
  const message = onlyOne(positionals, 'compare', '"MESSAGE"')
  if (message.trim() === '') throw new UsageError('The message is empty.', 'compare')
  return message
}
