import { z } from 'zod'
import type { ReadOutside, ReadTrial } from './outside-shape.ts'
import { plausibleMs } from './plausible-figures.ts'

const time = z.string().nullish().catch(undefined)
const trial = z.object({
  task_id: z.string().min(1),
  is_resolved: z.boolean().nullable(),
  agent_started_at: time,
  agent_ended_at: time,
})
const results = z.object({ results: z.array(z.unknown()).min(1), resolved_ids: z.array(z.string()) })

/**
 * `results.json` of a run of Terminal-Bench 1. A trial whose tests gave no result is left out. It names neither agent nor
 * model. Source: github.com/laude-institute/terminal-bench, terminal_bench/harness/models.py
 * @returns null if it is none
 */
export function readTerminalBench(value: unknown): ReadOutside | null {
  const found = results.safeParse(value).data
  if (found === undefined) return null
  const read = found.results.flatMap((each) => trial.safeParse(each).data ?? [])
  if (read.length === 0) return null
  const repeats = new Map<string, number>()
  const trials = read.flatMap((each): ReadTrial[] => {
    if (each.is_resolved === null) return []
    const repeat = repeats.get(each.task_id) ?? 0
    repeats.set(each.task_id, repeat + 1)
    const { agent_started_at: from, agent_ended_at: to } = each
    const workMs = from == null || to == null ? null : Date.parse(to) - Date.parse(from)
    return [
      {
        names: [each.task_id],
        version: null,
        repeat,
        success: each.is_resolved,
        workMs: plausibleMs(workMs),
        cost: null,
      },
    ]
  })
  const [bad, without] = [found.results.length - read.length, read.length - trials.length]
  return {
    format: 'terminal-bench',
    entries: trials.length === 0 ? [] : [{ title: 'Terminal-Bench run', options: '', models: [], trials }],
    leftOut: [
      ...(bad === 0 ? [] : [`Results that are no trials: ${bad}.`]),
      ...(without === 0 ? [] : [`Trials without a result of their tests: ${without}.`]),
    ],
    notes: [],
  }
}
