import { z } from 'zod'
import { excessInJson } from '../../../src-shared/base/excess.ts'
import { lenientJson } from '../../../src-shared/base/lenient-json.ts'
import { csvRows } from './csv-rows.ts'
import { looseNumber, looseText, looseTruth } from './loose-values.ts'
import type { ReadEntry, ReadOutside, ReadTrial } from './outside-shape.ts'
import { plausibleCost, plausibleMs } from './plausible-figures.ts'

const number = z.preprocess(looseNumber, z.number().nullable().catch(null))
const text = z.preprocess(looseText, z.coerce.string().nullable().default(null))
const truth = z.preprocess(looseTruth, z.boolean().nullable())
const row = z.object({
  task_id: text,
  task: text,
  task_version: text,
  repeat: z.preprocess((cell) => looseNumber(cell) ?? Number.NaN, z.number().int().min(0)),
  strategy: text,
  options: text,
  models: text,
  state: z.string().trim(),
  success: truth,
  work_ms: number,
  cost_usd: number,
})
type Row = z.infer<typeof row>

/**
 * Our own export of trials, as CSV or JSON Lines, also as spreadsheets and pandas save it again.
 * @param parsed the text as JSON; undefined: it is none as a whole
 * @returns null if no line is a trial
 */
export function readTrials(all: string, parsed: unknown): ReadOutside | null {
  const whole = Array.isArray(parsed) ? parsed.map((each: unknown) => each) : null
  const lines = whole ?? (all.trimStart().startsWith('{') ? jsonLines(all) : csvRows(all).map(inSmallLetters))
  const rows = lines.map((each) => row.safeParse(each))
  const read = rows.flatMap(({ data }) => (data === undefined ? [] : [data]))
  if (read.length === 0) return null
  const counted = read.filter(({ state, success }) => state === 'done' && success !== null)
  const entries = new Map<string, { entry: ReadEntry; trials: ReadTrial[] }>()
  for (const each of counted) {
    const key = JSON.stringify([each.strategy, each.options, each.models])
    const group = entries.get(key) ?? { entry: entryOf(each), trials: [] }
    entries.set(key, group)
    group.trials.push(trialOf(each))
  }
  const [bad, open] = [rows.length - read.length, read.length - counted.length]
  return {
    format: 'trials',
    entries: [...entries.values()].map(({ entry, trials }) => ({ ...entry, trials })),
    leftOut: [
      ...(bad === 0 ? [] : [`Lines that are no trials: ${bad}.`]),
      ...(open === 0 ? [] : [`Trials that don’t count, or had not ended: ${open}.`]),
    ],
    notes: [],
  }
}

/** Spreadsheets and people change the letters of a table's head. */
const inSmallLetters = (cells: { readonly [column: string]: string }) =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name.toLowerCase(), cell]))

function entryOf({ strategy, options, models }: Row): ReadEntry {
  const byRole = z
    .record(z.string(), z.string())
    .catch({})
    .parse(jsonOf(models ?? '{}'))
  return {
    title: strategy ?? 'Unknown strategy',
    options: options ?? '',
    models: Object.entries(byRole).map(([role, model]) => ({ role, model })),
    trials: [],
  }
}

const trialOf = ({
  task_id: id,
  task,
  task_version: version,
  repeat,
  success,
  work_ms: workMs,
  cost_usd: cost,
}: Row): ReadTrial => ({
  names: [id, task].filter((each) => each !== null),
  version,
  repeat,
  success: success === true,
  workMs: plausibleMs(workMs),
  cost: plausibleCost(cost),
})

const jsonLines = (all: string): unknown[] =>
  all.split('\n').flatMap((line) => (line.trim() === '' ? [] : [jsonOf(line)]))

function jsonOf(line: string): unknown {
  if (excessInJson(line) !== null) return undefined
  return lenientJson(line)
}
