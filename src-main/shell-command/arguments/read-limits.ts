import type { SweptLimit } from '../../../src-shared/comparison/sweep/sweep.ts'
import type { Budget } from '../../../src-shared/strategy/task.ts'
import { type CommandName, UsageError } from './usage.ts'

const limitNames = { cost: 'cost', tokens: 'tokens', time: 'wallMs', calls: 'modelCalls', tools: 'toolCalls' } as const

/** `cost=2,tokens=200000,time=10m`; `none` lifts a limit that the settings hold. */
export function readLimits(value: string | undefined): Partial<Budget> {
  return Object.fromEntries(
    (value ?? '')
      .split(',')
      .filter(Boolean)
      .map((each) => readLimit(each)),
  )
}

/** @param flag that it was given with @throws UsageError if there is no such limit, or the amount is none */
export function readLimit(argument: string, flag = '--budget'): readonly [SweptLimit, number | null] {
  const [name = '', value = ''] = argument.split('=', 2).map((part) => part.trim())
  const known = Object.entries(limitNames).find(([each]) => each === name)
  if (known === undefined)
    throw new UsageError(
      `${flag} has no limit named ${JSON.stringify(name)}: ${Object.keys(limitNames).join(', ')}.`,
      commandOf(flag),
    )
  const amount = value === 'none' ? null : name === 'time' ? milliseconds(value) : Number(value)
  if (amount !== null && !(amount > 0))
    throw new UsageError(
      `${flag} ${name}= takes a number above 0${name === 'time' ? ' with s, m or h' : ''}, or none.`,
      commandOf(flag),
    )
  return [known[1], amount]
}

/** `time` of `limit.time`, as lanes and sweeps name a limit. */
export const limitIn = (name: string): string => name.slice('limit.'.length)

const commandOf = (flag: string): CommandName => (flag === '--budget' ? 'run' : 'compare')

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const

/** `10m` in ms; NaN if it is no time. */
export function milliseconds(value: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([smh])$/.exec(value) ?? []
  return unit === 's' || unit === 'm' || unit === 'h' ? Number(amount) * units[unit] : Number.NaN
}
