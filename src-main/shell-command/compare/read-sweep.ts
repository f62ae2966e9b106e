import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { laneLabelAt, maxLanes } from '../../../src-shared/comparison/lane-label.ts'
import type { Axis, NumberSubject, Setting, Subject } from '../../../src-shared/comparison/sweep/sweep.ts'
import { reasoningEfforts } from '../../../src-shared/model/reasoning-efforts.ts'
import { parseChoice } from '../../../src-shared/strategy/parse-choice.ts'
import { optionParts } from '../../../src-shared/strategy/with-option.ts'
import { limitIn, readLimit } from '../arguments/read-limits.ts'
import { readSet } from '../arguments/set-options.ts'
import { UsageError } from '../arguments/usage.ts'
import { type LaneArgument, laneArgument, withModel } from './compare-lane.ts'

/** A sweep as it was typed. */
export interface SweepArgument {
  /** Without strategies and models, which make lanes of their own to start from. Models are those that were named. */
  readonly axes: readonly Axis[]
  /** How many lanes are drawn; null: all combinations. */
  readonly random: number | null
}

interface Typed {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Reads `--sweep NAME=V1,V2,…` and the lanes that the sweep starts from.
 * @param lanes those of `--lane` and `--lanes`
 * @throws UsageError if one can't be understood
 */
export function readSweep(
  values: readonly string[],
  random: number | null,
  lanes: readonly LaneArgument[],
  workingFolder: string,
): { readonly lanes: LaneArgument[]; readonly sweep: SweepArgument } {
  const typed = values.map(readTyped)
  const valuesOf = (name: string) => typed.filter((each) => each.name === name).flatMap((each) => each.values)
  const strategies = valuesOf('strategy')
  if (strategies.length > 0 && lanes.length > 0)
    throw new UsageError('Give strategies with --lane or with --sweep strategy=…, not both.', 'compare')
  const models = valuesOf('model')
  const named = lanes.find(({ model }) => model !== null)
  if (models.length > 0 && named !== undefined)
    throw new UsageError(`Lane ${named.label} has a model, and --sweep model=… varies it. Give one of them.`, 'compare')
  const own = strategies.length > 0 ? strategies : ['tool-loop']
  const begun = lanes.length > 0 ? lanes : own.map((each) => laneArgument(each, 'A', each, new Map(), []))
  const from = models.length === 0 ? begun : begun.flatMap((lane) => models.map((model) => withModel(lane, model)))
  if (from.length > maxLanes) throw new UsageError(`Give at most ${maxLanes} lanes to start from.`, 'compare')
  const axes = typed
    .filter(({ name }) => name !== 'strategy' && name !== 'model')
    .map((each) => axisOf(each, workingFolder))
  return { lanes: from.map((lane, at) => ({ ...lane, label: laneLabelAt(at) })), sweep: { axes, random } }
}

function readTyped(text: string): Typed {
  const at = text.indexOf('=')
  if (at < 1) throw wrong(text, 'write NAME=VALUE,VALUE,…')
  const values = partsOf(text.slice(at + 1))
  if (values.some((each) => each === '')) throw wrong(text, 'a value is empty')
  return { name: text.slice(0, at).trim(), values: [...new Set(values)] }
}

/** A comma parts values, except in brackets and quotes. */
function partsOf(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  let quoted = false
  for (const letter of text) {
    if (letter === '"') quoted = !quoted
    else if (!quoted && '([{'.includes(letter)) depth += 1
    else if (!quoted && ')]}'.includes(letter)) depth -= 1
    if (letter === ',' && depth === 0 && !quoted) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${letter}`)
  }
  return parts.map((each) => each.trim())
}

function axisOf({ name, values }: Typed, workingFolder: string): Axis {
  const subject = subjectOf(name)
  const [only = ''] = values
  const range = values.length === 1 ? rangeIn(only) : null
  if (range !== null) {
    if (!isNumber(subject)) throw wrong(`${name}=${only}`, 'a range is of numbers')
    return { kind: 'range', subject, range }
  }
  return { kind: 'values', subject, settings: values.map((each) => settingOf(name, subject, each, workingFolder)) }
}

function subjectOf(name: string): Subject {
  const [first = '', ...rest] = name.split('.')
  const more = rest.join('.')
  if (name === 'inner' || name === 'effort' || name === 'temperature') return { kind: name }
  if (first === 'model' && more !== '') return { kind: 'model', role: more }
  if (first === 'limit') return { kind: 'limit', limit: readLimit(`${limitIn(name)}=none`, '--sweep')[0] }
  return { kind: 'option', name }
}

const isNumber = (subject: Subject): subject is NumberSubject =>
  subject.kind === 'option' || subject.kind === 'limit' || subject.kind === 'temperature'

/** `1..10`, `0.1..0.9/5`: from, to, and how many of a grid. */
function rangeIn(text: string) {
  const [, from, to, count] = /^(-?[\d.]+)\.\.(-?[\d.]+)(?:\/(\d+))?$/.exec(text) ?? []
  if (from === undefined || to === undefined) return null
  const whole = !from.includes('.') && !to.includes('.')
  return { from: Number(from), to: Number(to), count: count === undefined ? null : Number(count), whole }
}

function settingOf(name: string, subject: Subject, text: string, workingFolder: string): Setting {
  switch (subject.kind) {
    case 'inner':
      return { kind: 'inner', inner: parseChoice(text) }
    case 'effort': {
      const effort = reasoningEfforts.find((each) => each === text)
      if (effort === undefined) throw wrong(`effort=${text}`, `an effort is one of ${reasoningEfforts.join(', ')}`)
      return { kind: 'effort', effort }
    }
    case 'temperature':
      if (!(Number(text) >= 0 && Number(text) <= 2)) throw wrong(`temperature=${text}`, 'it must be from 0 to 2')
      return { kind: 'temperature', temperature: Number(text) }
    case 'model':
      return { kind: 'model', role: subject.role, profileId: text }
    case 'limit':
      return { kind: 'limit', limit: subject.limit, most: readLimit(`${limitIn(name)}=${text}`, '--sweep')[1] }
    case 'option': {
      const own = optionParts(name).isPrompt ? unquoted(text) : text
      return { kind: 'option', name, value: readSet(name, own, workingFolder)[1] }
    }
    case 'strategy':
      return { kind: 'strategy', pick: parseChoice(text) }
    default:
      return assertNever(subject)
  }
}

/** A text with commas is quoted. */
const unquoted = (text: string): string => /^"(.*)"$/s.exec(text)?.[1] ?? text

const wrong = (text: string, why: string) =>
  new UsageError(`--sweep ${JSON.stringify(text)} is not valid: ${why}.`, 'compare')
