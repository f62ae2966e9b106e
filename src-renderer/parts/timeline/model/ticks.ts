import { formatFixed } from '../../../../src-shared/base/format.ts'
import type { Scale } from '../scale/scale.ts'

/** Round values for axis ticks, and their labels. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Tick steps of a second and more, ms. Shorter steps are 1, 2 or 5 times a power of ten. */
const longSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400].map(
  (seconds) => seconds * second,
)

/** The smallest round step of at least `least` ms. */
export function tickStep(least: number): number {
  if (least > second) return longSteps.find((step) => step >= least) ?? Math.ceil(least / (24 * hour)) * 24 * hour
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-3)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least * 0.999_999) ?? second
}

/** The smallest round step of at least `least` units of the axis. */
export function stepOf(kind: Scale['kind'], least: number): number {
  return kind === 'tokens' || kind === 'cost' ? decimalStep(Math.max(least, 1)) : tickStep(least)
}

/** 1, 2 or 5 times a power of ten. */
function decimalStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least * 0.999_999) ?? least
}

/** The ticks from `from` to `to`, both included. */
export function ticksOf(from: number, to: number, step: number): number[] {
  const ticks: number[] = []
  for (let count = Math.ceil(from / step); count * step <= to; count++) ticks.push(count * step)
  return ticks
}

/** The label of a tick: a time, a number of tokens, or an amount of money (millionths of a dollar). */
export function labelOf(kind: Scale['kind'], value: number, step: number): string {
  if (kind === 'tokens') return tokenLabel(value, step)
  return kind === 'cost' ? costLabel(value, step) : tickLabel(value, step)
}

function tokenLabel(tokens: number, step: number): string {
  if (tokens === 0 || (step < 1000 && tokens < 1000)) return String(Math.round(tokens))
  if (step < 100_000 && tokens < 1_000_000) return `${formatFixed(tokens / 1000, step < 1000 ? 1 : 0)} k`
  return `${formatFixed(tokens / 1_000_000, step < 1_000_000 ? 1 : 0)} M`
}

function costLabel(millionths: number, step: number): string {
  const digits = Math.min(6, Math.max(2, 6 - Math.floor(Math.log10(step))))
  return millionths === 0 ? '$0' : `$${formatFixed(millionths / 1e6, digits)}`
}

/** `0 s`, `250 ms`, `1.5 s`, `2 min 30 s`: as precise as the step requires. */
export function tickLabel(ms: number, step: number): string {
  if (ms === 0) return '0 s'
  if (step < 1) return `${formatFixed(ms, Math.min(3, Math.ceil(-Math.log10(step))))} ms`
  if (step < second && ms < second) return `${Math.round(ms)} ms`
  if (ms < minute) return `${formatFixed(ms / second, digitsFor(step))} s`
  if (ms < hour) return joined(Math.floor(ms / minute), 'min', (ms % minute) / second, 's', digitsFor(step))
  if (step >= minute) return joined(Math.floor(ms / hour), 'h', (ms % hour) / minute, 'min', 0)
  // Whole hours and minutes need no smaller unit; seconds include the larger ones.
  return `${Math.floor(ms / hour)} h ${joined(Math.floor((ms % hour) / minute), 'min', (ms % minute) / second, 's', digitsFor(step))}`
}

const digitsFor = (step: number) => (step >= second ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3)

function joined(whole: number, unit: string, rest: number, restUnit: string, digits: number): string {
  const text = formatFixed(rest, digits)
  return Number(text) === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${text} ${restUnit}`
}
