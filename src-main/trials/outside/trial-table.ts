import { z } from 'zod'
import { excessInJson } from '../../../src-shared/base/excess.ts'
import { csvRows } from './csv-rows.ts'
import type { ReadEntry, ReadOutside, ReadTrial } from './outside-shape.ts'
import { plausibleCost, plausibleMs } from './plausible-figures.ts'

/** Of CSV all cells are text, and an unknown one is empty. */
const number = z.preprocess((cell) => (cell === '' || cell == null ? null : Number(cell)), z.number().nullable())
const text = z.preprocess((cell) => (cell === '' ? null : cell), z.string().nullable().default(null))
const truth = z.preprocess(
  (cell) => (cell === 'true' ? true : cell === 'false' ? false : cell === '' ? null : cell),
  z.boolean().nullable(),
)
const row = z.object({
  task_id: text,
  task: text,
  task_version: text,
  repeat: z.preprocess((cell) => Number(cell), z.number().int().min(0)),
  strategy: text,
  options: text,
  models: text,
  state: z.string(),
  success: truth,
  work_ms: number,
  cost_usd: number,
})
type Row = z.infer<typeof row>

/** Our own export of trials, as CSV or JSON Lines. @returns null if no line is a trial */
export function readTrials(all: string): ReadOutside | null {
  const lines = all.trimStart().startsWith('{') ? jsonLines(all) : csvRows(all)
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
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
